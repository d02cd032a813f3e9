// Where people sit. Seats are numbered in order of play, which runs anticlockwise: south, east, north, west.

import { table, t } from "./words.js";

const PLACES = {
  2: ["s", "n"],
  3: ["s", "e", "w"],
  4: ["s", "e", "n", "w"],
  6: ["s", "se", "ne", "n", "nw", "sw"],
};

/** The places of a table by seat, for who sits at `bottom`. */
export function places(players, bottom) {
  const around = PLACES[players];
  return Array.from({ length: players }, (_, seat) => around[(seat - bottom + players) % players]);
}

/** The name of a seat: the seat `south` is South, and the others follow. */
export const seatName = (seat, players, south = 0) => table().seats[places(players, south)[seat]];
export const seatShort = (seat, players, south = 0) => table().seatsShort[places(players, south)[seat]];

/** The name of a side, by its seats from the south on: "South–North". */
export function sideName(state, side, south = 0) {
  const around = Array.from({ length: state.players }, (_, n) => (south + n) % state.players);
  const its = around.filter((seat) => state.side_of[seat] === side);
  return its.map((seat) => seatShort(seat, state.players, south)).join("–");
}

/** The name of whose pile it is: a side's, or a seat's where each has its own. */
export function pileName(state, pile, south = 0) {
  if (state.piles.length > state.sides) return seatName(pile, state.players, south);
  return sideName(state, state.pile_side[pile], south);
}

/** "Us" and "them" for a player in a game of two sides, the sides' names else. */
export function sideForPlayer(state, side, you) {
  if (state.sides !== 2) return sideName(state, side, you);
  return t(state.side_of[you] === side ? "us" : "them");
}

/** A value of side 0 as seen from a seat. */
export const valueFor = (state, seat, value) => (state.side_of[seat] === 0 ? value : -value);

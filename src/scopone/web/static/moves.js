// Moves in words: what is read out, and what a card's tip says.

import { cardName, cardNames } from "./cards.js";
import { seatName } from "./seats.js";
import { t } from "./words.js";

/** "seven of coins takes seven of cups, scopa" */
export function moveWords(legal) {
  let text = cardName(legal.card);
  if (legal.declares) text = `${t("declares", { what: legal.declares })}, ${text}`;
  if (legal.takes.length) text += ` ${t("takes")} ${cardNames(legal.takes)}`;
  return legal.scopa ? `${text}, ${t("scopa")}` : text;
}

export function playedWords(state, legal, south) {
  return t("plays", { who: seatName(state.turn, state.players, south), move: moveWords(legal) });
}

/** The moves of a state by the card that makes them, in hand order. */
export function byCard(state) {
  const found = new Map();
  for (const legal of state?.legal ?? []) {
    if (!found.has(legal.card)) found.set(legal.card, []);
    found.get(legal.card).push(legal);
  }
  return found;
}

/** A move as a record writes it, with the mark of a scopa and thin spaces around the x. */
export const moveText = (legal) => legal.move + (legal.scopa ? "*" : "");

// One hand of cards: a deal, the moves made, the state after each, and where one looks.

import { post } from "./api.js";

export class Game extends EventTarget {
  deal = null;
  moves = [];
  states = [];
  at = 0;
  #past = [];
  #future = [];

  get state() {
    return this.states[this.at] ?? null;
  }

  get end() {
    return this.states.at(-1) ?? null;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Another hand. Throws `ApiError` if the position or a move is bad; the game is then as it was. */
  async load(position, moves = [], at = moves.length) {
    const { states } = await post("/line", { position, moves });
    this.#remember();
    this.#put({ deal: states[0].position, moves, states, at: Math.max(0, Math.min(at, moves.length)) });
  }

  /** States that are known already, as the import of a record gives them. */
  take(deal, moves, states, at = 0) {
    this.#remember();
    this.#put({ deal, moves, states, at });
  }

  /** Plays from where one looks. The record goes on if that is what it has next; else it takes the new way. */
  async play(...moves) {
    const { at, deal } = this;
    if (moves.length === 1 && this.moves[at] === moves[0]) return this.go(at + 1);
    const from = this.state;
    const { states } = await post("/line", { position: from.position, moves });
    if (this.state !== from) return; // somebody was faster
    this.#remember();
    this.#put({
      deal,
      moves: [...this.moves.slice(0, at), ...moves],
      states: [...this.states.slice(0, at + 1), ...states.slice(1)],
      at: at + 1,
    });
  }

  go(at) {
    const to = Math.max(0, Math.min(at, this.moves.length));
    if (to === this.at) return;
    this.at = to;
    this.#tell();
  }

  undo() {
    this.#swap(this.#past, this.#future);
  }

  redo() {
    this.#swap(this.#future, this.#past);
  }

  /** Takes moves back for good, down to `length` of them. */
  cut(length) {
    this.#remember();
    this.#put({
      deal: this.deal,
      moves: this.moves.slice(0, length),
      states: this.states.slice(0, length + 1),
      at: length,
    });
  }

  /** The move that led to place `n` (1 ...), as the legal moves before it have it. */
  made(n) {
    return this.states[n - 1].legal.find((legal) => legal.move === this.moves[n - 1]);
  }

  #shot() {
    const { deal, moves, states, at } = this;
    return { deal, moves, states, at };
  }

  #remember() {
    if (this.deal !== null) this.#past.push(this.#shot());
    this.#future.length = 0;
  }

  #swap(from, to) {
    if (!from.length) return;
    to.push(this.#shot());
    this.#put(from.pop());
  }

  #put(shot) {
    Object.assign(this, shot);
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}

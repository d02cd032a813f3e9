// The table with everybody's cards around it: draws a state, and tells which card or move was chosen.

import { cardName, face, sorted } from "./cards.js";
import { dress } from "./chips.js";
import { h } from "./dom.js";
import { felt } from "./felt.js";
import { glide, places as placesOf } from "./glide.js";
import { byCard, moveText } from "./moves.js";
import { places, seatName, seatShort } from "./seats.js";
import { t } from "./words.js";

/**
 * What a board is told to show:
 *   state     as the API gives it
 *   bottom    the seat drawn below, whose side the values are for
 *   south     the seat called South
 *   open      seats whose cards are seen, by seat
 *   playable  whether cards of the hand to move can be chosen
 *   values    Map of a move to {lower, upper, exact}, or null
 *   bests     Set of the moves that are proven best
 *   captures  whether the sets that a card takes are shown
 *   marked    a move to point at, or null
 */
export class Board {
  #onPlay;
  #model = null;
  #chosen = null; // the card whose captures are unfolded
  #moves = new Map();
  #pointed = null; // the card under the pointer or with the focus
  #shown = 0; // which of the sets that a card takes is lit

  constructor(onPlay) {
    this.#onPlay = onPlay;
    this.root = h("section", { class: "board", "aria-label": t("board") });
  }

  show(model) {
    const before = this.#model === null || document.hidden ? null : placesOf(this.root);
    const focus = document.activeElement?.dataset?.card ?? document.activeElement?.dataset?.move;
    const had = this.root.contains(document.activeElement);
    if (model.state !== this.#model?.state) this.#chosen = null;
    this.#model = model;
    this.#moves = model.playable ? byCard(model.state) : new Map();
    this.root.setAttribute("aria-label", t("board"));
    this.#draw();
    if (had) this.#focus(focus);
    this.#point(this.#pointed); // what lies under a pointer that rests gets no event
    if (before) glide(this.root, before);
  }

  /** Other values for the same state: nothing is drawn anew, so that a press on a card is not lost. */
  showValues(values, bests) {
    Object.assign(this.#model, { values, bests });
    for (const [card, moves] of this.#moves) {
      const el = this.root.querySelector(`button[data-card="${card}"]`);
      if (el) dress(el, moves, this.#model);
    }
    for (const legal of this.#moves.get(this.#chosen) ?? []) {
      const el = this.root.querySelector(`button[data-move="${CSS.escape(legal.move)}"]`);
      if (el) dress(el, [legal], this.#model);
    }
  }

  /** The n-th card (0 ...) of the hand to move is chosen, as with a click; out of range does nothing. */
  pick(n) {
    const cards = [...this.root.querySelectorAll(".turn .hand [data-card]")];
    cards[n]?.focus();
  }

  /** Up and down go through the captures of the chosen card, and light them. */
  turnCapture(step) {
    const card = document.activeElement?.dataset?.card;
    const moves = this.#moves.get(card) ?? [];
    if (moves.length < 2) return false;
    this.#shown = (this.#shown + step + moves.length) % moves.length;
    this.#light(moves[this.#shown]);
    return true;
  }

  #draw() {
    const { state, bottom } = this.#model;
    const where = places(state.players, bottom);
    const at = (...names) => names.map((name) => where.indexOf(name)).filter((seat) => seat >= 0);
    const seats = (...names) => at(...names).map((seat) => this.#seat(seat, where[seat]));
    this.root.dataset.players = state.players;
    this.root.replaceChildren(
      h("div", { class: "north" }, seats("n")),
      h("div", { class: "west" }, seats("nw", "w", "sw")),
      felt(this.#model),
      h("div", { class: "east" }, seats("ne", "e", "se")),
      h("div", { class: "south" }, this.#unfolded(), seats("s")),
    );
  }

  #seat(seat, place) {
    const { state, south, open } = this.#model;
    const turn = !state.over && state.turn === seat;
    const held = state.hands[seat];
    const cards = Array.isArray(held) ? sorted(held) : null;
    const count = cards ? cards.length : held.unknown;
    const seen = cards && open[seat];
    const name = seatName(seat, state.players, south);
    const shown = seatShort(seat, state.players, south);
    const marks = [state.dealer === seat && t("dealer"), turn && t("to_move")].filter(Boolean);
    const label = [name, ...marks, seen ? null : t("hidden_cards", { n: count })].filter(Boolean).join(", ");
    return h(
      "div",
      { class: `seat seat-${place}${turn ? " turn" : ""}`, role: "group", "aria-label": label },
      h(
        "div",
        { class: "who", "aria-hidden": "true" },
        turn && h("span", { class: "to-move", title: t("to_move") }, "▶"),
        h("b", {}, shown),
        state.dealer === seat && h("span", { class: "dealer", title: t("dealer") }, t("dealer_mark")),
        h("span", { class: "count" }, count),
      ),
      h(
        "div",
        { class: seen ? "hand" : "hand closed", css: { "--n": count } },
        seen ? cards.map((card, n) => this.#held(card, turn, n)) : backs(count),
      ),
    );
  }

  #held(card, turn, n) {
    const moves = (turn && this.#moves.get(card)) || [];
    const several = moves.length > 1;
    if (!moves.length) {
      return h(
        "span",
        { class: "card", role: "img", "aria-label": cardName(card), "data-card": card },
        face(card),
      );
    }
    const el = h(
      "button",
      {
        type: "button",
        class: this.#chosen === card ? "card chosen" : "card",
        "data-card": card,
        "aria-expanded": several ? String(this.#chosen === card) : null,
        "aria-keyshortcuts": n < 10 ? String((n + 1) % 10) : null,
        onclick: (event) => this.#click(card, moves, event),
        onpointerenter: () => this.#point(card),
        onpointerleave: () => this.#point(null),
        onfocus: () => this.#point(card),
        onblur: () => this.#point(null),
      },
      face(card),
      several && h("span", { class: "many", "aria-hidden": "true" }, `×${moves.length}`),
    );
    return dress(el, moves, this.#model);
  }

  #click(card, moves, event) {
    const touched = event.pointerType === "touch";
    if (moves.length === 1 && (!touched || this.#chosen === card || !moves[0].takes.length)) {
      this.#onPlay(moves[0]);
      return;
    }
    this.#chosen = this.#chosen === card && moves.length > 1 ? null : card;
    this.#pointed = card;
    this.show(this.#model);
    if (moves.length > 1 && event.detail === 0) this.root.querySelector(".unfold button")?.focus();
  }

  /** The choices of a card that takes in several ways, each with its value. */
  #unfolded() {
    const moves = this.#moves.get(this.#chosen) ?? [];
    if (!moves.length) return h("div", { class: "unfold" });
    return h(
      "div",
      { class: "unfold", role: "group", "aria-label": t("choose_capture") },
      moves.map((legal) => {
        const el = h(
          "button",
          {
            type: "button",
            "data-move": legal.move,
            onclick: () => this.#onPlay(legal),
            onpointerenter: () => this.#light(legal),
            onpointerleave: () => this.#light(null),
            onfocus: () => this.#light(legal),
          },
          moveText(legal),
        );
        return dress(el, [legal], this.#model);
      }),
    );
  }

  /** A card is pointed at, by pointer or focus, or none: what it takes is lit. */
  #point(card) {
    const moves = this.#moves.get(card) ?? [];
    this.#pointed = moves.length ? card : null;
    this.#shown = 0;
    this.#light(
      moves.length > 1 ? { takes: moves.flatMap((legal) => legal.takes), several: moves } : moves[0],
    );
  }

  /** Lights the table cards that a move takes; those of several moves are numbered. */
  #light(legal) {
    if (!this.#model.captures) return;
    for (const el of this.root.querySelectorAll(".table-cards [data-card]")) {
      const lit = legal?.takes.includes(el.dataset.card) ?? false;
      el.classList.toggle("lit", lit);
      const sets = (lit && legal.several) || [];
      const numbers = sets.flatMap((its, n) => (its.takes.includes(el.dataset.card) ? [n + 1] : []));
      if (numbers.length) el.dataset.sets = numbers.join(" ");
      else delete el.dataset.sets;
    }
  }

  #focus(key) {
    const find = (name) => key && this.root.querySelector(`button[data-${name}="${CSS.escape(key)}"]`);
    (find("card") || find("move") || this.root.querySelector(".turn button.card"))?.focus({
      preventScroll: true,
    });
  }
}

function backs(count) {
  return Array.from({ length: count }, () =>
    h("span", { class: "card back", "aria-hidden": "true" }, face("back")),
  );
}

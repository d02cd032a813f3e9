// The table with everybody's cards around it: draws a state, and tells which card or move was chosen.

import { cardName, cardNames, cardUrl, sorted, suitName, suits } from "./cards.js";
import { h, openDialog } from "./dom.js";
import { glide, places as placesOf } from "./glide.js";
import { byCard, moveText, moveWords } from "./moves.js";
import { pileName, places, seatName, valueFor } from "./seats.js";
import { signed, t } from "./words.js";

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
    if (before) glide(this.root, before);
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
      this.#felt(),
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
    const marks = [state.dealer === seat && t("dealer"), turn && t("to_move")].filter(Boolean);
    const label = [name, ...marks, seen ? null : t("hidden_cards", { n: count })].filter(Boolean).join(", ");
    return h(
      "div",
      { class: `seat seat-${place}${turn ? " turn" : ""}`, role: "group", "aria-label": label },
      h(
        "div",
        { class: "who", "aria-hidden": "true" },
        turn && h("span", { class: "to-move", title: t("to_move") }, "▶"),
        h("b", {}, name),
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
    const value = turn ? this.#value(card) : null;
    const image = face(card);
    if (!moves.length) {
      return h("span", { class: "card", role: "img", "aria-label": cardName(card), "data-card": card }, image, value?.chip);
    }
    const several = moves.length > 1;
    const label = several ? [cardName(card), t("captures_n", { n: moves.length })] : [moveWords(moves[0])];
    return h(
      "button",
      {
        type: "button",
        class: `card${value?.best ? " best" : ""}${this.#chosen === card ? " chosen" : ""}`,
        "data-card": card,
        "aria-label": [...label, value?.words].filter(Boolean).join(", "),
        "aria-expanded": several ? String(this.#chosen === card) : null,
        "aria-keyshortcuts": n < 10 ? String((n + 1) % 10) : null,
        onclick: (event) => this.#click(card, moves, event),
        onpointerenter: () => this.#hover(moves),
        onpointerleave: () => this.#light(null),
        onfocus: () => this.#hover(moves),
        onblur: () => this.#light(null),
      },
      image,
      value?.chip,
      several && h("span", { class: "many", "aria-hidden": "true" }, `×${moves.length}`),
    );
  }

  #click(card, moves, event) {
    const touched = event.pointerType === "touch";
    if (moves.length === 1 && (!touched || this.#chosen === card || !moves[0].takes.length)) {
      this.#onPlay(moves[0]);
      return;
    }
    this.#chosen = this.#chosen === card && moves.length > 1 ? null : card;
    this.show(this.#model);
    this.#hover(moves);
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
        const shown = this.#valueOf([legal]);
        return h(
          "button",
          {
            type: "button",
            class: shown?.best ? "best" : "",
            "data-move": legal.move,
            "aria-label": [moveWords(legal), shown?.words].filter(Boolean).join(", "),
            onclick: () => this.#onPlay(legal),
            onpointerenter: () => this.#light(legal),
            onpointerleave: () => this.#light(null),
            onfocus: () => this.#light(legal),
          },
          moveText(legal),
          shown?.chip,
        );
      }),
    );
  }

  #value(card) {
    const moves = this.#moves.get(card);
    return moves ? this.#valueOf(moves) : null;
  }

  /** The best of some moves, as a chip and in words: exact values solid, bounds as a range. */
  #valueOf(moves) {
    const { values, state, bottom, bests } = this.#model;
    if (!values?.size) return null;
    const known = moves.map((legal) => values.get(legal.move)).filter(Boolean);
    if (!known.length) return null;
    const mover = (v) => (state.side_of[state.turn] === 0 ? v : -v);
    const low = Math.max(...known.map((v) => Math.min(mover(v.lower), mover(v.upper))));
    const high = Math.max(...known.map((v) => Math.max(mover(v.lower), mover(v.upper))));
    const seen = (v) => valueFor(state, bottom, mover(v));
    const exact = low === high;
    const [a, b] = [seen(low), seen(high)].sort((x, y) => x - y);
    const best = moves.some((legal) => bests?.has(legal.move));
    const text = exact ? signed(a) : `${signed(a)}…${signed(b)}`;
    const words = exact ? t("value_is", { value: signed(a) }) : t("value_between", { low: signed(a), high: signed(b) });
    return {
      best,
      words: best ? `${words}, ${t("best")}` : words,
      chip: h("span", { class: `value${exact ? " exact" : " bounds"}${best ? " best" : ""}`, "aria-hidden": "true" }, text),
    };
  }

  #felt() {
    const { state } = this.#model;
    const cards = sorted(state.table);
    const label = cards.length ? t("table_has", { cards: cardNames(cards) }) : t("table_empty");
    return h(
      "div",
      { class: "felt" },
      h(
        "div",
        { class: "table-cards", role: "group", "aria-label": label },
        cards.map((card) =>
          h("span", { class: "card", role: "img", "aria-label": cardName(card), "data-card": card }, face(card)),
        ),
        !cards.length && h("span", { class: "empty", "aria-hidden": "true" }, t("table_empty")),
      ),
      state.stock > 0 && h("div", { class: "stock" }, t("stock_n", { n: state.stock })),
      h("div", { class: "piles" }, this.#pileOrder().map((n) => this.#pile(state.piles[n], n))),
    );
  }

  /** The piles of the side below first. */
  #pileOrder() {
    const { state, bottom } = this.#model;
    const far = (n) => (state.pile_side[n] === state.side_of[bottom] ? 0 : 1);
    return state.piles.map((_, n) => n).sort((a, b) => far(a) - far(b));
  }

  #pile(pile, n) {
    const { state, south } = this.#model;
    const name = pileName(state, n, south);
    const side = state.pile_side[n];
    const scope = state.scope[side];
    const label = t("pile_has", { side: name, n: pile.length, scope });
    const open = () =>
      openDialog(label, t("close"), suits.map((suit) => pileRow(suit, sorted(pile.filter((c) => c[1] === suit)))));
    return h(
      "button",
      { type: "button", class: "pile", "data-side": side, "aria-label": label, title: label, onclick: open },
      h("span", { class: "stack", "data-full": pile.length > 0 }, h("b", {}, pile.length)),
      h("span", { class: "pile-name" }, name),
      scope > 0 && h("span", { class: "sweeps" }, "★".repeat(Math.min(scope, 5)) + (scope > 5 ? `${scope}` : "")),
    );
  }

  #hover(moves) {
    this.#shown = 0;
    this.#light(moves.length === 1 ? moves[0] : { takes: moves.flatMap((legal) => legal.takes), several: moves });
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
    (find("card") || find("move") || this.root.querySelector(".turn button.card"))?.focus({ preventScroll: true });
  }
}

const face = (card) => h("img", { src: cardUrl(card), alt: "", draggable: "false", decoding: "sync" });

function backs(count) {
  return Array.from({ length: count }, () =>
    h("span", { class: "card back", "aria-hidden": "true" }, h("img", { src: cardUrl("back"), alt: "", draggable: "false" })),
  );
}

function pileRow(suit, cards) {
  return h(
    "div",
    { class: "pile-row" },
    h("h3", {}, `${suitName(suit)} · ${cards.length}`),
    h("div", { class: "pile-cards", role: "img", "aria-label": cardNames(cards) || t("no_cards") }, cards.map((c) => h("span", { class: "card" }, face(c)))),
  );
}

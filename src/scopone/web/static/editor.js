// Sets up a position: every card lies in a tray, and goes to another by dragging, by two clicks, or by a digit.

import { ApiError, post, rulesOf } from "./api.js";
import { cardName, face, sorted } from "./cards.js";
import { button, h, select } from "./dom.js";
import { draggable } from "./drag.js";
import { pileName, seatName, sideName } from "./seats.js";
import { t } from "./words.js";

/** A position as trays of cards; `text` writes it as a line. */
class Trays {
  constructor(state) {
    this.state = state;
    this.rules = rulesOf(state.position);
    this.turn = state.turn;
    this.last = state.last ?? null;
    this.scope = [...state.scope];
    const stock = state.position.split(" ")[6];
    this.trays = new Map([
      ...state.hands.map((hand, seat) => [`hand${seat}`, Array.isArray(hand) ? [...hand] : []]),
      ["table", [...state.table]],
      ...state.piles.map((pile, side) => [`pile${side}`, [...pile]]),
      ["stock", stock && stock !== "-" ? stock.match(/../g) : []],
      ["missing", []],
    ]);
    this.unknown = state.hands.map((hand) => (Array.isArray(hand) ? 0 : hand.unknown));
  }

  where(card) {
    return [...this.trays.keys()].find((name) => this.trays.get(name).includes(card));
  }

  move(card, to) {
    const from = this.trays.get(this.where(card));
    from.splice(from.indexOf(card), 1);
    this.trays.get(to).push(card);
  }

  clear() {
    const all = [...this.trays.values()].flat();
    for (const tray of this.trays.values()) tray.length = 0;
    this.trays.set("missing", all);
    this.unknown.fill(0);
    this.scope.fill(0);
    this.last = null;
  }

  get text() {
    const cards = (name) => sorted(this.trays.get(name)).join("") || "-";
    const hands = this.state.hands.map((_, seat) =>
      this.unknown[seat] ? `?${this.unknown[seat]}` : cards(`hand${seat}`),
    );
    const piles = this.state.piles.map((_, side) => cards(`pile${side}`));
    const stock = this.trays.get("stock");
    return [
      this.rules,
      hands.join("/"),
      cards("table"),
      piles.join("/"),
      this.scope.join("-"),
      `${this.turn}:${this.last ?? "-"}`,
      ...(stock.length ? [stock.join("")] : []),
    ].join(" ");
  }
}

export class Editor {
  #trays;
  #picked = null;
  #valid = null;
  #check = 0;
  #done;
  #cancel;
  #said;
  #shown = []; // the trays that are seen, in the order of their digits

  /** `done(position)` gets the line of the position that was set up; `cancel()` leaves all as it was. */
  constructor(state, done, cancel) {
    this.#trays = new Trays(state);
    this.#done = done;
    this.#cancel = cancel;
    this.plain = this.#trays.text === state.position; // games that write more than trays are edited as text
    this.root = h("section", { class: "editor", "aria-label": t("set_up") });
    this.#said = h("p", { class: "check", role: "status" });
    this.#draw();
    this.#ask();
  }

  key(event) {
    const n = "1234567890".indexOf(event.key);
    const card = document.activeElement?.dataset?.card;
    if (card && n >= 0 && n < this.#shown.length) {
      this.#put(card, this.#shown[n]);
      return true;
    }
    return false;
  }

  #put(card, tray) {
    const from = this.#trays.where(card);
    const at = [...this.root.querySelectorAll(`[data-tray="${from}"] [data-card]`)].findIndex(
      (el) => el.dataset.card === card,
    );
    this.#picked = null;
    if (from !== tray) this.#trays.move(card, tray);
    this.#draw();
    const left = [...this.root.querySelectorAll(`[data-tray="${from}"] [data-card]`)];
    (left[Math.min(at, left.length - 1)] ?? this.root.querySelector(`[data-card="${card}"]`))?.focus();
    if (from !== tray) this.#ask();
  }

  #draw() {
    const { state, trays } = this.#trays;
    const names = [...trays.keys()].filter(
      (name) => name !== "stock" || state.stock || trays.get("stock").length,
    );
    this.#shown = names;
    const missing = trays.get("missing").length;
    this.root.replaceChildren(
      h("p", { class: "quiet" }, t("set_up_how")),
      h(
        "div",
        { class: "trays" },
        names.map((name, n) => this.#tray(name, n + 1)),
      ),
      h(
        "div",
        { class: "row" },
        this.#choice(
          "turn",
          state.hands.map((_, seat) => [seat, seatName(seat, state.players)]),
        ),
        this.#choice("last", [
          ["", "–"],
          ...state.hands.map((_, seat) => [seat, seatName(seat, state.players)]),
        ]),
        state.scope.map((_, side) => this.#sweeps(side)),
      ),
      h(
        "p",
        { class: missing ? "count short" : "count" },
        missing ? t("missing_n", { n: missing }) : t("missing_none"),
      ),
      this.#said,
      h(
        "div",
        { class: "row end" },
        button(t("clear"), () => {
          this.#trays.clear();
          this.#draw();
          this.#ask();
        }),
        button(t("cancel"), this.#cancel),
        button(t("done"), () => this.#done(this.#valid), {
          class: "primary",
          disabled: !this.#valid,
          "data-done": true,
        }),
      ),
    );
  }

  #tray(name, number) {
    const label = this.#label(name);
    const cards = name === "stock" ? this.#trays.trays.get(name) : sorted(this.#trays.trays.get(name));
    return h(
      "div",
      {
        class: `tray tray-${name.replace(/\d/, "")}`,
        "data-tray": name,
        role: "group",
        "aria-label": `${label}, ${cards.length}`,
      },
      h(
        "button",
        {
          type: "button",
          class: "tray-name",
          disabled: !this.#picked,
          onclick: () => this.#put(this.#picked, name),
        },
        h("kbd", {}, number % 10),
        ` ${label} `,
        h("b", {}, cards.length),
        this.#picked && h("span", { class: "here" }, ` ← ${t("put_here")}`),
      ),
      h(
        "div",
        { class: "tray-cards" },
        cards.map((card) => this.#card(card)),
      ),
    );
  }

  #card(card) {
    const el = h(
      "button",
      {
        type: "button",
        class: this.#picked === card ? "card small chosen" : "card small",
        "data-card": card,
        "aria-label": cardName(card),
        "aria-pressed": String(this.#picked === card),
        onclick: () => {
          this.#picked = this.#picked === card ? null : card;
          this.#draw();
          this.root.querySelector(`[data-card="${card}"]`)?.focus();
        },
      },
      face(card),
    );
    draggable(el, (target) => {
      const tray = target?.closest("[data-tray]")?.dataset.tray;
      if (tray && this.root.contains(target)) this.#put(card, tray);
    });
    return el;
  }

  #label(name) {
    const { state } = this.#trays;
    const n = Number(name.at(-1));
    if (name.startsWith("hand")) return seatName(n, state.players);
    if (name.startsWith("pile")) return t("pile_of", { side: pileName(state, n) });
    return t(`tray_${name}`);
  }

  #choice(name, options) {
    const now = this.#trays[name] ?? "";
    return select(t(`edit_${name}`), options, now, (value) => {
      this.#trays[name] = value === "" ? null : Number(value);
      this.#ask();
    });
  }

  #sweeps(side) {
    const box = h("input", {
      type: "number",
      min: "0",
      max: "40",
      value: this.#trays.scope[side],
      oninput: () => {
        this.#trays.scope[side] = Math.max(0, Math.trunc(Number(box.value)) || 0);
        this.#ask();
      },
    });
    return h(
      "label",
      { class: "field short" },
      h("span", {}, t("sweeps_of", { side: sideName(this.#trays.state, side) })),
      box,
    );
  }

  /** The server says whether the position can be; if not, what is wrong with it. */
  async #ask() {
    const mine = ++this.#check;
    let position = null;
    let error = "";
    try {
      position = (await post("/position", { position: this.#trays.text })).position;
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      error = failure.message;
    }
    if (mine !== this.#check) return;
    this.#valid = position;
    this.#said.textContent = error || t("position_good");
    this.#said.classList.toggle("error", Boolean(error));
    const done = this.root.querySelector("[data-done]");
    if (done) done.disabled = !position;
  }
}

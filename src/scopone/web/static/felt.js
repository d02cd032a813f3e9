// The middle of the table: the cards that lie there, the stock, and the piles with what is in them.

import { cardName, cardNames, face, sorted, suitName, suits } from "./cards.js";
import { h, openDialog } from "./dom.js";
import { pileName } from "./seats.js";
import { t } from "./words.js";

export function felt(model) {
  const { state } = model;
  const cards = sorted(state.table);
  const label = cards.length ? t("table_has", { cards: cardNames(cards) }) : t("table_empty");
  return h(
    "div",
    { class: "felt" },
    h(
      "div",
      { class: "table-cards", role: "group", "aria-label": label },
      cards.map((card) =>
        h(
          "span",
          { class: "card", role: "img", "aria-label": cardName(card), "data-card": card },
          face(card),
        ),
      ),
      !cards.length &&
        h("span", { class: "empty", "aria-hidden": "true" }, state.over ? t("over") : t("table_empty")),
    ),
    state.stock > 0 && h("div", { class: "stock" }, t("stock_n", { n: state.stock })),
    h(
      "div",
      { class: "piles" },
      pileOrder(model).map((n) => pileButton(model, n)),
    ),
  );
}

/** The piles of the side below first. */
function pileOrder({ state, bottom }) {
  const far = (n) => (state.pile_side[n] === state.side_of[bottom] ? 0 : 1);
  return state.piles.map((_, n) => n).sort((a, b) => far(a) - far(b));
}

function pileButton({ state, south }, n) {
  const pile = state.piles[n];
  const name = pileName(state, n, south);
  const side = state.pile_side[n];
  const scope = state.scope[side];
  const label = t("pile_has", { side: name, n: pile.length, scope });
  const open = () =>
    openDialog(
      label,
      t("close"),
      suits.map((suit) => pileRow(suit, sorted(pile.filter((c) => c[1] === suit)))),
    );
  return h(
    "button",
    { type: "button", class: "pile", "data-side": side, "aria-label": label, title: label, onclick: open },
    h("span", { class: "stack", "data-full": pile.length > 0 }, h("b", {}, pile.length)),
    h("span", { class: "pile-name" }, name),
    scope > 0 &&
      h("span", { class: "sweeps" }, "★".repeat(Math.min(scope, 5)) + (scope > 5 ? `${scope}` : "")),
  );
}

function pileRow(suit, cards) {
  const label = cardNames(cards) || t("no_cards");
  return h(
    "div",
    { class: "pile-row" },
    h("h3", {}, `${suitName(suit)} · ${cards.length}`),
    h(
      "div",
      { class: "pile-cards", role: "img", "aria-label": label },
      cards.map((c) => h("span", { class: "card" }, face(c))),
    ),
  );
}

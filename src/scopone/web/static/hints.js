// A hint: the idea first, then the card, then the numbers.

import { h } from "./dom.js";
import { moveText } from "./moves.js";
import { signed, t } from "./words.js";

const percent = (share) => Math.round(100 * share);

/** "+0.6 points (+0.2 to +1.0), wins the hand in 58 %" */
function numbers({ value, low, high, win }) {
  const range = t("from_to", { low: signed(low, 1), high: signed(high, 1) });
  return t("hint_numbers", { value: signed(value, 1), range, win: percent(win) });
}

/** An estimate as the side to move sees it: the API has points of side 0 minus side 1. */
function forMover(m, state) {
  if (state.sides !== 2 || state.side_of[state.turn] === 0) return m;
  return { ...m, value: -m.value, low: -m.high, high: -m.low };
}

/** `hint` as the API gives it, for the state in which it was asked. The numbers are shown for the side to move. */
export function hintCard(hint, state) {
  const legal = new Map(state.legal.map((l) => [l.move, l]));
  const reasons = hint.reasons.filter((reason) => reason !== hint.idea);
  const moves = hint.moves.map((m) => forMover(m, state));
  const best = moves.find((m) => m.move === hint.best); // a move without choice has no estimate
  const span = moves.flatMap((m) => [m.low, m.high]);
  const [low, high] = [Math.min(...span), Math.max(...span)];
  const at = (v) => `${high > low ? (100 * (v - low)) / (high - low) : 50}%`;
  return h(
    "section",
    { class: "hint", "aria-label": t("hint") },
    h("p", { class: "idea" }, hint.idea),
    h("p", { class: "advice" }, "→ ", h("b", {}, moveText(legal.get(hint.best)))),
    best && h("p", {}, numbers(best)),
    reasons.length > 0 &&
      h(
        "ul",
        { class: "reasons" },
        reasons.map((reason) => h("li", {}, reason)),
      ),
    best &&
      h(
        "table",
        { class: "estimates" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            [t("move"), t("points"), t("interval"), t("wins")].map((name) => h("th", { scope: "col" }, name)),
          ),
        ),
        h(
          "tbody",
          {},
          moves.map((m) => row(m, m.move === hint.best)),
        ),
      ),
  );

  function row(m, best) {
    const bar = h(
      "span",
      { class: "bar", "aria-hidden": "true" },
      h("span", { class: "reach", css: { left: at(m.low), right: `calc(100% - ${at(m.high)})` } }),
      h("span", { class: "mean", css: { left: at(m.value) } }),
    );
    return h(
      "tr",
      { class: best ? "best" : "" },
      h("th", { scope: "row" }, moveText(legal.get(m.move))),
      h("td", { class: "number" }, signed(m.value, 2)),
      h(
        "td",
        {},
        bar,
        h("span", { class: "range" }, t("from_to", { low: signed(m.low, 2), high: signed(m.high, 2) })),
      ),
      h("td", { class: "number" }, `${percent(m.win)} %`),
    );
  }
}

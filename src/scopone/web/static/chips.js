// What a card or a capture is worth, on its button: a chip with the number, and words for who listens.

import { cardName } from "./cards.js";
import { h } from "./dom.js";
import { moveWords } from "./moves.js";
import { valueFor } from "./seats.js";
import { signed, t } from "./words.js";

const WIDE = 20; // points

/** Gives a button of some moves of one card their value and their words; `model` is that of the board. */
export function dress(el, moves, model) {
  const value = valueOfMoves(moves, model);
  const what =
    moves.length > 1
      ? `${cardName(moves[0].card)}, ${t("captures_n", { n: moves.length })}`
      : moveWords(moves[0]);
  el.setAttribute("aria-label", value ? `${what}, ${value.words}` : what);
  el.classList.toggle("best", value?.best ?? false);
  el.querySelector(".value")?.remove();
  if (value) el.append(chip(value));
  return el;
}

/** The best of some moves for who makes them: exact, or bounds of it; null where nothing is known. */
function valueOfMoves(moves, { values, bests, state, bottom }) {
  const known = moves.map((legal) => values?.get(legal.move)).filter(Boolean);
  if (!known.length) return null;
  const sign = state.side_of[state.turn] === 0 ? 1 : -1;
  const floor = Math.max(...known.map((v) => Math.min(sign * v.lower, sign * v.upper)));
  const ceiling = Math.max(...known.map((v) => Math.max(sign * v.lower, sign * v.upper)));
  const [low, high] = [floor, ceiling].map((v) => valueFor(state, bottom, sign * v)).sort((a, b) => a - b);
  const best = moves.some((legal) => bests?.has(legal.move));
  const words =
    low === high
      ? t("value_is", { value: signed(low) })
      : t("value_between", { low: signed(low), high: signed(high) });
  return { low, high, best, words: best ? `${words}, ${t("best")}` : words };
}

/** Bounds far apart say nothing yet: the chip shows that something is being searched, the list has the numbers. */
function chip({ low, high, best }) {
  const exact = low === high;
  if (high - low > WIDE) return h("span", { class: "value bounds", "aria-hidden": "true" }, "…");
  const text = exact
    ? signed(low)
    : [h("span", {}, signed(low)), h("i", {}, "…"), h("span", {}, signed(high))];
  return h(
    "span",
    { class: `value ${exact ? "exact" : "bounds"}${best ? " best" : ""}`, "aria-hidden": "true" },
    text,
  );
}

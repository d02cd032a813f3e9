// The panel of values: how far the search is, every move with its value or bounds, the line that proves it.

import { valuesOf } from "./analysis.js";
import { button, h, iconButton, refill } from "./dom.js";
import { icon } from "./icons.js";
import { moveText } from "./moves.js";
import { valueFor } from "./seats.js";
import { number, signed, t } from "./words.js";

/**
 * Draws the panel, or draws it anew.
 *
 * model  {state, bottom, result, error, on, running, playing}
 * acts   {toggle, search, stop, play, stopLine}: what the buttons do
 */
export function drawValues(panel, model, acts) {
  const fresh = head(model, acts);
  const [old, body] = panel.children;
  if (!body) {
    panel.replaceChildren(fresh, h("div", { class: "values-body" }, ...content(model, acts)));
    return;
  }
  // while a search runs its numbers change all the time: the buttons must stay, or nobody could press them
  if (withoutNumbers(old).isEqualNode(withoutNumbers(fresh)))
    old.querySelector(".told")?.replaceChildren(fresh.querySelector(".told").textContent);
  else refill(old, [...fresh.childNodes]);
  refill(body, content(model, acts));
}

function withoutNumbers(head) {
  const copy = head.cloneNode(true);
  copy.querySelector(".told")?.replaceChildren();
  return copy;
}

const isShown = ({ state, on }) => on && state.solvable && !state.over;

function head(model, acts) {
  return h(
    "div",
    { class: "values-head" },
    h("h2", {}, t("values")),
    h("button", {
      type: "button",
      class: "switch",
      role: "switch",
      "aria-checked": String(model.on),
      "aria-label": t("analysis"),
      "aria-keyshortcuts": "a",
      onclick: acts.toggle,
    }),
    isShown(model) && !model.error && progress(model, acts),
  );
}

function content(model, acts) {
  const { state, result, error } = model;
  const shown = isShown(model);
  return [
    shown && result && moveList(model),
    shown && result?.line?.length > 1 && provingLine(model, acts),
    !state.over && !state.solvable && h("p", { class: "quiet" }, state.why_not),
    state.over && h("p", {}, t("over_points", { points: state.score.points.join("–") })),
    error && h("p", { class: "error" }, error.message, " ", button(t("again"), acts.search)),
  ].filter(Boolean);
}

function progress({ result, running }, acts) {
  const told = result
    ? `${t("nodes", { n: number(result.nodes) })}, ${t("seconds", { n: result.seconds.toFixed(1) })}`
    : t("searching");
  return h(
    "span",
    { class: "progress" },
    running && h("span", { class: "busy", "aria-hidden": "true" }),
    h("span", { class: "told" }, told),
    running && iconButton(icon("stop"), t("stop"), acts.stop, { "data-stop": true }),
    !running && !result?.exact && iconButton(icon("play"), t("go_on"), acts.search, { "data-go-on": true }),
  );
}

function moveList({ state, bottom, result }) {
  const { bests } = valuesOf(result, state);
  return h(
    "ul",
    { class: "value-list", tabindex: "0", "aria-label": t("values") },
    result.moves.map((m) => {
      const [low, high] = [m.lower, m.upper].map((v) => valueFor(state, bottom, v)).sort((a, b) => a - b);
      const best = bests.has(m.move);
      const text = low === high ? signed(low) : `${signed(low)}…${signed(high)}`;
      return h(
        "li",
        { class: best ? "best" : "", "data-exact": String(m.exact) },
        h("span", { class: `value ${m.exact ? "exact" : "bounds"}${best ? " best" : ""}` }, text),
        h("span", { class: "move" }, moveText(state.legal.find((legal) => legal.move === m.move))),
        best && h("span", { class: "tag" }, t("best")),
      );
    }),
  );
}

function provingLine({ result, playing }, acts) {
  return h(
    "div",
    { class: "line" },
    playing
      ? button([icon("stop"), t("line_stop")], acts.stopLine, { "data-line": "stop" })
      : button([icon("play"), t("line_play")], () => acts.play(result.line), { "data-line": "play" }),
    h("span", { class: "line-moves", title: result.line.join(" ") }, result.line.join(" ")),
  );
}

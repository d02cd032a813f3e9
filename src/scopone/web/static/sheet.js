// The record as text: a line a round of the table, each move a button that goes there.

import { h } from "./dom.js";
import { moveText, playedWords } from "./moves.js";
import { t } from "./words.js";

/** `marks` gives the sign after a move by its place, `notes` a text for its tip. */
export function scoreSheet(game, { south = 0, marks = new Map(), notes = new Map(), onpick }) {
  const players = game.states[0]?.players ?? 4;
  const rounds = [];
  for (let n = 0; n < game.moves.length; n += players) rounds.push(n);
  const list = h(
    "ol",
    { class: "sheet", "aria-label": t("record"), css: { "--players": players } },
    rounds.map((first) => h("li", {}, cells(first))),
  );

  function cells(first) {
    return game.moves.slice(first, first + players).map((_, k) => {
      const place = first + k + 1;
      const legal = game.made(place);
      const mark = marks.get(place);
      return h(
        "button",
        {
          type: "button",
          class: mark ? `made ${mark.class}` : "made",
          "aria-current": place === game.at ? "step" : null,
          "aria-label": [playedWords(game.states[place - 1], legal, south), mark?.words]
            .filter(Boolean)
            .join(": "),
          title: notes.get(place),
          onclick: () => onpick(place),
        },
        moveText(legal),
        mark && h("span", { class: "verdict" }, mark.sign),
      );
    });
  }

  if (!rounds.length) list.append(h("li", { class: "none" }, t("no_moves")));
  requestAnimationFrame(() => {
    const here = list.querySelector("[aria-current]");
    if (here) list.scrollTop = here.offsetTop - list.clientHeight / 2;
  });
  return list;
}

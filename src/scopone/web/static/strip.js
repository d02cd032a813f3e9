// The score as it stands: a column an item, a row a side; what is decided looks decided.

import { h } from "./dom.js";
import { sideForPlayer, sideName } from "./seats.js";
import { itemName, t } from "./words.js";

/** `you` is the seat whose side is called "us", or null where sides have names. */
export function scoreStrip(state, { south = 0, you = null, sides = null } = {}) {
  const entries = [...state.strip].sort((a, b) => (a.item === "scope") - (b.item === "scope")); // scope come last
  const order = sides ?? Array.from({ length: state.sides }, (_, side) => side);
  const name = (side) => (you === null ? sideName(state, side, south) : sideForPlayer(state, side, you));
  return h(
    "table",
    { class: "strip" },
    h("caption", { class: "hidden" }, t("score")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td"),
        entries.map((entry) => h("th", { scope: "col" }, itemName(entry.item))),
        h("th", { scope: "col", title: t("points_now") }, t("points")),
      ),
    ),
    h(
      "tbody",
      {},
      order.map((side) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, name(side)),
          entries.map((entry) => cell(entry, side)),
          h("td", { class: "total" }, state.score.points[side]),
        ),
      ),
    ),
  );
}

function cell(entry, side) {
  const { count, points, cards } = entry.sides[side];
  const open = entry.decided === false;
  const won = entry.decided === side;
  const words = open ? t("undecided") : won ? t("decided_for") : t("decided_not");
  return h(
    "td",
    {
      class: open ? "open" : won ? "won" : "lost",
      title: cards.length ? `${words}: ${cards.join(" ")}` : words,
    },
    h("span", { class: "held" }, entry.item === "settebello" ? (count ? "●" : "–") : count || points),
    won && h("span", { class: "tick", role: "img", "aria-label": t("decided_for") }, "✓"),
  );
}

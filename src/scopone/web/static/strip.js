// The score as it stands: a column an item, a row a side; what is decided looks decided.

import { h } from "./dom.js";
import { sideForPlayer, sideName } from "./seats.js";
import { itemName, t } from "./words.js";

const MOST_COLUMNS = 6; // games with more items have an item a row

/** `you` is the seat whose side is called "us", or null where sides have names; `sides` their order. */
export function scoreStrip(state, { south = 0, you = null, sides = null } = {}) {
  const entries = [...state.strip].sort((a, b) => (a.item === "scope") - (b.item === "scope")); // scope come last
  const order = sides ?? Array.from({ length: state.sides }, (_, side) => side);
  const name = (side) => (you === null ? sideName(state, side, south) : sideForPlayer(state, side, you));
  const tall = entries.length > MOST_COLUMNS;
  const [head, ...body] = (tall ? itemRows : sideRows)(state, entries, order, name);
  return h(
    "table",
    { class: tall ? "strip tall" : "strip" },
    h("caption", { class: "hidden" }, t("score")),
    h("thead", {}, row(head)),
    h("tbody", {}, body.map(row)),
  );
}

const row = (cells) => h("tr", {}, cells);
const itemHead = (entry, scope) => h("th", { scope }, itemName(entry.item));
const sideHead = (name, scope) => h("th", { scope }, name);
const totalHead = (scope) => h("th", { scope, title: t("points_now") }, t("points"));
const total = (state, side) => h("td", { class: "total" }, state.score.points[side]);

function sideRows(state, entries, order, name) {
  return [
    [h("td"), entries.map((entry) => itemHead(entry, "col")), totalHead("col")],
    ...order.map((side) => [
      sideHead(name(side), "row"),
      entries.map((entry) => cell(entry, side)),
      total(state, side),
    ]),
  ];
}

function itemRows(state, entries, order, name) {
  return [
    [h("td"), order.map((side) => sideHead(name(side), "col"))],
    ...entries.map((entry) => [itemHead(entry, "row"), order.map((side) => cell(entry, side))]),
    [totalHead("row"), order.map((side) => total(state, side))],
  ];
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

// The value along the hand: a step a move, ranges where only bounds are known, turning points as diamonds.

import { svg } from "./dom.js";
import { signed, t } from "./words.js";

const WIDTH = 600;
const HEIGHT = 84;
const LEFT = 34;
const EDGE = 10;

/**
 * points   for each place 0..n: {lower, upper} for the viewer's side, or null where nothing is known
 * at       the place one looks at
 * turning  places that are turning points
 */
export function valueGraph({ points, at, turning = [], onpick }) {
  const exact = points.flatMap((p) => (p && p.lower === p.upper ? [p.lower] : []));
  const top = Math.max(3, ...exact.map((v) => v + 1)); // wide ranges are cut: they say little
  const bottom = Math.min(-3, ...exact.map((v) => v - 1));
  const n = Math.max(1, points.length - 1);
  const x = (place) => LEFT + ((WIDTH - LEFT - EDGE) * place) / n;
  const cut = (value) => Math.max(bottom, Math.min(top, value));
  const y = (value) => EDGE + ((HEIGHT - 2 * EDGE) * (top - cut(value))) / (top - bottom);
  const label = (v) => svg("text", { x: LEFT - 6, y: y(v) + 3.5, class: "axis" }, signed(v));

  const lines = [];
  let run = [];
  points.forEach((p, place) => {
    if (p && p.lower === p.upper) run.push(`${x(place).toFixed(1)},${y(p.lower).toFixed(1)}`);
    else {
      lines.push(run);
      run = [];
    }
  });
  lines.push(run);

  const root = svg(
    "svg",
    {
      class: "graph",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": words(points, turning),
    },
    svg("line", { x1: LEFT, x2: WIDTH - EDGE, y1: y(0), y2: y(0), class: "zero" }),
    label(top),
    label(0),
    label(bottom),
    svg("line", { x1: x(at), x2: x(at), y1: EDGE / 2, y2: HEIGHT - EDGE / 2, class: "cursor" }),
    lines.filter((l) => l.length > 1).map((l) => svg("polyline", { points: l.join(" "), class: "run" })),
    points.flatMap((p, place) => (p ? [mark(p, x(place), y, place === at, turning.includes(place))] : [])),
  );
  root.addEventListener("click", (event) => {
    const box = root.getBoundingClientRect();
    const place = Math.round(
      (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / ((WIDTH - LEFT - EDGE) / n),
    );
    onpick(Math.max(0, Math.min(n, place)));
  });
  return root;
}

function mark(p, x, y, here, turn) {
  if (p.lower !== p.upper) {
    return svg("rect", {
      x: x - 2,
      width: 4,
      y: y(p.upper),
      height: Math.max(3, y(p.lower) - y(p.upper)),
      rx: 2,
      class: "range",
    });
  }
  const top = y(p.lower);
  if (turn) return svg("path", { d: `M${x} ${top - 6}l6 6l-6 6l-6 -6z`, class: "turning" });
  return svg("circle", { cx: x, cy: top, r: here ? 4.5 : 2.2, class: here ? "dot here" : "dot" });
}

function words(points, turning) {
  const exact = points.flatMap((p, place) =>
    p && p.lower === p.upper ? [`${place}: ${signed(p.lower)}`] : [],
  );
  const text = exact.length ? t("graph_has", { values: exact.join("; ") }) : t("graph_empty");
  return turning.length ? `${text}. ${t("turning_at", { places: turning.join(", ") })}` : text;
}

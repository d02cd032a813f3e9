// Signs drawn as paths, so that no font has to have them.

import { svg } from "./dom.js";

const PATHS = {
  first: "M5 4v16M19 5v14l-11-7z",
  back: "M17 5v14l-11-7z",
  forward: "M7 5v14l11-7z",
  last: "M19 4v16M5 5v14l11-7z",
  undo: "M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  redo: "M15 5l5 5-5 5M20 10H10a5 5 0 0 0 0 10h3",
  flip: "M4 9a8 8 0 0 1 14-3l2 2M20 4v4h-4M20 15a8 8 0 0 1-14 3l-2-2M4 20v-4h4",
  stop: "M6 6h12v12H6z",
  play: "M7 5v14l11-7z",
  close: "M6 6l12 12M18 6 6 18",
};
const FILLED = new Set(["first", "back", "forward", "last", "stop", "play"]);

export const icon = (name) =>
  svg(
    "svg",
    { class: FILLED.has(name) ? "sign filled" : "sign", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: PATHS[name] }),
  );

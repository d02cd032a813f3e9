// The buttons that step through a record.

import { h, iconButton } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

export function stepper(game) {
  const { at, moves } = game;
  const step = (key, to, off, short) =>
    iconButton(icon(key), t(key), () => game.go(to), {
      disabled: off,
      "data-step": key,
      "aria-keyshortcuts": short,
    });
  return h(
    "div",
    { class: "stepper", role: "group", "aria-label": t("steps") },
    step("first", 0, at === 0, "Home"),
    step("back", at - 1, at === 0, "ArrowLeft"),
    h("output", {}, `${at} / ${moves.length}`),
    step("forward", at + 1, at === moves.length, "ArrowRight"),
    step("last", moves.length, at === moves.length, "End"),
  );
}

/** The keys that step; true if the key was one. */
export function stepKey(game, key) {
  const to = { ArrowLeft: game.at - 1, ArrowRight: game.at + 1, Home: 0, End: game.moves.length }[key];
  if (to === undefined) return false;
  game.go(to);
  return true;
}

/** Text goes to the clipboard; where the browser does not allow it, it is shown to be copied by hand. */
export async function copyText(text, done, ask) {
  try {
    await navigator.clipboard.writeText(text);
    done();
  } catch {
    ask(text);
  }
}

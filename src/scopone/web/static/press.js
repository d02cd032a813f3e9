// Drawing waits while a button is pressed: one that is replaced between press and release is never clicked.

let pressed = false;
const waiting = new Map();

addEventListener("pointerdown", () => (pressed = true), true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(release), true);

function release() {
  pressed = false;
  const acts = [...waiting.values()];
  waiting.clear();
  for (const act of acts) act();
}

/** Runs `act` now, or after the press; of several with one key the last. */
export function unpressed(key, act) {
  if (pressed) waiting.set(key, act);
  else act();
}

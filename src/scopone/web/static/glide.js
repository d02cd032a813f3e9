// Cards glide from where they lay to where they lie now.

const QUIET = matchMedia("(prefers-reduced-motion: reduce)");

/** Where each card is on the screen now. */
export function places(root) {
  const found = new Map();
  for (const el of root.querySelectorAll("[data-card]"))
    found.set(el.dataset.card, el.getBoundingClientRect());
  return found;
}

export function glide(root, before) {
  if (QUIET.matches) return;
  for (const el of root.querySelectorAll("[data-card]")) {
    const from = before.get(el.dataset.card);
    if (!from) continue;
    const to = el.getBoundingClientRect();
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) + Math.abs(y) < 2) continue;
    el.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
      duration: 180,
      easing: "ease-out",
    });
  }
}

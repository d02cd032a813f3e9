// Elements from plain calls: h("button", { class: "quiet", onclick: act }, "Undo").

const SVG = "http://www.w3.org/2000/svg";

function make(el, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
    else if (name === "css") for (const [key, to] of Object.entries(value)) el.style.setProperty(key, to);
    else if (name === "value") el.value = value;
    else el.setAttribute(name, value === true ? "" : value);
  }
  el.append(...children.flat(4).filter((c) => c !== null && c !== undefined && c !== false));
  return el;
}

export const h = (tag, props, ...children) => make(document.createElement(tag), props, children);
export const svg = (tag, props, ...children) => make(document.createElementNS(SVG, tag), props, children);

/** Puts other children into an element; what had the focus or was scrolled stays so, if it is still there. */
export function refill(el, children) {
  const focus = el.contains(document.activeElement) ? path(el, document.activeElement) : null;
  const scrolled = [...el.children].map((child) => child.scrollTop);
  el.replaceChildren(...children);
  scrolled.forEach((top, n) => {
    if (top && el.children[n]) el.children[n].scrollTop = top;
  });
  if (focus) focus.reduce((at, n) => at?.children[n], el)?.focus({ preventScroll: true });
}

function path(root, el) {
  const found = [];
  for (let at = el; at !== root; at = at.parentNode) found.unshift([...at.parentNode.children].indexOf(at));
  return found;
}

/** A button with a text, or with a sign and a label that is read out and shown as a tip. */
export function button(text, onclick, props = {}) {
  return h("button", { type: "button", ...props, onclick }, text);
}

export function iconButton(sign, label, onclick, props = {}) {
  return button(sign, onclick, { class: "icon", "aria-label": label, title: label, ...props });
}

/** A labelled select: `options` are [value, text] pairs. */
export function select(label, options, value, onchange, props = {}) {
  const box = h(
    "select",
    { ...props, onchange: () => onchange(box.value) },
    options.map(([v, text]) => h("option", { value: v }, text)),
  );
  box.value = value;
  return h("label", { class: "field" }, h("span", {}, label), box);
}

/** A modal dialog with a title and a way out; it is taken away when it closes. */
export function openDialog(title, closeText, ...content) {
  const box = h(
    "dialog",
    { "aria-label": title, onclose: () => box.remove() },
    h(
      "header",
      {},
      h("h2", {}, title),
      iconButton("×", closeText, () => box.close()),
    ),
    h("div", { class: "dialog-body", tabindex: "0" }, content),
  );
  document.body.append(box);
  box.showModal();
  return box;
}

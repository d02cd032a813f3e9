// The board as it is seen now, saved as one SVG file: the card pictures lie in it, nothing is fetched later.

import { svg } from "./dom.js";

export async function savePicture(root, name) {
  const box = root.getBoundingClientRect();
  const style = getComputedStyle(root);
  const picture = svg("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${box.width} ${box.height}`,
  });
  picture.append(
    svg("rect", {
      width: box.width,
      height: box.height,
      fill: style.getPropertyValue("--felt").trim() || "#dfe7dd",
    }),
  );
  for (const image of root.querySelectorAll(".card img")) {
    const at = image.getBoundingClientRect();
    const text = await (await fetch(image.src)).text();
    const card = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    for (const [key, value] of Object.entries({
      x: at.left - box.left,
      y: at.top - box.top,
      width: at.width,
      height: at.height,
    }))
      card.setAttribute(key, value);
    picture.append(card);
  }
  for (const el of root.querySelectorAll(".who b, .value, .pile b")) {
    const at = el.getBoundingClientRect();
    const font = getComputedStyle(el);
    picture.append(
      svg(
        "text",
        {
          x: at.left - box.left,
          y: at.bottom - box.top - 3,
          "font-size": font.fontSize,
          "font-weight": font.fontWeight,
          "font-family": "sans-serif",
          fill: style.color,
        },
        el.textContent,
      ),
    );
  }
  const url = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" }),
  );
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

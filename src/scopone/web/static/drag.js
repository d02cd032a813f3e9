// Dragging with mouse, pen or finger: a copy of the element follows the pointer, `drop` gets what lies below its end.

const START = 6; // pixels before a press becomes a drag

export function draggable(el, drop) {
  el.addEventListener("pointerdown", (down) => {
    if (down.button !== 0) return;
    let copy = null;
    const move = (event) => {
      const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!copy) {
        if (Math.hypot(dx, dy) < START) return;
        const box = el.getBoundingClientRect();
        copy = el.cloneNode(true);
        copy.removeAttribute("data-card");
        copy.classList.add("dragged");
        Object.assign(copy.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` });
        document.body.append(copy);
        el.classList.add("lifted");
      }
      copy.style.transform = `translate(${dx}px, ${dy}px)`;
      event.preventDefault();
    };
    const end = (event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!copy) return;
      copy.remove();
      el.classList.remove("lifted");
      if (event.type === "pointerup") {
        // the click that follows a drag is no click
        addEventListener("click", stop, { capture: true, once: true });
        setTimeout(() => removeEventListener("click", stop, { capture: true }), 0);
        drop(document.elementFromPoint(event.clientX, event.clientY));
      }
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  });
}

function stop(event) {
  event.stopPropagation();
  event.preventDefault();
}

// Dialogs that bring something to the board or take something from it: paste, deal, share.

import { ApiError, post } from "./api.js";
import { copyText } from "./controls.js";
import { button, h, openDialog, select } from "./dom.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

/** Asks for a position line, a deal or a record; `opened` gets what the server read. */
export function pasteDialog(text, why, opened) {
  const box = h("textarea", { rows: "8", spellcheck: "false", "aria-label": t("open_text"), value: text });
  const error = h("p", { class: "error", role: "alert" });
  const open = async () => {
    try {
      opened(await post("/record", { text: box.value }));
      dialog.close();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      error.textContent = failure.message;
    }
  };
  const dialog = openDialog(
    t("open_text"),
    t("close"),
    h("p", {}, why),
    box,
    error,
    h("div", { class: "row end" }, button(t("open"), open, { class: "primary" })),
  );
  dialog.classList.add("wide");
  box.focus();
  box.select();
}

/** Asks for a seed; `deal` gets it, or nothing for any deal. */
export function dealDialog(seed, deal) {
  const box = h("input", { type: "number", min: "0", max: "9007199254740991", value: seed ?? "" });
  const go = (value) => {
    dialog.close();
    deal(value);
  };
  const dialog = openDialog(
    t("random_deal"),
    t("close"),
    h("p", {}, t("rules"), " ", h("code", {}, settings.get("rules"))),
    h("label", { class: "field" }, h("span", {}, t("seed")), box),
    h(
      "div",
      { class: "row end" },
      button(t("deal_seed"), () => go(Number(box.value))),
      button(t("deal_random"), () => go(undefined), { class: "primary", autofocus: true }),
    ),
  );
}

/** The link, the position and the record of a game, to be copied; a picture, to be saved. */
export async function shareDialog(game, note, savePicture) {
  const { text } = await post("/record/write", { deal: game.deal, moves: game.moves, tags: {} });
  const copy = (what) => copyText(what, () => note(t("copied")), (shown) => prompt(t("copy_by_hand"), shown)); // prettier-ignore
  const part = (label, what) =>
    h(
      "div",
      { class: "share" },
      h("h3", {}, label),
      h("pre", { tabindex: "0" }, what),
      button(t("copy"), () => copy(what), { "aria-label": `${t("copy")}: ${label}` }),
    );
  const times = [5, 20, 60, 120].map((n) => [n, t("seconds", { n })]);
  openDialog(
    t("share"),
    t("close"),
    part(t("link"), location.href),
    part(t("position"), game.state.position),
    part(t("record"), text),
    h("div", { class: "row" }, button(t("save_picture"), savePicture)),
    select(t("search_time"), times, settings.get("seconds"), (v) => settings.set("seconds", Number(v))),
  ).classList.add("wide");
}

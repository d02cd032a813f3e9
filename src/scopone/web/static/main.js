// The page: its head, which view is seen, the keys that hold everywhere.

import { get } from "./api.js";
import { address, readAddress } from "./address.js";
import { cardUrl } from "./cards.js";
import { h, iconButton, openDialog } from "./dom.js";
import { chooseRules } from "./rules.js";
import { settings } from "./settings.js";
import { languages, t } from "./words.js";
import { AnalyseView } from "./views/analyse.js";
import { PlayView } from "./views/play.js";
import { PuzzlesView } from "./views/puzzles.js";
import { QuizView } from "./views/quiz.js";
import { ReviewView } from "./views/review.js";

const VIEWS = {
  analyse: AnalyseView,
  play: PlayView,
  review: ReviewView,
  puzzles: PuzzlesView,
  quiz: QuizView,
};
const KEYS = [
  "arrows",
  "home_end",
  "digits",
  "up_down",
  "enter",
  "h",
  "a",
  "o",
  "f",
  "l",
  "n_p",
  "q",
  "undo",
  "question",
];

/** What the views share: texts that are read out, errors, the games there are, records handed from view to view. */
class App {
  #head = document.getElementById("head");
  #main = document.getElementById("main");
  #views = new Map();
  #name = null;
  #record = null;
  #games = null;

  start() {
    addEventListener("hashchange", () => this.#route());
    addEventListener("keydown", (event) => this.#key(event));
    settings.addEventListener("change", (event) => {
      if (["language", "deck", "rules"].includes(event.detail)) this.#draw();
      if (event.detail === "language") this.#ask(() => this.view.translated?.());
    });
    this.#route();
  }

  get view() {
    return this.#views.get(this.#name);
  }

  /** Says something to who listens rather than looks. */
  say(text) {
    const said = document.getElementById("said");
    said.append(h("p", {}, text));
    while (said.childElementCount > 20) said.firstElementChild.remove();
  }

  alert(error) {
    const box = document.getElementById("alert");
    box.replaceChildren(
      h("span", {}, error.message ?? String(error)),
      iconButton("×", t("close"), () => box.replaceChildren()),
    );
  }

  calm() {
    document.getElementById("alert").replaceChildren();
  }

  note(text) {
    this.say(text);
    const note = h("div", { class: "note", "aria-hidden": "true" }, text);
    document.body.append(note);
    setTimeout(() => note.remove(), 1800);
  }

  async games() {
    this.#games ??= await get(`/games?language=${settings.get("language")}`);
    return this.#games;
  }

  /** Another view opens with the record of a game. */
  hand(view, record) {
    this.#record = record;
    const hash = address(view);
    if (location.hash === hash) this.#route();
    else location.hash = hash;
  }

  async rulesDialog() {
    try {
      chooseRules(await this.games(), this.view.rules ?? settings.get("rules"), (rules) => {
        settings.set("rules", rules);
        this.view.newRules?.(rules);
      });
    } catch (error) {
      this.alert(error);
    }
  }

  /** The head shows the rules in force: a view calls this when they change. */
  head() {
    const tab = (name) =>
      h("a", { href: address(name), "aria-current": name === this.#name ? "page" : null }, t(`tab_${name}`));
    const rules = this.view?.rules ?? settings.get("rules");
    const deck = settings.get("deck") === "italian" ? "french" : "italian";
    this.#head.replaceChildren(
      h(
        "a",
        { class: "brand", href: "#/analyse", "aria-label": "scopone" },
        h("img", { src: "/static/icon.svg", alt: "" }),
        h("span", {}, "scopone"),
      ),
      h("nav", { "aria-label": t("views") }, Object.keys(VIEWS).map(tab)),
      h(
        "button",
        {
          type: "button",
          class: "rules-chip",
          id: "rules",
          title: t("rules_change"),
          onclick: () => this.rulesDialog(),
        },
        h("span", { class: "label" }, `${t("rules")} `),
        rules.replaceAll("+", " + "),
      ),
      h(
        "div",
        { class: "switches" },
        h(
          "button",
          {
            type: "button",
            id: "deck",
            title: t("deck_switch"),
            "aria-label": `${t("deck")}: ${t(`deck_${settings.get("deck")}`)}`,
            onclick: () => settings.set("deck", deck),
          },
          h("img", { src: cardUrl("Rd"), alt: "" }),
          h("span", { class: "label" }, t(`deck_${settings.get("deck")}`)),
        ),
        h(
          "div",
          { class: "languages", role: "group", "aria-label": t("language") },
          languages.map((code) =>
            h(
              "button",
              {
                type: "button",
                lang: code,
                "aria-pressed": String(code === settings.get("language")),
                "data-language": code,
                "aria-label": code === "it" ? "Italiano" : "English",
                onclick: () => settings.set("language", code),
              },
              code.toUpperCase(),
            ),
          ),
        ),
        iconButton("?", t("help"), () => this.help(), { id: "help", "aria-keyshortcuts": "?" }),
      ),
    );
  }

  help() {
    openDialog(
      t("help"),
      t("close"),
      h("p", {}, t("help_intro")),
      h(
        "dl",
        { class: "keys" },
        KEYS.map((key) => [h("dt", {}, h("kbd", {}, t(`key_${key}`))), h("dd", {}, t(`does_${key}`))]),
      ),
      h("p", {}, h("a", { href: "/api/v1/docs" }, t("api_docs"))),
    );
  }

  #route() {
    const asked = readAddress();
    const name = asked.view in VIEWS ? asked.view : "analyse";
    if (name !== this.#name) {
      this.view?.leave?.();
      this.calm();
      if (!this.#views.has(name)) this.#views.set(name, new VIEWS[name](this));
      this.#name = name;
    }
    const record = this.#record;
    this.#record = null;
    this.#draw();
    this.#ask(() => this.view.open(asked, record));
  }

  async #ask(act) {
    try {
      await act();
    } catch (error) {
      this.alert(error);
    }
  }

  #draw() {
    document.documentElement.lang = settings.get("language");
    document.title = `scopone · ${t(`tab_${this.#name}`)}`;
    document.getElementById("skip").textContent = t("skip");
    this.#games = null; // their titles are in the language that was
    const focus = document.activeElement;
    const id = focus?.id || focus?.dataset?.language;
    this.head();
    this.#main.className = this.#name;
    this.view.draw(this.#main);
    if (id) (document.getElementById(id) ?? document.querySelector(`[data-language="${id}"]`))?.focus();
  }

  #key(event) {
    if (document.querySelector("dialog[open]")) return;
    const typing = event.target.closest?.("input, textarea, select");
    if (typing) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      const undo = event.key.toLowerCase() === "z" && !event.shiftKey;
      const redo = event.key.toLowerCase() === "y" || (event.key.toLowerCase() === "z" && event.shiftKey);
      if ((undo && this.view.undo?.()) || (redo && this.view.redo?.())) event.preventDefault();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (this.view.key(event) || this.#everywhere(event.key)) event.preventDefault();
  }

  #everywhere(key) {
    if (key === "l" || key === "L") {
      const now = languages.indexOf(settings.get("language"));
      settings.set("language", languages[(now + 1) % languages.length]);
    } else if (key === "?") this.help();
    else return false;
    return true;
  }
}

new App().start();

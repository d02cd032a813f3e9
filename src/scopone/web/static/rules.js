// The dialog in which a game and its options are chosen. The rules in force are always to be seen in the head.

import { post } from "./api.js";
import { button, h, openDialog, select } from "./dom.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

/** `games` as the API lists them; `chosen(rules)` is called with the canonical text of the choice. */
export function chooseRules(games, current, chosen) {
  const [name, ...options] = current.split("+");
  let rules = current;
  const told = h("ul", { class: "rules-text" });
  const error = h("p", { class: "error", role: "alert" });
  const title = h("p", { class: "rules-title" });
  const choices = h("datalist", { id: "rule-options" });
  const use = button(
    t("use_rules"),
    () => {
      box.close();
      chosen(rules);
    },
    { class: "primary" },
  );
  const extra = h("input", {
    type: "text",
    value: options.join("+"),
    spellcheck: "false",
    autocapitalize: "off",
    list: "rule-options",
    oninput: ask,
  });
  const game = select(
    t("game"),
    games.map((g) => [g.name, `${g.title}${g.uncertain ? " (?)" : ""}`]),
    name,
    () => {
      extra.value = "";
      ask();
    },
  );
  const picked = () => game.querySelector("select").value;

  let asked = 0;
  async function ask() {
    const mine = ++asked;
    const text = [picked(), ...extra.value.split(/[+\s]+/).filter(Boolean)].join("+");
    try {
      const found = await post("/rules", { rules: text, language: settings.get("language") });
      if (mine !== asked) return;
      rules = found.rules;
      error.textContent = "";
      title.replaceChildren(h("code", {}, found.rules));
      told.replaceChildren(...found.text.map((line) => h("li", {}, line)));
      choices.replaceChildren(...found.options.map((o) => h("option", { value: o.name }, o.text)));
      use.disabled = false;
    } catch (failure) {
      if (mine !== asked) return;
      error.textContent = failure.message;
      use.disabled = true;
    }
  }

  const box = openDialog(
    t("rules"),
    t("close"),
    h(
      "div",
      { class: "row" },
      game,
      h("label", { class: "field grow" }, h("span", {}, t("options")), extra),
      choices,
    ),
    error,
    title,
    told,
    h("div", { class: "row end" }, use),
  );
  box.classList.add("wide");
  ask();
}

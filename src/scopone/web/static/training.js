// What one chooses before a hand: the rules, who plays, how long, how fast. All is remembered.

import { button, h, select } from "./dom.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

const TIMERS = [0, 10, 20, 30, 60]; // seconds a move; 0: no limit
export const PACES = [
  [1200, "slow"],
  [700, "normal"],
  [250, "fast"],
]; // milliseconds that a bot takes for its move

/** `strengths` as the API lists them; `acts` has changeRules and start. */
export function trainingForm(strengths, acts) {
  const title = `title_${settings.get("language")}`;
  const bots = strengths.map((s) => [s.name, s[title]]);
  return h(
    "section",
    { class: "start" },
    h("h1", {}, t("play_title")),
    h("p", {}, t("play_intro")),
    rulesLine(acts.changeRules),
    h(
      "div",
      { class: "choices" },
      choice("length", [["hand", t("one_hand")], ["match", t("whole_match")]]), // prettier-ignore
      choice("partner", bots),
      choice("opponents", bots),
      choice("timer", TIMERS.map((n) => [n, n ? t("seconds", { n }) : t("no_timer")])), // prettier-ignore
      paceChoice(),
    ),
    h("label", { class: "tick-box" }, tickBox("showCaptures"), t("show_captures")),
    h(
      "div",
      { class: "row" },
      button(t("start"), acts.start, { class: "primary big", id: "start", disabled: !bots.length }),
    ),
  );
}

/** The rules in force, and the way to others. */
export function rulesLine(change) {
  return h(
    "p",
    { class: "rules-line" },
    t("rules"),
    ": ",
    h("code", {}, settings.get("rules")),
    " ",
    button(t("change"), change),
  );
}

export const paceChoice = () => choice("speed", PACES.map(([ms, name]) => [ms, t(name)])); // prettier-ignore

function choice(name, options) {
  const number = typeof settings.get(name) === "number";
  const choose = (value) => settings.set(name, number ? Number(value) : value);
  return select(t(`choose_${name}`), options, settings.get(name), choose, { name });
}

function tickBox(name) {
  const box = h("input", { type: "checkbox", onchange: () => settings.set(name, box.checked) });
  box.checked = settings.get(name);
  return box;
}

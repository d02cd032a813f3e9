// Puzzles: a list to choose from, and one at a time on the board.

import { get, post, rulesOf } from "../api.js";
import { address } from "../address.js";
import { Board } from "../board.js";
import { pause } from "../analysis.js";
import { button, h, select } from "../dom.js";
import { playedWords } from "../moves.js";
import { settings } from "../settings.js";
import { scoreStrip } from "../strip.js";
import { t, themeName } from "../words.js";

const REPLY_AFTER = 700; // milliseconds

export class PuzzlesView {
  #app;
  #board = new Board((legal) => this.#try(legal).catch((error) => this.#app.alert(error)));
  #list = [];
  #themes = [];
  #filter = { theme: "", level: "", unsolved: false };
  #progress = null;
  #puzzle = null;
  #state = null;
  #moves = [];
  #answer = null;
  #waiting = false;
  #main = null;

  constructor(app) {
    this.#app = app;
  }

  get rules() {
    return this.#puzzle ? rulesOf(this.#puzzle.state.position) : null;
  }

  async open(asked) {
    if (asked.id) return this.#openPuzzle(asked.id);
    this.#puzzle = null;
    await this.#refresh();
    this.#app.head();
    this.draw();
  }

  /** The words of the server come again, in the other language. */
  async translated() {
    if (!this.#puzzle) return;
    this.#puzzle = await this.#fetch(this.#puzzle.id);
    this.#answer &&= { ...this.#answer, comment: "" };
    this.draw();
  }

  key(event) {
    if (!this.#puzzle) return false;
    if (/^\d$/.test(event.key)) this.#board.pick((Number(event.key) + 9) % 10);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown")
      return this.#board.turnCapture(event.key === "ArrowUp" ? -1 : 1);
    else if (event.key === "n") this.#next();
    else return false;
    return true;
  }

  draw(main) {
    this.#main = main ?? this.#main;
    if (this.#puzzle) this.#drawPuzzle();
    else this.#drawList();
  }

  async #refresh() {
    const { theme, level, unsolved } = this.#filter;
    const query = new URLSearchParams();
    if (theme) query.set("theme", theme);
    if (level) query.set("level", level);
    if (unsolved) query.set("unsolved", "true");
    const [list, progress] = await Promise.all([get(`/puzzles?${query}`), get("/progress")]);
    this.#list = list;
    this.#progress = progress;
    if (!this.#themes.length) this.#themes = [...new Set(list.flatMap((p) => p.themes))].sort();
  }

  #filtered(name, value) {
    this.#filter[name] = value;
    this.#refresh().then(
      () => this.#drawList(),
      (error) => this.#app.alert(error),
    );
  }

  #drawList() {
    const p = this.#progress;
    const figure = (label, value) => h("div", { class: "mark" }, h("b", {}, value), h("span", {}, label));
    const unsolved = h("input", {
      type: "checkbox",
      onchange: () => this.#filtered("unsolved", unsolved.checked),
    });
    unsolved.checked = this.#filter.unsolved;
    this.#main.replaceChildren(
      h(
        "section",
        { class: "start wide" },
        h("h1", {}, t("tab_puzzles")),
        h("p", {}, t("puzzles_intro")),
        p
          ? h(
              "div",
              { class: "mark-row" },
              figure(t("solved"), p.solved),
              figure(t("tried"), p.tried),
              figure(t("streak"), p.streak),
              figure(t("rating"), Math.round(p.rating)),
            )
          : "",
        h(
          "div",
          { class: "choices" },
          select(
            t("theme"),
            [["", t("all")], ...this.#themes.map((theme) => [theme, themeName(theme)])],
            this.#filter.theme,
            (v) => this.#filtered("theme", v),
          ),
          select(
            t("level"),
            [["", t("all")], ...[1, 2, 3, 4, 5].map((n) => [n, `${"◆".repeat(n)} ${n}`])],
            this.#filter.level,
            (v) => this.#filtered("level", v),
          ),
          h("label", { class: "tick-box" }, unsolved, t("unsolved_only")),
        ),
        h(
          "div",
          { class: "row" },
          button(t("next_puzzle"), () => this.#next(), {
            class: "primary big",
            id: "next-puzzle",
            disabled: !this.#list.length,
          }),
        ),
        h(
          "ul",
          { class: "puzzle-list", "aria-label": t("tab_puzzles") },
          this.#list.map((its) =>
            h(
              "li",
              {},
              h(
                "a",
                { href: address("puzzles", { id: its.id }) },
                h(
                  "span",
                  { class: "level", role: "img", "aria-label": t("level_n", { n: its.level }) },
                  "◆".repeat(its.level),
                ),
                h("span", { class: "themes" }, its.themes.map(themeName).join(", ")),
                its.solved && h("span", { class: "tick", role: "img", "aria-label": t("solved") }, "✓"),
              ),
            ),
          ),
        ),
      ),
    );
  }

  #fetch(id) {
    return get(`/puzzles/${encodeURIComponent(id)}?language=${settings.get("language")}`);
  }

  async #openPuzzle(id) {
    this.#puzzle = await this.#fetch(id);
    this.#state = this.#puzzle.state;
    this.#moves = [];
    this.#answer = null;
    this.#waiting = false;
    this.#app.head();
    this.draw();
    this.#app.say(this.#puzzle.text);
  }

  /** The next one that is not solved: after this one in the list, else the first. */
  async #next() {
    try {
      await this.#refresh();
      const at = this.#list.findIndex((p) => p.id === this.#puzzle?.id);
      const order = [...this.#list.slice(at + 1), ...this.#list.slice(0, at + 1)];
      const next = order.find((p) => !p.solved) ?? order[0];
      if (next) location.hash = address("puzzles", { id: next.id });
    } catch (error) {
      this.#app.alert(error);
    }
  }

  async #try(legal) {
    if (this.#waiting || this.#answer?.finished) return;
    this.#waiting = true;
    const before = this.#state;
    try {
      const moves = [...this.#moves, legal.move];
      const [answer, line] = await Promise.all([
        post(`/puzzles/${encodeURIComponent(this.#puzzle.id)}/attempt`, {
          moves,
          language: settings.get("language"),
        }),
        post("/line", { position: before.position, moves: [legal.move] }),
      ]);
      this.#app.say(playedWords(before, legal, 0));
      this.#answer = answer;
      if (answer.right) {
        this.#moves = moves;
        this.#state = line.states[1];
        this.draw();
        if (answer.reply) {
          await pause(REPLY_AFTER);
          this.#moves.push(answer.reply);
          this.#state = answer.state;
        }
      }
      this.#app.say(answer.comment);
    } finally {
      this.#waiting = false;
      this.draw();
    }
  }

  async #again() {
    await this.#openPuzzle(this.#puzzle.id);
  }

  #drawPuzzle() {
    const { state: first, text, level, themes } = this.#puzzle;
    const state = this.#state;
    const answer = this.#answer;
    const open = state.hands.map(() => true);
    const mine = state.side_of[state.turn] === first.side_of[first.turn];
    this.#board.show({
      state,
      bottom: first.turn,
      south: 0,
      open,
      playable: mine && !this.#waiting && !answer?.finished,
      values: null,
      captures: true,
    });
    const solved = answer?.finished && answer.right;
    this.#main.replaceChildren(
      h("h1", { class: "hidden" }, t("tab_puzzles")),
      h("div", { class: "left" }, h("div", { class: "stage" }, this.#board.root)),
      h(
        "aside",
        { class: "side" },
        h("div", { class: "strip-box" }, scoreStrip(state)),
        h(
          "section",
          { class: "panel puzzle", "aria-label": t("tab_puzzles") },
          h(
            "p",
            { class: "level", role: "img", "aria-label": t("level_n", { n: level }) },
            "◆".repeat(level),
            h("span", { class: "faint" }, "◇".repeat(5 - level)),
          ),
          h("p", { class: "task" }, text),
          answer &&
            h(
              "div",
              { class: `answer ${answer.right ? "right" : "wrong"}` },
              h("b", {}, t(solved ? "puzzle_solved" : answer.right ? "puzzle_right" : "puzzle_wrong")),
              h("p", {}, answer.comment),
            ),
          answer?.finished && h("p", { class: "quiet" }, themes.map(themeName).join(", ")),
          h(
            "div",
            { class: "row" },
            answer?.finished &&
              button(t("next_puzzle"), () => this.#next(), {
                class: "primary",
                id: "next-puzzle",
                "aria-keyshortcuts": "n",
              }),
            answer?.finished &&
              button(t("try_again"), () => this.#again().catch((e) => this.#app.alert(e)), {
                id: "try-again",
              }),
            answer?.finished &&
              button(t("analyse_this"), () =>
                this.#app.hand("analyse", { deal: first.position, moves: this.#moves, at: 0 }),
              ),
            h("a", { class: "button", href: address("puzzles") }, t("all_puzzles")),
          ),
        ),
      ),
    );
  }
}

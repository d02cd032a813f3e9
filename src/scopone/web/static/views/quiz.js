// Card counting: the bots play a few rounds while one looks, then come the questions.

import { isAbort, post } from "../api.js";
import { pause } from "../analysis.js";
import { Board } from "../board.js";
import { cardName, cardUrl } from "../cards.js";
import { button, h, select } from "../dom.js";
import { Game } from "../game.js";
import { playedWords } from "../moves.js";
import { settings } from "../settings.js";
import { paceChoice, rulesLine } from "../training.js";
import { t } from "../words.js";

const ROUNDS = [2, 3, 5, 7, 9];
const WATCHED = "circolo";

export class QuizView {
  #app;
  #game = new Game();
  #board = new Board(() => {});
  #seat = 0;
  #seed = 0;
  #quiz = null;
  #marks = null;
  #answers = new Map();
  #watching = false;
  #abort = null;
  #main = null;

  constructor(app) {
    this.#app = app;
  }

  get rules() {
    return this.#game.deal?.split(" ", 1)[0] ?? null;
  }

  async open(_, record) {
    if (!record) return;
    this.leave();
    await this.#game.load(record.deal, record.moves);
    this.#seat = record.seat;
    this.#seed = Math.floor(Math.random() * 1e9);
    await this.#ask();
  }

  leave() {
    this.#abort?.abort();
    this.#watching = false;
  }

  newRules() {
    this.leave();
    this.#quiz = null;
    this.#game = new Game();
    this.draw();
  }

  key() {
    return false;
  }

  draw(main) {
    this.#main = main ?? this.#main;
    if (this.#watching) this.#drawWatch();
    else if (this.#quiz) this.#drawQuiz();
    else this.#drawStart();
  }

  #drawStart() {
    const rounds = (value) => settings.set("quizRounds", Number(value));
    this.#main.replaceChildren(
      h(
        "section",
        { class: "start" },
        h("h1", {}, t("quiz_title")),
        h("p", {}, t("quiz_intro")),
        rulesLine(() => this.#app.rulesDialog()),
        h(
          "div",
          { class: "choices" },
          select(t("rounds"), ROUNDS.map((n) => [n, n]), settings.get("quizRounds"), rounds), // prettier-ignore
          paceChoice(),
        ),
        h(
          "div",
          { class: "row" },
          button(t("start"), () => this.#begin(), { class: "primary big", id: "start" }),
        ),
      ),
    );
  }

  #begin() {
    this.#watch().catch((error) => this.#app.alert(error));
  }

  async #watch() {
    const found = await post("/deal", { rules: settings.get("rules") });
    this.#seed = found.seed;
    this.#seat = 0;
    this.#quiz = null;
    this.#game.take(found.state.position, [], [found.state]);
    this.#watching = true;
    const abort = (this.#abort = new AbortController());
    this.#app.head();
    this.draw();
    const wanted = settings.get("quizRounds") * found.state.players;
    try {
      while (this.#game.moves.length < wanted && !this.#game.state.over) {
        const body = { deal: this.#game.deal, moves: this.#game.moves, player: WATCHED, seed: this.#seed };
        const [{ move }] = await Promise.all([
          post("/bot", body, abort.signal),
          pause(settings.get("speed"), abort.signal),
        ]);
        if (abort.signal.aborted) return;
        await this.#game.play(move);
        const { states, at } = this.#game;
        this.#app.say(playedWords(states[at - 1], this.#game.made(at), this.#seat));
        this.draw();
      }
    } catch (error) {
      this.#watching = false;
      if (isAbort(error)) return;
      throw error;
    }
    await pause(settings.get("speed"));
    if (abort.signal.aborted) return;
    this.#watching = false;
    await this.#ask();
  }

  async #ask() {
    this.#marks = null;
    this.#answers.clear();
    await this.translated(true);
    this.#app.head();
    this.#app.say(t("quiz_now"));
  }

  /** The questions, in the language in use: the same for the same seed. */
  async translated(first = false) {
    if (!first && (!this.#quiz || this.#watching)) return;
    const { deal, moves } = this.#game;
    const body = { deal, moves, seat: this.#seat, seed: this.#seed, language: settings.get("language") };
    this.#quiz = await post("/quiz", body);
    this.draw();
  }

  #drawWatch() {
    const { state } = this.#game;
    const open = state.hands.map((_, seat) => seat === this.#seat);
    this.#board.show({
      state,
      bottom: this.#seat,
      south: this.#seat,
      open,
      playable: false,
      values: null,
      captures: false,
    });
    if (this.#main.querySelector(".board") === this.#board.root) return;
    this.#main.replaceChildren(
      h("h1", { class: "hidden" }, t("quiz_title")),
      h("div", { class: "left" }, h("div", { class: "stage" }, this.#board.root)),
      h(
        "aside",
        { class: "side" },
        h(
          "section",
          { class: "panel" },
          h("p", {}, t("quiz_watch")),
          button(t("ask_now"), () => this.#askNow(), { id: "ask-now" }),
        ),
      ),
    );
  }

  #askNow() {
    this.leave();
    this.#ask().catch((error) => this.#app.alert(error));
  }

  #drawQuiz() {
    const marks = this.#marks;
    this.#main.replaceChildren(
      h(
        "form",
        {
          class: "start wide quiz-form",
          onsubmit: (event) => {
            event.preventDefault();
            this.#mark().catch((error) => this.#app.alert(error));
          },
        },
        h("h1", {}, t("quiz_title")),
        marks &&
          h(
            "p",
            { class: "result", role: "status" },
            t("quiz_marks", { marks: +marks.marks.toFixed(1), of: marks.of }),
          ),
        this.#quiz.questions.map((question, n) => this.#question(question, n)),
        h(
          "div",
          { class: "row" },
          marks
            ? button(t("quiz_again"), () => this.newRules(), { class: "primary big", id: "quiz-again" })
            : h("button", { type: "submit", class: "primary big", id: "quiz-mark" }, t("quiz_done")),
        ),
      ),
    );
  }

  #question(question, n) {
    const marked = this.#marks?.answers.find((a) => a.id === question.id);
    const correct = new Set(marked?.correct ?? []);
    const single = question.single ?? false;
    const pick = (choice) => {
      const value = choice.value ?? choice;
      const text = choice.text ?? choice;
      const card = /^[A-Z0-9][dcsb]$/.test(value);
      const box = h("input", {
        type: single ? "radio" : "checkbox",
        name: question.id,
        value,
        disabled: Boolean(marked),
        onchange: () => this.#answer(question.id, value, box.checked, single),
      });
      box.checked = this.#answers.get(question.id)?.has(value) ?? false;
      return h(
        "label",
        { class: `choice${card ? " card-choice" : ""}${marked && correct.has(value) ? " correct" : ""}` },
        box,
        card ? h("img", { src: cardUrl(value), alt: cardName(value) }) : text,
      );
    };
    return h(
      "fieldset",
      { class: marked ? (marked.right ? "right" : "wrong") : "" },
      h(
        "legend",
        {},
        `${n + 1}. ${question.text}`,
        marked && h("span", { class: "verdict" }, marked.right ? ` ✓ ${t("right")}` : ` ✗ ${t("wrong")}`),
      ),
      h("div", { class: "answers" }, question.choices.map(pick)),
    );
  }

  #answer(id, value, on, single) {
    if (single || !this.#answers.has(id)) this.#answers.set(id, new Set());
    if (on) this.#answers.get(id).add(value);
    else this.#answers.get(id).delete(value);
  }

  async #mark() {
    const { deal, moves } = this.#game;
    const answers = Object.fromEntries([...this.#answers].map(([id, set]) => [id, [...set]]));
    this.#marks = await post("/quiz/marks", { deal, moves, seat: this.#seat, seed: this.#seed, answers });
    this.draw();
    this.#main.querySelector(".result")?.scrollIntoView({ block: "nearest" });
    document.getElementById("quiz-again")?.focus();
    this.#app.say(t("quiz_marks", { marks: this.#marks.marks, of: this.#marks.of }));
  }
}

// The analysis board: any position with open hands, each move's exact value, the line that proves it.

import { address, showAddress } from "../address.js";
import { Analysis, valuesOf } from "../analysis.js";
import { ApiError, post, rulesOf } from "../api.js";
import { Board } from "../board.js";
import { stepKey, stepper } from "../controls.js";
import { button, h, iconButton } from "../dom.js";
import { Editor } from "../editor.js";
import { Game } from "../game.js";
import { valueGraph } from "../graph.js";
import { icon } from "../icons.js";
import { byCard, moveText, playedWords } from "../moves.js";
import { dealDialog, pasteDialog, shareDialog } from "../opening.js";
import { savePicture } from "../picture.js";
import { unpressed } from "../press.js";
import { valueFor } from "../seats.js";
import { settings } from "../settings.js";
import { scoreSheet } from "../sheet.js";
import { scoreStrip } from "../strip.js";
import { drawValues } from "../values.js";
import { signed, t } from "../words.js";

const LINE_STEP = 900; // milliseconds between the moves of a line that is played out
const FILL_CARDS = 20; // places with so many cards left, or fewer, get their value for the graph unasked
const FILL_SECONDS = 5;

export class AnalyseView {
  #app;
  #game = new Game();
  #board = new Board((legal) => this.#play(legal.move));
  #analysis = new Analysis((position, result) => this.#heard(position, result));
  #filler = new Analysis((position) => this.#filled(position));
  #editor = null;
  #bottom = 0;
  #said = 0;
  #error = null;
  #playing = null;
  #parts = null;
  #seed = null;

  constructor(app) {
    this.#app = app;
    this.#game.addEventListener("change", () => this.#changed());
  }

  get rules() {
    return this.#game.deal ? rulesOf(this.#game.deal) : null;
  }

  async open(asked, record) {
    if (record) return this.#load(record.deal, record.moves, record.at);
    if (
      asked.position &&
      asked.position === this.#game.deal &&
      asked.moves.join() === this.#game.moves.join()
    ) {
      if (asked.at !== null) this.#game.go(asked.at);
      return;
    }
    if (asked.position) return this.#load(asked.position, asked.moves, asked.at ?? asked.moves.length);
    if (this.#game.deal) return this.#changed();
    await this.#deal();
  }

  leave() {
    this.#stop();
    this.#analysis.stop();
    this.#filler.stop();
  }

  newRules() {
    this.#deal();
  }

  undo() {
    this.#game.undo();
    return true;
  }

  redo() {
    this.#game.redo();
    return true;
  }

  key(event) {
    if (this.#editor) return this.#editor.key(event);
    const key = event.key.toLowerCase();
    if (stepKey(this.#game, event.key)) this.#stop();
    else if (/^\d$/.test(key)) this.#board.pick((Number(key) + 9) % 10);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown")
      return this.#board.turnCapture(event.key === "ArrowUp" ? -1 : 1);
    else if (key === "a") this.#toggle("analysis");
    else if (key === "o") this.#toggle("open");
    else if (key === "f") this.#flip();
    else if (key === "h") this.#sayBest();
    else if (event.key === "Escape" && this.#playing) this.#stop();
    else return false;
    return true;
  }

  draw(main) {
    this.#parts = {
      main,
      stage: h("div", { class: "stage" }),
      under: h("div", { class: "under" }),
      strip: h("div", { class: "strip-box" }),
      values: h("section", { class: "values", "aria-label": t("values") }),
      sheet: h("section", { class: "record", "aria-label": t("record") }),
      tools: h("div", { class: "tools" }),
    };
    const { stage, under, strip, values, sheet, tools } = this.#parts;
    main.replaceChildren(
      h("h1", { class: "hidden" }, t("tab_analyse")),
      h("div", { class: "left" }, stage, under),
      h("aside", { class: "side" }, strip, values, sheet, tools),
    );
    if (this.#editor) this.#edit();
    else if (this.#game.state) this.#show();
  }

  async #load(position, moves = [], at = moves.length) {
    try {
      await this.#game.load(position, moves, at ?? moves.length);
      this.#app.calm();
    } catch (error) {
      this.#app.alert(error);
      if (!this.#game.deal) await this.#deal();
    }
  }

  async #deal(seed) {
    this.#stop();
    const found = await post("/deal", {
      rules: settings.get("rules"),
      ...(seed === undefined ? {} : { seed }),
    });
    this.#seed = found.seed;
    this.#bottom = 0;
    this.#game.take(found.state.position, [], [found.state]);
    this.#app.say(t("dealt", { seed: found.seed }));
  }

  async #play(move) {
    this.#stop();
    try {
      await this.#game.play(move);
    } catch (error) {
      this.#app.alert(error);
    }
  }

  #changed() {
    if (!this.#parts) return;
    showAddress(address("analyse", this.#game));
    this.#app.head();
    this.#error = null;
    if (this.#game.at === this.#said + 1) this.#sayMove();
    this.#said = this.#game.at;
    this.#show();
    this.#search();
  }

  #sayMove() {
    const { at, states, state } = this.#game;
    this.#app.say(playedWords(states[at - 1], this.#game.made(at), 0) + (state.over ? `. ${t("over")}` : ""));
  }

  #search() {
    const { state } = this.#game;
    this.#filler.stop();
    if (settings.get("analysis") && state.solvable && !state.over) {
      this.#analysis.run(state.position, settings.get("seconds")).then(() => this.#fill());
    } else {
      this.#analysis.stop();
      if (settings.get("analysis")) this.#fill();
    }
  }

  /** Finds the values that the graph lacks, from the end of the record on: those are quick. */
  #fill() {
    const { states, state } = this.#game;
    if (this.#analysis.running || !settings.get("analysis")) return;
    const next = states
      .filter((s) => s !== state && !s.over && s.solvable && s.cards_left <= FILL_CARDS)
      .reverse()
      .find((s) => !this.#analysis.known(s.position) && !this.#filler.known(s.position));
    if (next) this.#filler.run(next.position, FILL_SECONDS).then(() => this.#fill());
  }

  #filled() {
    unpressed("under", () => this.#drawUnder());
  }

  #heard(position, result) {
    if (position !== this.#game.state?.position) return;
    this.#error = result?.error ?? null;
    if (this.#error && !(this.#error instanceof ApiError)) throw this.#error;
    this.#showValues();
    if (result?.exact && result.done) this.#sayBest(true);
  }

  #result(state = this.#game.state) {
    if (!state) return null;
    return this.#analysis.known(state.position) ?? this.#filler.known(state.position);
  }

  #sayBest(brief = false) {
    const result = this.#result();
    if (!result?.best) return;
    const { state } = this.#game;
    const legal = state.legal.find((l) => l.move === result.best);
    const value = signed(valueFor(state, this.#bottom, result.lower));
    this.#app.say(t("best_is", { move: moveText(legal), value }));
    if (!brief) this.#board.pick([...byCard(state).keys()].indexOf(legal.card));
  }

  #toggle(name) {
    settings.set(name, !settings.get(name));
    this.#show();
    if (name === "analysis") this.#search();
  }

  #flip() {
    this.#bottom = (this.#bottom + 1) % this.#game.state.players;
    this.#show();
  }

  /** Everything, after another state or another choice. */
  #show() {
    const { state } = this.#game;
    if (this.#editor) return;
    const open = state.hands.map((_, seat) => settings.get("open") || seat === this.#bottom);
    const { values, bests } = this.#values();
    this.#board.show({
      state,
      bottom: this.#bottom,
      south: 0,
      open,
      playable: true,
      values,
      bests,
      captures: true,
    });
    if (this.#board.root.parentNode !== this.#parts.stage)
      this.#parts.stage.replaceChildren(this.#board.root);
    this.#drawValues();
    this.#drawUnder();
    this.#parts.strip.replaceChildren(scoreStrip(state));
    this.#parts.sheet.replaceChildren(
      h("h2", {}, t("record")),
      scoreSheet(this.#game, { onpick: (place) => this.#game.go(place) }),
    );
    this.#drawTools();
  }

  /** What changes while a search runs. */
  #showValues() {
    if (this.#editor) return;
    const { values, bests } = this.#values();
    this.#board.showValues(values, bests);
    unpressed("values", () => this.#drawValues());
    unpressed("under", () => this.#drawUnder());
  }

  #values() {
    const { state } = this.#game;
    const on = settings.get("analysis") && state.solvable && !state.over;
    return on ? valuesOf(this.#result(), state) : { values: null, bests: null };
  }

  #drawValues() {
    const model = {
      state: this.#game.state,
      bottom: this.#bottom,
      result: this.#result(),
      error: this.#error,
      on: settings.get("analysis"),
      running: this.#analysis.running,
      playing: this.#playing !== null,
    };
    const acts = {
      toggle: () => this.#toggle("analysis"),
      search: () => this.#search(),
      stop: () => {
        this.#analysis.stop();
        this.#showValues();
      },
      play: (line) => this.#playLine(line).catch((error) => this.#app.alert(error)),
      stopLine: () => this.#stop(),
    };
    drawValues(this.#parts.values, model, acts);
  }

  /** Puts the proving line into the record and steps through it. */
  async #playLine(line) {
    await this.#game.play(...line);
    const end = this.#game.at - 1 + line.length;
    this.#playing = setInterval(() => {
      if (this.#game.at >= end) this.#stop();
      else this.#game.go(this.#game.at + 1);
    }, LINE_STEP);
    this.#show();
  }

  #stop() {
    if (!this.#playing) return;
    clearInterval(this.#playing);
    this.#playing = null;
    if (this.#parts && this.#game.state) this.#show();
  }

  #drawUnder() {
    const { states, at } = this.#game;
    const sign = valueFor(states[0], this.#bottom, 1);
    const points = states.map((state) => {
      const result = this.#result(state);
      const [lower, upper] = state.over
        ? [state.score.points[0] - state.score.points[1], state.score.points[0] - state.score.points[1]]
        : [result?.lower, result?.upper];
      if (state.sides !== 2 || lower === undefined || lower === null) return null;
      return { lower: Math.min(sign * lower, sign * upper), upper: Math.max(sign * lower, sign * upper) };
    });
    this.#parts.under.replaceChildren(
      stepper(this.#game),
      valueGraph({ points, at, onpick: (place) => this.#game.go(place) }),
    );
  }

  #drawTools() {
    const game = this.#game;
    this.#parts.tools.replaceChildren(
      button(t("set_up"), () => this.#edit(), { id: "set-up" }),
      button(t("open_text"), () => this.#paste(), { id: "paste" }),
      button(t("random_deal"), () => this.#dealDialog(), { id: "deal" }),
      iconButton(icon("undo"), t("undo"), () => game.undo(), { disabled: !game.canUndo, id: "undo" }),
      iconButton(icon("redo"), t("redo"), () => game.redo(), { disabled: !game.canRedo, id: "redo" }),
      iconButton(icon("flip"), t("flip"), () => this.#flip(), { id: "flip", "aria-keyshortcuts": "f" }),
      h(
        "button",
        {
          type: "button",
          id: "open-hands",
          "aria-pressed": String(settings.get("open")),
          "aria-keyshortcuts": "o",
          onclick: () => this.#toggle("open"),
        },
        t("open_hands"),
      ),
      button(t("share"), () => this.#share(), { id: "share" }),
      button(t("review_this"), () => this.#app.hand("review", { deal: game.deal, moves: game.moves }), {
        id: "review",
        disabled: !game.moves.length,
      }),
    );
  }

  #edit() {
    const editor = new Editor(
      this.#game.state,
      (position) => {
        this.#endEdit();
        this.#load(position);
      },
      () => {
        this.#endEdit();
        this.#show();
        this.#search();
      },
    );
    if (!editor.plain) return this.#paste(t("set_up_as_text"));
    this.#stop();
    this.#analysis.stop();
    this.#editor = editor;
    this.#parts.main.classList.add("editing");
    this.#parts.stage.replaceChildren(editor.root);
    editor.root.querySelector("[data-card]")?.focus();
  }

  #endEdit() {
    this.#editor = null;
    this.#parts.main.classList.remove("editing");
  }

  /** Opens a position line, a deal or a record. */
  #paste(why = t("paste_what")) {
    pasteDialog(this.#game.state.position, why, (found) => {
      this.#endEdit();
      this.#stop();
      this.#game.take(found.deal, found.moves, found.states, found.moves.length);
    });
  }

  #dealDialog() {
    dealDialog(this.#seed, (seed) => {
      this.#endEdit();
      this.#deal(seed).catch((error) => this.#app.alert(error));
    });
  }

  #share() {
    const alert = (error) => this.#app.alert(error);
    const save = () => savePicture(this.#board.root, "scopone.svg").catch(alert);
    shareDialog(this.#game, (text) => this.#app.note(text), save).catch(alert);
  }
}

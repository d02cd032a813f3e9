// Review of a hand: what each move cost with open cards, and what it cost given what the player could know.

import { ApiError, isAbort, post, rulesOf, stream } from "../api.js";
import { Board } from "../board.js";
import { stepKey, stepper } from "../controls.js";
import { button, h, select } from "../dom.js";
import { Game } from "../game.js";
import { valueGraph } from "../graph.js";
import { seatName, valueFor } from "../seats.js";
import { settings } from "../settings.js";
import { scoreSheet } from "../sheet.js";
import { scoreStrip } from "../strip.js";
import { verdictMark } from "../verdicts.js";
import { t } from "../words.js";

export class ReviewView {
  #app;
  #game = new Game();
  #board = new Board(() => {});
  #review = null;
  #done = null; // [moves reviewed, of] while it runs
  #south = 0;
  #who = ""; // the seat whose moves are listed, or all
  #abort = null;
  #parts = null;

  constructor(app) {
    this.#app = app;
    this.#game.addEventListener("change", () => this.#show());
  }

  get rules() {
    return this.#game.deal ? rulesOf(this.#game.deal) : null;
  }

  async open(asked, record) {
    if (!record && asked.position && asked.moves.length)
      record = { deal: asked.position, moves: asked.moves };
    if (!record) return;
    this.leave();
    this.#review = null;
    this.#south = record.seat ?? 0;
    this.#who = record.seat === undefined ? "" : String(record.seat);
    await this.#game.load(record.deal, record.moves, 0);
    this.#app.head();
    this.draw();
    await this.#run();
  }

  leave() {
    this.#abort?.abort();
    this.#done = null;
  }

  async translated() {
    if (this.#review) await this.#run(); // the reasons come in the other language
  }

  key(event) {
    if (!this.#game.deal) return false;
    if (event.key === "n" || event.key === "p") return this.#turning(event.key === "n" ? 1 : -1);
    return stepKey(this.#game, event.key);
  }

  draw(main) {
    if (main) this.#parts = { main };
    if (!this.#game.deal) return this.#askRecord();
    const parts = {
      stage: h("div", { class: "stage" }),
      under: h("div", { class: "under" }),
      strip: h("div", { class: "strip-box" }),
      verdict: h("section", { class: "verdict-box", "aria-label": t("verdict"), "aria-live": "polite" }),
      marks: h("section", { class: "marks", "aria-label": t("marks") }),
      sheet: h("section", { class: "record", "aria-label": t("record") }),
      tools: h("div", { class: "tools" }),
    };
    Object.assign(this.#parts, parts);
    this.#parts.main.replaceChildren(
      h("h1", { class: "hidden" }, t("tab_review")),
      h("div", { class: "left" }, parts.stage, parts.under),
      h("aside", { class: "side" }, parts.strip, parts.verdict, parts.marks, parts.sheet, parts.tools),
    );
    this.#show();
  }

  #askRecord() {
    const text = h("textarea", { rows: "12", spellcheck: "false", "aria-label": t("record") });
    const error = h("p", { class: "error", role: "alert" });
    const go = async () => {
      try {
        const { deal, moves } = await post("/record", { text: text.value });
        if (!moves.length) throw new ApiError(422, "text", t("no_moves"));
        await this.open({}, { deal, moves });
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        error.textContent = failure.message;
      }
    };
    this.#parts.main.replaceChildren(
      h(
        "section",
        { class: "start" },
        h("h1", {}, t("review_title")),
        h("p", {}, t("review_intro")),
        text,
        error,
        h("div", { class: "row" }, button(t("review_do"), go, { class: "primary big", id: "review-go" })),
      ),
    );
  }

  async #run() {
    const { deal, moves } = this.#game;
    const abort = (this.#abort = new AbortController());
    this.#done = [0, moves.length];
    this.#show();
    try {
      const body = { deal, moves, language: settings.get("language") };
      for await (const step of stream("/review", body, abort.signal)) {
        if (step.done) this.#review = step;
        else this.#done = [step.at, step.total];
        this.#drawMarks();
      }
      this.#app.say(t("review_ready"));
    } catch (error) {
      if (!isAbort(error)) this.#app.alert(error);
    } finally {
      if (this.#abort === abort) this.#done = null;
      this.#show();
    }
  }

  #turning(step) {
    const places = this.#review?.turning_points.map((ply) => ply + 1) ?? [];
    const to = step > 0 ? places.find((p) => p > this.#game.at) : places.findLast((p) => p < this.#game.at);
    if (to !== undefined) this.#game.go(to);
    return true;
  }

  #show() {
    if (!this.#parts?.stage || !this.#game.deal) return;
    const { state, states, at } = this.#game;
    const open = state.hands.map(() => true);
    this.#board.show({
      state,
      bottom: this.#south,
      south: this.#south,
      open,
      playable: false,
      values: null,
      captures: false,
    });
    if (this.#board.root.parentNode !== this.#parts.stage)
      this.#parts.stage.replaceChildren(this.#board.root);
    const sign = valueFor(states[0], this.#south, 1);
    const points = states.map((_, place) => {
      const bounds = this.#review?.bounds[place];
      if (!bounds) return null;
      const [lower, upper] = bounds.map((v) => sign * v).sort((x, y) => x - y);
      return { lower, upper };
    });
    const turning = this.#review?.turning_points.map((ply) => ply + 1) ?? [];
    this.#parts.under.replaceChildren(
      stepper(this.#game),
      valueGraph({ points, at, turning, onpick: (place) => this.#game.go(place) }),
    );
    this.#parts.strip.replaceChildren(scoreStrip(state, { south: this.#south }));
    this.#drawVerdict();
    this.#drawMarks();
    this.#drawSheet();
    this.#parts.tools.replaceChildren(
      button(
        t("analyse_this"),
        () => this.#app.hand("analyse", { deal: this.#game.deal, moves: this.#game.moves, at }),
        { id: "analyse" },
      ),
      button(t("turning_back"), () => this.#turning(-1), {
        disabled: !turning.length,
        "aria-keyshortcuts": "p",
      }),
      button(t("turning_next"), () => this.#turning(1), {
        disabled: !turning.length,
        "aria-keyshortcuts": "n",
        id: "next-turning",
      }),
      button(t("another_record"), () => this.#another()),
    );
  }

  #another() {
    this.leave();
    this.#game = new Game();
    this.#game.addEventListener("change", () => this.#show());
    this.#review = null;
    this.draw();
  }

  #reviewed(place) {
    return this.#review?.moves.find((m) => m.ply === place - 1);
  }

  #drawVerdict() {
    const { at, states, moves } = this.#game;
    const found = this.#reviewed(at);
    if (!found) {
      this.#parts.verdict.replaceChildren(
        h("p", { class: "quiet" }, t(this.#review ? "verdict_pick" : "verdict_wait")),
      );
      return;
    }
    const before = states[at - 1];
    const mark = verdictMark(found);
    const played = moves[at - 1];
    const advice = (key, best) =>
      best && best !== played ? h("p", {}, t(key), " ", h("b", { class: "move" }, best)) : "";
    this.#parts.verdict.replaceChildren(
      h(
        "p",
        { class: `verdict-head ${mark.class}` },
        h("b", {}, `${seatName(before.turn, before.players, this.#south)}: ${played}${mark.sign}`),
        " ",
        h("span", { class: "tag" }, mark.words),
      ),
      h(
        "dl",
        { class: "costs" },
        cost(t("open_cost"), openCost(found)),
        cost(t("fair_cost"), round(found.fair_cost), found.fair_cost > 0 && between(found.fair_ci)),
      ),
      advice("better", found.fair_cost > 0 ? found.best : null),
      found.why.length ? h("p", { class: "why" }, found.why.join(" ")) : "",
      advice("open_best", found.open_cost > 0 ? found.open_best : null),
    );
  }

  #drawMarks() {
    const marks = this.#review?.marks;
    if (this.#done) {
      const [at, of] = this.#done;
      this.#parts.marks.replaceChildren(
        h(
          "label",
          { class: "review-progress" },
          t("reviewing", { at, of }),
          h("progress", { value: at, max: of }),
        ),
        button(`■ ${t("stop")}`, () => this.leave()),
      );
      this.#parts.marks.querySelector("progress").value = at;
      return;
    }
    if (!marks) return this.#parts.marks.replaceChildren();
    const players = this.#game.states[0].players;
    this.#parts.marks.replaceChildren(
      h("h2", {}, t("marks")),
      h(
        "div",
        { class: "mark-row" },
        Object.entries(marks).map(([seat, mark]) =>
          h(
            "div",
            { class: "mark" },
            h("b", {}, mark.score ?? "–"),
            h("span", {}, seatName(Number(seat), players, this.#south)),
          ),
        ),
      ),
    );
  }

  #drawSheet() {
    const shown = new Map();
    for (const m of this.#review?.moves ?? []) {
      if (this.#who === "" || String(m.seat) === this.#who) shown.set(m.ply + 1, verdictMark(m));
    }
    const { players } = this.#game.states[0];
    const seats = Array.from({ length: players }, (_, seat) => [
      String(seat),
      seatName(seat, players, this.#south),
    ]);
    this.#parts.sheet.replaceChildren(
      h(
        "div",
        { class: "values-head" },
        h("h2", {}, t("record")),
        select(t("verdicts_of"), [["", t("everybody")], ...seats], this.#who, (v) => {
          this.#who = v;
          this.#drawSheet();
        }),
      ),
      scoreSheet(this.#game, { south: this.#south, marks: shown, onpick: (place) => this.#game.go(place) }),
    );
  }
}

const round = (value) => value.toFixed(2).replace(/\.?0+$/, "");
const between = ([low, high]) => t("from_to", { low: round(low), high: round(high) });

function openCost({ open_cost, open_bounds }) {
  if (open_cost !== null) return String(open_cost);
  return open_bounds ? open_bounds.join("…") : "–";
}

function cost(text, value, more) {
  return h(
    "div",
    { class: "cost" },
    h("dt", {}, text),
    h("dd", {}, value, more && h("small", {}, ` ${more}`)),
  );
}

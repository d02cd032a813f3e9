// Training: a hand or a match with a partner against players of several strengths.

import { get, isAbort, post } from "../api.js";
import { pause } from "../analysis.js";
import { Board } from "../board.js";
import { Clock } from "../clock.js";
import { button, h, iconButton } from "../dom.js";
import { Game } from "../game.js";
import { hintCard } from "../hints.js";
import { icon } from "../icons.js";
import { Match } from "../match.js";
import { byCard, playedWords } from "../moves.js";
import { seatName, sideForPlayer } from "../seats.js";
import { settings } from "../settings.js";
import { scoreSheet } from "../sheet.js";
import { scoreStrip } from "../strip.js";
import { trainingForm } from "../training.js";
import { t } from "../words.js";

const HINT_SECONDS = 1;
const STAND_IN = "circolo"; // plays for who runs out of time

export class PlayView {
  #app;
  #game = new Game();
  #board = new Board((legal) => this.#played(legal.move));
  #clock = new Clock(
    (left) => this.#tick(left),
    () => this.#timeUp(),
  );
  #match = null;
  #strengths = [];
  #hint = null;
  #practice = false;
  #counted = false;
  #abort = null;
  #parts = null;
  #seed = 0;

  constructor(app) {
    this.#app = app;
  }

  get rules() {
    return this.#match?.rules ?? null;
  }

  async open() {
    if (!this.#strengths.length) {
      this.#strengths = await get("/strengths");
      this.draw();
    }
    if (this.#match && !this.#game.state.over) this.#next();
  }

  leave() {
    this.#abort?.abort();
    this.#clock.stop();
  }

  newRules() {
    this.leave();
    this.#match = null;
    this.draw();
  }

  key(event) {
    const key = event.key.toLowerCase();
    if (!this.#match) return false;
    if (/^\d$/.test(key)) this.#board.pick((Number(key) + 9) % 10);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown")
      return this.#board.turnCapture(event.key === "ArrowUp" ? -1 : 1);
    else if (key === "h") this.#askHint();
    else if (key === "q") this.#quiz();
    else return false;
    return true;
  }

  translated() {
    this.#hint = null; // its words are in the other language
    this.#show();
  }

  undo() {
    if (!this.#canUndo) return false;
    this.#takeBack();
    return true;
  }

  draw(main) {
    this.#parts ??= { main };
    if (main) this.#parts = { main };
    if (!this.#match) return this.#setUp();
    const parts = {
      stage: h("div", { class: "stage" }),
      strip: h("div", { class: "strip-box" }),
      panel: h("section", { class: "panel", tabindex: "0", "aria-label": t("tab_play") }),
      sheet: h("section", { class: "record", "aria-label": t("record") }),
      tools: h("div", { class: "tools" }),
    };
    Object.assign(this.#parts, parts);
    this.#parts.main.replaceChildren(
      h("h1", { class: "hidden" }, t("tab_play")),
      h("div", { class: "left" }, parts.stage),
      h("aside", { class: "side" }, parts.strip, parts.panel, parts.sheet, parts.tools),
    );
    this.#show();
  }

  #setUp() {
    const acts = {
      changeRules: () => this.#app.rulesDialog(),
      start: () => this.#start().catch((error) => this.#app.alert(error)),
    };
    this.#parts.main.replaceChildren(trainingForm(this.#strengths, acts));
  }

  async #start() {
    const found = await post("/rules", { rules: settings.get("rules"), language: settings.get("language") });
    this.#match = new Match({
      rules: found.rules,
      players: found.players,
      sides: found.sides,
      needed: settings.get("length") === "match" ? found.needed : 0,
      dealer: Math.floor(Math.random() * found.players),
    });
    await this.#deal();
  }

  async #deal() {
    if (this.#counted) this.#match.passDeal();
    const found = await post("/deal", { rules: this.#match.rules });
    this.#seed = found.seed;
    this.#practice = false;
    this.#counted = false;
    this.#hint = null;
    this.#game.take(found.state.position, [], [found.state]);
    this.#app.say(t("dealt", { seed: found.seed }));
    this.#app.head();
    this.draw();
    this.#next();
  }

  get #yours() {
    return !this.#game.state.over && this.#game.state.turn === this.#match.you;
  }

  get #canUndo() {
    if (!this.#match || this.#counted) return false;
    return this.#game.states.slice(0, -1).some((state) => state.turn === this.#match.you);
  }

  /** Whoever is to move moves: bots at once, the person when ready. */
  async #next() {
    this.#abort?.abort();
    const abort = (this.#abort = new AbortController());
    try {
      while (!this.#game.state.over && !this.#yours) {
        const strength = this.#match.partnerOf(this.#match.placeOf(this.#game.state.turn))
          ? "partner"
          : "opponents";
        const [move] = await Promise.all([
          this.#bot(settings.get(strength), abort.signal),
          pause(settings.get("speed"), abort.signal),
        ]);
        await this.#game.play(move);
        this.#sayMove();
        this.#show();
      }
    } catch (error) {
      if (!isAbort(error)) this.#app.alert(error);
      return;
    }
    if (this.#game.state.over) this.#over();
    else {
      this.#app.say(t("your_turn"));
      this.#clock.start(settings.get("timer"));
    }
  }

  async #bot(player, signal) {
    const body = { deal: this.#game.deal, moves: this.#game.moves, player, seed: this.#seed };
    return (await post("/bot", body, signal)).move;
  }

  async #played(move) {
    if (!this.#yours) return;
    this.#clock.stop();
    this.#hint = null;
    try {
      await this.#game.play(move);
    } catch (error) {
      this.#app.alert(error);
      return;
    }
    this.#sayMove();
    this.#show();
    this.#next();
  }

  async #timeUp() {
    if (!this.#yours) return;
    this.#app.note(t("time_up"));
    try {
      this.#played(await this.#bot(STAND_IN));
    } catch (error) {
      this.#app.alert(error);
    }
  }

  #tick(left) {
    const box = this.#parts.panel?.querySelector(".clock");
    if (!box) return;
    box.textContent = t("time_left", { n: left });
    box.classList.toggle("short", left <= 5);
  }

  #sayMove() {
    const { at, states, state } = this.#game;
    this.#app.say(
      playedWords(states[at - 1], this.#game.made(at), this.#match.you) +
        (state.over ? `. ${t("over")}` : ""),
    );
  }

  #takeBack() {
    this.#abort?.abort();
    const mine = this.#game.states.slice(0, -1).findLastIndex((state) => state.turn === this.#match.you);
    this.#practice = true;
    this.#hint = null;
    this.#game.cut(mine);
    this.#app.note(t("practice_now"));
    this.#show();
    this.#next();
  }

  async #askHint() {
    if (!this.#yours) return;
    const state = this.#game.state;
    this.#parts.panel
      .querySelector(".hint-slot")
      ?.replaceChildren(h("p", { class: "progress" }, h("span", { class: "busy" }), t("thinking")));
    try {
      const body = {
        deal: this.#game.deal,
        moves: this.#game.moves,
        seat: this.#match.you,
        language: settings.get("language"),
        seconds: HINT_SECONDS,
      };
      const hint = await post("/hint", body);
      if (this.#game.state !== state) return;
      this.#hint = hint;
      this.#show();
      const best = state.legal.find((legal) => legal.move === hint.best);
      this.#app.say(`${hint.idea} ${hint.best}`);
      this.#board.pick([...byCard(state).keys()].indexOf(best.card));
    } catch (error) {
      this.#show();
      this.#app.alert(error);
    }
  }

  #over() {
    if (!this.#counted) this.#match.count(this.#game.state);
    this.#counted = true;
    this.#app.say(this.#resultWords());
    this.#show();
    this.#parts.panel.querySelector("button.primary")?.focus();
  }

  #resultWords() {
    const { state } = this.#game;
    const { you } = this.#match;
    const points = state.score.points;
    const mine = points[state.side_of[you]];
    const others = points.filter((_, side) => side !== state.side_of[you]);
    const key =
      mine > Math.max(...others) ? "hand_won" : mine < Math.max(...others) ? "hand_lost" : "hand_level";
    return t(key, { points: [mine, ...others].join("–") });
  }

  #show() {
    if (!this.#parts?.stage || !this.#match) return;
    const { state } = this.#game;
    const { you } = this.#match;
    const open = state.hands.map((_, seat) => seat === you || state.over);
    this.#board.show({
      state,
      bottom: you,
      south: you,
      open,
      playable: this.#yours && !state.over,
      values: null,
      captures: settings.get("showCaptures"),
    });
    if (this.#board.root.parentNode !== this.#parts.stage)
      this.#parts.stage.replaceChildren(this.#board.root);
    const mine = state.side_of[you];
    const sides = [
      mine,
      ...Array.from({ length: state.sides }, (_, side) => side).filter((side) => side !== mine),
    ];
    this.#parts.strip.replaceChildren(scoreStrip(state, { south: you, you, sides }));
    this.#drawPanel(state, you);
    this.#parts.sheet.replaceChildren(
      h("h2", {}, t("record")),
      scoreSheet(this.#game, { south: you, onpick: () => {} }),
    );
    this.#drawTools(state);
  }

  #drawPanel(state, you) {
    const match = this.#match;
    const totals = match.needed
      ? h(
          "p",
          { class: "totals" },
          t("match_to", { n: match.needed }),
          " ",
          match.totals.map((total, team) =>
            h("b", {}, `${sideForPlayer(state, match.sideOf(team, state), you)} ${total} `),
          ),
        )
      : null;
    this.#parts.panel.replaceChildren(
      h(
        "p",
        { class: "status" },
        state.over
          ? h("b", {}, this.#resultWords())
          : this.#yours
            ? h("b", {}, t("your_turn"))
            : t("waiting", { who: seatName(state.turn, state.players, you) }),
        this.#practice && h("span", { class: "tag" }, t("practice")),
        settings.get("timer") > 0 && this.#yours && h("span", { class: "clock", role: "timer" }),
      ),
      totals ?? "",
      state.over
        ? this.#ending()
        : h("div", { class: "hint-slot" }, this.#hint && hintCard(this.#hint, state)),
    );
  }

  #ending() {
    const { deal, moves } = this.#game;
    const winner = this.#match.winner;
    const more = this.#match.needed && winner === null;
    return h(
      "div",
      { class: "ending" },
      winner !== null && h("p", { class: "winner" }, t(winner === 0 ? "match_won" : "match_lost")),
      h(
        "div",
        { class: "row" },
        more
          ? button(t("next_hand"), () => this.#deal().catch((e) => this.#app.alert(e)), {
              class: "primary",
              id: "next-hand",
            })
          : button(t("play_again"), () => this.#start().catch((e) => this.#app.alert(e)), {
              class: "primary",
              id: "again",
            }),
        button(t("review_this"), () => this.#app.hand("review", { deal, moves, seat: this.#match.you }), {
          id: "review",
        }),
        button(t("analyse_this"), () => this.#app.hand("analyse", { deal, moves, at: 0 }), { id: "analyse" }),
      ),
    );
  }

  #drawTools(state) {
    this.#parts.tools.replaceChildren(
      button(t("hint"), () => this.#askHint(), {
        id: "hint",
        disabled: !this.#yours,
        "aria-keyshortcuts": "h",
      }),
      iconButton(icon("undo"), t("take_back"), () => this.undo(), { id: "undo", disabled: !this.#canUndo }),
      button(t("quiz_me"), () => this.#quiz(), {
        id: "quiz",
        disabled: state.over || !this.#game.moves.length,
        "aria-keyshortcuts": "q",
      }),
      button(
        t("new_game"),
        () => {
          this.leave();
          this.#match = null;
          this.draw();
        },
        { id: "new" },
      ),
    );
  }

  #quiz() {
    const { deal, moves } = this.#game;
    if (moves.length) this.#app.hand("quiz", { deal, moves, seat: this.#match.you });
  }
}

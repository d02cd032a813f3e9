// Verdicts on moves: a sign, a class and a word each. The server decides which verdict a move gets.

import { table } from "./words.js";

const CLASSES = { "?!": "v-slip", "?": "v-mistake", "??": "v-blunder" };
const LUCK = { unlucky: "↯", lucky: "☘" };

/** The mark after a reviewed move; its verdict is the word for luck where the cards gainsaid it. */
export function verdictMark({ verdict, sign }) {
  return {
    sign: sign + (LUCK[verdict] ?? ""),
    class: CLASSES[sign] ?? (verdict in LUCK ? "v-luck" : "v-good"),
    words: verdictWord(verdict),
  };
}

export const verdictWord = (verdict) => table().verdicts[verdict] ?? verdict.replaceAll("_", " ");

// Verdicts on moves: a sign, a class and a word each. The server decides which verdict a move gets.

import { table } from "./words.js";

const SIGNS = { best: "", good: "", unlucky: "↯", slip: "?!", mistake: "?", blunder: "??", only: "" };

/** The mark of a reviewed move, or null where there is nothing to say. */
export function verdictMark(reviewed) {
  const { verdict } = reviewed;
  const sign = SIGNS[verdict] ?? "";
  return { sign, class: `v-${verdict}`, words: verdictWord(verdict) };
}

export const verdictWord = (verdict) => table().verdicts[verdict] ?? verdict.replaceAll("_", " ");

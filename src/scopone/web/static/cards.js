// Cards as the notation writes them: a rank and a suit, "7d".

import { h } from "./dom.js";
import { settings } from "./settings.js";
import { table } from "./words.js";

const RANKS = "A23456789TFCR";
const SUITS = "dcsb";

const order = (card) => RANKS.indexOf(card[0]) * 4 + SUITS.indexOf(card[1]);

export const sorted = (cards) => [...cards].sort((a, b) => order(a) - order(b));
export const suits = [...SUITS];
export const cardUrl = (card) => `/cards/${settings.get("deck")}/${card}.svg`;

/** The picture of a card, or of the back; who listens gets the name from what it stands in. */
export const face = (card) => h("img", { src: cardUrl(card), alt: "", draggable: "false", decoding: "sync" });

/** The name in full, in the language and with the suits of the deck in use: "seven of coins". */
export function cardName(card) {
  const { ranks, suits: names, of } = table().cards;
  const french = settings.get("deck") === "french";
  const rank = (french && ranks.french[card[0]]) || ranks.italian[card[0]];
  return `${rank} ${of} ${(french ? names.french : names.italian)[card[1]]}`;
}

export const suitName = (suit) => table().cards.suits[settings.get("deck")][suit];
export const cardNames = (cards) => cards.map(cardName).join(", ");

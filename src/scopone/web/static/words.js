// Texts in the language in use. The tables are words/it.js and words/en.js; they have the same keys.

import { settings } from "./settings.js";
import en from "./words/en.js";
import it from "./words/it.js";

const TABLES = { it, en };

export const languages = Object.keys(TABLES);
export const table = () => TABLES[settings.get("language")];

/** The text of a key with its {names} filled in. */
export function t(key, values = {}) {
  const text = table().texts[key];
  if (text === undefined) throw new Error(`no text ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** The name of a scoring item; one that the tables lack keeps the name it has in the rules. */
export const itemName = (item) => table().items[item] ?? item.replaceAll("_", " ");
export const themeName = (theme) => table().themes[theme] ?? theme.replaceAll("_", " ");

/** A number with its sign, as values are written: +2, 0, −1. */
export function signed(value, digits = 0) {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return (value > 0 ? "+" : "−") + text;
}

export function number(value) {
  return new Intl.NumberFormat(settings.get("language")).format(value);
}

// What the player chose: kept in the browser, told to who listens.

const KEY = "scopone.settings";

const DEFAULTS = {
  language: (navigator.language ?? "en").startsWith("it") ? "it" : "en",
  deck: "italian",
  rules: "scopone10",
  analysis: true,
  open: true,
  seconds: 20,
  length: "hand",
  partner: "circolo",
  opponents: "circolo",
  timer: 0,
  showCaptures: true,
  speed: 700,
  quizRounds: 5,
};

class Settings extends EventTarget {
  #values;

  constructor() {
    super();
    this.#values = { ...DEFAULTS, ...read() };
  }

  get(name) {
    return this.#values[name];
  }

  set(name, value) {
    if (this.#values[name] === value) return;
    this.#values[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#values));
    } catch {
      // private windows may keep nothing: the choice holds until the page is closed
    }
    this.dispatchEvent(new CustomEvent("change", { detail: name }));
  }
}

function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY)) ?? {};
    return Object.fromEntries(Object.entries(found).filter(([k, v]) => typeof v === typeof DEFAULTS[k]));
  } catch {
    return {};
  }
}

export const settings = new Settings();

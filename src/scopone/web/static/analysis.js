// Open-hand values of the position one looks at, as the server's search proves them. One search at a time.

import { ApiError, isAbort, stream } from "./api.js";

export class Analysis {
  #known = new Map(); // position to its last result
  #abort = null;
  #position = null;
  #tell;

  /** `tell(position, result)` is called with every step of a search; `result.error` if it was refused. */
  constructor(tell) {
    this.#tell = tell;
  }

  get running() {
    return this.#abort !== null;
  }

  known(position) {
    return this.#known.get(position) ?? null;
  }

  /** Searches a position unless its values are known; whatever else is searched is stopped. */
  async run(position, seconds) {
    if (this.#position === position && this.#abort) return;
    this.stop();
    if (this.known(position)?.exact) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.#position = position;
    try {
      await this.#search(position, seconds, abort.signal);
    } catch (error) {
      if (!isAbort(error)) this.#tell(position, { error });
    } finally {
      if (this.#abort === abort) {
        this.#abort = null;
        this.#tell(position, this.known(position));
      }
    }
  }

  stop() {
    this.#abort?.abort();
    this.#abort = null;
    this.#position = null;
  }

  async #search(position, seconds, signal) {
    for (;;) {
      try {
        for await (const step of stream("/analyse", { position, seconds }, signal)) {
          this.#known.set(position, step);
          if (!signal.aborted) this.#tell(position, step);
        }
        return;
      } catch (error) {
        if (!(error instanceof ApiError) || ![429, 503].includes(error.status)) throw error;
        await pause(error.retryAfter * 1000, signal); // the server is busy: it says when to come again
      }
    }
  }
}

export function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("stopped", "AbortError"));
    });
  });
}

/** The values of a result by move, and the moves that are surely best. */
export function valuesOf(result, state) {
  const values = new Map((result?.moves ?? []).map((m) => [m.move, m]));
  const mover = state.side_of[state.turn] === 0 ? 1 : -1;
  const low = (m) => Math.min(mover * m.lower, mover * m.upper);
  const high = (m) => Math.max(mover * m.lower, mover * m.upper);
  const floor = Math.max(...[...values.values()].map(low));
  const bests = new Set();
  for (const [move, m] of values) {
    const beaten = [...values].some(([other, o]) => other !== move && high(o) > low(m));
    if (low(m) === floor && !beaten) bests.add(move);
  }
  return { values, bests };
}

// Time to think: counts down a move, and calls when it is up.

export class Clock {
  #timer = null;
  #ends = 0;

  constructor(tick, up) {
    this.tick = tick;
    this.up = up;
  }

  start(seconds) {
    this.stop();
    if (!seconds) return;
    this.#ends = performance.now() + seconds * 1000;
    this.#timer = setInterval(() => this.#beat(), 250);
    this.tick(seconds);
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #beat() {
    const left = Math.ceil((this.#ends - performance.now()) / 1000);
    this.tick(Math.max(0, left));
    if (left > 0) return;
    this.stop();
    this.up();
  }
}

// A delay that stays as it is while one plays.

/** In ms: delays are multiples of this, so that phones that need nearly the same have the same. */
const step = 40;
/** In ms: how much less than the next shorter delay must be needed before it is taken. */
const margin = 5;
/** In ms: a player who did not strike for so long rests. */
const rest = 4_000;
/** In ms, a multiple of `step`: what exceeds it is not waited for. */
const longest = 240;

/** @param {number} need */
const rounded = (need) => Math.ceil(need / step) * step;

/** Raised at once where more is needed, lowered only while the player rests. */
export class HeldDelay {
  constructor() {
    /** In ms. */
    this.milliseconds = 0;
    /** When it was used last, in the page's ms. */
    this.used = -Infinity;
  }

  /**
   * Follows what is needed.
   * @param {number} need  in ms
   * @param {number} now  in the page's ms
   * @returns {number} the delay in ms
   */
  follow(need, now) {
    const isResting = now - this.used > rest;
    const kept = isResting ? Math.min(this.milliseconds, rounded(need + margin)) : this.milliseconds;
    this.milliseconds = Math.min(longest, Math.max(rounded(need), kept));
    return this.milliseconds;
  }

  /**
   * The same for a stroke: the player doesn't rest.
   * @param {number} need
   * @param {number} now
   */
  use(need, now) {
    const delay = this.follow(need, now);
    this.used = now;
    return delay;
  }
}

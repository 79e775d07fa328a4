// The transport as it is heard here: where a page's own sound comes later than the session's, changes do so as well.

/** In ms: sound comes no later than this. */
const longest = 2_000;

export class HeardTransport {
  constructor() {
    /**
     * The transports of the last while, the oldest first, with when they came.
     * @type {{transport: any, came: number}[]}
     */
    this.past = [];
  }

  /**
   * Takes a change.
   * @param {any} transport  which the store will change in place
   * @param {number} now
   */
  take(transport, now) {
    this.past.push({ transport: { ...transport }, came: now });
    while (this.past.length > 1 && this.past[1].came <= now - longest) this.past.shift();
  }

  /**
   * What was known at a time.
   * @param {number} time
   */
  at(time) {
    return (this.past.filter(({ came }) => came <= time).at(-1) ?? this.past[0]).transport;
  }
}

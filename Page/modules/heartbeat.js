// Whether the other end of a connection still replies: after a pulled cable or a change of network no close event comes.

/** In ms: how often the other end is asked. */
export const period = 2_000;
/** In ms: the timeout of a reply, three periods less the jitter of timers; and the timeout of a connection that opens. */
const [replyTimeout, openTimeout] = [3 * period - 500, 10_000];

/** The time for which a reply is missing. The time in which the page was hidden, asleep or blocked does not count. */
export class Heartbeat {
  /** @param {number} [timeout]  of a reply, in ms */
  constructor(timeout = replyTimeout) {
    this.replyTimeout = timeout;
    this.timeout = timeout;
    /** When the first request without a reply was sent; Infinity where none is missing. */
    this.since = Infinity;
    this.lastTick = performance.now();
    /** Whether a reply takes longer than any network in use. */
    this.isOverdue = false;
  }

  /** A connection is being opened. */
  open() {
    this.since = performance.now();
    this.timeout = openTimeout;
  }

  /** Something was sent that has a reply. */
  send() {
    this.since = Math.min(this.since, performance.now());
  }

  /** Something came, or the connection has ended. */
  hear() {
    this.since = Infinity;
    this.timeout = this.replyTimeout;
    this.isOverdue = false;
  }

  /**
   * To be called once a period, before the next request.
   * @returns {boolean} whether the connection is dead
   */
  tick() {
    const now = performance.now();
    // A timer that is late was held up like the replies: these are delivered first. Workers have no document.
    if (globalThis.document?.hidden || now - this.lastTick > 1.5 * period) this.since = Math.max(this.since, now);
    this.lastTick = now;
    this.isOverdue = now - this.since > 0.75 * period;
    return now - this.since > this.timeout;
  }
}

// The session's clock in the page: host time by the shortest round trip, and the beat that is heard now.

/** Milliseconds by which the clock of a page may be coarse. */
const grain = 0.2;

/** CLOCK_MONOTONIC of the session's machine, as seen from here. */
export class HostClock {
  constructor() {
    /** @type {{trip: number, offset: number}[]} */
    this.samples = [];
    this.offset = NaN;
  }

  /**
   * The offset is known to half a trip. An older sample that cannot be true together with this one is of a clock that
   * has stood still since, as in sleep, or that runs at another rate.
   * @param {{sent: number, time: number}} sync  milliseconds as sent, and nanoseconds of the host
   */
  take(sync) {
    const trip = performance.now() - sync.sent;
    const offset = sync.time / 1e6 - sync.sent - trip / 2;
    this.samples = this.samples.filter((old) => Math.abs(old.offset - offset) <= (old.trip + trip) / 2 + grain);
    this.samples = [...this.samples, { trip, offset }].slice(-16);
    this.offset = this.samples.reduce((best, next) => (next.trip < best.trip ? next : best)).offset;
  }

  /**
   * Begins again, after a rest or with another connection. Until the first reply the old offset is the best there is.
   * @param {() => void} ask  asks for the host's time
   */
  renew(ask) {
    this.samples = [];
    for (let index = 0; index < 6; index++) setTimeout(ask, 40 * index);
  }

  /**
   * Begins again whenever the page is shown again: it may have slept.
   * @param {() => void} ask  asks for the host's time
   */
  follow(ask) {
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.renew(ask);
    });
  }

  /** Now in milliseconds. */
  now() {
    return performance.now() + this.offset;
  }

  /**
   * Milliseconds from now until a host time in nanoseconds.
   * @param {number} nanoseconds
   */
  until(nanoseconds) {
    return nanoseconds / 1e6 - this.now();
  }
}

/**
 * In ms: from when a context plays a sample to when it is heard.
 * @param {AudioContext} context
 */
export const latencyOf = (context) => 1_000 * (context.baseLatency + (context.outputLatency || 0));

/**
 * The beat that is heard at a host time, counted from the song's beginning.
 * @param {any} transport
 * @param {number} milliseconds
 */
export function beatAt(transport, milliseconds) {
  if (!transport.rolling || Number.isNaN(milliseconds)) return transport.beat;
  return transport.beat + ((milliseconds - transport.time / 1e6) * transport.tempo) / 60_000;
}

/**
 * A remainder that is never negative.
 * @param {number} value
 * @param {number} by
 */
export const floorMod = (value, by) => value - Math.floor(value / by) * by;

/**
 * Where a lane is at a beat since its pattern began: the share of its loop, and the loop's number.
 * @param {{length: number}} grid
 * @param {number} speed
 * @param {number} beats
 */
export function placeInLane(grid, speed, beats) {
  const own = beats * speed;
  return { beat: floorMod(own, grid.length), loop: Math.floor(own / grid.length) };
}

/**
 * The last marker at or before a beat within its loop.
 * @param {number[]} beats
 * @param {number} beat
 */
export function markerAt(beats, beat) {
  let low = 0;
  let high = beats.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (beats[middle] > beat + 1e-9) high = middle;
    else low = middle + 1;
  }
  return low === 0 ? beats.length - 1 : low - 1;
}

/**
 * The beats of a grid in a loop: moving grids have their own in each.
 * @param {any} grid
 * @param {number} loop
 */
export function beatsInLoop(grid, loop) {
  return grid.loops ? grid.loops[floorMod(loop, grid.loops.length)] : grid.beats;
}

/**
 * Which step of a lane sounded at a beat: the nearest that is a hit, the strokes of a ratchet being its step's.
 * @param {any} lane
 * @param {any} shared  the pattern's grid
 * @param {number} beats  since the pattern began
 * @returns {number | null}
 */
export function stepHeard(lane, shared, beats) {
  const grid = lane.grid ?? shared;
  const { beat, loop } = placeInLane(grid, lane.speed ?? 1, beats);
  const places = beatsInLoop(grid, loop);
  let [nearest, least] = [/** @type {number | null} */ (null), Infinity];
  for (const [marker, place] of places.entries()) {
    const index = floorMod(marker - (lane.turn ?? 0) * loop, lane.steps.length);
    const step = lane.steps[index];
    if (step === null || step === undefined) continue;
    const after =
      floorMod(beat - place - fraction(step.offset ?? '0') + grid.length / 2, grid.length) - grid.length / 2;
    const width = step.ratchet ? (places[marker + 1] ?? grid.length) - place : 0;
    const distance = after < 0 ? -after : Math.max(0, after - width);
    if (distance < least) [nearest, least] = [index, distance];
  }
  return nearest;
}

/**
 * A number that is written as a fraction.
 * @param {string} text
 */
function fraction(text) {
  const [over, under = '1'] = text.split('/');
  return Number(over) / Number(under);
}

// A phone as a stick: strokes out of the acceleration of the hand. The same rules are in Swift (Sources/Motion), and
// both are held to the same traces (Tests/MotionTests).
//
// A stroke is where a falling hand is stopped: the acceleration against the fall is large, and rises quickly (TVDrums:
// by 0.4 g between samples at 100 Hz). Which way that is along the phone is learned, since platforms differ in signs.
import { velocities } from './velocities.js';

/**
 * @typedef {[number, number, number]} Vector
 * @typedef {{time: number, acceleration: Vector}} Sample  milliseconds, and m/s² along the phone's axes
 * @typedef {{time: number, strength: number}} Stroke  when it was meant in milliseconds, and its peak in m/s²
 * @typedef {{axis: Vector | null, soft: number, loud: number, rise: number}} Calibration  the way in which a hand is
 *   stopped, the peaks in m/s² of soft and of loud strokes, and how quickly soft ones rise in m/s³
 */

/**
 * What holds until a player has shown a few strokes.
 * @type {Calibration}
 */
export const standard = { axis: null, soft: 15, loud: 50, rise: 1600 };

/** Shares of a soft stroke's peak and rise from which a change is a stroke. */
const levelShare = 0.4;
const riseShare = 0.25;
/** In ms: no hand strikes twice in this time. */
const blocked = 50;
/** In ms: until then the next must be stronger than the last; afterwards what it needs halves each `half`. */
const refractory = 90;
const half = 45;
/** The share of its peak to which a stroke has fallen before it is over: a rise may rest for a sample. */
const over = 0.8;
/** In ms: how long a peak is waited for, how slowly the mean follows, and a rest after which all begins again. */
const patience = 45;
const settling = 1000;
const gap = 250;
/** In ms: in which half of a fall is forgotten; and how much of what was learned of falls each stroke replaces. */
const falling = 80;
const newness = 0.25;
/** Strokes from which the axis is learned, and how many of each kind a calibration needs. */
const learned = 4;

/** @param {Vector} a @param {Vector} b */
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @param {Vector} a @param {Vector} b @returns {Vector} */
const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
/** @param {Vector} a @param {Vector} b @param {number} share @returns {Vector} */
const sum = (a, b, share) => [a[0] + share * b[0], a[1] + share * b[1], a[2] + share * b[2]];
/** @param {Vector} a */
const length = (a) => Math.sqrt(dot(a, a));
/** @param {Vector} a @returns {Vector | null} */
const unit = (a) => (length(a) > 0 ? [a[0] / length(a), a[1] / length(a), a[2] / length(a)] : null);

/** Finds strokes in samples as they come. */
export class StrokeDetector {
  /**
   * @param {Calibration} [calibration]
   * @param {boolean} [isEager]  whether a stroke is reported as it rises, before its peak is known
   */
  constructor(calibration = standard, isEager = false) {
    this.calibration = calibration;
    this.isEager = isEager;
    this.axis = calibration.axis;
    /** @type {Vector} */
    this.sum = [0, 0, 0];
    this.count = 0;
    /** @type {Sample | null} */
    this.last = null;
    /** @type {Vector} */
    this.mean = [0, 0, 0];
    /** The push against the fall in the sample before, and the usual time between samples. */
    this.push = 0;
    this.interval = 0;
    /** How strongly the hand fell just now, and how much stronger it is stopped as a rule. */
    this.fall = 0;
    this.ratio = 2;
    /** @type {{began: number, places: {time: number, push: number}[], peak: number, vector: Vector, fall: number} | null} */
    this.rise = null;
    this.strokeTime = -Infinity;
    this.strokePeak = 0;
  }

  /**
   * Takes a sample; returns a stroke where one is known by now.
   * @param {Sample} sample
   * @returns {Stroke | null}
   */
  take(sample) {
    const last = this.last;
    if (!last || sample.time - last.time > gap) return this.begin(sample);
    const span = sample.time - last.time;
    if (!(span > 0)) return null;
    this.interval =
      this.interval === 0 ? span : this.interval + 0.05 * (Math.min(span, 2 * this.interval) - this.interval);
    const share = Math.min(1, span / settling);
    const away = minus(sample.acceleration, this.mean);
    this.mean = sum(this.mean, away, share);
    const vector = minus(sample.acceleration, this.mean);
    const push = this.axis ? dot(vector, this.axis) : length(vector);
    const before = this.push;
    this.last = sample;
    this.push = push;
    this.fall = Math.max(-push, this.fall * 2 ** (-span / falling));
    if (this.rise) return this.follow(sample.time, push, vector);
    // Stamps may be late: a sample soon after such a one did not really come sooner.
    const speed = ((push - before) / Math.max(span, 0.75 * this.interval)) * 1000;
    // What goes on rising after a stroke is still the same one.
    if (sample.time - this.strokeTime < blocked) this.strokePeak = Math.max(this.strokePeak, push);
    if (push < this.threshold(sample.time) || speed < riseShare * this.calibration.rise) return null;
    this.rise = {
      began: sample.time,
      places: [
        { time: last.time, push: before },
        { time: sample.time, push },
      ],
      peak: 1,
      vector,
      fall: this.fall,
    };
    return this.isEager ? { time: sample.time, strength: Math.max(push, this.fall * this.ratio) } : null;
  }

  /** @param {Sample} sample */
  begin(sample) {
    this.last = sample;
    this.mean = sample.acceleration;
    this.push = 0;
    this.interval = 0;
    this.fall = 0;
    this.rise = null;
    return null;
  }

  /**
   * The push that makes a stroke at a time.
   * @param {number} time
   */
  threshold(time) {
    const age = time - this.strokeTime;
    if (age < blocked) return Infinity;
    return Math.max(levelShare * this.calibration.soft, this.strokePeak * 2 ** ((refractory - age) / half));
  }

  /**
   * Waits for the peak of a rise.
   * @param {number} time @param {number} push @param {Vector} vector
   * @returns {Stroke | null}
   */
  follow(time, push, vector) {
    const rise = this.rise;
    if (!rise) return null;
    rise.places.push({ time, push });
    if (push > rise.places[rise.peak].push) {
      rise.peak = rise.places.length - 1;
      rise.vector = vector;
    }
    if (push >= over * rise.places[rise.peak].push && time - rise.began <= patience) return null;
    this.rise = null;
    this.strokeTime = rise.places[rise.peak].time;
    this.strokePeak = rise.places[rise.peak].push;
    // A peak between two samples is missed by a sensor: how strongly the hand fell says as much.
    const fall = rise.fall > 1 ? rise.fall * this.ratio : this.strokePeak;
    if (rise.fall > 1) this.ratio += newness * (Math.min(8, this.strokePeak / rise.fall) - this.ratio);
    this.learn(rise.vector);
    return this.isEager ? null : { time: summit(rise.places, rise.peak), strength: Math.sqrt(this.strokePeak * fall) };
  }

  /**
   * Learns from the first strokes which way a hand is stopped: more strongly than it falls.
   * @param {Vector} vector
   */
  learn(vector) {
    if (this.axis) return;
    const weight = length(vector);
    this.sum = sum(this.sum, vector, weight);
    this.count++;
    if (this.count >= learned) this.axis = unit(this.sum);
  }
}

/**
 * The time of a peak between samples: where the slope is nothing.
 * @param {{time: number, push: number}[]} places
 * @param {number} peak
 */
function summit(places, peak) {
  const [a, b, c] = [places[peak - 1], places[peak], places[peak + 1]];
  if (!a || !c) return b.time;
  const up = (b.push - a.push) / (b.time - a.time);
  const down = (c.push - b.push) / (c.time - b.time);
  if (!(up > 0 && down < 0)) return b.time;
  return (a.time + b.time) / 2 + ((up / (up - down)) * (c.time - a.time)) / 2;
}

/**
 * What a player's soft and loud strokes are like; null where there are too few.
 * @param {Sample[]} samples
 * @param {[number, number]} soft  when the soft ones were played, in ms
 * @param {[number, number]} loud
 * @returns {Calibration | null}
 */
export function calibrated(samples, soft, loud) {
  const during = samples.filter((sample) => sample.time >= loud[0] && sample.time <= loud[1]);
  if (during.length === 0) return null;
  const along = (/** @type {0 | 1 | 2} */ axis) => median(during.map((sample) => sample.acceleration[axis]));
  /** @type {Vector} */
  const middle = [along(0), along(1), along(2)];
  const vectors = samples.map((sample) => minus(sample.acceleration, middle));
  /** @type {Vector} */
  let stops = [0, 0, 0];
  for (const index of peaks(samples, vectors.map(length), loud)) stops = sum(stops, vectors[index], 1);
  const axis = unit(stops);
  if (!axis) return null;
  const pushes = vectors.map((vector) => dot(vector, axis));
  const [softs, louds] = [peaks(samples, pushes, soft), peaks(samples, pushes, loud)];
  if (softs.length < learned || louds.length < learned) return null;
  const found = {
    axis,
    soft: median(softs.map((index) => pushes[index])),
    loud: median(louds.map((index) => pushes[index])),
    rise: median(softs.map((index) => steepest(samples, pushes, index))),
  };
  return found.soft > 0 && found.loud > found.soft && found.rise > 0 ? found : null;
}

/**
 * Where the largest values are, 200 ms apart.
 * @param {Sample[]} samples @param {number[]} values @param {[number, number]} during
 */
function peaks(samples, values, during) {
  const order = [...samples.keys()]
    .filter((index) => samples[index].time >= during[0] && samples[index].time <= during[1])
    .sort((a, b) => values[b] - values[a] || a - b);
  /** @type {number[]} */
  const found = [];
  for (const index of order) {
    if (found.length < learned && found.every((other) => Math.abs(samples[other].time - samples[index].time) > 200))
      found.push(index);
  }
  return found;
}

/**
 * The steepest rise in the 40 ms up to a peak, in m/s³.
 * @param {Sample[]} samples @param {number[]} pushes @param {number} peak
 */
function steepest(samples, pushes, peak) {
  let most = 0;
  for (let index = peak; index > 0 && samples[peak].time - samples[index].time < 40; index--) {
    const span = Math.max(samples[index].time - samples[index - 1].time, 1);
    most = Math.max(most, ((pushes[index] - pushes[index - 1]) / span) * 1000);
  }
  return most;
}

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * How loud a stroke is: soft ones are 45, loud ones 115, as the ear has it.
 * @param {number} strength
 * @param {Calibration} calibration
 */
export function velocityOf(strength, calibration) {
  if (!(strength > 0)) return velocities.min;
  const share = Math.log(strength / calibration.soft) / Math.log(calibration.loud / calibration.soft);
  return Math.round(Math.min(velocities.max, Math.max(velocities.min, 45 + 70 * share)));
}

// Tempering, computed as the session computes it: two subdivisions, a mapping, and what lies between.

/**
 * @typedef {{count: number, beats: number[]}} Subdivision
 * @typedef {{upper: Subdivision, lower: Subdivision, mapping: number[]}} Temperament
 */

/** The parts of a circle or bar into which amounts snap: every fraction that musicians name is there. */
export const steps = 24;

/** @param {number} a @param {number} b @returns {number} */
const divisor = (a, b) => (b === 0 ? Math.abs(a) : divisor(b, a % b));

/**
 * A fraction in lowest terms.
 * @param {number} numerator
 * @param {number} denominator
 */
export function fraction(numerator, denominator) {
  const by = divisor(numerator, denominator) || 1;
  return denominator === by ? String(numerator / by) : `${numerator / by}/${denominator / by}`;
}

/**
 * The place of an upper beat at an amount of `parts` in `steps`, as an exact fraction of the bar.
 * @param {Temperament} temperament
 * @param {number} index
 * @param {number} parts
 */
export function exactPlace({ upper, lower, mapping }, index, parts) {
  return fraction(
    (steps - parts) * upper.beats[index] * lower.count + parts * mapping[index] * upper.count,
    steps * upper.count * lower.count);
}

/**
 * The same as a number of 0 to 1.
 * @param {Temperament} temperament
 * @param {number} index
 * @param {number} amount
 */
export function place({ upper, lower, mapping }, index, amount) {
  return (1 - amount) * upper.beats[index] / upper.count + amount * mapping[index] / lower.count;
}

/**
 * One to one where both have as many beats, else each to the nearest in time, the earlier of two.
 * @param {Subdivision} upper
 * @param {Subdivision} lower
 */
export function usualMapping(upper, lower) {
  if (upper.beats.length === lower.beats.length) return [...lower.beats];
  return upper.beats.map((beat) => {
    const distances = lower.beats.map((other) => Math.abs(other * upper.count - beat * lower.count));
    return lower.beats[distances.indexOf(Math.min(...distances))];
  });
}

/**
 * The mapping with one beat led elsewhere, as near as its neighbours let it: spokes never cross.
 * @param {Temperament} temperament
 * @param {number} index
 * @param {number} wanted  a place of 0 to 1
 */
export function remapped({ lower, mapping }, index, wanted) {
  const low = mapping[index - 1] ?? 0;
  const high = mapping[index + 1] ?? lower.count - 1;
  const allowed = lower.beats.filter((beat) => beat >= low && beat <= high);
  const nearest = allowed.reduce((best, beat) => (
    Math.abs(beat / lower.count - wanted) < Math.abs(best / lower.count - wanted) ? beat : best), allowed[0]);
  return mapping.map((beat, at) => (at === index ? nearest : beat));
}

/**
 * As the notation writes it.
 * @param {Subdivision} subdivision
 */
export function subdivisionText({ count, beats }) {
  return beats.length === count ? String(count) : `${count}(${beats.map((beat) => beat + 1).join(',')})`;
}

/**
 * A subdivision from text such as `5`, `8(1,4,7)` or `E(3,8)`; null for anything else.
 * @param {string} text
 * @returns {Subdivision | null}
 */
export function readSubdivision(text) {
  const found = /^\s*(?:(\d+)|(\d+)\(([\d,\s]+)\)|E\((\d+)\s*,\s*(\d+)(?:\s*,\s*(-?\d+))?\))\s*$/.exec(text);
  if (!found) return null;
  if (found[4]) return euclid(Number(found[4]), Number(found[5]), Number(found[6] ?? 0));
  const count = Number(found[1] ?? found[2]);
  if (count < 1 || count > 256) return null;
  const beats = found[3] ? found[3].split(',').map((beat) => Number(beat) - 1) : Array.from({ length: count }, (_, index) => index);
  const isInOrder = beats.every((beat, index) => beat >= 0 && beat < count && (index === 0 || beats[index - 1] < beat));
  return isInOrder && beats.length > 0 ? { count, beats } : null;
}

/**
 * Pulses spread as evenly as steps allow.
 * @param {number} pulses
 * @param {number} count
 * @param {number} turn
 * @returns {Subdivision | null}
 */
function euclid(pulses, count, turn) {
  if (pulses < 1 || pulses > count || count > 256) return null;
  const beats = [];
  for (let step = 0; step < count; step++) {
    if ((step * pulses) % count < pulses) beats.push((((step + turn) % count) + count) % count);
  }
  return { count, beats: beats.sort((a, b) => a - b) };
}

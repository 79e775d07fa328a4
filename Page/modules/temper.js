// Tempering, computed as the session computes it: two subdivisions, a mapping, and what lies between.
import { plain } from './dom.js';
import { rangeOf, within } from './ranges.js';
import { floorMod } from './time.js';

/**
 * @typedef {{count: number, beats: number[]}} Subdivision
 * @typedef {{upper: Subdivision, lower: Subdivision, mapping: number[]}} Temperament
 * @typedef {{numerator: number, denominator: number}} Amount  exact, 0 to 1
 * @typedef {{shape: string, from: Amount, to: Amount, loops: number}} Course  of shape `still`, `from` is the amount
 * @typedef {{value: number, exact: Amount | null}} Shown  an amount; on a sine wave most are not fractions
 */

/** The parts of a circle or bar into which dragged amounts snap: every fraction that musicians name is there. */
export const steps = 24;

/** The largest denominator that the session takes. */
const mostDenominator = 1_000_000;

/** The parts of a subdivision. */
const counts = rangeOf('euclid', 'STEPS');

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

/** @param {Amount} amount */
export const amountText = ({ numerator, denominator }) => fraction(numerator, denominator);

/** @param {Amount} amount */
export const amountValue = ({ numerator, denominator }) => numerator / denominator;

/**
 * An amount from text such as `1/5`, `0.35`, `35%` or `1`; null for anything else and outside 0 to 1. A longer decimal is
 * rounded to the largest denominator, as the session rounds it: `0.6180339887` is 0.618034.
 * @param {string} text
 * @returns {Amount | null}
 */
export function readAmount(text) {
  const found = /^\s*(?:(\d+)\/(\d+)|(\d+)(?:\.(\d+))?(%?))\s*$/.exec(text);
  if (!found) return null;
  const [, above, below, whole, digits = '', percent] = found;
  if (above !== undefined) return amount(Number(above), Number(below));
  const hundred = percent ? 100 : 1;
  const isWhole = /^0*$/.test(digits);
  if (Number(whole) > hundred || (Number(whole) === hundred && !isWhole)) return null;
  const places = Math.min(digits.length, percent ? 4 : 6);
  const roundedUp = digits.charAt(places) >= '5' ? 1 : 0;
  const numerator = Number(whole + digits.slice(0, places)) + roundedUp;
  // What is not zero must not become zero.
  return numerator > 0 || isWhole ? amount(numerator, hundred * 10 ** places) : null;
}

/**
 * @param {number} numerator @param {number} denominator
 * @returns {Amount | null}
 */
function amount(numerator, denominator) {
  if (denominator < 1 || numerator > denominator) return null;
  const by = divisor(numerator, denominator);
  return denominator / by > mostDenominator ? null : { numerator: numerator / by, denominator: denominator / by };
}

/**
 * How the amount goes, from a temperament's text as the session writes it: `5:7 1/2`, `5:7 0 to 1 over 8 sine map 1,2,4`.
 * @param {string} text
 * @returns {Course | null}
 */
export function readCourse(text) {
  const [, first, to, last, over, loops, shape] = text.split(' map ')[0].split(' ');
  const from = readAmount(first ?? '');
  if (!from) return null;
  if (to === undefined) return { shape: 'still', from, to: from, loops: 1 };
  const end = readAmount(last ?? '');
  return to === 'to' && end && over === 'over' ? { shape: shape ?? 'line', from, to: end, loops: Number(loops) } : null;
}

/**
 * As the session reads it.
 * @param {Course} course
 */
export const courseText = ({ shape, from, to, loops }) =>
  shape === 'still' ? amountText(from) : `${amountText(from)} to ${amountText(to)} over ${loops} ${shape}`;

/** The values of a sine wave there and back that are fractions (I. Niven, "Irrational Numbers", 1956), by twelfths of it. */
const waveParts = new Map([
  [0, 0],
  [2, 1],
  [3, 2],
  [4, 3],
  [6, 4],
  [8, 3],
  [9, 2],
  [10, 1],
]);

/**
 * The amount in a loop.
 * @param {Course} course
 * @param {number} loop
 * @returns {Shown}
 */
export function amountIn({ shape, from, to, loops }, loop) {
  const index = floorMod(loop, loops);
  if (shape === 'sine') {
    const part = waveParts.get((12 * index) / loops);
    if (part !== undefined) return between(from, to, part, 4);
    const wave = (1 - Math.cos((2 * Math.PI * index) / loops)) / 2;
    return { value: amountValue(from) + (amountValue(to) - amountValue(from)) * wave, exact: null };
  }
  if (shape === 'back') return between(from, to, 2 * Math.min(index, loops - index), loops);
  return shape === 'line' ? between(from, to, index, loops - 1) : between(from, from, 0, 1);
}

/**
 * What lies between two amounts.
 * @param {Amount} from @param {Amount} to @param {number} part @param {number} whole
 * @returns {Shown}
 */
function between(from, to, part, whole) {
  const numerator = from.numerator * to.denominator * (whole - part) + to.numerator * from.denominator * part;
  const denominator = from.denominator * to.denominator * whole;
  const by = divisor(numerator, denominator);
  const exact = { numerator: numerator / by, denominator: denominator / by };
  return { value: numerator / denominator, exact: Number.isSafeInteger(denominator) ? exact : null };
}

/** The longest fraction that is written out. */
const mostDigits = 9;

/**
 * An amount as it is read: a fraction, or where that would be long or there is none, nearly.
 * @param {Shown} amount
 */
export function amountReading({ value, exact }) {
  const text = exact ? amountText(exact) : '';
  return text && text.length <= mostDigits ? text : `≈ ${plain(value, 3)}`;
}

/**
 * The place of an upper beat in the same way.
 * @param {Temperament} temperament
 * @param {number} index
 * @param {Shown} amount
 */
export function placeReading(temperament, index, { value, exact }) {
  const { upper, lower, mapping } = temperament;
  // What is at one place in both rhythms stays there.
  const stays = upper.beats[index] * lower.count === mapping[index] * upper.count;
  const known = stays ? { numerator: 0, denominator: 1 } : exact;
  const isWithin = known && Number.isSafeInteger(known.denominator * upper.count * lower.count);
  const text = isWithin ? exactPlace(temperament, index, known) : '';
  return text && text.length <= mostDigits ? text : `≈ ${plain(place(temperament, index, value), 4)}`;
}

/**
 * The place of an upper beat at an amount, as an exact fraction of the bar.
 * @param {Temperament} temperament
 * @param {number} index
 * @param {Amount} amount
 */
function exactPlace({ upper, lower, mapping }, index, { numerator, denominator }) {
  return fraction(
    (denominator - numerator) * upper.beats[index] * lower.count + numerator * mapping[index] * upper.count,
    denominator * upper.count * lower.count,
  );
}

/**
 * The same as a number of 0 to 1.
 * @param {Temperament} temperament
 * @param {number} index
 * @param {number} amount
 */
export function place({ upper, lower, mapping }, index, amount) {
  return ((1 - amount) * upper.beats[index]) / upper.count + (amount * mapping[index]) / lower.count;
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
  const allowed = reach({ lower, mapping }, index);
  const nearest = allowed.reduce(
    (best, beat) => (Math.abs(beat / lower.count - wanted) < Math.abs(best / lower.count - wanted) ? beat : best),
    allowed[0],
  );
  return mapping.map((beat, at) => (at === index ? nearest : beat));
}

/**
 * The mapping with one beat led some lower beats later, or earlier, as far as its neighbours let it.
 * @param {Temperament} temperament
 * @param {number} index
 * @param {number} by
 */
export function led({ lower, mapping }, index, by) {
  const allowed = reach({ lower, mapping }, index);
  const at = Math.min(allowed.length - 1, Math.max(0, allowed.indexOf(mapping[index]) + by));
  return mapping.map((beat, other) => (other === index ? allowed[at] : beat));
}

/**
 * The lower beats that an upper beat can be led to: those between its neighbours'.
 * @param {{lower: Subdivision, mapping: number[]}} temperament
 * @param {number} index
 */
function reach({ lower, mapping }, index) {
  const low = mapping[index - 1] ?? 0;
  const high = mapping[index + 1] ?? lower.count - 1;
  return lower.beats.filter((beat) => beat >= low && beat <= high);
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
  if (count !== within(count, counts)) return null;
  const beats = found[3]
    ? found[3].split(',').map((beat) => Number(beat) - 1)
    : Array.from({ length: count }, (_, index) => index);
  const isInOrder = beats.every((beat, index) => beat >= 0 && beat < count && (index === 0 || beats[index - 1] < beat));
  return isInOrder && beats.length > 0 ? { count, beats } : null;
}

/**
 * Pulses spread as evenly as steps allow, as the session spreads them: by Bjorklund's algorithm (Toussaint, "The Euclidean
 * algorithm generates traditional musical rhythms", 2005).
 * @param {number} pulses
 * @param {number} count
 * @param {number} turn
 * @returns {Subdivision | null}
 */
function euclid(pulses, count, turn) {
  if (pulses < 1 || pulses > count || count > counts.max) return null;
  let rows = Array.from({ length: pulses }, () => [1]);
  let rest = Array.from({ length: count - pulses }, () => [0]);
  // A single rest is appended in the first pass; in later passes a single row is left as it is.
  for (let isFirst = true; rest.length > 1 || (isFirst && rest.length > 0); isFirst = false) {
    const dealt = Math.min(rows.length, rest.length);
    const grown = rows.slice(0, dealt).map((row, index) => [...row, ...rest[index]]);
    [rows, rest] = [grown, rows.length > dealt ? rows.slice(dealt) : rest.slice(dealt)];
  }
  const beats = [...rows, ...rest]
    .flat()
    .flatMap((hit, step) => (hit ? [(((step + turn) % count) + count) % count] : []));
  return { count, beats: beats.sort((a, b) => a - b) };
}

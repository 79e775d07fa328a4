// Steps as the notation writes them (docs/rhythm.md): X x o . + and the marks after a hit.

/**
 * What a step is drawn from: a plain hit travels as its velocity.
 * @param {any} step
 */
export const stepDetails = (step) => (typeof step === 'number' ? { velocity: step } : step);

/**
 * How the notation writes a velocity alone.
 * @param {number} velocity
 */
export const velocityWord = (velocity) =>
  new Map([
    [0, '.'],
    [56, 'o'],
    [96, 'x'],
    [120, 'X'],
  ]).get(velocity) ?? String(velocity);

/**
 * A step as the notation writes it.
 * @param {any} step
 */
export function stepText(step) {
  let text =
    step.velocity === 120 ? 'X' : step.velocity === 96 ? 'x' : step.velocity === 56 ? 'o' : `x=${step.velocity}`;
  if (step.accent) text += '!';
  if (step.probability !== undefined && step.probability < 100) text += `?${step.probability}`;
  if (step.ratchet && step.ratchet[0] > 1) {
    const [count, slope] = step.ratchet;
    text += `*${count}${slope ? `${slope > 0 ? '<' : '>'}${Math.abs(slope)}` : ''}`;
  }
  if (step.offset && step.offset !== '0') text += `@${step.offset}`;
  if (step.condition) text += `&${step.condition}`;
  if (step.hold) text += `~${step.hold}`;
  if (step.clip) text += `#${step.clip}`;
  return text;
}

/**
 * The marks of a lane, one for each step.
 * @param {any[]} steps
 */
export const marksOf = (steps) => steps.map((step) => (step === null ? '.' : stepText(stepDetails(step))));

/** A mark with what follows it: a hit, a rest, or the hold of the hit before. */
const mark = /[Xxo](?:=\d+|!|\?\d+|\*\d+(?:[<>]\d+)?|@-?\d+(?:[/.]\d+)?|&(?:!?fill|first|\d+:\d+)|~\d+|#\d+)*|[.+]/g;

/**
 * The marks of a written row, with where they are in it.
 * @param {string} row
 * @returns {{text: string, start: number}[]}
 */
export const readMarks = (row) => [...row.matchAll(mark)].map((found) => ({ text: found[0], start: found.index ?? 0 }));

/**
 * A line of a lane: its voice, and where its row begins; null for a line that is none.
 * @param {string} line
 */
export function readLane(line) {
  const found = /^\s*([A-Za-z][\w-]*|\d+(?:@\d+)?)\s*(?:\[[^\]]*\])?\s*:/.exec(line);
  if (!found || ['name', 'grid', 'loop', 'meter', 'clips', 'accent', 'groove'].includes(found[1])) return null;
  return { voice: found[1], start: found[0].length };
}

/**
 * Numbers from 1 as commands take them, such as `1-4 7`.
 * @param {number[]} indices  from 0, in order
 */
export function ranges(indices) {
  /** @type {number[][]} */
  const found = [];
  for (const index of indices) {
    const last = found.at(-1);
    if (last && last[1] + 1 === index) last[1] = index;
    else found.push([index, index]);
  }
  return found.map(([from, to]) => (from === to ? `${from + 1}` : `${from + 1}-${to + 1}`)).join(' ');
}

/**
 * Marks without `+`: a part of a row may begin where a hold was begun before it.
 * @param {string[]} marks
 */
export function unheld(marks) {
  const plain = marks.map((mark) => (mark === '+' ? '.' : mark));
  for (let index = 0; index < marks.length; index++) {
    let count = 0;
    while (marks[index + count + 1] === '+') count++;
    if (count > 0 && plain[index] !== '.' && !plain[index].includes('~')) plain[index] += `~${count}`;
  }
  return plain;
}

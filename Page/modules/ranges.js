// The ranges of numbers, as the table of commands has them: each is written once, in the daemon.

import { clamp } from './dom.js';

/** @typedef {{min: number, max: number}} Range */

const reply = await fetch('/commands.json');
/** @type {{path: string, ranges: {[argument: string]: [number, number]}}[]} */
const rows = reply.ok ? await reply.json() : [];

/**
 * The lowest and the highest number that a command takes.
 * @param {string} path  its words before its arguments, as in `reverb decay`
 * @param {string} argument  as its usage shows it: `SECONDS`
 * @returns {Range}
 */
export function rangeOf(path, argument) {
  const range = rows.find((row) => row.path === path && argument in row.ranges)?.ranges[argument];
  if (!range) throw new Error(`the table of commands has no ${path} ${argument}`);
  return { min: range[0], max: range[1] };
}

/** How often a hit plays, in per cent. */
export const probabilities = { min: 0, max: 100 * rangeOf('hits probability', '0…1').max };

/** Through how many further markers a hit is held: of all that can be typed, those that a finger can tell apart. */
export const holds = { ...rangeOf('hits hold', 'MARKERS'), max: 16 };

/** How hard a drum can be hit. */
export const velocities = rangeOf('hits velocity', 'VELOCITY');

/**
 * A range as errors write it.
 * @param {Range} range
 */
export const rangeText = ({ min, max }) => `${min}${min < 0 ? ' – ' : '–'}${max}`;

/**
 * The nearest number in a range.
 * @param {number} value @param {Range} range
 */
export const within = (value, { min, max }) => clamp(value, min, max);

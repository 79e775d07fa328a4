// Rolls of a finger or key that stays: each stroke is planned from where the roll began, or from the song's beat while that
// moves, so that no delay of a timer adds up. Strokes are sent shortly before they are due, with their time.
import { beatAt } from './time.js';

/** How long a finger rests before it rolls, in ms. */
const rest = 220;
/** How long before it is due a stroke is sent, in ms: a roll that is let go ends so much later at most. */
const ahead = 60;
/** A stroke that is later than this is left out, in ms: several at once are not heard as a roll. */
const mostLate = 10;
/** How much softer than the first the strokes of a roll are. */
const softer = 0.8;

/**
 * Beats from stroke to stroke.
 * @type {Record<string, number>}
 */
export const rates = { off: 0, '1/8': 1 / 2, '1/8t': 1 / 3, '1/16': 1 / 4, '1/16t': 1 / 6, '1/32': 1 / 8 };

/** @typedef {{drum: string, velocity: number, start: number, last: number, timer: number}} Roll  times in ms of the page */

export class Rolls {
  /**
   * @param {import('./app.js').App} app
   * @param {(drum: string, velocity: number, time: number) => void} send  sends a stroke that is heard at a time
   * @param {() => boolean} mayRoll  whether rolls go on
   */
  constructor(app, send, mayRoll) {
    this.app = app;
    this.send = send;
    this.mayRoll = mayRoll;
    this.rate = '1/32';
    /**
     * By pointer, or by the key's code.
     * @type {Map<number | string, Roll>}
     */
    this.rolls = new Map();
  }

  /**
   * Rolls once a finger or key that has struck stays.
   * @param {number | string} by  the pointer, or the key's code
   * @param {string} drum @param {number} velocity
   * @param {number} start  of the gesture, in ms of the page
   */
  begin(by, drum, velocity, start) {
    this.end(by);
    if (!rates[this.rate]) return;
    const roll = { drum, velocity: Math.max(1, Math.round(velocity * softer)), start, last: start + rest, timer: 0 };
    // The first stroke of a roll may be due as soon as the rest is over.
    roll.last -= this.interval / 2;
    this.rolls.set(by, roll);
    this.wait(by, roll);
  }

  /** @param {number | string} by */
  end(by) {
    clearTimeout(this.rolls.get(by)?.timer);
    this.rolls.delete(by);
  }

  endAll() {
    for (const by of [...this.rolls.keys()]) this.end(by);
  }

  /** From stroke to stroke, in ms. */
  get interval() {
    return (rates[this.rate] * 60_000) / this.app.store.transport.tempo;
  }

  /**
   * When the stroke after the last one is due, in ms of the page.
   * @param {Roll} roll
   */
  next({ start, last }) {
    const { interval } = this;
    const from = last + interval / 2;
    const { transport } = this.app.store;
    const offset = this.app.clock.offset;
    if (!transport.rolling || Number.isNaN(offset)) return start + Math.ceil((from - start) / interval) * interval;
    const strokes = (beatAt(transport, from + offset) - transport.origin) / rates[this.rate];
    return from + (Math.ceil(strokes) - strokes) * interval;
  }

  /** @param {number | string} by @param {Roll} roll */
  wait(by, roll) {
    const wait = this.next(roll) - ahead - performance.now();
    roll.timer = setTimeout(() => this.strike(by, roll), Math.max(0, wait));
  }

  /**
   * Sends what is due soon.
   * @param {number | string} by @param {Roll} roll
   */
  strike(by, roll) {
    if (!this.mayRoll() || !rates[this.rate]) return this.end(by);
    const now = performance.now();
    for (let due = this.next(roll); due <= now + ahead; due = this.next(roll)) {
      roll.last = due;
      if (due >= now - mostLate) this.send(roll.drum, roll.velocity, due);
    }
    this.wait(by, roll);
  }
}

// The rhythm designer's numbers: the two subdivisions, the amount, and how it moves.
import { el } from './dom.js';
import { rangeOf, within } from './ranges.js';
import { amountReading, amountText, readAmount, readSubdivision, steps, subdivisionText } from './temper.js';

const shapes = [
  ['still', 'stays'],
  ['sine', 'there and back, smoothly'],
  ['back', 'there and back'],
  ['line', 'there, and begins again'],
];

/** @param {string} label @param {Record<string, any>} properties */
const input = (label, properties) =>
  /** @type {HTMLInputElement} */ (
    el('input', { 'aria-label': label, spellcheck: 'false', autocomplete: 'off', ...properties })
  );

/** @param {string} name @param {HTMLElement} control */
const labelled = (name, control) => el('label', { class: 'field' }, el('span', {}, name), control);

/**
 * `subdivide` gets what was written, `show` draws what there is.
 * @typedef {{subdivide: (written: {upper?: string, lower?: string}) => void, turn: (parts: number) => void,
 *   finish: () => void, move: (course: Partial<import('./temper.js').Course>) => void, show: () => void}} Acts
 */

/** Over how many loops an amount moves. */
const loops = rangeOf('temper', 'LOOPS');

export class RhythmControls {
  /** @param {(message: string, level: string) => void} say @param {Acts} acts */
  constructor(say, acts) {
    this.say = say;
    this.upper = input('Inner rhythm', { size: 8 });
    this.lower = input('Outer rhythm', { size: 8 });
    this.amount = input('Amount', { type: 'range', min: 0, max: steps, step: 1 });
    this.reading = el('output', {});
    this.shape = /** @type {HTMLSelectElement} */ (
      el('select', { 'aria-label': 'How it moves' }, ...shapes.map(([value, name]) => el('option', { value }, name)))
    );
    this.loops = input('Loops', { type: 'number', ...loops });
    this.from = input('From', { size: 5 });
    this.to = input('To', { size: 5 });
    this.listen(acts);
    this.root = el(
      'div',
      { class: 'controls' },
      el('label', { class: 'slider' }, el('span', { class: 'name' }, 'Amount'), this.amount, this.reading),
      el(
        'div',
        { class: 'fields' },
        labelled('Inner', this.upper),
        labelled('Outer', this.lower),
        labelled('Over the loops', this.shape),
        labelled('From', this.from),
        labelled('To', this.to),
        labelled('Loops', this.loops),
      ),
    );
  }

  /** @param {Acts} acts */
  listen(acts) {
    for (const [field, side] of /** @type {[HTMLInputElement, 'upper' | 'lower'][]} */ ([
      [this.upper, 'upper'],
      [this.lower, 'lower'],
    ])) {
      field.addEventListener('change', () => {
        if (!readSubdivision(field.value)) return this.refuse(field, 'a number such as 5, 8(1,4,7) or E(3,8)');
        acts.subdivide({ [side]: field.value });
      });
    }
    // What was refused is not what there is, and what came while a hand wrote was not shown.
    for (const field of [this.upper, this.lower, this.from, this.to, this.loops])
      field.addEventListener('blur', () => acts.show());
    this.amount.addEventListener('input', () => acts.turn(Number(this.amount.value)));
    this.amount.addEventListener('change', () => acts.finish());
    this.shape.addEventListener('change', () => acts.move({ shape: this.shape.value }));
    this.loops.addEventListener('change', () =>
      acts.move({ loops: within(Math.round(Number(this.loops.value) || 8), loops) }),
    );
    for (const [field, end] of /** @type {[HTMLInputElement, 'from' | 'to'][]} */ ([
      [this.from, 'from'],
      [this.to, 'to'],
    ])) {
      field.addEventListener('change', () => {
        const amount = readAmount(field.value);
        if (!amount) return this.refuse(field, 'an amount of 0–1, such as 1/4, 0.35 or 35%');
        acts.move({ [end]: amount });
      });
    }
  }

  /** @param {HTMLInputElement} field @param {string} expected */
  refuse(field, expected) {
    this.say(`${field.getAttribute('aria-label')}: expected ${expected}, found “${field.value}”`, 'error');
  }

  /**
   * What a hand writes into stays.
   * @param {import('./temper.js').Temperament} temperament
   * @param {import('./temper.js').Shown} amount
   * @param {import('./temper.js').Course} course
   */
  draw(temperament, amount, course) {
    const isStill = course.shape === 'still';
    const show = (/** @type {HTMLInputElement} */ field, /** @type {string} */ text) => {
      if (document.activeElement !== field) field.value = text;
    };
    show(this.upper, subdivisionText(temperament.upper));
    show(this.lower, subdivisionText(temperament.lower));
    show(this.from, amountText(course.from));
    show(this.to, amountText(course.to));
    show(this.loops, String(course.loops));
    const text = amountReading(amount);
    // A slider that is held is not moved.
    if (isStill || !this.amount.matches(':active')) {
      this.amount.value = String(amount.value * steps);
      this.amount.style.setProperty('--part', String(amount.value));
    }
    this.amount.setAttribute('aria-valuetext', isStill ? text : `${text}, moving`);
    this.reading.textContent = text;
    this.shape.value = course.shape;
    for (const field of [this.from, this.to, this.loops]) field.disabled = isStill;
  }
}

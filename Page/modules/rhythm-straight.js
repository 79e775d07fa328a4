// The rhythm designer's picture as two rulers, slanted lines between them, and a cursor at the amount.
import { clamp, svg } from './dom.js';
import { SpokeEnds } from './ends.js';
import { holdable } from './held.js';
import { isNumbered, placed, widthOf, write } from './labels.js';
import { place, placeReading, steps } from './temper.js';

// It is drawn as wide as it is shown, so that its type and its handles stay as large on a phone.
const height = 200;
const top = 30;
const bottom = 160;
const left = 22;
const type = 12;

export class StraightPicture {
  /** @param {import('./rhythm-round.js').RoundPicture['acts']} acts */
  constructor(acts) {
    this.acts = acts;
    /** The length of the rulers. */
    this.length = 600 - 2 * left;
    this.lines = svg('g', {});
    this.courses = [0, 1].map(() => svg('line', { class: 'course', hidden: true, x1: left }));
    this.cursor = svg('line', { class: 'tempered', x1: left });
    this.grip = svg('line', { class: 'grip', x1: left, 'stroke-width': 40 });
    this.hand = svg('line', { class: 'hand', y1: top - 10, y2: bottom + 10 });
    this.ends = new SpokeEnds((index, by) => acts.lead(index, by));
    this.dots = svg('g', { class: 'dots' });
    this.root = svg(
      'svg',
      { class: 'straight', role: 'group', 'aria-label': 'The rhythm as two rulers' },
      this.lines,
      ...this.courses,
      this.grip,
      this.cursor,
      this.hand,
      this.ends.root,
      this.dots,
    );
    holdable(this.root, {
      press: (event) => this.press(event),
      move: (event) => this.move(event),
      letGo: () => this.release(),
    });
    /** @type {SVGElement[]} */
    this.marks = [];
    /** @type {SVGElement[]} */
    this.labels = [];
    /** @type {number | null} */
    this.held = null;
    this.now = -1;
    this.key = '';
    this.resize(600);
    new ResizeObserver(([{ contentRect }]) => this.resize(contentRect.width)).observe(this.root);
  }

  /** @param {number} width  on the screen */
  resize(width) {
    if (width === 0) return;
    this.length = width - 2 * left;
    this.root.setAttribute('viewBox', `0 0 ${width} ${height}`);
    for (const line of [this.cursor, this.grip, ...this.courses]) line.setAttribute('x2', String(left + this.length));
    this.key = '';
    if (this.drawn) this.draw(...this.drawn);
  }

  /** @param {number} share */
  across(share) {
    return left + this.length * share;
  }

  /**
   * @param {import('./temper.js').Temperament} temperament
   * @param {import('./temper.js').Shown} amount
   * @param {number[]} course  the amounts between which it moves
   */
  draw(temperament, amount, course) {
    this.drawn = /** @type {const} */ ([temperament, amount, course]);
    const key = JSON.stringify(temperament);
    if (key !== this.key) {
      this.key = key;
      this.build(temperament);
    }
    this.courses.forEach((line, index) => {
      line.toggleAttribute('hidden', course.length === 0);
      setHeight(line, course[index] ?? 0);
    });
    for (const line of [this.cursor, this.grip]) setHeight(line, amount.value);
    const y = heightOf(amount.value);
    const dots = this.marks.map((mark, index) => {
      const x = this.across(place(temperament, index, amount.value));
      mark.setAttribute('cx', x.toFixed(2));
      mark.setAttribute('cy', String(y));
      return { x, y, width: 22, height: 22 };
    });
    this.label(temperament, amount, dots);
  }

  /** @param {import('./temper.js').Temperament} temperament */
  build(temperament) {
    const { upper, lower, mapping } = temperament;
    this.lines.replaceChildren(
      ...this.ruler(upper, top, 'upper', -16),
      ...this.ruler(lower, bottom, 'lower', 25),
      ...mapping.map((target, index) =>
        svg('line', {
          class: 'slant',
          x1: this.across(upper.beats[index] / upper.count),
          y1: top,
          x2: this.across(target / lower.count),
          y2: bottom,
        }),
      ),
    );
    const end = (/** @type {number} */ target) => ({ x: this.across(target / lower.count), y: bottom });
    this.ends.draw(temperament, end);
    this.marks = mapping.map(() => svg('circle', { r: 8 }));
    this.labels = mapping.map(() => svg('text', {}));
    this.dots.replaceChildren(...this.labels, ...this.marks);
    this.now = -1;
    this.taken = [
      ...mapping.map((target) => ({ ...end(target), width: 26, height: 26 })),
      // The numbers above and below the rulers.
      { x: left + this.length / 2, y: top - 16, width: 2 * this.length, height: type },
      { x: left + this.length / 2, y: bottom + 25, width: 2 * this.length, height: type },
    ];
  }

  /**
   * @param {import('./temper.js').Subdivision} subdivision
   * @param {number} y
   * @param {string} name
   * @param {number} away
   */
  ruler({ count, beats }, y, name, away) {
    const chosen = new Set(beats);
    const has = isNumbered(count, this.length, type);
    return [
      svg('line', { class: name, x1: left, x2: left + this.length, y1: y, y2: y }),
      ...Array.from({ length: count }, (_, index) =>
        svg(
          'g',
          { class: `${name} ${chosen.has(index) ? 'chosen' : ''}` },
          svg('circle', { cx: this.across(index / count), cy: y, r: chosen.has(index) ? 4.5 : 2.5 }),
          has(index) && svg('text', { x: this.across(index / count), y: y + away }, String(index + 1)),
        ),
      ),
    ];
  }

  /**
   * Writes the fractions below their dots, or above where there is more room.
   * @param {import('./temper.js').Temperament} temperament
   * @param {import('./temper.js').Shown} amount
   * @param {import('./labels.js').Box[]} dots
   */
  label(temperament, amount, dots) {
    const texts = dots.map((_, index) => placeReading(temperament, index, amount));
    const tall = type * 1.2;
    const width = this.length + 2 * left - 6;
    const wanted = texts.map((text, index) => {
      const wide = type * widthOf(text) + 5;
      const { y } = dots[index];
      const x = clamp(dots[index].x, 4 + wide / 2, width - wide / 2);
      const away = (/** @type {number} */ row) => (amount.value < 0.5 ? 1 : -1) * (12 + tall / 2 + row * (tall + 1));
      const rows = [0, 1, 2, 3, 4, 5].map(away);
      return {
        width: wide,
        height: tall,
        spots: [...rows, ...rows.map((row) => -row)].map((row) => ({ x, y: y + row })),
      };
    });
    const frame = { x: left + this.length / 2, y: height / 2, width, height: height - 4 };
    write(this.labels, texts, placed(wanted, [...dots, ...(this.taken ?? [])], frame));
  }

  /** @param {PointerEvent} event */
  place(event) {
    const box = this.root.getBoundingClientRect();
    const scale = (this.length + 2 * left) / box.width;
    return {
      share: ((event.clientX - box.left) * scale - left) / this.length,
      amount: ((event.clientY - box.top) * scale - top) / (bottom - top),
    };
  }

  /** @param {PointerEvent} event */
  press(event) {
    const end = SpokeEnds.index(event.target);
    event.preventDefault();
    this.held = end ?? -1;
    if (end === null) this.move(event);
    return true;
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (this.held === null) return;
    const { share, amount } = this.place(event);
    if (this.held >= 0) this.acts.remap(this.held, clamp(share, 0, 1));
    else this.acts.turn(Math.round(steps * clamp(amount, 0, 1)));
  }

  release() {
    this.held = null;
    this.acts.finish();
  }

  /**
   * @param {number | null} share
   * @param {number} now
   */
  frame(share, now) {
    this.hand.toggleAttribute('hidden', share === null);
    if (share !== null) this.hand.setAttribute('transform', `translate(${this.across(share)})`);
    if (now === this.now) return;
    this.marks[this.now]?.classList.remove('now');
    this.marks[now]?.classList.add('now');
    this.now = now;
  }
}

/** @param {number} amount */
const heightOf = (amount) => top + (bottom - top) * amount;

/** @param {SVGElement} line @param {number} amount */
function setHeight(line, amount) {
  for (const end of ['y1', 'y2']) line.setAttribute(end, String(heightOf(amount)));
}

// The same rhythm as two rulers, slanted lines between them, and a cursor at the amount.
import { clamp, svg } from './dom.js';
import { SpokeEnds } from './ends.js';
import { place, steps } from './temper.js';

const top = 40;
const bottom = 260;
const left = 20;
const width = 960;

/** @param {number} share */
const across = (share) => left + width * share;

export class StraightPicture {
  /** @param {import('./round.js').RoundPicture['acts']} acts */
  constructor(acts) {
    this.acts = acts;
    this.lines = svg('g', {});
    this.cursor = svg('line', { class: 'tempered', x1: left, x2: left + width });
    this.grip = svg('line', { class: 'grip', x1: left, x2: left + width, 'stroke-width': 40 });
    this.hand = svg('line', { class: 'hand', y1: top - 14, y2: bottom + 14 });
    this.ends = new SpokeEnds((index, by) => acts.lead(index, by));
    this.dots = svg('g', { class: 'dots' });
    this.root = svg(
      'svg',
      { viewBox: '0 0 1000 300', class: 'straight', role: 'group', 'aria-label': 'The rhythm as two rulers' },
      this.lines,
      this.grip,
      this.cursor,
      this.hand,
      this.ends.root,
      this.dots,
    );
    this.root.addEventListener('pointerdown', (event) => this.press(/** @type {PointerEvent} */ (event)));
    this.root.addEventListener('pointermove', (event) => this.move(/** @type {PointerEvent} */ (event)));
    for (const end of ['pointerup', 'pointercancel']) this.root.addEventListener(end, () => this.release());
    /** @type {SVGElement[]} */
    this.marks = [];
    /** @type {number | null} */
    this.held = null;
    this.now = -1;
    this.key = '';
  }

  /**
   * @param {import('./temper.js').Temperament} temperament
   * @param {number} amount
   */
  draw(temperament, amount) {
    const { upper, lower, mapping } = temperament;
    const key = JSON.stringify(temperament);
    if (key !== this.key) {
      this.key = key;
      this.lines.replaceChildren(
        ...this.ruler(upper, top, 'upper', -14),
        ...this.ruler(lower, bottom, 'lower', 26),
        ...mapping.map((target, index) =>
          svg('line', {
            class: 'slant',
            x1: across(upper.beats[index] / upper.count),
            y1: top,
            x2: across(target / lower.count),
            y2: bottom,
          }),
        ),
      );
      this.ends.draw(temperament, (target) => ({ x: across(target / lower.count), y: bottom }));
      this.marks = mapping.map(() => svg('circle', { r: 10 }));
      this.dots.replaceChildren(...this.marks);
    }
    const y = top + (bottom - top) * amount;
    for (const line of [this.cursor, this.grip]) {
      line.setAttribute('y1', String(y));
      line.setAttribute('y2', String(y));
    }
    this.marks.forEach((mark, index) => {
      mark.setAttribute('cx', across(place(temperament, index, amount)).toFixed(2));
      mark.setAttribute('cy', String(y));
    });
  }

  /**
   * @param {import('./temper.js').Subdivision} subdivision
   * @param {number} y
   * @param {string} name
   * @param {number} away
   */
  ruler({ count, beats }, y, name, away) {
    const chosen = new Set(beats);
    return [
      svg('line', { class: name, x1: left, x2: left + width, y1: y, y2: y }),
      ...Array.from({ length: count }, (_, index) =>
        svg(
          'g',
          { class: `${name} ${chosen.has(index) ? 'chosen' : ''}` },
          svg('circle', { cx: across(index / count), cy: y, r: chosen.has(index) ? 5 : 2.5 }),
          count <= 24 ? svg('text', { x: across(index / count), y: y + away }, String(index + 1)) : null,
        ),
      ),
    ];
  }

  /** @param {PointerEvent} event */
  place(event) {
    const box = this.root.getBoundingClientRect();
    const scale = 1000 / box.width;
    return {
      share: ((event.clientX - box.left) * scale - left) / width,
      amount: ((event.clientY - box.top) * scale - top) / (bottom - top),
    };
  }

  /** @param {PointerEvent} event */
  press(event) {
    const end = SpokeEnds.index(event.target);
    event.preventDefault();
    this.root.setPointerCapture(event.pointerId);
    this.held = end ?? -1;
    if (end === null) this.move(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (this.held === null) return;
    const { share, amount } = this.place(event);
    if (this.held >= 0) this.acts.remap(this.held, clamp(share, 0, 1));
    else this.acts.turn(Math.round(steps * clamp(amount, 0, 1)));
  }

  release() {
    if (this.held === null) return;
    this.held = null;
    this.acts.finish();
  }

  /**
   * @param {number | null} share
   * @param {number} now
   */
  frame(share, now) {
    this.hand.toggleAttribute('hidden', share === null);
    if (share !== null) this.hand.setAttribute('transform', `translate(${across(share)})`);
    if (now === this.now) return;
    this.marks[this.now]?.classList.remove('now');
    this.marks[now]?.classList.add('now');
    this.now = now;
  }
}

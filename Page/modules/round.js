// The rhythm as a circle: the upper subdivision inside, the lower one outside, and the tempered ring between.
import { clamp, plain, svg } from './dom.js';
import { SpokeEnds } from './ends.js';
import { amountText, exactPlace, place, steps } from './temper.js';

const inner = 96;
const outer = 232;

/**
 * A point at a share of the way round from the top, and a radius.
 * @param {number} share
 * @param {number} radius
 */
function point(share, radius) {
  const angle = 2 * Math.PI * share - Math.PI / 2;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

/** @param {number} amount */
const radiusOf = (amount) => inner + (outer - inner) * amount;

/**
 * A place as an exact fraction, or where that would be long, nearly.
 * @param {import('./temper.js').Temperament} temperament @param {number} index @param {import('./temper.js').Amount} amount
 */
function placeText(temperament, index, amount) {
  const text = exactPlace(temperament, index, amount);
  return text.length <= 9 ? text : `≈ ${plain(place(temperament, index, amount.numerator / amount.denominator), 4)}`;
}

export class RoundPicture {
  /**
   * @param {{turn: (parts: number) => void, remap: (index: number, place: number) => void,
   *   lead: (index: number, by: number) => void, finish: () => void}} acts
   */
  constructor(acts) {
    this.acts = acts;
    this.rings = svg('g', {});
    this.spokes = svg('g', { class: 'spokes' });
    this.ring = svg('circle', { class: 'tempered', r: radiusOf(0.5) });
    this.grip = svg('circle', { class: 'grip', r: radiusOf(0.5), 'stroke-width': 34 });
    this.shape = svg('path', { class: 'shape' });
    this.ends = new SpokeEnds((index, by) => acts.lead(index, by));
    this.dots = svg('g', { class: 'dots' });
    this.hand = svg('line', { class: 'hand', x1: 0, y1: 0, x2: 0, y2: -outer - 12 });
    this.root = svg(
      'svg',
      { viewBox: '-300 -300 600 600', class: 'round', role: 'group', 'aria-label': 'The rhythm as a circle' },
      this.rings,
      this.shape,
      this.spokes,
      this.grip,
      this.ring,
      this.hand,
      this.ends.root,
      this.dots,
    );
    this.root.addEventListener('pointerdown', (event) => this.press(/** @type {PointerEvent} */ (event)));
    this.root.addEventListener('pointermove', (event) => this.move(/** @type {PointerEvent} */ (event)));
    for (const end of ['pointerup', 'pointercancel']) this.root.addEventListener(end, () => this.release());
    /** @type {SVGElement[]} */
    this.marks = [];
    this.shown = '';
    /** @type {{index: number} | null} */
    this.held = null;
    this.now = -1;
    this.key = '';
  }

  /**
   * @param {import('./temper.js').Temperament} temperament
   * @param {number} amount
   * @param {import('./temper.js').Amount | null} exact  the same, exactly; null where the session moves it
   */
  draw(temperament, amount, exact) {
    const { upper, lower, mapping } = temperament;
    const key = JSON.stringify(temperament);
    this.temperament = temperament;
    if (key !== this.key) {
      this.key = key;
      this.rings.replaceChildren(
        svg('circle', { class: 'upper', r: inner }),
        svg('circle', { class: 'lower', r: outer }),
        ...this.ticks(upper, inner, 'upper', -16),
        ...this.ticks(lower, outer, 'lower', 22),
      );
      this.spokes.replaceChildren(
        ...mapping.map((_, index) => {
          const path = Array.from({ length: 17 }, (_, part) => {
            const { x, y } = point(place(temperament, index, part / 16), radiusOf(part / 16));
            return `${part === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`;
          }).join('');
          return svg('path', { d: path });
        }),
      );
      this.ends.draw(temperament, (target) => point(target / lower.count, outer));
      this.marks = mapping.map((_, index) => svg('circle', { r: 10, 'data-index': index }));
      this.labels = mapping.map(() => svg('text', {}));
      this.dots.replaceChildren(...this.marks, ...this.labels);
      this.shown = '';
    }
    const shown = exact ? amountText(exact) : String(amount);
    if (shown === this.shown) return;
    this.shown = shown;
    const radius = radiusOf(amount);
    this.ring.setAttribute('r', String(radius));
    this.grip.setAttribute('r', String(radius));
    const places = mapping.map((_, index) => point(place(temperament, index, amount), radius));
    this.shape.setAttribute(
      'd',
      places.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}`).join('') + 'Z',
    );
    places.forEach(({ x, y }, index) => {
      this.marks[index].setAttribute('cx', x.toFixed(2));
      this.marks[index].setAttribute('cy', y.toFixed(2));
      const label = /** @type {SVGElement[]} */ (this.labels)[index];
      const away = point(place(temperament, index, amount), radius - 27);
      label.setAttribute('x', away.x.toFixed(2));
      label.setAttribute('y', away.y.toFixed(2));
      label.textContent = mapping.length > 16 || !exact ? '' : placeText(temperament, index, exact);
    });
  }

  /**
   * @param {import('./temper.js').Subdivision} subdivision
   * @param {number} radius
   * @param {string} name
   * @param {number} away
   */
  ticks({ count, beats }, radius, name, away) {
    const chosen = new Set(beats);
    return Array.from({ length: count }, (_, index) => {
      const at = point(index / count, radius);
      const text = point(index / count, radius + away);
      return svg(
        'g',
        { class: `${name} ${chosen.has(index) ? 'chosen' : ''}` },
        svg('circle', { cx: at.x, cy: at.y, r: chosen.has(index) ? 5 : 2.5 }),
        count <= 24 ? svg('text', { x: text.x, y: text.y }, String(index + 1)) : null,
      );
    });
  }

  /** @param {PointerEvent} event */
  place(event) {
    const box = this.root.getBoundingClientRect();
    const scale = 600 / Math.min(box.width, box.height);
    const x = (event.clientX - box.left - box.width / 2) * scale;
    const y = (event.clientY - box.top - box.height / 2) * scale;
    const share = (Math.atan2(y, x) / (2 * Math.PI) + 0.25 + 1) % 1;
    return { share, radius: Math.hypot(x, y) };
  }

  /** @param {PointerEvent} event */
  press(event) {
    const end = SpokeEnds.index(event.target);
    const { radius } = this.place(event);
    if (end === null && (radius < inner - 30 || radius > outer + 30)) return;
    event.preventDefault();
    this.root.setPointerCapture(event.pointerId);
    this.held = { index: end ?? -1 };
    this.root.classList.add('held');
    if (end === null) this.move(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.held) return;
    const { share, radius } = this.place(event);
    if (this.held.index >= 0) this.acts.remap(this.held.index, share);
    else this.acts.turn(Math.round(steps * clamp((radius - inner) / (outer - inner), 0, 1)));
  }

  release() {
    if (!this.held) return;
    this.held = null;
    this.root.classList.remove('held');
    this.acts.finish();
  }

  /**
   * @param {number | null} share  of the loop, or null where nothing is heard
   * @param {number} now  the marker that is heard
   */
  frame(share, now) {
    this.hand.toggleAttribute('hidden', share === null);
    if (share !== null) this.hand.setAttribute('transform', `rotate(${360 * share})`);
    if (now === this.now) return;
    this.marks[this.now]?.classList.remove('now');
    this.marks[now]?.classList.add('now');
    this.now = now;
  }
}

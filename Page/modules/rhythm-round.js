// The rhythm designer's picture as a circle: the upper subdivision inside, the lower one outside, and the tempered ring
// between.
import { clamp, svg } from './dom.js';
import { SpokeEnds } from './ends.js';
import { holdable } from './held.js';
import { isNumbered, placed, widthOf, write } from './labels.js';
import { place, placeReading, steps } from './temper.js';

const inner = 96;
const outer = 232;
/** From one side of the picture to the other. */
const size = 560;

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

export class RoundPicture {
  /**
   * @param {{turn: (parts: number) => void, remap: (index: number, place: number) => void,
   *   lead: (index: number, by: number) => void, finish: () => void}} acts
   */
  constructor(acts) {
    this.acts = acts;
    this.rings = svg('g', {});
    this.spokes = svg('g', { class: 'spokes' });
    this.courses = [0, 1].map(() => svg('circle', { class: 'course', hidden: true }));
    this.ring = svg('circle', { class: 'tempered', r: radiusOf(0.5) });
    this.grip = svg('circle', { class: 'grip', r: radiusOf(0.5), 'stroke-width': 34 });
    this.shape = svg('path', { class: 'shape' });
    this.ends = new SpokeEnds((index, by) => acts.lead(index, by));
    this.dots = svg('g', { class: 'dots' });
    this.hand = svg('line', { class: 'hand', x1: 0, y1: 0, x2: 0, y2: -outer - 12 });
    this.root = svg(
      'svg',
      {
        viewBox: `${-size / 2} ${-size / 2} ${size} ${size}`,
        class: 'round',
        role: 'group',
        'aria-label': 'The rhythm as a circle',
      },
      this.rings,
      this.shape,
      this.spokes,
      ...this.courses,
      this.grip,
      this.ring,
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
    /** The size of the type: where the picture is small, larger in it. */
    this.type = 14;
    /** @type {{index: number} | null} */
    this.held = null;
    this.now = -1;
    this.key = '';
    new ResizeObserver(([{ contentRect }]) => this.resize(Math.min(contentRect.width, contentRect.height))).observe(
      this.root,
    );
  }

  /** @param {number} width  of the circle's square on the screen */
  resize(width) {
    const type = clamp((12 * size) / Math.max(width, 1), 14, 24);
    if (width === 0 || type === this.type) return;
    this.type = type;
    this.root.style.setProperty('--type', `${type}px`);
    this.key = '';
    if (this.drawn) this.draw(...this.drawn);
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
    const radius = radiusOf(amount.value);
    this.ring.setAttribute('r', String(radius));
    this.grip.setAttribute('r', String(radius));
    this.courses.forEach((ring, index) => {
      ring.toggleAttribute('hidden', course.length === 0);
      ring.setAttribute('r', String(radiusOf(course[index] ?? 0)));
    });
    const shares = temperament.mapping.map((_, index) => place(temperament, index, amount.value));
    const places = shares.map((share) => point(share, radius));
    this.shape.setAttribute(
      'd',
      places.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}`).join('') + 'Z',
    );
    places.forEach(({ x, y }, index) => {
      this.marks[index].setAttribute('cx', x.toFixed(2));
      this.marks[index].setAttribute('cy', y.toFixed(2));
    });
    this.label(temperament, amount, shares);
  }

  /**
   * What stays while the amount changes.
   * @param {import('./temper.js').Temperament} temperament
   */
  build(temperament) {
    const { upper, lower, mapping } = temperament;
    const [within, without] = [this.numbers(upper, 'upper'), this.numbers(lower, 'lower')];
    this.rings.replaceChildren(
      svg('circle', { class: 'upper', r: inner }),
      svg('circle', { class: 'lower', r: outer }),
      ...this.ticks(upper, 'upper', within),
      ...this.ticks(lower, 'lower', without),
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
    this.dots.replaceChildren(...this.labels, ...this.marks);
    this.now = -1;
    /** What fractions must not lie over, whatever the amount. */
    this.taken = [
      ...[...within, ...without].map(({ x, y, text }) => ({
        x,
        y,
        width: this.type * widthOf(text),
        height: this.type,
      })),
      ...mapping.map((target) => ({ ...point(target / lower.count, outer), width: 28, height: 28 })),
    ];
  }

  /**
   * The numbers beside a ring.
   * @param {import('./temper.js').Subdivision} subdivision
   * @param {'upper' | 'lower'} side
   */
  numbers({ count }, side) {
    const radius = side === 'upper' ? inner - 4 - 0.8 * this.type : outer + 12 + 0.75 * this.type;
    const has = isNumbered(count, 2 * Math.PI * radius, this.type);
    return Array.from({ length: count }, (_, index) => ({
      ...point(index / count, radius),
      text: `${index + 1}`,
    })).filter((_, index) => has(index));
  }

  /**
   * @param {import('./temper.js').Subdivision} subdivision
   * @param {'upper' | 'lower'} side
   * @param {{x: number, y: number, text: string}[]} numbers
   */
  ticks({ count, beats }, side, numbers) {
    const chosen = new Set(beats);
    const texts = new Map(numbers.map((number) => [number.text, number]));
    return Array.from({ length: count }, (_, index) => {
      const at = point(index / count, side === 'upper' ? inner : outer);
      const number = texts.get(`${index + 1}`);
      return svg(
        'g',
        { class: `${side} ${chosen.has(index) ? 'chosen' : ''}` },
        svg('circle', { cx: at.x, cy: at.y, r: chosen.has(index) ? 5 : 2.5 }),
        number && svg('text', { x: number.x, y: number.y }, number.text),
      );
    });
  }

  /**
   * Writes the fractions beside their dots: outside the ring while there is more room, else inside.
   * @param {import('./temper.js').Temperament} temperament
   * @param {import('./temper.js').Shown} amount
   * @param {number[]} shares  where the dots are
   */
  label(temperament, amount, shares) {
    const radius = radiusOf(amount.value);
    const texts = shares.map((_, index) => placeReading(temperament, index, amount));
    const height = this.type * 1.15;
    const wanted = shares.map((share, index) => {
      const width = this.type * widthOf(texts[index]) + 4;
      return { width, height, spots: spots(share, radius, width, height, amount.value < 0.55) };
    });
    const dots = shares.map((share) => ({ ...point(share, radius), width: 24, height: 24 }));
    const frame = { x: 0, y: 0, width: size - 8, height: size - 8 };
    write(this.labels, texts, placed(wanted, [...dots, ...(this.taken ?? [])], frame));
  }

  /** @param {PointerEvent} event */
  place(event) {
    const box = this.root.getBoundingClientRect();
    const scale = size / Math.min(box.width, box.height);
    const x = (event.clientX - box.left - box.width / 2) * scale;
    const y = (event.clientY - box.top - box.height / 2) * scale;
    const share = (Math.atan2(y, x) / (2 * Math.PI) + 0.25 + 1) % 1;
    return { share, radius: Math.hypot(x, y) };
  }

  /**
   * @param {PointerEvent} event
   * @returns {boolean} whether it holds the ring or the end of a spoke now
   */
  press(event) {
    const end = SpokeEnds.index(event.target);
    const { radius } = this.place(event);
    if (end === null && (radius < inner - 30 || radius > outer + 30)) return false;
    event.preventDefault();
    this.held = { index: end ?? -1 };
    this.root.classList.add('held');
    if (end === null) this.move(event);
    return true;
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.held) return;
    const { share, radius } = this.place(event);
    if (this.held.index >= 0) this.acts.remap(this.held.index, share);
    else this.acts.turn(Math.round(steps * clamp((radius - inner) / (outer - inner), 0, 1)));
  }

  release() {
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

/** By how much of a circle a label may be beside the line from the middle through its dot: little first. */
const aside = [0, -0.09, 0.09, -0.18, 0.18, -0.25, 0.25];

/**
 * Where a label of a dot may be, what is best first: close to it, on the line from the middle.
 * @param {number} share @param {number} radius  of the dot
 * @param {number} width @param {number} height
 * @param {boolean} isOutside
 */
function spots(share, radius, width, height, isOutside) {
  const dot = point(share, radius);
  return [isOutside, !isOutside].flatMap((isOut) =>
    [0, 1, 2, 3].flatMap((row) =>
      aside.map((turn) => {
        const way = point(share + turn + (isOut ? 0 : 0.5), 1);
        // The nearest place at which its box does not reach the dot.
        const near = Math.min((width / 2 + 14) / Math.abs(way.x), (height / 2 + 14) / Math.abs(way.y));
        const far = near + row * (height + 2);
        return { x: dot.x + far * way.x, y: dot.y + far * way.y };
      }),
    ),
  );
}

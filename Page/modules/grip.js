// A handle that is dragged, or worked by keys: what it would do is shown, and sent once the hand lets go or the keys rest.
import { Guard } from './controls.js';
import { clamp, el } from './dom.js';

/** How far a pointer may tremble, in pixels, and how long keys rest before they are meant, in ms. */
const [tremble, rest] = [4, 600];
/** How near the edge of what is seen a pointer goes on by itself, in pixels, and how often, in ms. */
const [rim, pace] = [14, 110];

/**
 * @typedef {{min: number, max: number, label: string, title: string, class: string, page: () => number,
 *   text: (value: number) => string, at: (x: number, from: number, start: number) => number,
 *   preview: (value: number | null) => void, send: (value: number) => Promise<any>, open: () => void,
 *   scroller: () => HTMLElement}} Options  `at` says what a pointer at x means that came at `from` and found `start`;
 *   `page` is how far Page Up goes; `open` is what a press without a drag does
 */

const ways = new Map([
  ['ArrowRight', 1],
  ['ArrowUp', 1],
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
]);

export class Grip {
  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    this.value = 0;
    /**
     * What it would be if the hand let go now.
     * @type {number | null}
     */
    this.draft = null;
    /** @type {number | null} */
    this.previewed = null;
    this.drawn = '';
    /** @type {{pointer: number, from: number, start: number, x: number, beyond: number, isDragging: boolean} | null} */
    this.drag = null;
    this.timer = 0;
    this.guard = new Guard((/** @type {number} */ value) => this.show(value));
    this.bubble = el('output', { hidden: true });
    this.root = el(
      'div',
      {
        class: `grip-of-lane ${options.class}`,
        role: 'slider',
        tabindex: 0,
        title: options.title,
        'aria-label': options.label,
        'aria-valuemin': options.min,
        'aria-valuemax': options.max,
      },
      this.bubble,
    );
    this.root.addEventListener('pointerdown', (event) => this.press(event));
    this.root.addEventListener('pointermove', (event) => this.move(event));
    this.root.addEventListener('pointerup', (event) => this.letGo(event));
    this.root.addEventListener('pointercancel', (event) => this.lose(event));
    this.root.addEventListener('lostpointercapture', (event) => this.lose(event));
    this.root.addEventListener('keydown', (event) => this.key(event));
    this.root.addEventListener('blur', () => {
      if (!this.drag) this.finish(true);
    });
    this.escape = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      this.finish(false);
    };
  }

  /** @param {number} value  from the session */
  set(value) {
    this.guard.set(value);
  }

  /** @param {number} value */
  show(value) {
    this.value = value;
    this.draw();
  }

  draw() {
    const value = this.draft ?? this.value;
    const drawn = `${value} ${this.draft}`;
    // What is shown already is left alone: the browser would lay out every lane with each news.
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const text = this.options.text(value);
    this.root.setAttribute('aria-valuenow', String(value));
    this.root.setAttribute('aria-valuetext', text);
    this.bubble.hidden = this.draft === null;
    this.bubble.textContent = text;
    if (this.draft !== this.previewed) this.options.preview(this.draft);
    this.previewed = this.draft;
  }

  /** @param {number} value */
  propose(value) {
    this.guard.hold();
    this.draft = clamp(Math.round(value), this.options.min, this.options.max);
    this.draw();
  }

  /**
   * Ends what a hand or keys began.
   * @param {boolean} isMeant
   */
  finish(isMeant) {
    clearTimeout(this.timer);
    clearInterval(this.timer);
    removeEventListener('keydown', this.escape, true);
    const { draft } = this;
    this.drag = null;
    this.draft = null;
    if (draft === null) return;
    if (isMeant && draft !== this.value) {
      this.value = draft;
      void this.guard.sent(this.guard.ask(), this.options.send(draft));
    }
    this.draw();
    this.guard.release();
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button !== 0 || this.drag) return;
    event.preventDefault();
    this.finish(true);
    this.root.setPointerCapture(event.pointerId);
    this.root.focus({ preventScroll: true });
    const { clientX: x } = event;
    this.drag = { pointer: event.pointerId, from: x, start: this.value, x, beyond: 0, isDragging: false };
    addEventListener('keydown', this.escape, true);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { drag } = this;
    if (!drag || drag.pointer !== event.pointerId) return;
    drag.x = event.clientX;
    if (!drag.isDragging && Math.abs(drag.x - drag.from) <= tremble) return;
    if (!drag.isDragging) this.timer = setInterval(() => this.goOn(), pace);
    drag.isDragging = true;
    this.follow(drag);
  }

  /** @param {NonNullable<Grip['drag']>} drag */
  follow(drag) {
    this.propose(this.options.at(drag.x, drag.from, drag.start) + drag.beyond);
  }

  /** At the edge of what is seen, the lanes are scrolled; beyond the last one, it goes on by one. */
  goOn() {
    const { drag } = this;
    if (!drag || !this.root.isConnected) return this.finish(false);
    const scroller = this.options.scroller();
    const { left, right } = scroller.getBoundingClientRect();
    const way = drag.x > Math.min(right, innerWidth) - rim ? 1 : drag.x < Math.max(left, 0) + rim ? -1 : 0;
    if (way === 0) return;
    const before = scroller.scrollLeft;
    scroller.scrollLeft += 22 * way;
    if (scroller.scrollLeft === before) drag.beyond += way;
    this.follow(drag);
  }

  /** @param {PointerEvent} event */
  letGo(event) {
    const { drag } = this;
    if (!drag || drag.pointer !== event.pointerId) return;
    const isPress = !drag.isDragging;
    this.finish(true);
    if (isPress) this.options.open();
  }

  /** @param {PointerEvent} event */
  lose(event) {
    if (this.drag?.pointer === event.pointerId) this.finish(false);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || this.drag) return;
    const pages = { PageUp: 1, PageDown: -1 }[event.key];
    const by = ways.get(event.key) ?? (pages && pages * this.options.page());
    const isPending = this.draft !== null;
    if (by) {
      this.propose((this.draft ?? this.value) + by);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.finish(true), rest);
    } else if (event.key === 'Enter') {
      if (isPending) this.finish(true);
      else this.options.open();
    } else if (event.key === 'Escape' && isPending) this.finish(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

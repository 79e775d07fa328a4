// Handles over the drummer's bars: dragged onto a pattern, or picked up by a key, a bar is kept as that pattern.
import { button, el } from './dom.js';

/** How far in pixels a pointer goes before it drags. */
const tremble = 6;

export class BarHandles {
  /**
   * @param {import('./app.js').App} app
   * @param {import('./patterns.js').PatternStrip} strip
   * @param {(words: string) => void} say
   */
  constructor(app, strip, say) {
    this.app = app;
    this.strip = strip;
    this.say = say;
    /** @type {Map<number, HTMLButtonElement>} */
    this.handles = new Map();
    /** The bar that is held, and by what: a pointer, or the next press of a pattern. */
    this.held = /** @type {{bar: number, pointer: number | null, x: number, y: number, isDragged: boolean} | null} */ (
      null
    );
    /** A click that ends a drag means nothing more. */
    this.skipsClick = false;
    this.ghost = el('div', { class: 'barghost', hidden: true, 'aria-hidden': 'true' });
    this.root = el('div', {
      class: 'barhandles',
      role: 'group',
      'aria-label': 'Bars of the drummer, to keep as patterns',
    });
    addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.held) return;
      event.preventDefault();
      const handle = this.handles.get(this.held.bar);
      this.skipsClick = this.held.pointer !== null;
      this.drop();
      handle?.focus();
    });
  }

  /**
   * Draws a handle over each bar that has hits and is seen.
   * @param {Map<number, {beat: number, hits: any[]}>} bars
   * @param {(beat: number) => number} across
   * @param {number} left @param {number} right  the edges of what is seen
   */
  place(bars, across, left, right) {
    for (const [number, bar] of bars) {
      const [from, to] = [Math.max(across(bar.beat), left), Math.min(across(bar.beat + 4), right)];
      let handle = this.handles.get(number);
      if (bar.hits.length === 0 || to - from < 24) {
        if (handle && this.held?.bar !== number) this.remove(number, handle);
        continue;
      }
      if (!handle) {
        handle = this.handle(number);
        this.handles.set(number, handle);
        // In the order of bars, as a key goes through them.
        const after = [...this.handles.keys()].filter((other) => other > number).sort((a, b) => a - b)[0];
        this.root.insertBefore(handle, this.handles.get(after) ?? null);
      }
      handle.style.transform = `translateX(${from.toFixed(1)}px)`;
      handle.style.width = `${(to - from - 2).toFixed(1)}px`;
    }
    for (const [number, handle] of this.handles) if (!bars.has(number)) this.remove(number, handle);
  }

  /** @param {number} number @param {HTMLButtonElement} handle */
  remove(number, handle) {
    // Where a key left it, the next bar goes on.
    if (handle === document.activeElement)
      /** @type {HTMLElement | null} */ (handle.nextElementSibling)?.focus({ preventScroll: true });
    this.handles.delete(number);
    handle.remove();
  }

  /** @param {number} bar */
  handle(bar) {
    const label = `Bar ${bar}: drag it onto a pattern to keep it, or press it and then a pattern`;
    const handle = button(
      label,
      () => this.click(bar),
      { class: 'barhandle', 'aria-pressed': 'false', 'data-bar': bar },
      `⠿ ${bar}`,
    );
    handle.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      handle.setPointerCapture(event.pointerId);
      this.skipsClick = false;
      this.hold({ bar, pointer: event.pointerId, x: event.clientX, y: event.clientY, isDragged: false });
    });
    handle.addEventListener('pointermove', (event) => this.move(event));
    handle.addEventListener('pointerup', (event) => this.release(event));
    handle.addEventListener('pointercancel', (event) => {
      if (this.held?.pointer === event.pointerId) this.drop();
    });
    return handle;
  }

  /** @param {{bar: number, pointer: number | null, x: number, y: number, isDragged: boolean}} held */
  hold(held) {
    const former = this.held;
    this.drop();
    // A press of what is picked up already lets go of it.
    this.isAgain = former?.bar === held.bar && former.pointer === null;
    this.held = held;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const held = this.held;
    if (!held || held.pointer !== event.pointerId) return;
    if (!held.isDragged && Math.hypot(event.clientX - held.x, event.clientY - held.y) <= tremble) return;
    held.isDragged = true;
    this.ghost.hidden = false;
    this.ghost.textContent = `Bar ${held.bar}`;
    this.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    this.strip.root.classList.add('awaits');
    this.strip.light(this.strip.chipAt(event.clientX, event.clientY));
  }

  /** @param {PointerEvent} event */
  release(event) {
    const held = this.held;
    if (!held || held.pointer !== event.pointerId) return;
    this.drop();
    if (!held.isDragged) return;
    this.skipsClick = true;
    const chip = this.strip.chipAt(event.clientX, event.clientY);
    const target = chip && this.strip.target(chip);
    if (target) this.keep(held.bar, target);
  }

  /** @param {number} bar  picked up, until a pattern is pressed */
  click(bar) {
    if (this.skipsClick) {
      this.skipsClick = false;
      return;
    }
    const isAgain = this.isAgain || (this.held?.bar === bar && this.held.pointer === null);
    this.isAgain = false;
    this.drop();
    if (isAgain) return;
    this.held = { bar, pointer: null, x: 0, y: 0, isDragged: false };
    this.handles.get(bar)?.setAttribute('aria-pressed', 'true');
    this.strip.root.classList.add('awaits');
    this.strip.taker = (target) => {
      this.drop();
      this.keep(bar, target);
    };
    this.strip.focus();
    this.say(`Bar ${bar} is picked up: press the pattern that it is to become, + for a new one; Escape lets go of it.`);
  }

  /** Lets go of what is held. */
  drop() {
    if (this.held) this.handles.get(this.held.bar)?.setAttribute('aria-pressed', 'false');
    this.held = null;
    this.ghost.hidden = true;
    this.strip.taker = null;
    this.strip.root.classList.remove('awaits');
    this.strip.light(null);
    this.say('');
  }

  /** @param {number} bar @param {import('./patterns.js').Target} target */
  keep(bar, target) {
    const settled = this.app.settle(`keep bar ${bar} ${target.number ?? target.name}`);
    if (target.number === null) this.strip.reserve(target.name, settled);
    void settled.then((isDone) => {
      if (isDone) this.app.say(`bar ${bar} is kept as pattern ${target.name}`);
    });
  }
}

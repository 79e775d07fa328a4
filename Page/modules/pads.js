// Pads: strike drums by touch, mouse or keys; each lights when it sounds, from the page or not.
import { button, clamp, el, plain, reducedMotion, relabel } from './dom.js';
import { drums, glyph, mainDrums } from './drums.js';
import { velocities, within } from './ranges.js';
import { Rolls, rates } from './rolls.js';
import { inBrowser } from './stored.js';

/** @type {Record<string, string>} */
const rateNames = {
  off: 'off',
  '1/8': '8ths',
  '1/8t': '8th triplets',
  '1/16': '16ths',
  '1/16t': '16th triplets',
  '1/32': '32nds',
};

export class PadsView {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {Map<string, HTMLElement>} */
    this.pads = new Map();
    /**
     * The place of each pad in the window at the last frame.
     * @type {Map<HTMLElement, {top: number, height: number}>}
     */
    this.places = new Map();
    /** The board's place and size when `places` was measured. */
    this.measured = '';
    this.rolls = new Rolls(
      app,
      (drum, velocity, time) => void this.send(drum, velocity, time, true),
      () => app.shown === this && app.connection.hasSession && !app.connection.heartbeat.isOverdue,
    );
    this.isAll = inBrowser.get('pads') === 'all';
    this.board = el('div', { class: 'pads', role: 'group', 'aria-label': 'Pads' });
    this.trip = el('output', { class: 'trip', title: 'From the page to the drum and back: now, and the median' });
    this.count = button('Show all 26', () => this.setAll(!this.isAll), { class: 'chip' });
    this.here = button(
      'Sound the pads and the session in this page',
      () => void this.toggleHere(),
      { class: 'chip here', 'aria-pressed': String(app.playHere.isOn) },
      'Sound here',
    );
    this.hint = el('span', { class: 'hint' }, 'Strike higher on a pad to play louder · hold a pad or a key to roll');
    this.root = el(
      'section',
      { class: 'view padsview', 'aria-label': 'Pads' },
      this.board,
      el('div', { class: 'tools' }, this.count, this.rollRate(), this.here, this.hint, this.trip),
    );
    this.draw();
    // On the window: a finger also leaves when its pad is not there any more.
    for (const end of ['pointerup', 'pointercancel']) {
      addEventListener(end, (event) => this.rolls.end(/** @type {PointerEvent} */ (event).pointerId));
    }
    addEventListener('keyup', (event) => this.rolls.end(event.code));
    addEventListener('blur', () => this.rolls.endAll());
  }

  async toggleHere() {
    const reason = await this.app.playHere.toggle();
    if (reason) this.app.say(reason, 'error');
    this.here.setAttribute('aria-pressed', String(this.app.playHere.isOn));
  }

  /** @param {boolean} isAll */
  setAll(isAll) {
    this.isAll = isAll;
    inBrowser.set('pads', isAll ? 'all' : 'main');
    this.draw();
  }

  draw() {
    this.rolls.endAll();
    this.pads.clear();
    this.places.clear();
    this.measured = '';
    const shown = this.isAll ? drums : mainDrums;
    const shownNext = this.isAll ? 'Show 16' : 'Show all 26';
    relabel(this.count, shownNext, `${shownNext} drums`);
    this.board.classList.toggle('all', this.isAll);
    this.board.replaceChildren(
      ...shown.map((drum) => {
        const pad = el(
          'button',
          {
            type: 'button',
            class: `pad ${drum.family}`,
            'data-drum': drum.name,
            'aria-label': drum.label,
            'aria-keyshortcuts': drum.key,
          },
          glyph(drum),
          el('span', { class: 'name' }, drum.short),
          el('kbd', { 'aria-hidden': 'true' }, drum.key.toUpperCase()),
        );
        pad.addEventListener('pointerdown', (event) => this.strike(event, drum.name, pad));
        pad.addEventListener('contextmenu', (event) => event.preventDefault());
        pad.addEventListener('keydown', (event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          if (event.repeat) return;
          const velocity = event.shiftKey ? 120 : 100;
          void this.send(drum.name, velocity, event.timeStamp);
          this.hold(event.code, drum.name, velocity, event.timeStamp);
        });
        this.pads.set(drum.name, pad);
        return pad;
      }),
    );
  }

  /**
   * Measures the pads, once a frame. Reading a pad's box in the event that strikes it would make the browser lay the page
   * out before the strike is sent.
   */
  frame() {
    const { top, width, height } = this.board.getBoundingClientRect();
    const measured = [top, width, height].join(' ');
    if (measured === this.measured) return;
    this.measured = measured;
    // Without what moves a pad while it is lit.
    const place = (/** @type {HTMLElement} */ pad) => top + pad.offsetTop - this.board.offsetTop;
    this.places = new Map([...this.pads.values()].map((pad) => [pad, { top: place(pad), height: pad.offsetHeight }]));
  }

  /** @param {PointerEvent} event @param {string} drum @param {HTMLElement} pad */
  strike(event, drum, pad) {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    event.preventDefault();
    const velocity = this.velocity(event, pad);
    void this.send(drum, velocity, event.timeStamp);
    pad.focus({ preventScroll: true });
    try {
      pad.setPointerCapture(event.pointerId);
    } catch {
      /* the finger is gone already */
    }
    this.hold(event.pointerId, drum, velocity, event.timeStamp);
  }

  /**
   * A key or finger that has struck stays for now.
   * @param {number | string} by  the pointer, or the key's code
   * @param {string} drum @param {number} velocity
   * @param {number} time  of the gesture, in ms of this page
   */
  hold(by, drum, velocity, time) {
    this.rolls.begin(by, drum, velocity, time);
  }

  /** How quickly a pad that is held rolls; kept in the page. */
  rollRate() {
    const select = /** @type {HTMLSelectElement} */ (
      el(
        'select',
        { 'aria-label': 'Roll of a pad that is held', class: 'chip' },
        ...Object.keys(rates).map((rate) => el('option', { value: rate }, rateNames[rate])),
      )
    );
    const kept = inBrowser.get('roll') ?? '';
    if (kept in rates) this.rolls.rate = kept;
    select.value = this.rolls.rate;
    select.addEventListener('change', () => {
      this.rolls.rate = select.value;
      inBrowser.set('roll', select.value);
    });
    return el('label', { class: 'pick' }, 'Roll ', select);
  }

  /**
   * How hard: by pressure where the device feels it, else by the height on the pad.
   * @param {PointerEvent} event
   * @param {HTMLElement} pad
   */
  velocity(event, pad) {
    if (event.pointerType === 'pen' && event.pressure > 0 && event.pressure < 1)
      return Math.round(20 + 107 * event.pressure);
    const box = this.places.get(pad) ?? pad.getBoundingClientRect();
    const height = 1 - clamp((event.clientY - box.top) / box.height, 0, 1);
    return Math.round(within(30 + 110 * height, velocities));
  }

  /**
   * @param {string} drum @param {number} velocity
   * @param {number} time  of the gesture, in ms of this page
   * @param {boolean} [isPlanned]  whether it is to be heard at that time
   */
  async send(drum, velocity, time, isPlanned = false) {
    const reply = await this.app.strike(drum, velocity, time, isPlanned);
    if (!reply.ok) return;
    const trips = [...this.app.connection.trips].sort((a, b) => a - b);
    this.trip.textContent = `${plain(reply.milliseconds, 1)} ms · median ${plain(trips[trips.length >> 1] ?? 0, 1)} ms`;
  }

  /** @param {import('./app.js').Hit} hit */
  hit(hit) {
    const pad = this.pads.get(hit.drum);
    if (!pad) return;
    const strength = hit.velocity / velocities.max;
    pad.dataset.velocity = String(hit.velocity);
    pad.getAnimations().forEach((animation) => animation.cancel());
    if (reducedMotion.matches) {
      pad.animate(
        [
          { outlineColor: 'var(--tone)', outlineStyle: 'solid' },
          { outlineColor: 'transparent', outlineStyle: 'solid' },
        ],
        250,
      );
      return;
    }
    pad.animate(
      [
        {
          backgroundColor: `color-mix(in srgb, var(--tone) ${Math.round(35 + 60 * strength)}%, var(--pad))`,
          transform: `scale(${1 - 0.05 * strength})`,
          boxShadow: `0 0 ${Math.round(40 * strength)}px var(--tone)`,
        },
        { backgroundColor: 'var(--pad)', transform: 'scale(1)', boxShadow: '0 0 0 transparent' },
      ],
      { duration: 160 + 240 * strength, easing: 'cubic-bezier(.1,.7,.2,1)' },
    );
  }
}

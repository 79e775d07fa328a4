// Necklaces to begin from: rings of hits to choose from, and a larger one to turn, written into a lane.
import { kept } from './controls.js';
import { button, clamp, el, svg } from './dom.js';
import { drumNamed, drums } from './drums.js';
import { intervals, necklaces, turned } from './necklaces.js';
import { floorMod } from './time.js';

/** The most steps of a necklace: with 17 there would be thousands. */
const most = 16;

/**
 * The dots of a ring.
 * @param {number[]} row @param {number} radius @param {number} size
 */
const dots = (row, radius, size) =>
  row.map((hit, step) => {
    const angle = (2 * Math.PI * step) / row.length;
    return svg('circle', {
      class: hit ? 'on' : '',
      cx: (radius * Math.sin(angle)).toFixed(1),
      cy: (-radius * Math.cos(angle)).toFixed(1),
      r: hit ? size : size / 2,
    });
  });

export class NecklacePicker {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.count = 8;
    this.hits = 3;
    /** How many steps later the chosen one is than it begins. */
    this.turn = 0;
    /**
     * What is chosen, as it is begun; null where nothing is yet.
     * @type {number[] | null}
     */
    this.chosen = null;
    this.key = '';
    this.lanesKey = '';
    this.lane = /** @type {HTMLSelectElement} */ (el('select', { 'aria-label': 'Lane of the necklace' }));
    this.steps = this.field('Steps of the necklace', 1, (value) => {
      this.count = value;
      this.hits = Math.min(this.hits, value);
    });
    this.pulses = this.field('Hits of the necklace', 0, (value) => {
      this.hits = Math.min(value, this.count);
    });
    this.rings = el('div', { class: 'rings', role: 'radiogroup', 'aria-label': 'Necklaces' });
    this.rings.addEventListener('keydown', (event) => this.move(event));
    this.ring = svg('svg', {
      viewBox: '-60 -60 120 120',
      class: 'ring',
      role: 'slider',
      tabindex: 0,
      'aria-label': 'Turn of the necklace',
      'aria-valuemin': 0,
    });
    this.turning();
    this.root = el('details', { class: 'necklaces' }, el('summary', {}, 'Necklaces'), this.body());
    this.root.addEventListener('toggle', () => this.draw());
    app.store.watch(['pattern'], () => this.drawLanes());
  }

  body() {
    const labelled = (/** @type {string} */ name, /** @type {HTMLElement} */ control) =>
      el('label', { class: 'field' }, el('span', {}, name), control);
    return el(
      'div',
      {},
      el(
        'p',
        { class: 'hint' },
        'Every rhythm with these numbers of steps and hits, each once: what begins elsewhere is the same, turned.',
      ),
      el(
        'div',
        { class: 'fields' },
        labelled('Lane', this.lane),
        labelled('Steps', this.steps.input),
        labelled('Hits', this.pulses.input),
        el(
          'div',
          { class: 'turner' },
          button('Turn a step earlier', () => this.turnBy(-1), { class: 'chip' }, '◂'),
          this.ring,
          button('Turn a step later', () => this.turnBy(1), { class: 'chip' }, '▸'),
        ),
      ),
      this.rings,
    );
  }

  /** @param {string} label @param {number} min @param {(value: number) => void} act */
  field(label, min, act) {
    const input = /** @type {HTMLInputElement} */ (
      el('input', { type: 'number', min, max: most, 'aria-label': label })
    );
    return kept(input, () => {
      if (input.value === '') return null;
      act(clamp(Math.round(Number(input.value)), min, most));
      [this.chosen, this.turn] = [null, 0];
      this.draw();
      return Promise.resolve();
    });
  }

  drawLanes() {
    const { lanes } = this.app.store.pattern;
    const there = lanes.map((/** @type {any} */ lane) => lane.voice);
    const voices = [...there, ...drums.map((drum) => drum.name).filter((name) => !there.includes(name))];
    const key = voices.join();
    if (key === this.lanesKey) return;
    this.lanesKey = key;
    const chosen = this.lane.value;
    this.lane.replaceChildren(...voices.map((voice) => el('option', { value: voice }, drumNamed(voice).label)));
    if (voices.includes(chosen)) this.lane.value = chosen;
  }

  draw() {
    this.steps.set(String(this.count));
    this.pulses.set(String(this.hits));
    if (!(/** @type {HTMLDetailsElement} */ (this.root).open)) return;
    const key = `${this.count} ${this.hits}`;
    if (key !== this.key) {
      this.key = key;
      this.rings.replaceChildren(...necklaces(this.count, this.hits).map((row, index) => this.choice(row, index)));
    }
    this.drawRing();
  }

  /** @param {number[]} row @param {number} index */
  choice(row, index) {
    const name = intervals(row) || 'no hits';
    return el(
      'button',
      {
        type: 'button',
        role: 'radio',
        'aria-checked': 'false',
        tabindex: index === 0 ? 0 : -1,
        class: 'necklace',
        title: name,
        'aria-label': `Necklace ${name}`,
        'data-row': row.join(''),
        onclick: () => this.choose(row),
      },
      svg('svg', { viewBox: '-14 -14 28 28', 'aria-hidden': 'true' }, ...dots(row, 10, row.length > 12 ? 1.8 : 2.4)),
    );
  }

  /**
   * Arrows go from ring to ring.
   * @param {KeyboardEvent} event
   */
  move(event) {
    const all = /** @type {HTMLElement[]} */ ([...this.rings.children]);
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const ways = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: all.length - 1,
    };
    const next = ways[/** @type {keyof typeof ways} */ (event.key)];
    if (next === undefined || at < 0) return;
    event.preventDefault();
    all[clamp(next, 0, all.length - 1)].focus();
    for (const one of all) one.tabIndex = one === document.activeElement ? 0 : -1;
  }

  /** @param {number[]} row */
  choose(row) {
    [this.chosen, this.turn] = [row, 0];
    this.drawRing();
    this.write();
  }

  drawRing() {
    const { chosen, turn } = this;
    for (const one of this.rings.children)
      one.setAttribute('aria-checked', String(one.getAttribute('data-row') === chosen?.join('')));
    const row = turned(chosen ?? Array(this.count).fill(0), turn);
    this.ring.replaceChildren(
      svg('circle', { class: 'string', r: 44 }),
      ...dots(row, 44, 7),
      svg('path', { class: 'top', d: 'M-5 -58 L5 -58 L0 -53Z' }),
    );
    this.ring.setAttribute('aria-valuemax', String(this.count - 1));
    this.ring.setAttribute('aria-valuenow', String(turn));
    this.ring.setAttribute('aria-valuetext', `${turn} steps later: ${row.map((hit) => (hit ? 'x' : '.')).join('')}`);
    this.ring.setAttribute('aria-disabled', String(!chosen));
  }

  /** The ring is turned by a drag around its middle, and by arrows. */
  turning() {
    const { ring } = this;
    /** @type {{at: number, turn: number} | null} */
    let held = null;
    /** @type {(event: PointerEvent) => number} */
    const at = (event) => {
      const box = ring.getBoundingClientRect();
      return (
        (Math.atan2(event.clientY - box.top - box.height / 2, event.clientX - box.left - box.width / 2) /
          (2 * Math.PI)) *
        this.count
      );
    };
    ring.addEventListener('pointerdown', (event) => {
      if (!this.chosen) return;
      ring.setPointerCapture(event.pointerId);
      held = { at: at(event), turn: this.turn };
    });
    ring.addEventListener('pointermove', (event) => {
      if (!held) return;
      this.turn = floorMod(held.turn + Math.round(at(event) - held.at), this.count);
      this.drawRing();
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
      ring.addEventListener(end, () => {
        if (held && held.turn !== this.turn) this.write();
        held = null;
      });
    }
    ring.addEventListener('keydown', (event) => {
      const ways = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
      const by = ways[/** @type {keyof typeof ways} */ (/** @type {KeyboardEvent} */ (event).key)];
      if (!by) return;
      event.preventDefault();
      this.turnBy(by);
    });
  }

  /** @param {number} by */
  turnBy(by) {
    if (!this.chosen) return;
    this.turn = floorMod(this.turn + by, this.count);
    this.drawRing();
    this.write();
  }

  /** Writes the lane; one whose markers are not a multiple of the steps gets as many of its own, as far apart as they were. */
  write() {
    if (!this.chosen) return;
    const voice = this.lane.value;
    const { pattern } = this.app.store;
    const lane = pattern.lanes.find((/** @type {any} */ one) => one.voice === voice);
    const markers = (lane?.grid ?? pattern.grid).beats.length;
    const row = turned(this.chosen, this.turn)
      .map((hit) => (hit ? 'x' : '.'))
      .join('');
    const length = markers % this.count === 0 ? '' : `lane ${voice} length ${this.count}; `;
    void this.app.send(`${length}paste ${voice}: ${row}`);
  }
}

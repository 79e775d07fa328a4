// Necklaces to begin from: rings of hits to choose from, and a larger one to turn, tried in a lane.
import { throttled } from './controls.js';
import { button, clamp, el, svg } from './dom.js';
import { drumNamed, drums } from './drums.js';
import { laneGridLines, writtenGrid } from './grid-words.js';
import { holdable } from './held.js';
import { begun, intervals, necklaces, turned } from './necklaces.js';
import { readSubdivision } from './temper.js';
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

/**
 * Where arrows lead from a place.
 * @param {number} at
 * @returns {Record<string, number>}
 */
const ways = (at) => ({ ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1 });

export class NecklacePicker {
  /**
   * @param {import('./app.js').App} app
   * @param {() => boolean} begin  begins a trial where none is on; returns whether what is tried is there
   */
  constructor(app, begin) {
    this.app = app;
    this.begin = begin;
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
    /**
     * The grids that lanes had of their own as the trial began: the commands that give them again, and their numbers of
     * markers; null for lanes on the pattern's.
     * @type {Map<string, {lines: string, count: number} | null>}
     */
    this.former = new Map();
    /**
     * Lanes that the trial gave another length. Undo may give them that again once they are on the grid that they had.
     * @type {Set<string>}
     */
    this.lengthened = new Set();
    /** Whether something was drawn that is not heard yet. */
    this.isDue = false;
    this.preview = throttled(() => this.flush(), 90);
    this.steps = this.bar('Steps', 1, (value) => {
      this.count = value;
      this.hits = Math.min(this.hits, value);
    });
    this.pulses = this.bar('Hits', 0, (value) => {
      this.hits = Math.min(value, this.count);
    });
    this.even = button('As even as can be', () => this.chooseEven(), { class: 'chip' });
    this.lane.addEventListener('change', () => this.drawRing());
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
    app.trial.watchers.push(() => {
      if (app.trial.isOn) return;
      this.former.clear();
      this.lengthened.clear();
      // What was not played by then is not part of a later trial.
      this.isDue = false;
    });
  }

  body() {
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
        { class: 'picking' },
        el(
          'div',
          {},
          el('div', { class: 'fields' }, el('label', { class: 'field' }, el('span', {}, 'Lane'), this.lane), this.even),
          this.steps.root,
          this.pulses.root,
        ),
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

  /**
   * A slider; once a necklace is chosen, it leads to the most even one with the numbers it is dragged to.
   * @param {string} name @param {number} min @param {(value: number) => void} act
   */
  bar(name, min, act) {
    const input = /** @type {HTMLInputElement} */ (
      el('input', { type: 'range', min, max: most, step: 1, 'aria-label': `${name} of the necklace` })
    );
    const output = el('output', {});
    input.addEventListener('input', () => {
      act(clamp(Math.round(Number(input.value)), min, most));
      if (this.chosen) this.draft(() => this.setEven());
      else this.drawNumbers();
    });
    input.addEventListener('change', () => {
      this.flush();
      this.draw();
    });
    const set = (/** @type {number} */ value) => {
      input.value = String(value);
      input.style.setProperty('--part', String((value - min) / (most - min)));
      output.textContent = String(value);
    };
    return { root: el('label', { class: 'slider' }, el('span', { class: 'name' }, name), input, output), set };
  }

  /**
   * Draws a change and plays it, as a trial until that is kept.
   * @param {() => void} act
   */
  draft(act) {
    if (!this.begin()) return this.readChosen();
    act();
    this.isDue = true;
    this.drawNumbers();
    this.drawRing();
    this.preview();
  }

  /**
   * The same for a change that is not a drag.
   * @param {() => void} act
   */
  draftAtOnce(act) {
    this.draft(act);
    this.flush();
  }

  /** Takes the numbers of what is chosen again, where a slider was moved in vain. */
  readChosen() {
    const { chosen } = this;
    if (chosen) [this.count, this.hits] = [chosen.length, chosen.filter((hit) => hit).length];
    this.drawNumbers();
  }

  /** Plays what was drawn last. */
  flush() {
    if (!this.isDue || this.app.trial.isElsewhere) return;
    this.isDue = false;
    const voice = this.lane.value;
    this.app.trial.try({ lane: voice, line: this.line(voice) });
  }

  /** Nothing is chosen any more. */
  forget() {
    this.isDue = false;
    [this.chosen, this.turn] = [null, 0];
    this.drawRing();
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
    this.drawNumbers();
    if (!(/** @type {HTMLDetailsElement} */ (this.root).open)) return;
    const key = `${this.count} ${this.hits}`;
    if (key !== this.key) {
      this.key = key;
      this.rings.replaceChildren(...necklaces(this.count, this.hits).map((row, index) => this.choice(row, index)));
    }
    this.drawRing();
  }

  drawNumbers() {
    this.steps.set(this.count);
    this.pulses.set(this.hits);
    this.even.textContent = `Even: E(${this.hits},${this.count})`;
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
    const next = { ...ways(at), ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined || at < 0) return;
    event.preventDefault();
    all[clamp(next, 0, all.length - 1)].focus();
    for (const one of all) one.tabIndex = one === document.activeElement ? 0 : -1;
  }

  /** @param {number[]} row */
  choose(row) {
    this.draftAtOnce(() => {
      [this.chosen, this.turn] = [row, 0];
    });
  }

  chooseEven() {
    this.draftAtOnce(() => this.setEven());
    this.draw();
  }

  /** Chooses the most even one, begun as `euclid` begins it. */
  setEven() {
    const beats = new Set(readSubdivision(`E(${this.hits},${this.count})`)?.beats);
    const even = Array.from({ length: this.count }, (_, step) => (beats.has(step) ? 1 : 0));
    const row = begun(even);
    const turn = even.findIndex((_, by) => turned(row, by).join() === even.join());
    [this.chosen, this.turn] = [row, turn];
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
    const held = { at: 0, turn: 0 };
    /** @type {(event: PointerEvent) => number} */
    const at = (event) => {
      const box = ring.getBoundingClientRect();
      return (
        (Math.atan2(event.clientY - box.top - box.height / 2, event.clientX - box.left - box.width / 2) /
          (2 * Math.PI)) *
        this.count
      );
    };
    holdable(ring, {
      press: (event) => {
        Object.assign(held, { at: at(event), turn: this.turn });
        return this.chosen !== null;
      },
      move: (event) => this.turnTo(held.turn + Math.round(at(event) - held.at)),
      letGo: () => this.flush(),
    });
    ring.addEventListener('keydown', (event) => {
      const { key, ctrlKey, metaKey, altKey } = /** @type {KeyboardEvent} */ (event);
      const to = { ...ways(this.turn), Home: 0, End: this.count - 1 }[key];
      if (to === undefined || ctrlKey || metaKey || altKey) return;
      event.preventDefault();
      this.turnTo(to);
      this.flush();
    });
  }

  /** @param {number} by */
  turnBy(by) {
    this.turnTo(this.turn + by);
    this.flush();
  }

  /** @param {number} turn */
  turnTo(turn) {
    const next = floorMod(turn, this.count);
    if (!this.chosen || next === this.turn) return;
    this.draft(() => {
      this.turn = next;
    });
  }

  /**
   * The command that writes what is drawn into a lane. One whose markers are not a multiple of the steps gets as many of its own,
   * as far apart as they were; where others are tried that fit again, it is on the grid that it had: each time, since undo may
   * have given it the other length again.
   * @param {string} voice
   */
  line(voice) {
    const { pattern } = this.app.store;
    if (!this.former.has(voice)) this.former.set(voice, this.ownGrid(voice));
    const own = this.former.get(voice) ?? null;
    const row = turned(this.chosen ?? [], this.turn)
      .map((hit) => (hit ? 'x' : '.'))
      .join('');
    const paste = `paste ${voice}: ${row}`;
    if ((own?.count ?? pattern.grid.beats.length) % this.count !== 0) {
      this.lengthened.add(voice);
      return `lane ${voice} length ${this.count}; ${paste}`;
    }
    if (!this.lengthened.has(voice)) return paste;
    return `${own?.lines ?? `lane ${voice} grid pattern`}; ${paste}`;
  }

  /**
   * The grid that a lane has of its own; null where it is on the pattern's.
   * @param {string} voice
   */
  ownGrid(voice) {
    const { document: patch, pattern } = this.app.store;
    const grid = pattern.lanes.find((/** @type {any} */ one) => one.voice === voice)?.grid;
    if (!grid) return null;
    const written = writtenGrid(patch, pattern.number, voice);
    return { lines: laneGridLines(voice, grid, written), count: grid.beats.length };
  }
}

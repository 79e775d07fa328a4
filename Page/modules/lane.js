// One lane of the grid: its cells as wide as their time, its name and switches.
import { toggle } from './controls.js';
import { button, el } from './dom.js';
import { drumNamed, glyph } from './drums.js';
import { LaneEnds } from './lane-ends.js';
import { stepDetails } from './notation.js';
import { velocities } from './ranges.js';
import { beatsInLoop, floorMod, markerAt, placeInLane } from './time.js';

/**
 * @typedef {{voice: string, steps: any[], grid?: any, speed?: number, ratio?: string, turn?: number, mute?: boolean,
 *   solo?: boolean, loose?: number[], group?: number}} Lane
 */

/**
 * The marks of a step besides its velocity, for the eye: short ones together, so that they take few lines in a narrow cell.
 * @param {any} step
 * @returns {(Node | string)[]}
 */
function marks(step) {
  const short = [
    step.accent ? '!' : '',
    step.offset ? (step.offset.startsWith('-') ? '‹' : '›') : '',
    step.hold ? '—' : '',
  ].join('');
  const parts = [short, step.ratchet ? `×${step.ratchet[0]}` : ''].filter((part) => part).join(' ');
  /** @type {(Node | string)[]} */
  const shown = [parts];
  // Where the cell is narrow, the number alone: what is struck by chance is striped as well.
  if (step.probability !== undefined) shown.push(`${parts ? ' ' : ''}${step.probability}`, el('small', {}, '%'));
  if (step.condition) shown.push(`${shown.join('') ? ' ' : ''}${step.condition}`);
  return shown;
}

export class LaneRow {
  /**
   * @param {import('./grid.js').GridView} view
   * @param {string} voice
   */
  constructor(view, voice) {
    this.view = view;
    this.voice = voice;
    const drum = drumNamed(voice);
    this.drum = drum;
    const settle = (/** @type {string} */ verb) => (/** @type {boolean} */ isOn) =>
      view.app.settle(`${verb} ${voice} ${isOn ? 'on' : 'off'}`);
    this.mute = toggle(`Mute ${drum.label}`, settle('mute'), { class: 'toggle' }, 'M');
    this.solo = toggle(`Solo ${drum.label}`, settle('solo'), { class: 'toggle' }, 'S');
    this.name = button(
      `${drum.label}: strike, and show its lane`,
      () => {
        view.inspect(voice, null);
        if (drum.note) void view.app.strike(voice, 96);
      },
      { class: 'voice' },
      glyph(drum),
      // The word “hat” is shown only where there is room.
      el('span', {}, drum.short, drum.family === 'hat' && el('span', { class: 'of' }, ' hat')),
    );
    /** @type {HTMLElement[]} */
    this.cells = [];
    /**
     * What each cell shows, as JSON.
     * @type {string[]}
     */
    this.drawn = [];
    /**
     * How much of its loop has been heard, 0 to 1; null where it is not heard.
     * @type {number | null}
     */
    this.heard = null;
    this.speed = 1;
    this.span = 1;
    /** @type {any} */
    this.grid = { beats: [], length: 1 };
    /** @type {Lane | undefined} */
    this.lane = undefined;
    /**
     * Steps that were asked for, and those that a hand holds, by index.
     * @type {Map<number, {step: any, number: number}>}
     */
    this.expected = new Map();
    this.asked = 0;
    this.laidOut = '';
    this.lit = 0;
    this.shape = '';
    this.now = -1;
    this.track = el('div', { class: 'track', role: 'presentation' });
    this.ends = new LaneEnds(view, this);
    this.root = el(
      'div',
      { class: `lane ${drum.family}`, role: 'row', 'data-voice': voice },
      el('div', { class: 'head', role: 'rowheader' }, this.name, this.mute.root, this.solo.root, this.ends.turn.root),
      el('div', { class: 'extent', role: 'presentation' }, this.track, this.ends.tail),
    );
  }

  /**
   * @param {Lane} lane
   * @param {any} shared  the pattern's grid
   * @param {number} span  beats from the left edge to the right
   */
  update(lane, shared, span) {
    this.lane = lane;
    this.grid = lane.grid ?? shared;
    this.speed = lane.speed ?? 1;
    this.mute.set(lane.mute ?? false);
    this.solo.set(lane.solo ?? false);
    this.root.classList.toggle('muted', lane.mute ?? false);
    const shape = JSON.stringify([this.grid.beats, this.grid.length, this.speed, span, lane.turn ?? 0]);
    if (shape !== this.shape) {
      this.shape = shape;
      this.span = span;
      this.build();
    }
    this.steps.forEach((step, index) => this.drawStep(index, step));
    this.ends.update(lane, shared);
  }

  /** How much of the width of the grid it takes. */
  get share() {
    return this.grid.length / this.speed / this.span;
  }

  /** Its steps, with what this page has asked for and the session has not shown yet. */
  get steps() {
    const steps = [...(this.lane?.steps ?? [])];
    for (const [index, { step }] of this.expected) if (index < steps.length) steps[index] = step;
    return steps;
  }

  build() {
    const count = this.grid.beats.length;
    while (this.cells.length > count) this.cells.pop()?.remove();
    while (this.cells.length < count) {
      const cell = el(
        'div',
        { class: 'cell', role: 'gridcell', tabindex: -1, 'data-step': this.cells.length + 1 },
        el('b', {}),
      );
      this.cells.push(cell);
      this.track.append(cell);
    }
    this.track.style.setProperty('--width', String(this.share));
    this.track.dataset.cells = String(count);
    this.layOut(0);
    this.drawn = [];
    this.now = -1;
  }

  /** Lanes that agree in this are always at the same place. */
  get timing() {
    return `${this.grid.length} ${this.speed} ${this.span}`;
  }

  /** Whether its steps are on other markers than the pattern's. */
  get hasOwnGrid() {
    return this.lane?.grid !== undefined;
  }

  /**
   * By how many markers the steps are turned in a loop.
   * @param {number} loop
   */
  turned(loop) {
    return (this.lane?.turn ?? 0) * floorMod(loop, this.cells.length || 1);
  }

  /**
   * Which of the different layouts a loop has.
   * @param {number} loop
   */
  layout(loop) {
    const moving = this.grid.loops ? floorMod(loop, this.grid.loops.length) : 0;
    return `${moving} ${floorMod(this.turned(loop), this.cells.length || 1)}`;
  }

  /**
   * Places the cells as the grid has them in a loop, and where the lane has turned by then.
   * @param {number} loop
   */
  layOut(loop) {
    const beats = beatsInLoop(this.grid, loop);
    const length = this.grid.length;
    this.laidOut = this.layout(loop);
    const turned = this.turned(loop);
    this.cells.forEach((cell, index) => {
      const marker = floorMod(index + turned, this.cells.length);
      const begin = beats[marker];
      const end = beats[marker + 1] ?? length;
      cell.style.order = String(marker);
      // Until the first marker the last step of the loop before goes on.
      cell.style.marginLeft = marker === 0 && begin > 0 ? `${(100 * begin) / length}%` : '';
      cell.style.width = `${(100 * (end - begin)) / length}%`;
      cell.classList.toggle('beat', Math.abs(begin - Math.round(begin)) < 1e-6);
    });
  }

  /** @param {number} index @param {any} step */
  drawStep(index, step) {
    const key = JSON.stringify(step);
    const cell = this.cells[index];
    if (!cell || this.drawn?.[index] === key) return;
    if (this.drawn) this.drawn[index] = key;
    const details = step === null ? null : stepDetails(step);
    const velocity = details?.velocity ?? 0;
    cell.classList.toggle('hit', details !== null);
    cell.classList.toggle('chance', (details?.probability ?? 100) < 100 || details?.condition !== undefined);
    cell.style.setProperty('--velocity', String(velocity / velocities.max));
    const mark = /** @type {HTMLElement} */ (cell.lastElementChild);
    mark.replaceChildren(...(details ? marks(details).filter((part) => part) : []));
    const shown = mark.textContent;
    cell.setAttribute(
      'aria-label',
      `${this.drum.label}, step ${index + 1}: ` +
        (details ? `velocity ${velocity}${shown ? `, ${details.text}` : ''}` : 'rest'),
    );
  }

  /**
   * Marks which of its steps are selected.
   * @param {Set<number>} indices
   */
  select(indices) {
    this.cells.forEach((cell, index) => cell.setAttribute('aria-selected', String(indices.has(index))));
  }

  /**
   * Draws a step before the session has confirmed it, and counts on it until the state holds it or it was refused.
   * @param {number} index @param {any} step  null for a rest
   * @param {Promise<any>} [settled]  without it a hand holds the step, until more is said
   */
  expect(index, step, settled) {
    const number = ++this.asked;
    this.expected.set(index, { step, number });
    this.drawStep(index, step);
    void settled?.then(() => {
      if (this.expected.get(index)?.number === number) this.forget(index);
    });
  }

  /**
   * Draws what the session says again.
   * @param {number} index
   */
  forget(index) {
    this.expected.delete(index);
    this.drawStep(index, this.lane?.steps[index] ?? null);
  }

  /** Lights its name for a moment; an animation would be drawn in every frame. */
  flash() {
    clearTimeout(this.lit);
    this.root.classList.add('lit');
    this.lit = setTimeout(() => this.root.classList.remove('lit'), 140);
  }

  /** @param {number | null} beats  since the pattern began, or null where it is not heard */
  frame(beats) {
    if (beats === null || !this.grid) {
      if (this.now >= 0) this.cells[this.now]?.classList.remove('now');
      this.now = -1;
      this.heard = null;
      return;
    }
    const { beat, loop } = placeInLane(this.grid, this.speed ?? 1, beats);
    if ((this.grid.loops || this.lane?.turn) && this.layout(loop) !== this.laidOut) this.layOut(loop);
    this.heard = beat / this.grid.length;
    const now = floorMod(markerAt(beatsInLoop(this.grid, loop), beat) - this.turned(loop), this.cells.length);
    if (now === this.now) return;
    this.cells[this.now]?.classList.remove('now');
    this.cells[now]?.classList.add('now');
    this.now = now;
  }
}

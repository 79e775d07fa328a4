// The editor of one step and of its lane, below the grid.
import { button, choice, el, numberField, slider } from './dom.js';
import { drumNamed } from './drums.js';
import { stepDetails, stepText } from './notation.js';

/** Offsets that are offered, in beats. */
export const offsets = ['-1/12', '-1/24', '-1/48', '-1/96', '0', '1/96', '1/48', '1/24', '1/12'];
/** In which loops a hit plays. */
export const conditions = {
  values: ['', '1:2', '2:2', '1:4', '2:4', '3:4', '4:4', '1:8', 'first', 'fill', '!fill'],
  names: { '': 'always', first: 'first loop', fill: 'in fills', '!fill': 'not in fills' },
};

export class Inspector {
  /** @param {import('./app.js').App} app @param {import('./grid.js').GridView} grid */
  constructor(app, grid) {
    this.app = app;
    this.grid = grid;
    this.voice = '';
    this.key = '';
    /** @type {number | null} */
    this.index = null;
    this.root = el('aside', { class: 'inspector', 'aria-label': 'Step and lane', hidden: true });
  }

  /** @param {string} voice @param {number | null} index */
  choose(voice, index) {
    [this.voice, this.index] = [voice, index];
    this.key = '';
    this.draw();
  }

  draw() {
    const row = this.grid.rows.get(this.voice);
    const lane = row?.lane;
    this.root.hidden = !lane || !this.grid.selection.isEmpty;
    if (!lane || !row || this.root.hidden) return;
    const step = this.index === null ? null : lane.steps[this.index] ?? null;
    const key = JSON.stringify([this.voice, this.index, step, { ...lane, steps: lane.steps.length }, row.grid.beats.length]);
    if (key === this.key || this.root.contains(document.activeElement) && this.key && this.isHeld()) return;
    this.key = key;
    const focus = document.activeElement?.getAttribute('aria-label');
    this.root.replaceChildren(this.stepPart(step), this.lanePart(lane, row.grid));
    // What had the focus has it again, or a keyboard would lose its place with each change.
    if (focus) {
      for (const control of this.root.querySelectorAll('[aria-label]')) {
        if (control.getAttribute('aria-label') === focus && document.activeElement === document.body) /** @type {HTMLElement} */ (control).focus();
      }
    }
  }

  isHeld() { return this.root.querySelector('input:active') !== null; }

  /** @param {any} step */
  stepPart(step) {
    if (this.index === null) return el('div', { class: 'part' });
    const title = `${drumNamed(this.voice).label}, step ${this.index + 1}`;
    if (step === null) {
      return el('div', { class: 'part' }, el('h2', {}, title), el('p', { class: 'hint' },
        'A rest. Click or press Enter to write a hit; drag along the lane to draw, up or down for its velocity. '
        + 'Hold a finger, or Ctrl, and drag to select; Shift and arrows do the same.'));
    }
    const details = stepDetails(step);
    const change = (/** @type {any} */ values) => {
      void this.app.send(`step ${this.voice} ${Number(this.index) + 1} ${stepText({ ...details, ...values })}`);
    };
    const ratchet = details.ratchet ?? [1, 0];
    return el('div', { class: 'part' }, el('h2', {}, title),
      slider({ label: 'Velocity', min: 1, max: 127, step: 1, value: details.velocity, isLive: false, send: (velocity) => change({ velocity }) }).root,
      slider({ label: 'Probability', min: 0, max: 100, step: 5, value: details.probability ?? 100, unit: ' %', isLive: false, send: (probability) => change({ probability }) }).root,
      slider({ label: 'Ratchet', min: 1, max: 8, step: 1, value: ratchet[0], unit: '×', isLive: false, send: (count) => change({ ratchet: [count, ratchet[1]] }) }).root,
      slider({ label: 'Ratchet rise', min: -64, max: 64, step: 4, value: ratchet[1], isLive: false, send: (slope) => change({ ratchet: [Math.max(2, ratchet[0]), slope] }) }).root,
      slider({ label: 'Held', min: 0, max: 16, step: 1, value: details.hold ?? 0, unit: ' more', isLive: false, send: (hold) => change({ hold }) }).root,
      el('div', { class: 'fields' },
        choice('Offset', details.offset ?? '0', offsets, (offset) => change({ offset })),
        choice('Plays', details.condition ?? '', conditions.values, (condition) => change({ condition }), conditions.names),
        button(details.accent ? 'No accent' : 'Accent', () => change({ accent: !details.accent }), { class: 'chip', 'aria-pressed': String(!!details.accent) }, 'Accent')));
  }

  /** @param {any} lane @param {any} grid */
  lanePart(lane, grid) {
    const send = (/** @type {string} */ what) => void this.app.send(`lane ${this.voice} ${what}`);
    return el('div', { class: 'part' }, el('h2', {}, `Lane of ${drumNamed(this.voice).label}`),
      el('div', { class: 'fields' },
        numberField('Steps', grid.beats.length, 1, 256, (count) => send(`length ${count}`)),
        choice('Speed', lane.ratio ?? '1', ['1/2', '2/3', '3/4', '1', '5/4', '4/3', '√2', '3/2', '2'], (ratio) => send(`ratio ${ratio}`)),
        numberField('Turn', lane.turn ?? 0, -255, 255, (turn) => send(`turn ${turn}`)),
        choice('Loose', String(lane.loose?.[0] ?? 0), ['0', '2', '5', '10', '20', '40'], (milliseconds) => send(`loose ${milliseconds}`), {}, ' ms'),
        choice('Mute group', String(lane.group ?? 'none'), ['none', '1', '2', '3', '4', '5', '6', '7', '8'], (group) => send(`group ${group}`)),
        button('Own grid', () => send(lane.grid ? 'grid pattern' : `grid ${grid.beats.length}/${grid.stepsPerBeat ?? 4}`), { class: 'chip', 'aria-pressed': String(!!lane.grid) }, 'Own grid'),
        button(`Mute this lane`, () => void this.app.send(`mute ${this.voice} ${lane.mute ? 'off' : 'on'}`), { class: 'chip', 'aria-pressed': String(!!lane.mute) }, 'Mute'),
        button(`Solo this lane`, () => void this.app.send(`solo ${this.voice} ${lane.solo ? 'off' : 'on'}`), { class: 'chip', 'aria-pressed': String(!!lane.solo) }, 'Solo'),
        button('Empty the lane', () => void this.app.send(`clear ${this.voice}`), { class: 'chip' }, 'Clear')),
      this.euclid(grid.beats.length));
  }

  /** @param {number} steps */
  euclid(steps) {
    let [pulses, turn] = [Math.max(1, Math.round(steps / 3)), 0];
    const write = () => void this.app.send(`euclid ${this.voice} ${pulses} ${steps} ${turn}`);
    return el('div', { class: 'fields' },
      numberField('Even hits', pulses, 0, steps, (value) => { pulses = value; write(); }),
      numberField('Rotated', turn, 0, steps, (value) => { turn = value; write(); }));
  }
}

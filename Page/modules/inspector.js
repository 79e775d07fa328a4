// The editor of one step and of its lane, below the grid.
import { choice, numberField, slider, toggle } from './controls.js';
import { button, el } from './dom.js';
import { drumNamed } from './drums.js';
import { stepDetails } from './notation.js';
import { rangeOf, velocities } from './ranges.js';

/** Offsets that are offered, in beats. */
export const offsets = ['-1/12', '-1/24', '-1/48', '-1/96', '0', '1/96', '1/48', '1/24', '1/12'];
/** In which loops a hit plays. */
export const conditions = {
  values: ['', '1:2', '2:2', '1:4', '2:4', '3:4', '4:4', '1:8', 'first', 'fill', '!fill'],
  names: { '': 'always', first: 'first loop', fill: 'in fills', '!fill': 'not in fills' },
};

/** Its controls are made again only for another step or lane, so that what is typed or held stays. */
export class Inspector {
  /** @param {import('./app.js').App} app @param {import('./grid.js').GridView} grid */
  constructor(app, grid) {
    this.app = app;
    this.grid = grid;
    this.voice = '';
    /** @type {number | null} */
    this.index = null;
    this.place = '';
    this.key = '';
    /**
     * What shows the step, and the lane.
     * @type {((lane: any, grid: any, step: any) => void)[]}
     */
    this.controls = [];
    /** The lane that the controls are of, and those of them that stay with it. */
    this.laneOf = '';
    this.laneControls = this.controls;
    this.root = el('aside', { class: 'inspector', 'aria-label': 'Step and lane', hidden: true });
  }

  /** @param {string} voice @param {number | null} index */
  choose(voice, index) {
    [this.voice, this.index] = [voice, index];
    this.draw();
  }

  get row() {
    return this.grid.rows.get(this.voice);
  }

  /** The chosen step; null for a rest. */
  get step() {
    return this.index === null ? null : (this.row?.steps[this.index] ?? null);
  }

  draw() {
    const { row, step } = this;
    const lane = row?.lane;
    this.root.hidden = !lane || !this.grid.selection.isEmpty;
    if (!lane || !row || this.root.hidden) return;
    this.build(step !== null);
    const key = JSON.stringify([this.place, step, { ...lane, steps: lane.steps.length }, row.grid.beats.length]);
    if (key === this.key) return;
    this.key = key;
    for (const show of this.controls) show(lane, row.grid, step === null ? null : stepDetails(step));
  }

  /** @param {boolean} isHit */
  build(isHit) {
    const place = JSON.stringify([this.voice, this.index, isHit]);
    if (place === this.place) return;
    this.place = place;
    this.key = '';
    if (this.laneOf !== this.voice) {
      this.laneOf = this.voice;
      this.controls = [];
      const lane = this.makeLanePart();
      this.laneControls = this.controls;
      this.root.replaceChildren(el('div', {}), lane);
    }
    this.controls = [...this.laneControls];
    this.root.firstElementChild?.replaceWith(this.makeStepPart(isHit));
  }

  /**
   * Changes some marks of the step, and leaves the others.
   * @param {any} values
   */
  async change(values) {
    const { row, index, step } = this;
    if (!row || index === null || step === null) return false;
    return this.grid.write({ row, index }, { ...stepDetails(step), ...values });
  }

  /** @param {string} label @param {any} options @param {(step: any) => number} of @param {(value: number, step: any) => any} change */
  bar(label, options, of, change) {
    const control = slider({
      label,
      step: 1,
      ...options,
      value: options.min,
      isLive: false,
      send: (value) => this.change(change(value, stepDetails(this.step ?? 0))),
    });
    this.controls.push((_lane, _grid, step) => {
      if (step) control.set(of(step));
    });
    return control.root;
  }

  /** @param {boolean} isHit */
  makeStepPart(isHit) {
    if (this.index === null) return el('div', { class: 'part' });
    const title = `${drumNamed(this.voice).label}, step ${this.index + 1}`;
    if (!isHit) {
      return el(
        'div',
        { class: 'part' },
        el('h2', {}, title),
        el(
          'p',
          { class: 'hint' },
          'A rest. Click or press Enter to write a hit; drag along the lane to draw, up or down for its velocity. ' +
            'Hold a finger, or Ctrl, and drag to select; Shift and arrows do the same.',
        ),
      );
    }
    const offset = choice('Offset', offsets, (value) => this.change({ offset: value }));
    const plays = choice('Plays', conditions.values, (condition) => this.change({ condition }), conditions.names);
    const accent = toggle('Accent', (isOn) => this.change({ accent: isOn }), { class: 'chip' }, 'Accent');
    this.controls.push((_lane, _grid, step) => {
      offset.set(step?.offset ?? '0');
      plays.set(step?.condition ?? '');
      accent.set(!!step?.accent);
    });
    const strokes = (/** @type {any} */ step) => step.ratchet ?? [1, 0];
    return el(
      'div',
      { class: 'part' },
      el('h2', {}, title),
      this.bar(
        'Velocity',
        velocities,
        (step) => step.velocity,
        (velocity) => ({ velocity }),
      ),
      this.bar(
        'Probability',
        { min: 0, max: 100, step: 5, unit: ' %' },
        (step) => step.probability ?? 100,
        (probability) => ({ probability }),
      ),
      this.bar(
        'Ratchet',
        { ...rangeOf('hits ratchet', 'COUNT'), unit: '×' },
        (step) => strokes(step)[0],
        (count, step) => ({ ratchet: [count, strokes(step)[1]] }),
      ),
      this.bar(
        'Ratchet rise',
        { min: -64, max: 64, step: 4 },
        (step) => strokes(step)[1],
        (slope, step) => ({ ratchet: [Math.max(2, strokes(step)[0]), slope] }),
      ),
      this.bar(
        'Held',
        { min: 0, max: 16, unit: ' more' },
        (step) => step.hold ?? 0,
        (hold) => ({ hold }),
      ),
      el('div', { class: 'fields' }, offset.root, plays.root, accent.root),
    );
  }

  makeLanePart() {
    const { voice, app } = this;
    const settle = (/** @type {string} */ what) => app.settle(`lane ${voice} ${what}`);
    const isOn = (/** @type {string} */ verb) => (/** @type {boolean} */ value) =>
      app.settle(`${verb} ${voice} ${value ? 'on' : 'off'}`);
    const mostSteps = rangeOf('step', 'STEP');
    const steps = numberField('Steps', mostSteps.min, mostSteps.max, (count) => settle(`length ${count}`));
    const speed = choice('Speed', ['1/2', '2/3', '3/4', '1', '5/4', '4/3', '√2', '3/2', '2'], (ratio) =>
      settle(`ratio ${ratio}`),
    );
    const turns = rangeOf('rotate', 'COUNT');
    const turn = numberField('Turn', turns.min, turns.max, (count) => settle(`turn ${count}`));
    const loose = choice(
      'Loose',
      ['0', '2', '5', '10', '20', '40'],
      (milliseconds) => settle(`loose ${milliseconds}`),
      {},
      ' ms',
    );
    const group = choice('Mute group', ['none', '1', '2', '3', '4', '5', '6', '7', '8'], (number) =>
      settle(`group ${number}`),
    );
    const own = toggle(
      'Own grid',
      (value) => settle(value ? `grid ${this.ownGrid}` : 'grid pattern'),
      { class: 'chip' },
      'Own grid',
    );
    const mute = toggle('Mute this lane', isOn('mute'), { class: 'chip' }, 'Mute');
    const solo = toggle('Solo this lane', isOn('solo'), { class: 'chip' }, 'Solo');
    const euclid = this.euclid();
    this.controls.push((lane, grid) => {
      steps.set(grid.beats.length);
      speed.set(lane.ratio ?? '1');
      turn.set(lane.turn ?? 0);
      loose.set(String(lane.loose?.[0] ?? 0));
      group.set(String(lane.group ?? 'none'));
      own.set(!!lane.grid);
      mute.set(!!lane.mute);
      solo.set(!!lane.solo);
    });
    return el(
      'div',
      { class: 'part' },
      el('h2', {}, `Lane of ${drumNamed(voice).label}`),
      el(
        'div',
        { class: 'fields' },
        steps.root,
        speed.root,
        turn.root,
        loose.root,
        group.root,
        own.root,
        mute.root,
        solo.root,
        button('Empty the lane', () => void app.send(`clear ${voice}`), { class: 'chip' }, 'Clear'),
      ),
      euclid,
    );
  }

  /** A grid of its own that is like the one it has. */
  get ownGrid() {
    const grid = this.row?.grid;
    return `${grid?.beats.length ?? 16}/${grid?.stepsPerBeat ?? 4}`;
  }

  /** Hits as even as can be: nothing of the state, but what was written here last. */
  euclid() {
    const { voice, app } = this;
    const count = () => this.row?.grid.beats.length ?? 16;
    let turn = 0;
    let pulses = Math.max(1, Math.round(count() / 3));
    const write = () => app.settle(`euclid ${voice} ${Math.min(pulses, count())} ${count()} ${turn}`);
    const evens = rangeOf('euclid', 'PULSES');
    const rotations = rangeOf('euclid', 'ROTATION');
    const even = numberField('Even hits', evens.min, evens.max, (value) => {
      pulses = value;
      even.set(value);
      return write();
    });
    const rotated = numberField('Rotated', 0, rotations.max, (value) => {
      turn = value;
      rotated.set(value);
      return write();
    });
    even.set(pulses);
    rotated.set(turn);
    this.controls.push(() => {
      even.set(pulses);
      rotated.set(turn);
    });
    return el('div', { class: 'fields' }, even.root, rotated.root);
  }
}

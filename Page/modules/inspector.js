// The editor of one step and of its lane, below the grid.
import { choice, slider, toggle } from './controls.js';
import { el } from './dom.js';
import { drumNamed } from './drums.js';
import { LaneForm } from './lane-form.js';
import { stepDetails } from './notation.js';
import { holds, probabilities, rangeOf, velocities } from './ranges.js';

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
     * What shows the step.
     * @type {((step: any) => void)[]}
     */
    this.controls = [];
    /**
     * The form of its lane.
     * @type {LaneForm | undefined}
     */
    this.form = undefined;
    this.root = el('aside', { class: 'inspector', 'aria-label': 'Step and lane', hidden: true });
  }

  /** @param {string} voice @param {number | null} index */
  choose(voice, index) {
    [this.voice, this.index] = [voice, index];
    this.draw();
  }

  /**
   * Leads a hand to a field of a lane's form.
   * @param {string} voice @param {import('./lane-form.js').Field} field
   */
  open(voice, field) {
    if (!this.grid.selection.isEmpty) this.grid.deselect();
    this.choose(voice, null);
    this.form?.focus(field);
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
    this.form?.show(lane, row.grid);
    for (const show of this.controls) show(step === null ? null : stepDetails(step));
  }

  /** @param {boolean} isHit */
  build(isHit) {
    const place = JSON.stringify([this.voice, this.index, isHit]);
    if (place === this.place) return;
    this.place = place;
    this.key = '';
    if (this.form?.voice !== this.voice) {
      this.form = new LaneForm(this.app, this.grid, this.voice);
      this.root.replaceChildren(el('div', {}), this.form.root);
    }
    this.controls = [];
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
    this.controls.push((step) => {
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
    this.controls.push((step) => {
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
        { ...probabilities, unit: ' %' },
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
        'Ratchet slope',
        rangeOf('hits ratchet', 'SLOPE'),
        (step) => strokes(step)[1],
        (slope, step) => ({ ratchet: [Math.max(2, strokes(step)[0]), slope] }),
      ),
      this.bar(
        'Held',
        { ...holds, unit: ' more' },
        (step) => step.hold ?? 0,
        (hold) => ({ hold }),
      ),
      el('div', { class: 'fields' }, offset.root, plays.root, accent.root),
    );
  }
}

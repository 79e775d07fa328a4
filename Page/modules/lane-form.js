// The form of a lane, below the grid: length, speed, grid, turn and looseness of its own, and hits spread evenly.
import { choice, numberField, openChoice, toggle } from './controls.js';
import { button, el } from './dom.js';
import { drumNamed } from './drums.js';
import { EvenHits } from './even-hits.js';
import { gridName, gridWords, writtenGrid } from './grid-words.js';
import { rangeOf } from './ranges.js';

const ratios = ['1/2', '2/3', '3/4', '1', '5/4', '4/3', '√2', '3/2', '2'];
const grids = ['pattern', '16/4', '8/2', '12/3', '6/3', '4/1', '3/1', '2+2+3', '5 in 4', '7 in 4'];

/** @typedef {'steps' | 'speed' | 'grid' | 'turn' | 'loose' | 'velocity'} Field */

export class LaneForm {
  /** @param {import('./app.js').App} app @param {import('./grid.js').GridView} view @param {string} voice */
  constructor(app, view, voice) {
    this.app = app;
    this.view = view;
    this.voice = voice;
    this.refuse = (/** @type {string} */ reason) => app.say(reason, 'error');
    /**
     * What shows the lane.
     * @type {((lane: import('./lane.js').Lane, grid: any) => void)[]}
     */
    this.controls = [];
    /** @type {Partial<Record<Field, HTMLElement>>} */
    this.inputs = {};
    this.root = el(
      'div',
      { class: 'part' },
      el('h2', {}, `Lane of ${drumNamed(voice).label}`),
      el('div', { class: 'fields' }, ...this.timing(), ...this.looseness(), ...this.switches()),
      this.euclid(),
    );
  }

  /** @param {string} what */
  settle(what) {
    return this.app.settle(`lane ${this.voice} ${what}`);
  }

  /** @param {import('./lane.js').Lane} lane @param {any} grid  that it has */
  show(lane, grid) {
    for (const show of this.controls) show(lane, grid);
  }

  /**
   * Leads a hand to a field.
   * @param {Field} name
   */
  focus(name) {
    const input = this.inputs[name];
    input?.focus({ preventScroll: true });
    input?.scrollIntoView({ block: 'center' });
  }

  timing() {
    const most = rangeOf('step', 'STEP');
    const steps = numberField('Steps', most, (count) => this.settle(`length ${count}`), this.refuse);
    const speed = openChoice('Speed', ratios, (ratio) => this.settle(`ratio ${ratio}`));
    const own = openChoice(
      'Own grid',
      grids,
      (grid) => this.settle(`grid ${grid}`),
      (grid) => (grid === 'pattern' ? 'as the pattern' : gridName(grid)),
    );
    const turns = rangeOf('rotate', 'COUNT');
    const turn = numberField('Turn', turns, (count) => this.settle(`turn ${count}`), this.refuse);
    this.controls.push((lane, grid) => {
      steps.set(grid.beats.length);
      speed.set(lane.ratio ?? '1');
      own.set(lane.grid ? gridWords(lane.grid, this.writtenGrid) : 'pattern');
      turn.set(lane.turn ?? 0);
    });
    Object.assign(this.inputs, { steps: steps.input, speed: speed.select, grid: own.select, turn: turn.input });
    return [steps.root, speed.root, own.root, turn.root];
  }

  get writtenGrid() {
    const { document: patch, pattern } = this.app.store;
    return writtenGrid(patch, pattern.number, this.voice);
  }

  /** In time and in velocity: the command sets both, so that each is sent with what the other shows. */
  looseness() {
    const send = () => this.settle(`loose ${loose.get()} ${velocity.get()}`);
    const loose = openChoice('Loose', ['0', '2', '5', '10', '20', '40'], send, (value) => `${value} ms`);
    const velocity = openChoice('Loose velocity', ['0', '5', '10', '20', '40'], send, (value) => `±${value}`);
    this.controls.push((lane) => {
      loose.set(String(lane.loose?.[0] ?? 0));
      velocity.set(String(lane.loose?.[1] ?? 0));
    });
    Object.assign(this.inputs, { loose: loose.select, velocity: velocity.select });
    return [loose.root, velocity.root];
  }

  switches() {
    const { app, voice } = this;
    const groups = ['none', '1', '2', '3', '4', '5', '6', '7', '8'];
    const group = choice('Mute group', groups, (number) => this.settle(`group ${number}`));
    const isOn = (/** @type {string} */ verb) => (/** @type {boolean} */ value) =>
      app.settle(`${verb} ${voice} ${value ? 'on' : 'off'}`);
    const mute = toggle('Mute this lane', isOn('mute'), { class: 'chip' }, 'Mute');
    const solo = toggle('Solo this lane', isOn('solo'), { class: 'chip' }, 'Solo');
    this.controls.push((lane) => {
      group.set(String(lane.group ?? 'none'));
      mute.set(!!lane.mute);
      solo.set(!!lane.solo);
    });
    const clear = button('Empty the lane', () => void app.send(`clear ${voice}`), { class: 'chip' }, 'Clear');
    return [group.root, mute.root, solo.root, clear];
  }

  /** Hits as even as can be: nothing of the state, but what was written here last. */
  euclid() {
    const count = () => this.view.rows.get(this.voice)?.grid.beats.length ?? 16;
    const evens = rangeOf('euclid', 'PULSES');
    const rotations = rangeOf('euclid', 'ROTATION');
    const even = numberField('Even hits', evens, (value) => taken({ pulses: value }), this.refuse);
    const rotated = numberField('Rotated', { ...rotations, min: 0 }, (value) => taken({ turn: value }), this.refuse);
    const spread = new EvenHits(
      this.app,
      ({ pulses, turn }) => `euclid ${this.voice} ${Math.min(pulses, count())} ${count()} ${turn}`,
      () => JSON.stringify(this.view.rows.get(this.voice)?.steps ?? []),
      { pulses: Math.max(1, Math.round(count() / 3)), turn: 0 },
    );
    const show = () => {
      even.set(spread.value.pulses);
      rotated.set(spread.value.turn);
    };
    // What a field shows once it is left is what was written last.
    const taken = (/** @type {Partial<import('./even-hits.js').Spread>} */ part) => {
      const sent = spread.change(part);
      show();
      return sent;
    };
    show();
    this.controls.push(show);
    const listen = (/** @type {HTMLInputElement} */ input, /** @type {'pulses' | 'turn'} */ name) =>
      input.addEventListener('input', () => {
        if (input.value !== '' && input.checkValidity()) spread.draft({ [name]: Number(input.value) });
        show();
      });
    listen(even.input, 'pulses');
    listen(rotated.input, 'turn');
    const root = el('div', { class: 'fields' }, even.root, rotated.root);
    root.addEventListener('focusout', (event) => {
      // A hand that goes to another window comes back to where it was.
      if (!document.hasFocus()) return;
      if (!root.contains(/** @type {Node | null} */ (/** @type {FocusEvent} */ (event).relatedTarget))) spread.keep();
    });
    root.addEventListener('keydown', (event) => {
      if (/** @type {KeyboardEvent} */ (event).key !== 'Escape' || !spread.isOn) return;
      event.preventDefault();
      event.stopPropagation();
      void spread.cancel();
      even.input.value = String(spread.value.pulses);
      rotated.input.value = String(spread.value.turn);
      show();
    });
    return root;
  }
}

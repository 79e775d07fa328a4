// The rhythm designer: two subdivisions, their mapping, and a rhythm anywhere between them, heard while it is drawn.
import { throttled } from './controls.js';
import { button, el, reducedMotion } from './dom.js';
import { drumNamed } from './drums.js';
import { NecklacePicker } from './necklace-picker.js';
import { RhythmControls } from './rhythm-controls.js';
import { RoundPicture } from './rhythm-round.js';
import { StraightPicture } from './rhythm-straight.js';
import {
  amountIn,
  amountValue,
  courseText,
  led,
  readCourse,
  readSubdivision,
  remapped,
  steps,
  subdivisionText,
  usualMapping,
} from './temper.js';
import { beatsInLoop, floorMod, markerAt, placeInLane } from './time.js';
import { elsewhere } from './trial.js';

const presets = [
  ['5 : 7', '5', '7'],
  ['3 : 2', '3', '2'],
  ['4 : 3', '4', '3'],
  ['8 : 12', '8', '12'],
  ['Tigrigna', '12(1,3,5,7,10)', '5'],
  ['Son to even', '16(1,4,7,11,13)', '5'],
  ['E(3,8) : 3', 'E(3,8)', '3'],
  ['E(5,8) : 5', 'E(5,8)', '5'],
];

/** What is said where a trial could be forgotten. */
export const trialGoesOn = 'a rhythm is still a trial: Keep or Cancel is in Rhythm';

export class RhythmView {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** What is changed: the pattern's grid (empty), or that of a lane. */
    this.target = app.trial.target;
    /** @type {import('./temper.js').Temperament} */
    this.temperament = this.made('5', '7');
    /**
     * The amount while it stays, and how it goes where it moves; exact, as the session has them.
     * @type {import('./temper.js').Amount}
     */
    this.amount = { numerator: 1, denominator: 2 };
    /** @type {import('./temper.js').Course} */
    this.course = {
      shape: 'still',
      from: { numerator: 0, denominator: 1 },
      to: { numerator: 1, denominator: 1 },
      loops: 8,
    };
    /** The loop that is heard, where the amount moves from loop to loop. */
    this.loop = 0;
    this.isHeld = false;
    /** Changes drawn so far. */
    this.drawn = 0;
    const acts = this.acts();
    this.round = new RoundPicture(acts);
    this.straight = new StraightPicture(acts);
    this.controls = new RhythmControls((message, level) => app.say(message, level), acts);
    this.necklaces = new NecklacePicker(app, () => this.begin());
    this.preview = throttled(() => {
      if (this.isHeld) this.try();
    }, 90);
    this.root = el(
      'section',
      { class: 'view rhythmview', 'aria-label': 'Rhythm' },
      this.tools(),
      el(
        'div',
        { class: 'pictures' },
        this.round.root,
        el(
          'div',
          { class: 'side' },
          this.straight.root,
          this.controls.root,
          el('p', { class: 'hint' }, 'Drag the ring between its two rhythms, or a spoke to another beat.'),
          this.necklaces.root,
        ),
      ),
      this.trial(),
    );
    app.store.watch(['pattern'], () => this.read());
    app.trial.watchers.push(() => this.drawTrial());
    this.drawTrial();
    this.draw();
  }

  get isStill() {
    return this.course.shape === 'still';
  }

  /** What hands do in the pictures and the fields. */
  acts() {
    const remap = (/** @type {number[]} */ mapping) => {
      this.temperament = { ...this.temperament, mapping };
    };
    return {
      turn: (/** @type {number} */ parts) =>
        this.change(() => {
          this.amount = { numerator: parts, denominator: steps };
          this.course = { ...this.course, shape: 'still' };
        }),
      remap: (/** @type {number} */ index, /** @type {number} */ place) =>
        this.change(() => remap(remapped(this.temperament, index, place))),
      lead: (/** @type {number} */ index, /** @type {number} */ by) =>
        this.changeAtOnce(() => remap(led(this.temperament, index, by))),
      subdivide: (/** @type {{upper?: string, lower?: string}} */ { upper, lower }) =>
        this.changeAtOnce(() => {
          const { temperament: now } = this;
          this.temperament = this.made(upper ?? subdivisionText(now.upper), lower ?? subdivisionText(now.lower));
        }),
      move: (/** @type {Partial<import('./temper.js').Course>} */ course) =>
        this.changeAtOnce(() => {
          this.course = { ...this.course, ...course };
        }),
      finish: () => this.letGo(),
      show: () => this.draw(),
    };
  }

  /**
   * @param {string} upper
   * @param {string} lower
   * @returns {import('./temper.js').Temperament}
   */
  made(upper, lower) {
    const [above, below] = [readSubdivision(upper), readSubdivision(lower)];
    if (!above || !below) return this.temperament;
    return { upper: above, lower: below, mapping: usualMapping(above, below) };
  }

  tools() {
    this.targets = /** @type {HTMLSelectElement} */ (el('select', { 'aria-label': 'What is drawn' }));
    this.targets.addEventListener('change', () => {
      this.target = this.targets?.value ?? '';
      this.read();
    });
    this.rootTwo = button(
      'The lane at √2 of the speed of the others',
      () => void this.toggleRootTwo(),
      { class: 'chip', 'aria-pressed': 'false' },
      '√2',
    );
    return el(
      'div',
      { class: 'tools' },
      this.targets,
      ...presets.map(([name, upper, lower]) =>
        button(
          `Begin with ${name}`,
          () => {
            this.changeAtOnce(() => {
              this.temperament = this.made(upper, lower);
            });
          },
          { class: 'chip' },
          name,
        ),
      ),
      this.rootTwo,
    );
  }

  /** The lane that √2 is of: the chosen one, or the last. */
  get spedLane() {
    const { lanes } = this.app.store.pattern;
    return lanes.find((/** @type {any} */ lane) => lane.voice === this.target) ?? lanes.at(-1);
  }

  /** Two lanes at √2 to each other never meet again: a canon without a common bar. */
  async toggleRootTwo() {
    const lane = this.spedLane;
    if (!lane) return this.app.say('√2 is the speed of a lane: draw one in Grid first', 'error');
    const isOn = lane.ratio === '√2';
    if (!(await this.app.settle(`lane ${lane.voice} ratio ${isOn ? '1' : '√2'}`))) return;
    this.app.say(
      `${drumNamed(lane.voice).label} plays ${isOn ? 'at the speed of the others' : '√2 times as fast as the others'}`,
    );
  }

  drawSpeed() {
    this.rootTwo?.setAttribute('aria-pressed', String(this.spedLane?.ratio === '√2'));
  }

  trial() {
    this.keep = button('Keep what is heard', () => void this.commit(), { class: 'chip primary' }, 'Keep');
    this.leave = button('Go back to what was', () => void this.cancel(), { class: 'chip' }, 'Cancel');
    this.bar = el(
      'div',
      { class: 'tools trialbar', role: 'group', 'aria-label': 'Trial' },
      'What you hear is a trial.',
    );
    this.bar.append(this.keep, this.leave);
    return this.bar;
  }

  /** The command that makes what is drawn. */
  line() {
    const { upper, lower, mapping } = this.temperament;
    const usual = usualMapping(upper, lower);
    const map = mapping.every((beat, index) => beat === usual[index])
      ? ''
      : ` map ${mapping.map((beat) => beat + 1).join(',')}`;
    const course = this.isStill ? { ...this.course, from: this.amount } : this.course;
    const words = `temper ${subdivisionText(upper)}:${subdivisionText(lower)} ${courseText(course)}${map}`;
    return this.target ? `lane ${this.target} grid ${words}` : words;
  }

  /**
   * Begins a trial where none is on.
   * @returns {boolean} whether what is tried is there; where it is not, that is said
   */
  begin() {
    const { trial, store } = this.app;
    if (!trial.isOn) trial.begin(this.target, store.state && this.grid().temper ? this.line() : '');
    const { obstacle } = this;
    if (obstacle) this.app.say(obstacle, 'error');
    return !obstacle;
  }

  /** Why nothing more can be tried now; empty where it can. */
  get obstacle() {
    const { trial, store } = this.app;
    if (trial.isElsewhere) return elsewhere;
    if (!trial.isOn || !trial.target || !store.state || this.lane) return '';
    return `the trial is of the lane of ${drumNamed(trial.target).label}, which is gone: bring it back, cancel, or keep it`;
  }

  /**
   * Draws and plays a change, as a trial until it is kept.
   * @param {() => void} act
   */
  change(act) {
    if (!this.begin()) return this.draw();
    this.isHeld = true;
    this.drawn++;
    act();
    this.draw();
    this.preview();
  }

  /**
   * The same for a change that is not a drag.
   * @param {() => void} act
   */
  changeAtOnce(act) {
    this.change(act);
    this.letGo();
  }

  /** Plays what is drawn. */
  try() {
    if (this.obstacle) return;
    this.app.trial.try({ lane: '', line: this.line(), count: this.temperament.mapping.length });
    // From here on its lane has this grid: a necklace that fits is written on it, and another lengthens it.
    this.necklaces.former.delete(this.target);
  }

  /** Plays what was drawn last, and shows the session's grid again once that is in it. */
  letGo() {
    // A click alone changes nothing, and sends nothing.
    if (this.isHeld) this.try();
    const drawn = this.drawn;
    void this.app.trial.pending.then(() => {
      // Drawn on in the meantime.
      if (this.drawn !== drawn) return;
      this.isHeld = false;
      this.read();
    });
  }

  commit() {
    // What a hand holds is heard a moment later.
    if (this.isHeld) this.try();
    this.necklaces.flush();
    return this.app.trial.keep();
  }

  async cancel() {
    const drawn = ++this.drawn;
    this.isHeld = false;
    this.necklaces.forget();
    await this.app.trial.cancel();
    if (this.drawn === drawn) this.read();
  }

  /** A trial goes on when another view is shown; it is not to be forgotten. No hand holds what is not there. */
  hide() {
    if (this.isHeld) this.letGo();
    if (this.app.trial.isOn) this.app.say(trialGoesOn);
  }

  drawTrial() {
    const { isOn } = this.app.trial;
    if (!this.keep || !this.leave || !this.bar) return;
    this.bar.hidden = !isOn;
    this.keep.disabled = !isOn;
    this.leave.disabled = !isOn;
    // What is kept or taken back is what was tried.
    if (this.targets) this.targets.disabled = isOn;
    if (this.app.store.state) this.drawTargets();
  }

  /** The lane whose grid is drawn; none for the pattern's. */
  get lane() {
    return this.app.store.pattern.lanes.find((/** @type {any} */ lane) => lane.voice === this.target);
  }

  /** The grid that is drawn, as the session has it. */
  grid() {
    return this.lane?.grid ?? this.app.store.pattern.grid;
  }

  /** What can be drawn: the pattern and its lanes. While a trial is on it is what is tried, also where that is not there. */
  drawTargets() {
    const { trial, store } = this.app;
    const names = ['', ...store.pattern.lanes.map((/** @type {any} */ lane) => lane.voice)];
    if (trial.isOn) this.target = trial.target;
    if (!names.includes(this.target)) {
      if (trial.isOn) names.push(this.target);
      else this.target = '';
    }
    if (!this.targets) return;
    if (names.join() !== this.names) {
      this.names = names.join();
      this.targets.replaceChildren(
        ...names.map((name) =>
          el('option', { value: name }, name ? `Lane of ${drumNamed(name).label}` : 'The whole pattern'),
        ),
      );
    }
    this.targets.value = this.target;
  }

  read() {
    if (!this.app.store.state) return;
    this.drawTargets();
    this.drawSpeed();
    // The grid of a lane that is gone is not the pattern's.
    if (this.target && !this.lane) return;
    const temper = this.grid().temper;
    if (!temper || this.isHeld) return;
    this.temperament = { upper: temper.upper, lower: temper.lower, mapping: temper.mapping };
    const course = readCourse(temper.text);
    // The ends of a course stay written while it stays still.
    if (course) this.course = course.shape === 'still' ? { ...this.course, shape: 'still' } : course;
    if (course?.shape === 'still') this.amount = course.from;
    this.draw();
  }

  /** The amount that is drawn: where it moves, that of the loop that is heard. */
  get shown() {
    return amountIn(this.isStill ? { ...this.course, from: this.amount } : this.course, this.loop);
  }

  draw() {
    const { isStill, shown, course } = this;
    const ends = isStill ? [] : [amountValue(course.from), amountValue(course.to)];
    this.round.draw(this.temperament, shown, ends);
    this.straight.draw(this.temperament, shown, ends);
    this.controls.draw(this.temperament, shown, course);
  }

  /** @param {number} beat */
  frame(beat) {
    const { pattern } = this.app.store;
    const transport = this.app.heardTransport;
    const isHeard = transport.rolling && transport.pattern === pattern.name;
    const grid = this.grid();
    const { beat: inLoop, loop } = placeInLane(grid, this.lane?.speed ?? 1, beat - transport.origin);
    this.goOn(isHeard ? loop : 0);
    const beats = beatsInLoop(grid, loop);
    const marker = isHeard ? markerAt(beats, inLoop) : -1;
    // With less motion the hand goes from beat to beat.
    const heard = reducedMotion.matches ? beats[marker] : inLoop;
    const share = isHeard ? heard / grid.length : null;
    const now = grid.temper ? marker : -1;
    this.round.frame(share, now);
    this.straight.frame(share, now);
  }

  /**
   * Draws the amount of another loop.
   * @param {number} loop
   */
  goOn(loop) {
    const next = this.isStill ? 0 : floorMod(loop, this.course.loops);
    if (next === this.loop) return;
    this.loop = next;
    this.draw();
  }
}

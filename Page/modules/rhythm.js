// The rhythm designer: two subdivisions, their mapping, and a rhythm anywhere between them, heard while it is drawn.
import { throttled } from './controls.js';
import { button, el } from './dom.js';
import { drumNamed } from './drums.js';
import { RoundPicture } from './round.js';
import { StraightPicture } from './straight.js';
import { fraction, readSubdivision, steps, subdivisionText, remapped, usualMapping } from './temper.js';
import { beatsInLoop, floorMod, markerAt, placeInLane } from './time.js';

const presets = [
  ['5 : 7', '5', '7'], ['3 : 2', '3', '2'], ['4 : 3', '4', '3'], ['8 : 12', '8', '12'], ['Tigrigna', '12(1,3,5,7,10)', '5'],
  ['Son to even', '16(1,4,7,11,13)', '5'], ['E(3,8) : 3', 'E(3,8)', '3'], ['E(5,8) : 5', 'E(5,8)', '5'],
];

export class RhythmView {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** What is changed: the pattern's grid (empty), or that of a lane. */
    this.target = '';
    this.parts = steps / 2;
    /** @type {import('./temper.js').Temperament} */
    this.temperament = this.made('5', '7');
    this.course = 'still';
    this.loops = 8;
    /**
     * Changes that could be undone as the trial began; null where nothing is tried.
     * @type {Promise<number> | null}
     */
    this.depth = null;
    /** The changes that this trial has made, the last command, and its reply. */
    this.changes = 0;
    this.lastLine = '';
    this.pending = Promise.resolve();
    this.isHeld = false;
    /** Changes drawn so far. */
    this.drawn = 0;
    const acts = {
      turn: (/** @type {number} */ parts) => this.change(() => { this.parts = parts; this.course = 'still'; }),
      remap: (/** @type {number} */ index, /** @type {number} */ place) => this.change(() => {
        this.temperament = { ...this.temperament, mapping: remapped(this.temperament, index, place) };
      }),
      finish: () => this.letGo(),
    };
    this.round = new RoundPicture(acts);
    this.straight = new StraightPicture(acts);
    this.preview = throttled(() => { if (this.isHeld) this.try(); }, 90);
    this.root = el('section', { class: 'view rhythmview', 'aria-label': 'Rhythm' },
      this.tools(), el('div', { class: 'pictures' }, this.round.root, el('div', { class: 'side' }, this.straight.root, this.controls(), this.trial())));
    app.store.watch(['pattern'], () => this.read());
    app.store.watch(['history'], () => this.drawTrial());
    this.draw();
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
    this.targets.addEventListener('change', () => { this.target = this.targets?.value ?? ''; this.read(); });
    return el('div', { class: 'tools' }, this.targets, ...presets.map(([name, upper, lower]) => button(`Begin with ${name}`, () => {
      this.change(() => { this.temperament = this.made(upper, lower); });
      this.letGo();
    }, { class: 'chip' }, name)));
  }

  controls() {
    const field = (/** @type {string} */ label) => {
      const input = /** @type {HTMLInputElement} */ (el('input', { 'aria-label': label, size: 8, spellcheck: 'false', autocomplete: 'off' }));
      input.addEventListener('change', () => {
        if (!readSubdivision(input.value)) return this.app.say(`${label}: expected a number such as 5, 8(1,4,7) or E(3,8)`, 'error');
        this.change(() => { this.temperament = this.made(this.upper?.value ?? '5', this.lower?.value ?? '7'); });
        this.letGo();
      });
      return input;
    };
    this.upper = field('Inner rhythm');
    this.lower = field('Outer rhythm');
    this.amount = /** @type {HTMLInputElement} */ (el('input', { type: 'range', min: 0, max: steps, step: 1, 'aria-label': 'Amount' }));
    this.amount.addEventListener('input', () => this.change(() => { this.parts = Number(this.amount?.value); this.course = 'still'; }));
    this.amount.addEventListener('change', () => this.letGo());
    this.reading = el('output', {});
    this.courses = /** @type {HTMLSelectElement} */ (el('select', { 'aria-label': 'How it moves' },
      ...[['still', 'stays'], ['sine', 'there and back, smoothly'], ['back', 'there and back'], ['line', 'there, and begins again']]
        .map(([value, name]) => el('option', { value }, name))));
    this.spans = /** @type {HTMLInputElement} */ (el('input', { type: 'number', min: 2, max: 64, value: this.loops, 'aria-label': 'Loops' }));
    for (const control of [this.courses, this.spans]) {
      control.addEventListener('change', () => {
        this.change(() => { this.course = this.courses?.value ?? 'still'; this.loops = Number(this.spans?.value) || 8; });
        this.letGo();
      });
    }
    const labelled = (/** @type {string} */ name, /** @type {HTMLElement} */ control) => el('label', { class: 'field' }, el('span', {}, name), control);
    return el('div', { class: 'controls' },
      el('label', { class: 'slider' }, el('span', { class: 'name' }, 'Amount'), this.amount, this.reading),
      el('div', { class: 'fields' }, labelled('Inner', this.upper), labelled('Outer', this.lower), labelled('Over the loops', this.courses), labelled('Loops', this.spans)));
  }

  trial() {
    this.keep = button('Keep what is heard', () => void this.commit(), { class: 'chip primary' }, 'Keep');
    this.leave = button('Go back to what was', () => void this.cancel(), { class: 'chip' }, 'Cancel');
    this.state = el('span', { class: 'hint' });
    return el('div', { class: 'tools' }, this.keep, this.leave, this.state);
  }

  /** The command that makes what is drawn. */
  line() {
    const { upper, lower, mapping } = this.temperament;
    const amount = this.course === 'still' ? fraction(this.parts, steps) : `0 to 1 over ${this.loops} ${this.course}`;
    const usual = usualMapping(upper, lower);
    const map = mapping.every((beat, index) => beat === usual[index]) ? '' : ` map ${mapping.map((beat) => beat + 1).join(',')}`;
    const words = `temper ${subdivisionText(upper)}:${subdivisionText(lower)} ${amount}${map}`;
    return this.target ? `lane ${this.target} grid ${words}` : words;
  }

  /**
   * Draws and plays a change, as a trial until it is kept.
   * @param {() => void} act
   */
  change(act) {
    if (this.depth === null) {
      // Asked, since the state may be older than what this page did last.
      this.depth = this.history().then((history) => history?.depth ?? 0);
      this.tried = this.target;
      this.changes = 0;
      this.lastLine = this.app.store.state && this.grid().temper ? this.line() : '';
    }
    this.isHeld = true;
    this.drawn++;
    act();
    this.draw();
    this.preview();
    this.drawTrial();
  }

  /** Plays what is drawn. */
  try() {
    const line = this.line();
    if (line === this.lastLine || this.depth === null) return;
    this.lastLine = line;
    this.pending = this.app.settle(line).then((isDone) => { if (isDone) this.changes++; });
  }

  /** Plays what was drawn last, and shows the session's grid again once that is in it. */
  letGo() {
    this.try();
    const drawn = this.drawn;
    void this.pending.then(() => {
      // Drawn on in the meantime.
      if (this.drawn !== drawn) return;
      this.isHeld = false;
      this.read();
    });
  }

  /**
   * What can be undone, as the session has it now.
   * @returns {Promise<{depth: number, undo: string[]} | null>}
   */
  async history() {
    const reply = await this.app.connection.send('undo list', false);
    return reply.ok ? reply.body.history : null;
  }

  /** How many changes of this trial can be undone; 0 where something else was changed since. */
  async count() {
    await this.pending;
    const [before, history] = await Promise.all([this.depth, this.history()]);
    const name = this.tried ? `lane ${this.tried} grid` : 'temper';
    const isOwn = history && history.depth === (before ?? 0) + this.changes
      && history.undo.slice(0, this.changes).every((one) => one === name);
    return isOwn ? this.changes : 0;
  }

  /** Makes all that was tried one change. */
  async commit() {
    this.try();
    const [count, line] = [await this.count(), this.line()];
    this.depth = null;
    this.drawTrial();
    if (count < 2) return;
    await this.app.connection.send(`undo ${count}`, false);
    await this.app.send(line);
  }

  async cancel() {
    const count = await this.count();
    this.depth = null;
    this.isHeld = false;
    this.drawTrial();
    if (count > 0) await this.app.send(`undo ${count}`);
  }

  drawTrial() {
    const isTrying = this.depth !== null;
    if (!this.keep || !this.leave || !this.state) return;
    this.keep.disabled = !isTrying;
    this.leave.disabled = !isTrying;
    this.state.textContent = isTrying ? 'What you hear is a trial.'
      : 'Drag the ring between its two rhythms, or a spoke to another beat.';
  }

  /** The grid that is drawn, as the session has it. */
  grid() {
    const { pattern } = this.app.store;
    return pattern.lanes.find((/** @type {any} */ lane) => lane.voice === this.target)?.grid ?? pattern.grid;
  }

  read() {
    const { pattern } = this.app.store;
    const names = ['', ...pattern.lanes.map((/** @type {any} */ lane) => lane.voice)];
    if (!names.includes(this.target)) this.target = '';
    if (names.join() !== this.names && this.targets) {
      this.names = names.join();
      this.targets.replaceChildren(...names.map((name) => el('option', { value: name, selected: name === this.target }, name ? `Lane of ${drumNamed(name).label}` : 'The whole pattern')));
    }
    const temper = this.grid().temper;
    if (!temper || this.isHeld) return;
    this.temperament = { upper: temper.upper, lower: temper.lower, mapping: temper.mapping };
    const isStill = temper.amounts.length === 1;
    if (isStill) this.parts = Math.round(temper.amounts[0] * steps);
    else this.loops = temper.amounts.length;
    this.course = isStill ? 'still' : temper.text.split(' map ')[0].split(' ').at(-1);
    this.draw();
  }

  draw() {
    const amount = this.shownAmount ?? this.parts / steps;
    this.round.draw(this.temperament, this.course === 'still' ? this.parts / steps : amount, this.course !== 'still');
    this.straight.draw(this.temperament, this.course === 'still' ? this.parts / steps : amount);
    if (!this.upper || !this.lower || !this.amount || !this.reading || !this.courses || !this.spans) return;
    if (document.activeElement !== this.upper) this.upper.value = subdivisionText(this.temperament.upper);
    if (document.activeElement !== this.lower) this.lower.value = subdivisionText(this.temperament.lower);
    this.amount.value = String(this.parts);
    this.amount.style.setProperty('--part', String(this.parts / steps));
    this.reading.textContent = this.course === 'still' ? fraction(this.parts, steps) : 'moves';
    this.courses.value = this.course;
    this.spans.value = String(this.loops);
    this.spans.disabled = this.course === 'still';
  }

  /** @param {number} beat */
  frame(beat) {
    const { transport, pattern } = this.app.store;
    const isHeard = transport.rolling && transport.pattern === pattern.name;
    const grid = this.grid();
    const { beat: inLoop, loop } = placeInLane(grid, 1, beat - transport.origin);
    const amounts = grid.temper?.amounts;
    if (this.course !== 'still' && amounts && isHeard) {
      const amount = amounts[floorMod(loop, amounts.length)];
      if (amount !== this.shownAmount) { this.shownAmount = amount; this.draw(); }
    }
    const now = isHeard && grid.temper ? markerAt(beatsInLoop(grid, loop), inLoop) : -1;
    this.round.frame(isHeard ? inLoop / grid.length : null, now);
    this.straight.frame(isHeard ? inLoop / grid.length : null, now);
  }
}

// The pattern: lanes of cells, drawn by pointer or keys, with an editor of one step and its lane.
import { el } from './dom.js';
import { Clipboard } from './clipboard.js';
import { Gestures } from './gestures.js';
import { pressKey } from './grid-keys.js';
import { GridTools } from './grid-tools.js';
import { Inspector } from './inspector.js';
import { LaneRow } from './lane.js';
import { stepDetails, stepText, velocityWord } from './notation.js';
import { Playheads } from './playheads.js';
import { Selection } from './selection.js';
import { SelectionEditor } from './selection-editor.js';
import { velocities, within } from './ranges.js';

const startingVoices = ['closedhat', 'snare', 'kick'];

export class GridView {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {Map<string, LaneRow>} */
    this.rows = new Map();
    /**
     * The rows from top to bottom.
     * @type {LaneRow[]}
     */
    this.order = [];
    this.soon = 0;
    this.timings = '';
    /**
     * Drums that are shown although they have no step yet.
     * @type {Set<string>}
     */
    this.added = new Set();
    /** The velocity that a pointer draws; 0 selects. */
    this.brush = 96;
    this.tools = new GridTools(app, this);
    this.rulerKey = '';
    this.shownPattern = '';
    this.selection = new Selection(this);
    this.inspector = new Inspector(app, this);
    this.editor = new SelectionEditor(app, this);
    this.ruler = el('div', { class: 'ruler', 'aria-hidden': 'true' });
    this.body = el('div', { class: 'lanes', role: 'grid', 'aria-label': 'Pattern' });
    this.scroller = el('div', { class: 'scroller' }, this.ruler, this.body);
    this.blank = el('p', { class: 'hint', hidden: true }, 'Nothing yet: click or tap a cell to write a hit.');
    this.playheads = new Playheads(this.body);
    this.root = el(
      'section',
      { class: 'view gridview', 'aria-label': 'Grid' },
      this.tools.root,
      this.scroller,
      this.blank,
      this.editor.root,
      this.inspector.root,
    );
    this.clipboard = new Clipboard(this);
    this.gestures = new Gestures(this);
    this.body.addEventListener('keydown', (event) => pressKey(this, event));
    this.body.addEventListener('focusin', (event) => this.focused(event));
    app.store.watch(['pattern', 'document'], () => this.draw());
    app.store.watch(['status'], () => this.tools.draw());
    app.connection.addEventListener('selection', (event) =>
      this.selection.take(/** @type {CustomEvent} */ (event).detail),
    );
  }

  draw() {
    const { pattern, document: patch } = this.app.store;
    const shown = JSON.stringify([patch.name, pattern.number, pattern.name]);
    if (shown !== this.shownPattern) {
      this.shownPattern = shown;
      this.added.clear();
    }
    const lanes = this.shownLanes(pattern);
    const duration = (/** @type {any} */ lane) => (lane.grid ?? pattern.grid).length / (lane.speed ?? 1);
    const span = Math.min(
      4 * pattern.grid.length,
      [...lanes.values()].reduce((longest, lane) => Math.max(longest, duration(lane)), pattern.grid.length),
    );
    this.placeRows(lanes, pattern.grid, span);
    const most = Math.max(...[...lanes.values()].map((lane) => (lane.steps.length / duration(lane)) * span));
    this.root.style.setProperty('--cells', String(Math.ceil(most)));
    this.root.style.setProperty('--lane-count', String(lanes.size));
    // What stands at the ends of lanes that take all of the width, or most of it, has room after them.
    const tail = Math.max(28, ...this.order.filter((row) => row.share > 0.7).map((row) => row.ends.room));
    this.root.style.setProperty('--tail', `${tail}px`);
    this.blank.hidden = pattern.lanes.some((/** @type {any} */ lane) => lane.steps.some(Boolean));
    this.drawRuler(span, pattern);
    this.tools.draw();
    this.keepFocusable();
    this.selection.fit();
    this.drawSelection();
  }

  /**
   * Shows a drum's lane.
   * @param {string} voice
   */
  add(voice) {
    this.added.add(voice);
    this.draw();
  }

  /**
   * The lanes of the pattern, and those that are shown empty.
   * @param {any} pattern
   * @returns {Map<string, any>}
   */
  shownLanes(pattern) {
    const lanes = new Map(pattern.lanes.map((/** @type {any} */ lane) => [lane.voice, lane]));
    if (lanes.size === 0 && this.added.size === 0) for (const voice of startingVoices) this.added.add(voice);
    for (const voice of this.added) {
      if (!lanes.has(voice)) lanes.set(voice, { voice, steps: Array(pattern.grid.beats.length).fill(null) });
    }
    return lanes;
  }

  /**
   * Makes, updates and removes rows, in the order of the lanes.
   * @param {Map<string, any>} lanes @param {any} grid @param {number} span
   */
  placeRows(lanes, grid, span) {
    for (const [voice, row] of this.rows) {
      if (lanes.has(voice)) continue;
      row.root.remove();
      this.rows.delete(voice);
    }
    /** @type {HTMLElement | null} */
    let previous = null;
    for (const [voice, lane] of lanes) {
      let row = this.rows.get(voice);
      if (!row) this.rows.set(voice, (row = new LaneRow(this, voice)));
      row.update(lane, grid, span);
      /** @type {Element | null} */
      const wanted = previous === null ? this.body.firstElementChild : previous.nextElementSibling;
      if (wanted !== row.root) this.body.insertBefore(row.root, wanted);
      previous = row.root;
    }
    this.order = [...lanes.keys()].flatMap((voice) => this.rows.get(voice) ?? []);
    const timings = this.order.map((row) => row.voice + row.timing).join();
    if (timings === this.timings) return;
    this.timings = timings;
    this.playheads.follow(this.order);
  }

  /**
   * Shows what is selected, or where it would be some steps later.
   * @param {number} [by]
   */
  drawSelection(by = 0) {
    const indices = new Set(this.selection.indices.map((index) => index + by));
    const none = new Set();
    for (const row of this.order) row.select(this.selection.voices.includes(row.voice) ? indices : none);
    this.editor.draw();
    this.inspector.draw();
  }

  /** Says to the session what a gesture selected. */
  sendSelection() {
    clearTimeout(this.soon);
    const line = this.selection.line;
    if (line) void this.app.send(line);
  }

  /** The same once the keys rest. */
  sendSelectionSoon() {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.sendSelection(), 400);
  }

  deselect() {
    clearTimeout(this.soon);
    this.selection.clear();
    void this.app.send('select none');
  }

  /** Where a copy is put: what is selected, unless the focus has gone on from it. */
  get pastePlace() {
    const { selection } = this;
    const focused = this.cellAt(document.activeElement);
    if (focused && !selection.has(focused.row.voice, focused.index)) return focused;
    const row = this.rows.get(selection.voices[0]);
    return row ? { row, index: selection.indices[0] } : focused;
  }

  /** @param {number} span @param {any} pattern */
  drawRuler(span, pattern) {
    const key = JSON.stringify([span, pattern.pulse, pattern.bar, pattern.grid.length]);
    if (key === this.rulerKey) return;
    this.rulerKey = key;
    const marks = [];
    for (let beat = 0; beat < span - 1e-9 && marks.length < 256; beat += pattern.pulse) {
      const inBar = beat % pattern.bar;
      const mark = el('span', { class: inBar < 1e-9 ? 'bar' : '' }, String(Math.round(inBar / pattern.pulse) + 1));
      mark.style.left = `${(100 * beat) / span}%`;
      marks.push(mark);
    }
    this.ruler.replaceChildren(el('div', { class: 'marks' }, ...marks));
  }

  /** @param {EventTarget | null} target */
  cellAt(target) {
    const cell = target instanceof Element ? target.closest('.cell') : null;
    const voice = cell?.closest('.lane')?.getAttribute('data-voice');
    const row = voice ? this.rows.get(voice) : undefined;
    return cell instanceof HTMLElement && row ? { cell, row, index: Number(cell.dataset.step) - 1 } : null;
  }

  /**
   * Writes a step; its other marks stay where it has some.
   * @param {import('./selection.js').Place} place @param {number} velocity @param {any} [former]
   * @param {string} [gesture]  the mark of the gesture that writes it with others
   */
  set(place, velocity, former = null, gesture = '') {
    const hasMarks = former !== null && typeof former === 'object' && velocity > 0;
    return this.write(place, velocity === 0 ? null : hasMarks ? { ...former, velocity } : velocity, gesture);
  }

  /**
   * Writes a step with all of its marks.
   * @param {import('./selection.js').Place} place @param {any} step  null for a rest
   * @param {string} [gesture]
   */
  write({ row, index }, step, gesture) {
    const hasMarks = step !== null && typeof step === 'object';
    const words = hasMarks ? stepText(step) : velocityWord(step ?? 0);
    const settled = this.app.settle(`step ${row.voice} ${index + 1} ${words}`, gesture);
    row.expect(index, hasMarks ? { ...step, text: words } : step, settled);
    return settled;
  }

  /**
   * Makes a hit louder, or softer.
   * @param {import('./selection.js').Place} place @param {number} by
   */
  louder({ row, index }, by) {
    const step = stepDetails(row.steps[index]);
    row.expect(
      index,
      { ...step, velocity: within(step.velocity + by, velocities) },
      this.app.settle(`step ${row.voice} ${index + 1} ${by > 0 ? '+' : ''}${by}`),
    );
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const found = this.cellAt(event.target);
    if (found) this.inspect(found.row.voice, found.index);
    this.keepFocusable();
  }

  /** Tab comes to one cell of the grid. */
  keepFocusable() {
    const focused = this.cellAt(document.activeElement)?.cell;
    const old = this.body.querySelector('.cell[tabindex="0"]');
    const next = focused ?? old ?? this.body.querySelector('.cell');
    if (old !== next) old?.setAttribute('tabindex', '-1');
    next?.setAttribute('tabindex', '0');
  }

  /** @param {string} voice @param {number | null} index */
  inspect(voice, index) {
    this.inspector.choose(voice, index);
  }

  /** @param {number} beat */
  frame(beat) {
    const { pattern } = this.app.store;
    const transport = this.app.heardTransport;
    const isHeard = transport.rolling && transport.pattern === pattern.name;
    for (const row of this.order) row.frame(isHeard ? Math.max(0, beat - transport.origin) : null);
    this.playheads.draw();
  }

  /** @param {import('./app.js').Hit} hit */
  hit(hit) {
    this.rows.get(hit.drum)?.flash();
  }
}

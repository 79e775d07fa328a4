// The pattern: lanes of cells, drawn by pointer or keys, with an editor of one step and its lane.
import { button, clamp, el } from './dom.js';
import { drums } from './drums.js';
import { LaneRow, stepDetails } from './lane.js';
import { Inspector } from './inspector.js';

const brushes = [['Soft', 56], ['Hit', 96], ['Accent', 120]];
const startingVoices = ['closedhat', 'snare', 'kick'];

export class GridView {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {Map<string, LaneRow>} */
    this.rows = new Map();
    /**
     * Drums that are shown although they have no step yet.
     * @type {Set<string>}
     */
    this.added = new Set();
    this.brush = 96;
    this.patternsKey = '';
    this.rulerKey = '';
    this.shownPattern = '';
    /** @type {any} */
    this.stroke = undefined;
    this.inspector = new Inspector(app, this);
    this.ruler = el('div', { class: 'ruler', 'aria-hidden': 'true' });
    this.body = el('div', { class: 'lanes', role: 'grid', 'aria-label': 'Pattern' });
    this.scroller = el('div', { class: 'scroller' }, this.ruler, this.body);
    this.root = el('section', { class: 'view gridview', 'aria-label': 'Grid' }, this.tools(), this.scroller, this.inspector.root);
    this.body.addEventListener('pointerdown', (event) => this.press(event));
    this.body.addEventListener('pointermove', (event) => this.move(event));
    for (const end of ['pointerup', 'pointercancel']) {
      this.body.addEventListener(end, (event) => this.release(/** @type {PointerEvent} */ (event)));
    }
    this.body.addEventListener('keydown', (event) => this.key(event));
    this.body.addEventListener('focusin', (event) => this.focused(event));
    app.store.watch(['pattern', 'document'], () => this.draw());
    app.store.watch(['status'], () => this.drawPatterns());
  }

  tools() {
    this.patterns = el('div', { class: 'patterns', role: 'group', 'aria-label': 'Patterns' });
    /** @type {HTMLButtonElement[]} */
    this.brushes = brushes.map(([label, velocity]) => button(`Draw ${String(label).toLowerCase()} hits`, () => {
      this.brush = Number(velocity);
      this.brushes?.forEach((other, index) => other.setAttribute('aria-pressed', String(brushes[index][1] === this.brush)));
    }, { class: 'chip', 'aria-pressed': String(velocity === 96) }, String(label)));
    this.grids = this.menu('Grid', [
      ['16/4', '16 sixteenths'], ['8/2', '8 eighths'], ['12/3', '12 triplets'], ['32/8', '32 thirty-seconds'],
      ['32/4', 'two bars'], ['2+2+3', '7/8 in 2+2+3'], ['17 in 4', '17 in four beats'],
    ], (grid) => `grid ${grid}`);
    this.adder = this.menu('Add a drum', drums.map((drum) => [drum.name, drum.label]), null);
    return el('div', { class: 'tools' }, this.patterns,
      el('div', { class: 'segments', role: 'group', 'aria-label': 'Brush' }, ...this.brushes), this.grids, this.adder);
  }

  /** @param {string} label @param {string[][]} options @param {((value: string) => string) | null} line */
  menu(label, options, line) {
    const select = /** @type {HTMLSelectElement} */ (el('select', { 'aria-label': label, class: 'chip' },
      el('option', { value: '' }, label), ...options.map(([value, name]) => el('option', { value }, name))));
    select.addEventListener('change', () => {
      const value = select.value;
      select.value = '';
      if (line) void this.app.send(line(value));
      else { this.added.add(value); this.draw(); }
    });
    return select;
  }

  drawPatterns() {
    const { pattern, document: patch } = this.app.store;
    const names = /** @type {any[]} */ (patch.patterns ?? [pattern]).map((one, index) => one.name || String(index + 1));
    const key = JSON.stringify([names, pattern.number, this.app.store.status.arrangement.queue]);
    if (key === this.patternsKey) return;
    this.patternsKey = key;
    const queued = this.app.store.status.arrangement.queue?.what;
    this.patterns?.replaceChildren(
      ...names.map((name, index) => button(`Pattern ${name}`, () => void this.app.send(`pattern ${index + 1}`), {
        class: 'chip', 'aria-pressed': String(index + 1 === pattern.number), 'data-queued': name === queued,
      }, name)),
      button('A copy of this pattern', () => void this.app.send(`pattern copy ${freeName(names)}`), { class: 'chip' }, '+'));
  }

  draw() {
    const { pattern, document: patch } = this.app.store;
    const shown = JSON.stringify([patch.name, pattern.number, pattern.name]);
    if (shown !== this.shownPattern) {
      this.shownPattern = shown;
      this.added.clear();
    }
    const lanes = new Map(pattern.lanes.map((/** @type {any} */ lane) => [lane.voice, lane]));
    if (lanes.size === 0 && this.added.size === 0) for (const voice of startingVoices) this.added.add(voice);
    for (const voice of this.added) {
      if (!lanes.has(voice)) lanes.set(voice, { voice, steps: Array(pattern.grid.beats.length).fill(null) });
    }
    const duration = (/** @type {any} */ lane) => (lane.grid ?? pattern.grid).length / (lane.speed ?? 1);
    const span = Math.min(4 * pattern.grid.length,
      [...lanes.values()].reduce((longest, lane) => Math.max(longest, duration(lane)), pattern.grid.length));
    for (const [voice, row] of this.rows) {
      if (lanes.has(voice)) continue;
      row.root.remove();
      this.rows.delete(voice);
    }
    /** @type {HTMLElement | null} */
    let previous = null;
    for (const [voice, lane] of lanes) {
      let row = this.rows.get(voice);
      if (!row) this.rows.set(voice, row = new LaneRow(this, voice));
      row.update(lane, pattern.grid, span);
      /** @type {Element | null} */
      const wanted = previous === null ? this.body.firstElementChild : previous.nextElementSibling;
      if (wanted !== row.root) this.body.insertBefore(row.root, wanted);
      previous = row.root;
    }
    const most = Math.max(...[...lanes.values()].map((lane) => lane.steps.length / duration(lane) * span));
    this.root.style.setProperty('--cells', String(Math.ceil(most)));
    this.root.style.setProperty('--lane-count', String(lanes.size));
    this.drawRuler(span, pattern);
    this.drawPatterns();
    this.keepFocusable();
    this.inspector.draw();
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
      mark.style.left = `${100 * beat / span}%`;
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

  /** @param {PointerEvent} event */
  press(event) {
    const found = this.cellAt(event.target);
    if (!found || event.button > 1) return;
    event.preventDefault();
    found.cell.focus({ preventScroll: true });
    const step = found.row.lane?.steps[found.index] ?? null;
    const velocity = event.shiftKey ? 120 : event.altKey ? 56 : this.brush;
    this.stroke = {
      pointer: event.pointerId, x: event.clientX, y: event.clientY, ...found, from: step,
      mode: step === null ? 'draw' : 'hold', velocity: step === null ? velocity : stepDetails(step).velocity,
      brush: velocity, seen: new Set([found.cell]),
    };
    if (step === null) this.set(found, velocity);
  }

  /**
   * Up and down changes the velocity of a hit, along the lane draws or clears.
   * @param {PointerEvent} event
   */
  move(event) {
    const stroke = this.stroke;
    if (!stroke || stroke.pointer !== event.pointerId) return;
    const rise = stroke.y - event.clientY;
    const found = this.cellAt(document.elementFromPoint(event.clientX, event.clientY));
    const isOther = found !== null && found.cell !== stroke.cell && found.row === stroke.row;
    if (stroke.mode !== 'velocity' && (isOther || stroke.mode === 'clear' || stroke.mode === 'sweep')) {
      if (stroke.mode === 'hold') { stroke.mode = 'clear'; this.set(stroke, 0); }
      if (stroke.mode === 'draw') stroke.mode = 'sweep';
      if (found && !stroke.seen.has(found.cell)) {
        stroke.seen.add(found.cell);
        this.set(found, stroke.mode === 'clear' ? 0 : stroke.brush);
      }
    } else if (stroke.mode === 'velocity' || Math.abs(rise) > 8) {
      stroke.mode = 'velocity';
      stroke.dragged = Math.round(clamp(stroke.velocity + rise / 1.2, 1, 127));
      stroke.row.expect(stroke.index, stroke.dragged);
    }
  }

  /** @param {PointerEvent} event */
  release(event) {
    const stroke = this.stroke;
    if (!stroke || stroke.pointer !== event.pointerId) return;
    this.stroke = undefined;
    if (event.type === 'pointercancel') return stroke.row.forget();
    if (stroke.mode === 'hold') this.set(stroke, 0);
    if (stroke.mode === 'velocity' && stroke.dragged) this.set(stroke, stroke.dragged, stroke.from);
  }

  /**
   * Writes a step; its other marks stay where it has some.
   * @param {{row: LaneRow, index: number}} place @param {number} velocity @param {any} [former]
   */
  set(place, velocity, former = null) {
    const { row, index } = place;
    const words = former !== null && typeof former === 'object' && velocity > 0
      ? stepText({ ...former, velocity }) : velocityWord(velocity);
    row.expect(index, velocity);
    void this.app.send(`step ${row.voice} ${index + 1} ${words}`).then((ok) => { if (!ok) row.forget(); });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const found = this.cellAt(event.target);
    if (!found || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = found.row.lane?.steps[found.index] ?? null;
    const velocity = step === null ? this.brush : stepDetails(step).velocity;
    const rows = [...this.rows.values()];
    const turn = (/** @type {number} */ by) => rows[clamp(rows.indexOf(found.row) + by, 0, rows.length - 1)];
    const acts = {
      ArrowRight: () => found.row.cells[found.index + 1]?.focus(),
      ArrowLeft: () => found.row.cells[found.index - 1]?.focus(),
      ArrowDown: () => focusNear(turn(1), found.index), ArrowUp: () => focusNear(turn(-1), found.index),
      Home: () => found.row.cells[0]?.focus(), End: () => found.row.cells.at(-1)?.focus(),
      Enter: () => this.set(found, step === null ? (event.shiftKey ? 120 : this.brush) : 0),
      Delete: () => this.set(found, 0), Backspace: () => this.set(found, 0),
      '+': () => this.set(found, Math.min(127, velocity + 8), step), '-': () => this.set(found, Math.max(1, velocity - 8), step),
    };
    const act = acts[/** @type {keyof typeof acts} */ (event.key)];
    if (!act) return;
    event.preventDefault();
    act();
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
  inspect(voice, index) { this.inspector.choose(voice, index); }

  /** @param {number} beat */
  frame(beat) {
    const { transport, pattern } = this.app.store;
    const isHeard = transport.rolling && transport.pattern === pattern.name;
    for (const row of this.rows.values()) row.frame(isHeard ? Math.max(0, beat - transport.origin) : null);
  }

  /** @param {import('./app.js').Hit} hit */
  hit(hit) {
    const row = this.rows.get(hit.drum);
    row?.name.animate([{ color: 'var(--tone)', opacity: 1 }, { color: 'inherit', opacity: 1 }], 220);
  }
}

/** @param {LaneRow} row @param {number} index */
const focusNear = (row, index) => row.cells[Math.min(index, row.cells.length - 1)]?.focus();

/**
 * How the notation writes a velocity alone.
 * @param {number} velocity
 */
const velocityWord = (velocity) => new Map([[0, '.'], [56, 'o'], [96, 'x'], [120, 'X']]).get(velocity) ?? String(velocity);

/**
 * A step as the notation writes it.
 * @param {any} step
 */
export function stepText(step) {
  let text = step.velocity === 120 ? 'X' : step.velocity === 96 ? 'x' : step.velocity === 56 ? 'o' : `x=${step.velocity}`;
  if (step.accent) text += '!';
  if (step.probability !== undefined && step.probability < 100) text += `?${step.probability}`;
  if (step.ratchet && step.ratchet[0] > 1) {
    const [count, slope] = step.ratchet;
    text += `*${count}${slope ? `${slope > 0 ? '<' : '>'}${Math.abs(slope)}` : ''}`;
  }
  if (step.offset && step.offset !== '0') text += `@${step.offset}`;
  if (step.condition) text += `&${step.condition}`;
  if (step.hold) text += `~${step.hold}`;
  if (step.clip) text += `#${step.clip}`;
  return text;
}

/**
 * A pattern's name that is not taken.
 * @param {string[]} names
 */
function freeName(names) {
  for (let index = 0; index < 26; index++) {
    const name = String.fromCharCode(65 + index);
    if (!names.includes(name)) return name;
  }
  return `P${names.length + 1}`;
}


// The ends of a lane: at the right one its length, at the left one its turn, and chips for what else it has of its own.
import { button, clamp, el } from './dom.js';
import { gridName, gridWords } from './grid-words.js';
import { Grip } from './grip.js';
import { rangeOf } from './ranges.js';

/**
 * @typedef {import('./lane-form.js').Field} Field
 * @typedef {{field: Field, text: string, meaning: string}} Own
 */

/** @param {number} count */
const steps = (count) => (count === 1 ? '1 step' : `${count} steps`);

/** @param {number} turn */
function turnText(turn) {
  if (turn === 0) return 'no turn';
  return `${steps(Math.abs(turn))} ${turn > 0 ? 'later' : 'earlier'} each loop`;
}

/**
 * What a lane has of its own.
 * @param {import('./lane.js').Lane} lane @param {any} shared  the pattern's grid
 * @returns {Own[]}
 */
function ownOf(lane, shared) {
  /** @type {Own[]} */
  const own = [];
  if (lane.grid) {
    const { beats, stepsPerBeat } = lane.grid;
    const words = gridName(gridWords(lane.grid)).replace('uneven ', '');
    const text = stepsPerBeat && stepsPerBeat === shared.stepsPerBeat ? String(beats.length) : words;
    own.push({ field: text === words ? 'grid' : 'steps', text, meaning: `grid of its own, ${words}` });
  }
  if (lane.ratio) own.push({ field: 'speed', text: `×${lane.ratio}`, meaning: `speed ${lane.ratio}` });
  if (lane.turn) own.push({ field: 'turn', text: `↻${lane.turn}`, meaning: `turn, ${turnText(lane.turn)}` });
  const [time = 0, velocity = 0] = lane.loose ?? [];
  if (time) own.push({ field: 'loose', text: `±${time} ms`, meaning: `loose by ${time} ms` });
  if (velocity) own.push({ field: 'velocity', text: `±${velocity} vel`, meaning: `velocities loose by ${velocity}` });
  return own;
}

export class LaneEnds {
  /** @param {import('./grid.js').GridView} view @param {import('./lane.js').LaneRow} row */
  constructor(view, row) {
    this.row = row;
    this.view = view;
    this.key = '';
    const { voice, drum } = row;
    const open = (/** @type {Field} */ field) => view.inspector.open(voice, field);
    const settle = (/** @type {string} */ what) => view.app.settle(`lane ${voice} ${what}`);
    const shared = { scroller: () => view.scroller, page: () => row.grid.stepsPerBeat ?? 4 };
    const lengths = rangeOf('step', 'STEP');
    this.length = new Grip({
      ...shared,
      ...lengths,
      class: 'length',
      label: `Length of ${drum.label}`,
      title: 'Drag for the length; press for speed, grid and looseness',
      text: steps,
      at: (x, from) => this.countAt(x, from),
      preview: (count) => this.previewLength(count),
      send: (count) => settle(`length ${count}`),
      open: () => open('steps'),
    });
    this.turn = new Grip({
      ...shared,
      ...rangeOf('rotate', 'COUNT'),
      class: 'turn',
      label: `Turn of ${drum.label}`,
      title: 'Drag for the turn: how many steps later each loop begins; press to type it',
      text: turnText,
      at: (x, from, start) => start + (x - from) / this.cellWidth,
      preview: () => {},
      send: (count) => settle(`turn ${count}`),
      open: () => open('turn'),
    });
    this.chips = el('span', { class: 'chips-of-lane' });
    this.tail = el(
      'div',
      { class: 'tail', role: 'gridcell', 'aria-label': `End of ${drum.label}` },
      this.length.root,
      this.chips,
    );
    this.open = open;
  }

  get cellWidth() {
    return Math.max(12, this.row.track.offsetWidth / (this.row.cells.length || 1));
  }

  /**
   * Where a lane of a length would end, from its beginning; longer than it is, its grid is repeated.
   * @param {number} count
   */
  placeOf(count) {
    const { beats, length } = this.row.grid;
    const loops = Math.floor(count / beats.length);
    // Whole loops end where the grid does, wherever its first marker is.
    const rest = count % beats.length;
    const beat = loops * length + (rest ? beats[rest] : 0);
    return (beat / length) * this.row.track.offsetWidth;
  }

  /**
   * The length whose end is nearest.
   * @param {number} x  of the pointer, which came at `from` beside the end @param {number} from
   */
  countAt(x, from) {
    const { track, cells } = this.row;
    const { left } = track.getBoundingClientRect();
    const place = x - left - clamp(from - left - track.offsetWidth, 0, 24);
    // The first guess is right on even grids.
    let count = Math.max(1, Math.round((place / (track.offsetWidth || 1)) * cells.length));
    const off = (/** @type {number} */ number) => Math.abs(this.placeOf(number) - place);
    while (off(count + 1) < off(count)) count++;
    while (count > 1 && off(count - 1) <= off(count)) count--;
    return count;
  }

  /** @param {number | null} count */
  previewLength(count) {
    const { cells, track } = this.row;
    const by = count === null ? 0 : this.placeOf(count) - track.offsetWidth;
    this.length.root.style.transform = by ? `translateX(${by}px)` : '';
    // What it says stands on its other side where it would be hidden by the names.
    this.length.root.classList.toggle('near', track.offsetWidth + by - this.view.scroller.scrollLeft < 100);
    cells.forEach((cell, index) => cell.classList.toggle('leaving', count !== null && index >= count));
  }

  /** @param {import('./lane.js').Lane} lane @param {any} shared  the pattern's grid */
  update(lane, shared) {
    this.length.set(this.row.grid.beats.length);
    this.turn.set(lane.turn ?? 0);
    const own = ownOf(lane, shared);
    const key = JSON.stringify(own);
    if (key === this.key) return;
    this.key = key;
    this.own = own;
    this.chips.replaceChildren(
      ...own.map(({ field, text, meaning }) =>
        button(`${this.row.drum.label}: ${meaning}`, () => this.open(field), { class: 'chip-of-lane' }, text),
      ),
    );
  }

  /** About how wide what stands at its end is, in pixels. */
  get room() {
    return (this.own ?? []).reduce((sum, { text }) => sum + 18 + 7 * text.length, 28);
  }
}

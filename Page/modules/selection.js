// What is selected in the grid: some lanes, some of their steps, and the commands that are of it.
import { ranges, stepDetails } from './notation.js';

/**
 * @typedef {import('./lane.js').LaneRow} LaneRow
 * @typedef {{row: LaneRow, index: number}} Place
 */

/**
 * The steps that are selected: each of `indices` in each of `voices`. A lane with a grid of its own is selected alone, since
 * its steps are not those of the others.
 */
export class Selection {
  /** @param {import('./grid.js').GridView} view */
  constructor(view) {
    this.view = view;
    /** @type {string[]} */
    this.voices = [];
    /** @type {number[]} */
    this.indices = [];
    /**
     * Where it was begun, and its other corner.
     * @type {{voice: string, index: number} | null}
     */
    this.anchor = null;
    /** @type {{voice: string, index: number} | null} */
    this.head = null;
  }

  get isEmpty() {
    return this.voices.length === 0;
  }

  /** @param {string} voice @param {number} index */
  has(voice, index) {
    return this.voices.includes(voice) && this.indices.includes(index);
  }

  clear() {
    [this.voices, this.indices, this.anchor, this.head] = [[], [], null, null];
    this.view.drawSelection();
  }

  /**
   * Everything between two corners.
   * @param {Place} anchor
   * @param {Place} head
   */
  between(anchor, head) {
    const rows = this.view.order;
    const [from, to] = [rows.indexOf(anchor.row), rows.indexOf(head.row)].sort((a, b) => a - b);
    const isAlone = anchor.row.hasOwnGrid;
    const chosen = isAlone ? [anchor.row] : rows.slice(from, to + 1).filter((row) => !row.hasOwnGrid);
    const [first, last] = [anchor.index, head.index].sort((a, b) => a - b);
    this.voices = chosen.map((row) => row.voice);
    this.indices = anchor.row.cells.map((_, index) => index).slice(first, last + 1);
    this.anchor = { voice: anchor.row.voice, index: anchor.index };
    this.head = { voice: isAlone ? anchor.row.voice : head.row.voice, index: head.index };
    this.view.drawSelection();
  }

  /**
   * Moves the corner that is not the anchor; begins at a cell where nothing is selected.
   * @param {Place} from
   * @param {number} lanes
   * @param {number} steps
   * @returns {Place} where the corner is then
   */
  extend(from, lanes, steps) {
    const rows = this.view.order;
    const place = (/** @type {{voice: string, index: number} | null} */ corner) => {
      const row = corner && this.view.rows.get(corner.voice);
      return row ? { row, index: corner.index } : from;
    };
    const [anchor, head] = this.isEmpty ? [from, from] : [place(this.anchor), place(this.head)];
    const row = rows[Math.max(0, Math.min(rows.length - 1, rows.indexOf(head.row) + lanes))];
    const index = Math.max(0, Math.min(anchor.row.cells.length - 1, head.index + steps));
    this.between(anchor, { row, index });
    return { row, index };
  }

  all() {
    const row = this.view.order.find((one) => !one.hasOwnGrid) ?? this.view.order[0];
    const last = this.view.order.at(-1);
    if (row && last) this.between({ row, index: 0 }, { row: last, index: row.cells.length - 1 });
  }

  /**
   * Takes over what the session selected for a typed `select`.
   * @param {{kind?: string, grid?: string, drums?: string[], markers: number[]}} answer
   */
  take(answer) {
    const shared = this.view.order.filter((row) => !row.hasOwnGrid).map((row) => row.voice);
    this.voices = !answer.kind ? [] : answer.grid ? [answer.grid] : (answer.drums ?? shared);
    this.indices = this.voices.length ? answer.markers.map((marker) => marker - 1) : [];
    const [first, last] = [this.indices[0], this.indices.at(-1) ?? 0];
    this.anchor = this.isEmpty ? null : { voice: this.voices[0], index: first };
    this.head = this.isEmpty ? null : { voice: this.voices.at(-1) ?? '', index: last };
    this.view.drawSelection();
  }

  /**
   * Goes some steps later, or earlier.
   * @param {number} by
   */
  move(by) {
    this.indices = this.indices.map((index) => index + by);
    for (const corner of [this.anchor, this.head]) if (corner) corner.index += by;
    this.view.drawSelection();
  }

  /** What is left of it after the pattern has changed. */
  fit() {
    this.voices = this.voices.filter((voice) => this.view.rows.has(voice));
    const count = this.view.rows.get(this.voices[0] ?? '')?.cells.length ?? 0;
    this.indices = this.indices.filter((index) => index < count);
    if (this.indices.length === 0) this.voices = [];
  }

  /** The lanes that the pattern has: a lane that is only shown has nothing to select. */
  get written() {
    return this.voices.filter((voice) =>
      this.view.app.store.pattern.lanes.some((/** @type {any} */ lane) => lane.voice === voice),
    );
  }

  /** The hits, with their places. */
  get hits() {
    return this.voices.flatMap((voice) => {
      const steps = this.view.rows.get(voice)?.steps ?? [];
      return this.indices
        .filter((index) => steps[index])
        .map((index) => ({ voice, index, step: stepDetails(steps[index]) }));
    });
  }

  /** The command that selects the hits; null where no lane is written. */
  get line() {
    const voices = this.written;
    return voices.length ? `select hits ${voices.join(' ')} ${ranges(this.indices)}` : null;
  }

  /** The command that selects the markers. */
  get markersLine() {
    const own = this.view.rows.get(this.voices[0])?.hasOwnGrid ? `${this.voices[0]} ` : '';
    return `select markers ${own}${ranges(this.indices)}`;
  }
}

// The playheads over the grid: one for each run of lanes that are always at the same place, since each moving part costs the
// browser a layer, and there may be as many lanes as there are voices.
import { el } from './dom.js';

/** @typedef {import('./lane.js').LaneRow} LaneRow */

export class Playheads {
  /** @param {HTMLElement} body  the lanes' own element */
  constructor(body) {
    this.body = body;
    /** @type {{element: HTMLElement, row: LaneRow, last: LaneRow, width: number}[]} */
    this.heads = [];
    // Asked for here, and never in a frame: that would lay out the page each time.
    new ResizeObserver(() => this.measure()).observe(body);
  }

  /** @param {LaneRow[]} rows  from top to bottom */
  follow(rows) {
    for (const { element } of this.heads) element.remove();
    this.heads = [];
    for (const row of rows) {
      const run = this.heads.at(-1);
      if (run?.last.timing === row.timing) run.last = row;
      else this.heads.push({ element: el('i', { class: 'playhead', hidden: true }), row, last: row, width: 0 });
    }
    this.body.append(...this.heads.map(({ element }) => element));
    this.measure();
  }

  measure() {
    for (const head of this.heads) {
      const { track, root } = head.row;
      head.width = track.offsetWidth;
      head.element.style.left = `${root.offsetLeft + track.offsetLeft}px`;
      head.element.style.top = `${root.offsetTop - 3}px`;
      head.element.style.height = `${head.last.root.offsetTop + head.last.root.offsetHeight - root.offsetTop + 5}px`;
    }
  }

  draw() {
    for (const { element, row, width } of this.heads) {
      element.hidden = row.heard === null;
      if (row.heard !== null) element.style.transform = `translateX(${width * row.heard}px)`;
    }
  }
}

// Above the grid: the patterns, what a pointer does, grids to begin from, and more drums.
import { openChoice } from './controls.js';
import { button, el } from './dom.js';
import { drums } from './drums.js';
import { gridLine, gridName, gridWords, writtenGrid } from './grid-words.js';
import { PatternStrip } from './patterns.js';

/** What a pointer draws, by velocity; the last selects. */
const brushes = [
  ['Soft', 56],
  ['Hit', 96],
  ['Accent', 120],
  ['Select', 0],
];

/**
 * Grids to begin from.
 * @type {Record<string, string>}
 */
const grids = {
  '16/4': '16 sixteenths',
  '8/2': '8 eighths',
  '12/3': '12 triplets',
  '32/8': '32 thirty-seconds',
  '32/4': 'two bars',
  '2+2+3': '7/8 in 2+2+3',
  '17 in 4': '17 in four beats',
};

export class GridTools {
  /** @param {import('./app.js').App} app @param {import('./grid.js').GridView} view */
  constructor(app, view) {
    this.app = app;
    this.view = view;
    this.patterns = new PatternStrip(app, 'A copy of this pattern', (name) =>
      this.patterns.reserve(name, app.settle(`pattern copy ${name}`)),
    );
    /** @type {HTMLButtonElement[]} */
    this.brushes = brushes.map(([label, velocity]) =>
      button(
        velocity ? `Draw ${String(label).toLowerCase()} hits` : 'Select steps',
        () => {
          this.view.brush = Number(velocity);
          this.brushes?.forEach((other, index) =>
            other.setAttribute('aria-pressed', String(brushes[index][1] === this.view.brush)),
          );
        },
        { class: 'chip', 'aria-pressed': String(velocity === 96) },
        String(label),
      ),
    );
    this.grids = openChoice(
      'Grid',
      Object.keys(grids),
      (words) => app.settle(gridLine(words)),
      (words) => grids[words] ?? gridName(words),
    );
    this.adder = this.menu(
      'Add a drum',
      drums.map((drum) => [drum.name, drum.label]),
    );
    this.root = el(
      'div',
      { class: 'tools' },
      this.patterns.root,
      el('div', { class: 'segments', role: 'group', 'aria-label': 'What a pointer does' }, ...this.brushes),
      this.grids.root,
      this.adder,
    );
  }

  /** @param {string} label @param {string[][]} options */
  menu(label, options) {
    const select = /** @type {HTMLSelectElement} */ (
      el(
        'select',
        { 'aria-label': label, class: 'chip' },
        el('option', { value: '' }, label),
        ...options.map(([value, name]) => el('option', { value }, name)),
      )
    );
    select.addEventListener('change', () => {
      const value = select.value;
      select.value = '';
      this.view.add(value);
    });
    return select;
  }

  draw() {
    const { document: patch, pattern } = this.app.store;
    this.patterns.draw();
    this.grids.set(gridWords(pattern.grid, writtenGrid(patch, pattern.number)));
  }
}

// Above the grid: the patterns, what a pointer does, grids to begin from, and more drums.
import { button, el } from './dom.js';
import { drums } from './drums.js';

/** What a pointer draws, by velocity; the last selects. */
const brushes = [['Soft', 56], ['Hit', 96], ['Accent', 120], ['Select', 0]];

export class GridTools {
  /** @param {import('./app.js').App} app @param {import('./grid.js').GridView} view */
  constructor(app, view) {
    this.app = app;
    this.view = view;
    this.patternsKey = '';
    /**
     * Names of copies that the state does not hold yet.
     * @type {Set<string>}
     */
    this.asked = new Set();
    this.patterns = el('div', { class: 'patterns', role: 'group', 'aria-label': 'Patterns' });
    /** @type {HTMLButtonElement[]} */
    this.brushes = brushes.map(([label, velocity]) => button(velocity ? `Draw ${String(label).toLowerCase()} hits` : 'Select steps', () => {
      this.view.brush = Number(velocity);
      this.brushes?.forEach((other, index) => other.setAttribute('aria-pressed', String(brushes[index][1] === this.view.brush)));
    }, { class: 'chip', 'aria-pressed': String(velocity === 96) }, String(label)));
    this.grids = this.menu('Grid', [
      ['16/4', '16 sixteenths'], ['8/2', '8 eighths'], ['12/3', '12 triplets'], ['32/8', '32 thirty-seconds'],
      ['32/4', 'two bars'], ['2+2+3', '7/8 in 2+2+3'], ['17 in 4', '17 in four beats'],
    ], (grid) => `grid ${grid}`);
    this.adder = this.menu('Add a drum', drums.map((drum) => [drum.name, drum.label]), null);
    this.root = el('div', { class: 'tools' }, this.patterns,
      el('div', { class: 'segments', role: 'group', 'aria-label': 'What a pointer does' }, ...this.brushes), this.grids, this.adder);
  }

  /** @param {string} label @param {string[][]} options @param {((value: string) => string) | null} line */
  menu(label, options, line) {
    const select = /** @type {HTMLSelectElement} */ (el('select', { 'aria-label': label, class: 'chip' },
      el('option', { value: '' }, label), ...options.map(([value, name]) => el('option', { value }, name))));
    select.addEventListener('change', () => {
      const value = select.value;
      select.value = '';
      if (line) void this.app.send(line(value));
      else this.view.add(value);
    });
    return select;
  }

  get names() {
    const { pattern, document: patch } = this.app.store;
    return /** @type {string[]} */ ((patch.patterns ?? [pattern]).map((/** @type {any} */ one, /** @type {number} */ index) => one.name || String(index + 1)));
  }

  copy() {
    const name = freeName([...this.names, ...this.asked]);
    this.asked.add(name);
    void this.app.settle(`pattern copy ${name}`).then(() => this.asked.delete(name));
  }

  draw() {
    const { pattern } = this.app.store;
    const { names } = this;
    const key = JSON.stringify([names, pattern.number, this.app.store.status.arrangement.queue]);
    if (key === this.patternsKey) return;
    this.patternsKey = key;
    const queued = this.app.store.status.arrangement.queue?.pattern;
    const focus = this.patterns?.contains(document.activeElement) ? document.activeElement?.getAttribute('aria-label') : null;
    this.patterns?.replaceChildren(
      ...names.map((name, index) => button(`Pattern ${name}`, () => void this.app.send(`pattern ${index + 1}`), {
        class: 'chip', 'aria-pressed': String(index + 1 === pattern.number), 'data-queued': String(name === queued),
      }, name)),
      button('A copy of this pattern', () => this.copy(), { class: 'chip' }, '+'));
    if (focus) /** @type {HTMLElement | null} */ (this.patterns?.querySelector(`[aria-label="${CSS.escape(focus)}"]`))?.focus();
  }
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


// The strip of patterns: chooses one, and takes what is dropped on it.
import { button, el } from './dom.js';

/** What a pattern chip stands for: a pattern by its number from 1, or a new one. */
/** @typedef {{number: number | null, name: string}} Target */

export class PatternStrip {
  /**
   * @param {import('./app.js').App} app
   * @param {string} adding  what the button after the patterns does
   * @param {(name: string) => void} add  is given a name that is free
   */
  constructor(app, adding, add) {
    this.app = app;
    this.adding = adding;
    this.add = add;
    this.key = '';
    /**
     * What is done with a pattern that is chosen, instead of playing it.
     * @type {((target: Target) => void) | null}
     */
    this.taker = null;
    /**
     * Names of new patterns that the state does not hold yet.
     * @type {Set<string>}
     */
    this.asked = new Set();
    this.root = el('div', { class: 'patterns', role: 'group', 'aria-label': 'Patterns' });
    /** @type {WeakMap<Element, Target>} */
    this.targets = new WeakMap();
  }

  get names() {
    return patternNames(this.app.store.state);
  }

  /** A name that no pattern has. */
  get freeName() {
    return freeName([...this.names, ...this.asked]);
  }

  /**
   * Keeps a name until the state has it, or it was refused.
   * @param {string} name @param {Promise<any>} settled
   */
  reserve(name, settled) {
    this.asked.add(name);
    void settled.then(() => this.asked.delete(name));
  }

  /**
   * What lies at a place of the window.
   * @param {number} x @param {number} y
   */
  chipAt(x, y) {
    const chip = document.elementFromPoint(x, y)?.closest('button');
    return chip && this.root.contains(chip) ? chip : null;
  }

  /** @param {Element | null} chip  that something is held over */
  light(chip) {
    for (const other of this.root.children) other.classList.toggle('lit', other === chip);
  }

  /** @param {Element} chip */
  target(chip) {
    const found = this.targets.get(chip);
    return found && found.number === null ? { number: null, name: this.freeName } : found;
  }

  focus() {
    /** @type {HTMLElement | null} */ (
      this.root.querySelector('[aria-pressed="true"]') ?? this.root.querySelector('button')
    )?.focus();
  }

  draw() {
    const { pattern } = this.app.store;
    const { names } = this;
    const key = JSON.stringify([names, pattern.number, this.app.store.status.arrangement.queue]);
    if (key === this.key) return;
    this.key = key;
    const queued = this.app.store.status.arrangement.queue?.pattern;
    const focused = this.root.contains(document.activeElement) ? document.activeElement : null;
    const held = focused ? this.targets.get(focused) : null;
    this.root.replaceChildren(
      ...names.map((name, index) =>
        this.chip(
          `Pattern ${name}`,
          name,
          { number: index + 1, name },
          {
            'aria-pressed': String(index + 1 === pattern.number),
            'data-queued': String(name === queued),
          },
        ),
      ),
      this.chip(this.adding, '+', { number: null, name: '' }, { 'data-new': 'true' }),
    );
    if (!held) return;
    // Also where its name is another now.
    const chips = /** @type {HTMLElement[]} */ ([...this.root.children]);
    const same = (/** @type {(target?: Target) => boolean} */ is) => chips.find((chip) => is(this.targets.get(chip)));
    const chip =
      same((target) => target?.number !== null && target?.name === held.name) ??
      same((target) => target?.number === held.number);
    if (chip) chip.focus();
    else this.focus();
  }

  /** @param {string} label @param {string} shown @param {Target} target @param {Record<string, string>} properties */
  chip(label, shown, target, properties) {
    const chip = button(label, () => this.press(chip), { class: 'chip', ...properties }, shown);
    this.targets.set(chip, target);
    return chip;
  }

  /** @param {Element} chip */
  press(chip) {
    const target = this.target(chip);
    if (!target) return;
    if (this.taker) this.taker(target);
    else if (target.number === null) this.add(target.name);
    else void this.app.send(`pattern ${target.number}`);
  }
}

/**
 * The names of all patterns. A patch leaves out the name that is its own; what has none goes by its number.
 * @param {any} state
 * @returns {string[]}
 */
export function patternNames({ document: patch, pattern }) {
  return (patch.patterns ?? [pattern]).map(
    (/** @type {any} */ one, /** @type {number} */ index) => (one.name ?? patch.name) || String(index + 1),
  );
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
  let number = names.length + 1;
  while (names.includes(`P${number}`)) number++;
  return `P${number}`;
}

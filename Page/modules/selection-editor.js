// The editor of what is selected in the grid, below it: what all its hits are, what moves them, codes and groups.
import { button, choice, clamp, el, slider } from './dom.js';
import { drumNamed } from './drums.js';
import { ranges } from './notation.js';
import { Selection } from './selection.js';
import { conditions, offsets } from './inspector.js';

/** Groups of a patch. */
const groupCount = 16;

export class SelectionEditor {
  /** @param {import('./app.js').App} app @param {import('./grid.js').GridView} view */
  constructor(app, view) {
    this.app = app;
    this.view = view;
    this.key = '';
    // What is open and typed stays while the rest is drawn again.
    this.code = '';
    this.isCoding = false;
    this.isGrouping = false;
    this.root = el('aside', { class: 'inspector selecting', 'aria-label': 'Selection', hidden: true });
  }

  get selection() { return this.view.selection; }

  draw() {
    const { selection } = this;
    this.root.hidden = selection.isEmpty || this.view.gestures.isFingerSelecting;
    if (this.root.hidden) return;
    const groups = this.app.store.document.groups ?? [];
    const key = JSON.stringify([selection.voices, selection.indices, selection.hits, groups, this.app.store.pattern.clips, this.view.clipboard.isEmpty]);
    if (key === this.key || this.root.querySelector('input:active')) return;
    this.key = key;
    const focus = this.root.contains(document.activeElement) ? document.activeElement?.getAttribute('aria-label') : null;
    this.root.replaceChildren(this.hitsPart(), this.placePart(groups));
    // What had the focus has it again, or a keyboard would lose its place with each change.
    if (focus) /** @type {HTMLElement | null} */ (this.root.querySelector(`[aria-label="${CSS.escape(focus)}"]`))?.focus();
  }

  /** What is selected, in words. */
  get title() {
    const { voices, indices, hits } = this.selection;
    const lanes = voices.length > 3 ? `${voices.length} drums` : voices.map((voice) => drumNamed(voice).short).join(', ');
    return `${lanes}, ${indices.length === 1 ? 'step' : 'steps'} ${ranges(indices)}: ${hits.length === 1 ? '1 hit' : `${hits.length} hits`}`;
  }

  /**
   * Sends a command that is of the selected hits: the whole of it, so that it can be copied and no other page's selection is meant.
   * @param {string} command
   */
  async edit(command) {
    const line = this.selection.line;
    return line !== null && await this.app.send(`${line}; ${command}`);
  }

  hitsPart() {
    const hits = this.selection.hits.map(({ step }) => step);
    if (hits.length === 0) {
      return el('div', { class: 'part' }, el('h2', {}, this.title), el('p', { class: 'hint' }, 'Nothing but rests: paste here, or fill by a code.'));
    }
    /** @typedef {(step: any) => any} Of */
    // What all have; undefined where they differ.
    const common = (/** @type {Of} */ of) => (hits.every((step) => of(step) === of(hits[0])) ? of(hits[0]) : undefined);
    const bar = (/** @type {string} */ label, /** @type {Of} */ of, /** @type {any} */ options, /** @type {(value: number) => string} */ command) => {
      const value = common(of);
      let isTouched = value !== undefined;
      const { unit = '' } = options;
      return slider({
        label, step: 1, ...options, value: value ?? of(hits[0]), isLive: false,
        show: (number) => (isTouched ? `${number}${unit}` : 'mixed'),
        touch: () => { isTouched = true; },
        send: (number) => void this.edit(command(number)),
      }).root;
    };
    const slope = common((step) => step.ratchet?.[1] ?? 0) ?? 0;
    const accent = common((step) => !!step.accent);
    return el('div', { class: 'part' }, el('h2', {}, this.title),
      bar('Velocity', (/** @type {any} */ step) => step.velocity, { min: 1, max: 127 }, (value) => `hits velocity ${value}`),
      bar('Probability', (/** @type {any} */ step) => step.probability ?? 100, { min: 0, max: 100, step: 5, unit: ' %' }, (value) => `hits probability ${value}%`),
      bar('Ratchet', (/** @type {any} */ step) => step.ratchet?.[0] ?? 1, { min: 1, max: 8, unit: '×' }, (value) => `hits ratchet ${value}${slope && value > 1 ? ` ${slope}` : ''}`),
      bar('Held', (/** @type {any} */ step) => step.hold ?? 0, { min: 0, max: 16, unit: ' more' }, (value) => `hits hold ${value}`),
      el('div', { class: 'fields' },
        choice('Offset', common((step) => step.offset ?? '0'), offsets, (offset) => void this.edit(`hits offset ${offset}`)),
        choice('Plays', common((step) => step.condition ?? ''), conditions.values, (condition) => void this.edit(`hits condition ${condition || 'none'}`), conditions.names),
        button('Accent', () => void this.edit(`hits accent ${accent ? 'off' : 'on'}`), { class: 'chip', 'aria-pressed': String(accent ?? 'mixed') }, 'Accent'),
        button('Softer', () => void this.louder(-8), { class: 'chip' }, 'Softer'),
        button('Louder', () => void this.louder(8), { class: 'chip' }, 'Louder')));
  }

  /** @param {any[]} groups */
  placePart(groups) {
    const { clipboard } = this.view;
    const chip = (/** @type {string} */ name, /** @type {() => void} */ act, /** @type {any} */ more = {}) => button(name, act, { class: 'chip', ...more }, name);
    return el('div', { class: 'part' },
      el('div', { class: 'fields' },
        chip('Copy', () => clipboard.copy()), chip('Cut', () => clipboard.cut()),
        chip('Paste', () => clipboard.paste(), { disabled: clipboard.isEmpty }), chip('Delete', () => void this.delete()),
        chip('◂', () => void this.shift(-1), { 'aria-label': 'Earlier by a step', title: 'Earlier by a step (Alt+←)' }),
        chip('▸', () => void this.shift(1), { 'aria-label': 'Later by a step', title: 'Later by a step (Alt+→)' }),
        chip('Rotate', () => void this.edit('rotate 1')), chip('Reverse', () => void this.edit('reverse')),
        chip('Done', () => this.view.deselect(), { 'aria-label': 'Select nothing' })),
      this.codePart(), this.groupPart(groups));
  }

  /** Clips written by a code on the selected markers. */
  codePart() {
    const field = /** @type {HTMLInputElement} */ (el('input', {
      'aria-label': 'Code of clips', placeholder: '1 - 3 -', autocomplete: 'off', spellcheck: 'false', maxlength: 400, value: this.code,
    }));
    const fill = () => {
      this.code = field.value.trim();
      if (this.code) void this.app.send(`${this.selection.markersLine}; fill ${this.code}`);
    };
    field.addEventListener('keydown', (event) => { if (event.key === 'Enter') fill(); });
    const names = (this.app.store.pattern.clips ?? []).flatMap((/** @type {string | null} */ voice, /** @type {number} */ index) => (
      voice ? [`${index + 1} ${drumNamed(voice).short}`] : []));
    return el('details', { open: this.isCoding, ontoggle: (/** @type {Event} */ event) => { this.isCoding = /** @type {HTMLDetailsElement} */ (event.target).open; } },
      el('summary', {}, 'Fill by a code'),
      el('div', { class: 'fields' }, el('label', { class: 'field code' }, el('span', {}, 'Clips in turn; - rest, + held, ? any'), field),
        button('Fill', fill, { class: 'chip' }, 'Fill')),
      el('p', { class: 'hint' }, names.join(' · ')));
  }

  /** @param {any[]} groups */
  groupPart(groups) {
    const field = /** @type {HTMLInputElement} */ (el('input', { 'aria-label': 'Name of a new group', placeholder: 'name', autocomplete: 'off', maxlength: 24 }));
    const save = () => void this.keep(field.value, groups);
    field.addEventListener('keydown', (event) => { if (event.key === 'Enter') save(); });
    return el('details', { open: this.isGrouping, ontoggle: (/** @type {Event} */ event) => { this.isGrouping = /** @type {HTMLDetailsElement} */ (event.target).open; } },
      el('summary', {}, 'Groups'),
      el('div', { class: 'fields' }, el('label', { class: 'field' }, el('span', {}, 'Keep these hits as'), field), button('Keep as a group', save, { class: 'chip' }, 'Keep')),
      ...groups.map((group) => {
        const name = group.name || `Group ${group.number}`;
        return el('div', { class: 'fields group' },
          button(`Put ${name} here`, () => void this.place(group.number), { class: 'chip' }, `Put ${name} here`),
          button(`Forget ${name}`, () => void this.app.send(`group clear ${group.number}`), { class: 'small' }, '✕'));
      }));
  }

  /**
   * Keeps the selected hits as the first group that is free.
   * @param {string} name @param {any[]} groups
   */
  async keep(name, groups) {
    const taken = new Set(groups.map((group) => group.number));
    const number = Array.from({ length: groupCount }, (_, index) => index + 1).find((one) => !taken.has(one));
    if (!number) return this.app.say(`all ${groupCount} groups are taken: forget one`, 'error');
    const plain = name.trim().replace(/[";#]/g, '');
    await this.edit(`group save ${number}${plain ? ` "${plain}"` : ''}`);
  }

  /** @param {number} number */
  async place(number) {
    const own = this.view.rows.get(this.selection.voices[0])?.hasOwnGrid;
    await this.app.send(`${own ? this.selection.markersLine : 'select none'}; group place ${number} ${this.selection.indices[0] + 1}`);
  }

  /** @param {number} by  steps, negative for earlier */
  async shift(by) {
    const { selection } = this;
    const count = this.view.rows.get(selection.voices[0])?.cells.length ?? 0;
    if (selection.indices[0] + by < 0 || (selection.indices.at(-1) ?? 0) + by >= count) return;
    // What lies there otherwise is written over; the command for moving hits would refuse.
    const isDone = this.isTaken(by) ? await this.app.send(Selection.pasting(this.moved(by))) : await this.edit(`shift ${by}`);
    if (!isDone) return;
    selection.indices = selection.indices.map((index) => index + by);
    for (const corner of [selection.anchor, selection.head]) if (corner) corner.index += by;
    this.view.drawSelection();
  }

  /**
   * Whether hits that are not selected are where the selected ones would go, in any of the lanes.
   * @param {number} by
   */
  isTaken(by) {
    const { hits, voices, indices } = this.selection;
    const moving = new Set(hits.map(({ index }) => index));
    return voices.some((voice) => [...moving].some((index) => (
      !indices.includes(index + by) && (this.view.rows.get(voice)?.lane?.steps[index + by] ?? null) !== null)));
  }

  /**
   * The lanes with the selected hits some steps later.
   * @param {number} by
   */
  moved(by) {
    const { hits } = this.selection;
    const lanes = new Map(this.selection.written.map((voice) => [voice, [...this.view.rows.get(voice)?.lane?.steps ?? []]]));
    for (const { voice, index } of hits) lanes.get(voice)?.splice(index, 1, null);
    for (const { voice, index, step } of hits) lanes.get(voice)?.splice(index + by, 1, step);
    return lanes;
  }

  delete() { return this.edit('delete'); }

  /**
   * Makes each hit louder by as much, so that their differences stay.
   * @param {number} by
   */
  louder(by) {
    /** @type {Map<string, any[]>} */
    const lanes = new Map();
    for (const { voice, index, step } of this.selection.hits) {
      const steps = lanes.get(voice) ?? [...this.view.rows.get(voice)?.lane?.steps ?? []];
      steps[index] = { ...step, velocity: clamp(step.velocity + by, 1, 127) };
      lanes.set(voice, steps);
    }
    return lanes.size ? this.app.send(Selection.pasting(lanes)) : Promise.resolve(false);
  }
}

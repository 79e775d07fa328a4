// The editor of what is selected in the grid, below it: what all its hits are, what moves them, codes and groups.
import { choice, slider, toggle } from './controls.js';
import { button, el } from './dom.js';
import { drumNamed } from './drums.js';
import { ranges } from './notation.js';
import { conditions, offsets } from './inspector.js';
import { holds, probabilities, rangeOf, velocities, within } from './ranges.js';

/** Groups of a patch. */
const groupCount = rangeOf('group save', 'GROUP').max;

/** @typedef {(step: any) => any} Of */

/** It is made once, so that what is typed, open or held stays whatever the session says in the meantime. */
export class SelectionEditor {
  /** @param {import('./app.js').App} app @param {import('./grid.js').GridView} view */
  constructor(app, view) {
    this.app = app;
    this.view = view;
    this.key = '';
    this.groupsKey = '';
    /**
     * Groups that this page has asked for and the state does not hold yet.
     * @type {Set<number>}
     */
    this.asked = new Set();
    /**
     * What shows a mark of the hits: from all of them, undefined where they differ.
     * @type {((common: (of: Of) => any, first: any) => void)[]}
     */
    this.controls = [];
    this.title = el('h2', {});
    this.hint = el('p', { class: 'hint' }, 'Nothing but rests: paste here, or fill by a code.');
    this.marks = this.marksPart();
    this.paste = button('Paste', () => view.clipboard.paste(), { class: 'chip' });
    this.root = el(
      'aside',
      { class: 'inspector selecting', 'aria-label': 'Selection', hidden: true },
      el('div', { class: 'part' }, this.title, this.hint, this.marks),
      this.placePart(),
    );
  }

  get selection() {
    return this.view.selection;
  }

  get groups() {
    return this.app.store.document.groups ?? [];
  }

  draw() {
    const { selection } = this;
    this.root.hidden = selection.isEmpty || this.view.gestures.isFingerSelecting;
    if (this.root.hidden) return;
    this.paste.disabled = this.view.clipboard.isEmpty;
    this.drawClips();
    this.drawGroups();
    this.drawHits();
  }

  drawHits() {
    const { voices, indices, hits } = this.selection;
    const key = JSON.stringify([voices, indices, hits]);
    if (key === this.key) return;
    this.key = key;
    const lanes =
      voices.length > 3 ? `${voices.length} drums` : voices.map((voice) => drumNamed(voice).short).join(', ');
    this.title.textContent = `${lanes}, ${indices.length === 1 ? 'step' : 'steps'} ${ranges(indices)}: ${hits.length === 1 ? '1 hit' : `${hits.length} hits`}`;
    this.hint.hidden = hits.length > 0;
    this.marks.hidden = hits.length === 0;
    if (hits.length === 0) return;
    const steps = hits.map(({ step }) => step);
    const common = (/** @type {Of} */ of) =>
      steps.every((step) => of(step) === of(steps[0])) ? of(steps[0]) : undefined;
    for (const show of this.controls) show(common, steps[0]);
  }

  /**
   * Sends a command that is of the selected hits: the whole of it, so that it can be copied and no other page's selection is meant.
   * @param {string} command
   */
  async edit(command) {
    const line = this.selection.line;
    return line !== null && (await this.app.settle(`${line}; ${command}`));
  }

  /** @param {string} label @param {Of} of @param {any} options @param {(value: number) => string} command */
  bar(label, of, options, command) {
    let isCommon = true;
    const { unit = '' } = options;
    const control = slider({
      label,
      step: 1,
      ...options,
      value: options.min,
      isLive: false,
      show: (number) => (isCommon ? `${number}${unit}` : 'mixed'),
      touch: () => {
        isCommon = true;
      },
      send: (number) => this.edit(command(number)),
    });
    const show = control.set;
    this.controls.push((common, first) => {
      const value = common(of);
      if (control.isFree()) isCommon = value !== undefined;
      show(value ?? of(first));
    });
    return control.root;
  }

  /** @param {string} label @param {Of} of @param {string[]} values @param {(value: string) => string} command @param {Record<string, string>} [names] */
  menu(label, of, values, command, names) {
    const control = choice(label, values, (value) => this.edit(command(value)), names);
    this.controls.push((common) => control.set(common(of)));
    return control.root;
  }

  marksPart() {
    let slope = 0;
    this.controls.push((common) => {
      slope = common((step) => step.ratchet?.[1] ?? 0) ?? 0;
    });
    const accent = toggle('Accent', (isOn) => this.edit(`hits accent ${isOn ? 'on' : 'off'}`), { class: 'chip' });
    this.controls.push((common) => accent.set(common((step) => !!step.accent) ?? 'mixed'));
    return el(
      'div',
      { class: 'marks-of-hits' },
      this.bar(
        'Velocity',
        (step) => step.velocity,
        velocities,
        (value) => `hits velocity ${value}`,
      ),
      this.bar(
        'Probability',
        (step) => step.probability ?? 100,
        { ...probabilities, unit: ' %' },
        (value) => `hits probability ${value}%`,
      ),
      this.bar(
        'Ratchet',
        (step) => step.ratchet?.[0] ?? 1,
        { ...rangeOf('hits ratchet', 'COUNT'), unit: '×' },
        (value) => `hits ratchet ${value}${slope && value > 1 ? ` ${slope}` : ''}`,
      ),
      this.bar(
        'Held',
        (step) => step.hold ?? 0,
        { ...holds, unit: ' more' },
        (value) => `hits hold ${value}`,
      ),
      el(
        'div',
        { class: 'fields' },
        this.menu(
          'Offset',
          (step) => step.offset ?? '0',
          offsets,
          (offset) => `hits offset ${offset}`,
        ),
        this.menu(
          'Plays',
          (step) => step.condition ?? '',
          conditions.values,
          (condition) => `hits condition ${condition || 'none'}`,
          conditions.names,
        ),
        accent.root,
        button('Softer', () => void this.louder(-8), { class: 'chip' }, 'Softer'),
        button('Louder', () => void this.louder(8), { class: 'chip' }, 'Louder'),
      ),
    );
  }

  placePart() {
    const { view } = this;
    const chip = (/** @type {string} */ name, /** @type {() => void} */ act, /** @type {any} */ more = {}) =>
      button(name, act, { class: 'chip', ...more }, name);
    return el(
      'div',
      { class: 'part' },
      el(
        'div',
        { class: 'fields' },
        chip('Copy', () => view.clipboard.copy()),
        chip('Cut', () => view.clipboard.cut()),
        this.paste,
        chip('Delete', () => void this.delete()),
        chip('◂', () => void this.shift(-1), { 'aria-label': 'Earlier by a step', title: 'Earlier by a step (Alt+←)' }),
        chip('▸', () => void this.shift(1), { 'aria-label': 'Later by a step', title: 'Later by a step (Alt+→)' }),
        chip('Rotate', () => void this.edit('rotate 1')),
        chip('Reverse', () => void this.edit('reverse')),
        chip('Done', () => view.deselect(), { 'aria-label': 'Select nothing' }),
      ),
      this.codePart(),
      this.groupPart(),
    );
  }

  /** Clips written by a code on the selected markers. */
  codePart() {
    const field = /** @type {HTMLInputElement} */ (
      el('input', {
        'aria-label': 'Code of clips',
        placeholder: '1 - 3 -',
        autocomplete: 'off',
        spellcheck: 'false',
        maxlength: 400,
      })
    );
    const fill = () => {
      const code = field.value.trim();
      if (code) void this.app.send(`${this.selection.markersLine}; fill ${code}`);
    };
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') fill();
    });
    this.clips = el('p', { class: 'hint' });
    return el(
      'details',
      {},
      el('summary', {}, 'Fill by a code'),
      el(
        'div',
        { class: 'fields' },
        el('label', { class: 'field code' }, el('span', {}, 'Clips in turn; - rest, + held, ? any'), field),
        button('Fill', fill, { class: 'chip' }, 'Fill'),
      ),
      this.clips,
    );
  }

  drawClips() {
    const { clips = [] } = this.app.store.pattern;
    const names = clips.flatMap((/** @type {string | null} */ voice, /** @type {number} */ index) =>
      voice ? [`${index + 1} ${drumNamed(voice).short}`] : [],
    );
    if (this.clips) this.clips.textContent = names.join(' · ');
  }

  groupPart() {
    const field = /** @type {HTMLInputElement} */ (
      el('input', { 'aria-label': 'Name of a new group', placeholder: 'name', autocomplete: 'off', maxlength: 24 })
    );
    const save = () => {
      const name = field.value;
      void this.keep(name).then((isDone) => {
        if (isDone && field.value === name) field.value = '';
      });
    };
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') save();
    });
    this.groupList = el('div', {});
    return el(
      'details',
      {},
      el('summary', {}, 'Groups'),
      el(
        'div',
        { class: 'fields' },
        el('label', { class: 'field' }, el('span', {}, 'Keep these hits as'), field),
        button('Keep as a group', save, { class: 'chip' }, 'Keep'),
      ),
      this.groupList,
    );
  }

  drawGroups() {
    const key = JSON.stringify(this.groups);
    if (key === this.groupsKey || !this.groupList) return;
    this.groupsKey = key;
    const focus = this.groupList.contains(document.activeElement)
      ? document.activeElement?.getAttribute('aria-label')
      : null;
    this.groupList.replaceChildren(
      ...this.groups.map((/** @type {any} */ group) => {
        const name = group.name || `Group ${group.number}`;
        return el(
          'div',
          { class: 'fields group' },
          button(`Put ${name} here`, () => void this.place(group.number), { class: 'chip' }, `Put ${name} here`),
          button(`Forget ${name}`, () => void this.app.send(`group clear ${group.number}`), { class: 'small' }, '✕'),
        );
      }),
    );
    // What had the focus has it again, or a keyboard would lose its place with each change.
    if (focus)
      /** @type {HTMLElement | null} */ (this.groupList.querySelector(`[aria-label="${CSS.escape(focus)}"]`))?.focus();
  }

  /**
   * Keeps the selected hits as the first group that is free.
   * @param {string} name
   */
  async keep(name) {
    const taken = new Set([...this.asked, ...this.groups.map((/** @type {any} */ group) => group.number)]);
    const number = Array.from({ length: groupCount }, (_, index) => index + 1).find((one) => !taken.has(one));
    if (!number) {
      this.app.say(`all ${groupCount} groups are taken: forget one`, 'error');
      return false;
    }
    const plain = name.trim().replace(/[";#]/g, '');
    this.asked.add(number);
    const isDone = await this.edit(`group save ${number}${plain ? ` "${plain}"` : ''}`);
    this.asked.delete(number);
    return isDone;
  }

  /** @param {number} number */
  async place(number) {
    const own = this.view.rows.get(this.selection.voices[0])?.hasOwnGrid;
    await this.app.send(
      `${own ? this.selection.markersLine : 'select none'}; group place ${number} ${this.selection.indices[0] + 1}`,
    );
  }

  /**
   * Shows the selected hits as they will be, and counts on it.
   * @param {(step: any) => any} change  of a step; null for a rest
   * @param {number} by  how many steps later it will be
   * @param {Promise<boolean>} settled
   */
  expect(change, by, settled) {
    const { hits } = this.selection;
    if (by) for (const { voice, index } of hits) this.view.rows.get(voice)?.expect(index, null, settled);
    for (const { voice, index, step } of hits) this.view.rows.get(voice)?.expect(index + by, change(step), settled);
  }

  /**
   * Moves the selected hits, over others as well.
   * @param {number} by  steps, negative for earlier
   */
  async shift(by) {
    const { selection } = this;
    const count = this.view.rows.get(selection.voices[0])?.cells.length ?? 0;
    if (selection.indices[0] + by < 0 || (selection.indices.at(-1) ?? 0) + by >= count) return;
    const settled = this.edit(`shift ${by} over`);
    this.expect((step) => step, by, settled);
    // At once, so that the next key goes on from here; put back where it is refused.
    selection.move(by);
    const moved = selection.indices;
    if (!(await settled) && selection.indices === moved) selection.move(-by);
  }

  delete() {
    const settled = this.edit('delete');
    this.expect(() => null, 0, settled);
    this.view.drawSelection();
    return settled;
  }

  /**
   * Makes each hit louder by as much, so that their differences stay.
   * @param {number} by
   */
  louder(by) {
    const settled = this.edit(`hits velocity ${by > 0 ? '+' : ''}${by}`);
    this.expect((step) => ({ ...step, velocity: within(step.velocity + by, velocities) }), 0, settled);
    this.view.drawSelection();
    return settled;
  }
}

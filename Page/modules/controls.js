// Controls that are counted on: what a hand holds, writes or has sent is not put back by a state that is older.
import { button, el, plain } from './dom.js';
import { whenLetGo } from './held.js';
import { rangeText } from './ranges.js';

/**
 * Keeps values from elsewhere off a control while a hand holds it, or while what it sent is not in the state yet: who
 * goes on from what is shown must not be put back to what was.
 * @template T
 */
export class Guard {
  /** @param {(value: T) => void} show  shows a value from elsewhere */
  constructor(show) {
    this.show = show;
    this.isHeld = false;
    this.asked = 0;
    this.settled = 0;
    /**
     * What the session had last.
     * @type {{value: T} | null}
     */
    this.latest = null;
  }

  get isFree() {
    return !this.isHeld && this.asked === this.settled;
  }

  /** @param {T} value  from elsewhere */
  set(value) {
    this.latest = { value };
    if (this.isFree) this.show(value);
  }

  hold() {
    this.isHeld = true;
  }

  /** Shows what came in the meantime. */
  release() {
    this.isHeld = false;
    if (this.isFree && this.latest) this.show(this.latest.value);
  }

  /** Something is about to be sent; `sent` is to be called with the number. */
  ask() {
    return ++this.asked;
  }

  /**
   * Shows values from elsewhere again once the last that was sent is settled.
   * @param {number} number
   * @param {Promise<any>} promise
   */
  async sent(number, promise) {
    await promise;
    if (number !== this.asked) return;
    this.settled = number;
    if (!this.isHeld && this.latest) this.show(this.latest.value);
  }
}

/**
 * A slider that leaves alone what a hand holds: values from elsewhere wait until it lets go, and are shown as they are,
 * also between its steps and beyond its end. One that is not live sends only where the hand left it.
 * @param {{label: string, min: number, max: number, step: number, value: number, unit?: string,
 *   standard?: number, isLive?: boolean, send: (value: number) => Promise<any>, show?: (value: number) => string,
 *   touch?: () => void}} options  `touch` is called when a hand begins to move it; what `send` returns is done once the
 *   state holds the value
 */
export function slider(options) {
  const show = options.show ?? ((/** @type {number} */ value) => `${plain(value, 3)}${options.unit ?? ''}`);
  const output = el('output', {}, show(options.value));
  const input = /** @type {HTMLInputElement} */ (
    el('input', {
      type: 'range',
      min: options.min,
      max: options.max,
      step: options.step,
      'aria-label': options.label,
    })
  );
  let { max } = options;
  /**
   * What was set last, until a hand moves the slider: its own value is one of its steps.
   * @type {number | null}
   */
  let set = options.value;
  const draw = () => {
    const value = set ?? Number(input.value);
    output.textContent = show(value);
    input.setAttribute('aria-valuetext', show(value));
    // What has as much below 0 as above it is filled from the middle.
    const [part, from] = [(value - options.min) / (max - options.min), options.min === -max ? 0.5 : 0];
    input.style.setProperty('--from', String(Math.min(from, part)));
    input.style.setProperty('--part', String(Math.max(from, part)));
  };
  /** @type {Guard<number>} */
  const guard = new Guard((value) => {
    // What was written elsewhere may lie beyond what is offered here, and is shown all the same.
    if (value > max) input.max = String((max = value));
    if (Number(input.value) !== value) input.value = String(value);
    set = value;
    draw();
  });
  const send = throttled(
    (/** @type {number} */ number) => void guard.sent(number, options.send(Number(input.value))),
    40,
  );
  const isLive = options.isLive ?? true;
  input.value = String(options.value);
  input.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || guard.isHeld) return;
    guard.hold();
    // A hand that moved nothing is let go without a `change`; where it moved something, that comes first.
    whenLetGo(event, input, () =>
      setTimeout(() => {
        if (guard.isHeld) guard.release();
      }),
    );
  });
  input.addEventListener('input', () => {
    options.touch?.();
    set = null;
    draw();
    if (isLive) send(guard.ask());
  });
  input.addEventListener('change', () => {
    if (!isLive) send(guard.ask());
    guard.release();
    draw();
  });
  if (options.standard !== undefined) {
    const standard = options.standard;
    input.addEventListener('dblclick', () => {
      input.value = String(standard);
      set = null;
      draw();
      send(guard.ask());
    });
  }
  draw();
  const root = el('label', { class: 'slider' }, el('span', { class: 'name' }, options.label), input, output);
  return { root, input, set: (/** @type {number} */ value) => guard.set(value), isFree: () => guard.isFree };
}

/**
 * A menu with its name above it; `mixed` where the values differ.
 * @param {string} label
 * @param {string[]} options
 * @param {(value: string) => Promise<any>} act
 * @param {Record<string, string>} [names]  of options that are not called as they are written
 */
export function choice(label, options, act, names = {}) {
  const select = /** @type {HTMLSelectElement} */ (
    el(
      'select',
      { 'aria-label': label },
      ...options.map((option) => el('option', { value: option }, names[option] ?? option)),
    )
  );
  const mixed = el('option', { value: 'mixed', disabled: true }, 'mixed');
  /** @type {Guard<string | undefined>} */
  const guard = new Guard((value) => {
    if (value === undefined) select.prepend(mixed);
    else mixed.remove();
    // A value that the list does not offer is shown as well.
    if (value !== undefined && ![...select.options].some((option) => option.value === value)) {
      select.append(el('option', { value }, names[value] ?? value));
    }
    const wanted = value ?? 'mixed';
    if (select.value !== wanted) select.value = wanted;
  });
  select.addEventListener('change', () => void guard.sent(guard.ask(), act(select.value)));
  const set = (/** @type {string | undefined} */ value) => guard.set(value);
  return { root: el('label', { class: 'field' }, el('span', {}, label), select), select, set };
}

/** The option of an open menu that is typed. */
const other = '\u2026';

/**
 * A menu that also takes what is typed: its last option opens a field.
 * @param {string} label
 * @param {string[]} options
 * @param {(value: string) => Promise<any>} act
 * @param {(value: string) => string} [name]  what a value is called
 */
export function openChoice(label, options, act, name = (value) => value) {
  const option = (/** @type {string} */ value) => el('option', { value }, name(value));
  const typed = el('option', { value: other }, 'other…');
  const select = /** @type {HTMLSelectElement} */ (
    el('select', { 'aria-label': label }, ...options.map(option), typed)
  );
  const field = /** @type {HTMLInputElement} */ (
    el('input', { 'aria-label': `${label}, typed`, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' })
  );
  field.hidden = true;
  let extra = option('');
  let value = '';
  const show = (/** @type {string} */ next) => {
    // What is shown already is left alone: the browser would lay it out again.
    if (next === value && select.value === next) return;
    value = next;
    extra.remove();
    if (!options.includes(next)) typed.before((extra = option(next)));
    select.value = next;
  };
  const guard = new Guard(show);
  const send = (/** @type {string} */ next) => {
    show(next);
    void guard.sent(guard.ask(), act(next));
  };
  /** Ends what is typed, and sends it where it is to be. */
  const close = (/** @type {boolean} */ isMeant) => {
    if (field.hidden) return;
    const hadFocus = document.activeElement === field;
    const next = field.value.trim();
    select.hidden = false;
    field.hidden = true;
    if (hadFocus) select.focus();
    if (isMeant && next !== '' && next !== value) send(next);
    guard.release();
  };
  select.addEventListener('change', () => {
    if (select.value !== other) return send(select.value);
    guard.hold();
    show(value);
    field.value = value;
    select.hidden = true;
    field.hidden = false;
    field.focus();
    field.select();
  });
  field.addEventListener('blur', () => close(true));
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    close(event.key === 'Enter');
  });
  const root = el('label', { class: 'field' }, el('span', {}, label), select, field);
  return { root, select, field, set: (/** @type {string} */ next) => guard.set(next), get: () => value };
}

/**
 * Buttons in a row, one of which is pressed: that of the value. A value that has no button is given one.
 * @param {string} label  of the group
 * @param {string[]} options
 * @param {(value: string) => Promise<any>} act
 * @param {(value: string) => string} name  of a button for those who do not see the others
 */
export function segments(label, options, act, name) {
  const root = el('div', { class: 'segments', role: 'group', 'aria-label': label });
  const press = (/** @type {string} */ value) => {
    show(value);
    void guard.sent(guard.ask(), act(value));
  };
  /** @type {Map<string, HTMLElement>} */
  const chips = new Map();
  const add = (/** @type {string} */ value) => {
    const chip = button(name(value), () => press(value), { class: 'chip', 'data-value': value }, value);
    chips.set(value, chip);
    root.append(chip);
  };
  options.forEach(add);
  const show = (/** @type {string} */ value) => {
    if (!chips.has(value)) add(value);
    for (const [other, chip] of chips) {
      chip.setAttribute('aria-pressed', String(other === value));
      chip.hidden = other !== value && !options.includes(other);
    }
  };
  /** @type {Guard<string>} */
  const guard = new Guard(show);
  return { root, set: (/** @type {string} */ value) => guard.set(value) };
}

/**
 * What is written into a field stays while it is written: values from elsewhere wait until it was sent or left.
 * @param {HTMLInputElement} input
 * @param {() => Promise<any> | null} act  sends what is written; null where it cannot be
 */
export function kept(input, act) {
  /** @type {Guard<string>} */
  const guard = new Guard((value) => {
    if (input.value !== value) input.value = value;
  });
  input.addEventListener('input', () => guard.hold());
  input.addEventListener('change', () => {
    const sent = act();
    if (!sent) return;
    guard.isHeld = false;
    void guard.sent(guard.ask(), sent);
  });
  input.addEventListener('blur', () => guard.release());
  return { input, set: (/** @type {string} */ value) => guard.set(value) };
}

/**
 * A field for a whole number, with its name above it.
 * @param {string} label @param {import('./ranges.js').Range} range @param {(value: number) => Promise<any>} act
 * @param {(reason: string) => void} refuse  gets the reason where what was written is not sent
 */
export function numberField(label, range, act, refuse) {
  const input = /** @type {HTMLInputElement} */ (el('input', { type: 'number', ...range, 'aria-label': label }));
  const field = kept(input, () => {
    if (input.checkValidity() && input.value !== '') return act(Number(input.value));
    const found = input.value && `, found ${input.value}`;
    // Nothing that is written leaves it as it was.
    if (!input.validity.valid) refuse(`${label}: expected a whole number of ${rangeText(range)}${found}`);
    return null;
  });
  return {
    root: el('label', { class: 'field' }, el('span', {}, label), input),
    input,
    set: (/** @type {number} */ value) => field.set(String(value)),
  };
}

/**
 * A button that is on or off. It shows what was asked for at once, so that the next press is of that.
 * @param {string} label
 * @param {(isOn: boolean) => Promise<any>} act
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string)} children
 */
export function toggle(label, act, properties = {}, ...children) {
  let isOn = false;
  const show = (/** @type {boolean | 'mixed'} */ value) => {
    isOn = value === true;
    root.setAttribute('aria-pressed', String(value));
  };
  /** @type {Guard<boolean | 'mixed'>} */
  const guard = new Guard(show);
  const press = () => {
    show(!isOn);
    void guard.sent(guard.ask(), act(isOn));
  };
  const root = button(label, press, { 'aria-pressed': 'false', ...properties }, ...children);
  return { root, press, set: (/** @type {boolean | 'mixed'} */ value) => guard.set(value) };
}

/**
 * Calls at most once in `milliseconds`, and always with what came last.
 * @template {any[]} Arguments
 * @param {(...values: Arguments) => void} act
 * @param {number} milliseconds
 */
export function throttled(act, milliseconds) {
  let last = -Infinity;
  let timer = 0;
  return (/** @type {Arguments} */ ...values) => {
    clearTimeout(timer);
    const wait = last + milliseconds - performance.now();
    const go = () => {
      last = performance.now();
      act(...values);
    };
    if (wait <= 0) go();
    else timer = setTimeout(go, wait);
  };
}

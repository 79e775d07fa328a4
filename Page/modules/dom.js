// Small helpers to build elements. Text only ever goes in as text: what comes from a patch is never markup.

/**
 * An element with attributes, listeners (`onclick` and so on) and children.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function el(tag, properties = {}, ...children) {
  return /** @type {HTMLElement} */ (fill(document.createElement(tag), properties, children));
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {SVGElement}
 */
export function svg(tag, properties = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  return /** @type {SVGElement} */ (fill(made, properties, children));
}

/**
 * @param {Element} element
 * @param {Record<string, any>} properties
 * @param {(Node | string | null | undefined | false)[]} children
 */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value') /** @type {HTMLInputElement} */ (element).value = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

/**
 * A button with a label for those who do not see its picture.
 * @param {string} label
 * @param {(event: MouseEvent) => void} act
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string)} children
 */
export function button(label, act, properties = {}, ...children) {
  const shown = children.length ? children : [label];
  return /** @type {HTMLButtonElement} */ (
    el('button', { type: 'button', 'aria-label': label, title: label, onclick: act, ...properties }, ...shown));
}

/**
 * A slider that leaves alone what a hand holds: values from elsewhere wait until it lets go. One that is not live
 * sends only where the hand left it.
 * @param {{label: string, min: number, max: number, step: number, value: number, unit?: string,
 *   standard?: number, isLive?: boolean, send: (value: number) => void, show?: (value: number) => string,
 *   touch?: () => void}} options  `touch` is called when a hand begins to move it
 */
export function slider(options) {
  let isHeld = false;
  /**
   * A value from elsewhere that came while it was held.
   * @type {number | null}
   */
  let withheld = null;
  const show = options.show ?? ((/** @type {number} */ value) => `${value}${options.unit ?? ''}`);
  const output = el('output', {}, show(options.value));
  const input = /** @type {HTMLInputElement} */ (el('input', {
    type: 'range', min: options.min, max: options.max, step: options.step, 'aria-label': options.label,
  }));
  const draw = () => {
    const value = Number(input.value);
    output.textContent = show(value);
    input.setAttribute('aria-valuetext', show(value));
    input.style.setProperty('--part', String((value - options.min) / (options.max - options.min)));
  };
  const send = throttled(() => options.send(Number(input.value)), 40);
  const isLive = options.isLive ?? true;
  input.value = String(options.value);
  input.addEventListener('pointerdown', () => { isHeld = true; });
  input.addEventListener('input', () => { options.touch?.(); draw(); if (isLive) send(); });
  input.addEventListener('change', () => { isHeld = false; withheld = null; draw(); if (!isLive) send(); });
  // Nothing but these says that a hand let go which moved nothing; a `change` comes first where it did.
  const release = () => setTimeout(() => {
    if (!isHeld) return;
    isHeld = false;
    if (withheld !== null) set(withheld);
  });
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) input.addEventListener(end, release);
  if (options.standard !== undefined) {
    const standard = options.standard;
    input.addEventListener('dblclick', () => { input.value = String(standard); draw(); options.send(standard); });
  }
  /** @param {number} value */
  const set = (value) => {
    withheld = isHeld ? value : null;
    if (isHeld || Number(input.value) === value) return;
    input.value = String(value);
    draw();
  };
  draw();
  const root = el('label', { class: 'slider' }, el('span', { class: 'name' }, options.label), input, output);
  return { root, input, set };
}

/**
 * A menu with its name above it; `mixed` where there is no one value.
 * @param {string} label
 * @param {string | undefined} value
 * @param {string[]} options
 * @param {(value: string) => void} act
 * @param {Record<string, string>} [names]  of options that are not called as they are written
 * @param {string} [unit]
 */
export function choice(label, value, options, act, names = {}, unit = '') {
  const all = value === undefined || options.includes(value) ? options : [value, ...options];
  const select = /** @type {HTMLSelectElement} */ (el('select', { 'aria-label': label },
    value === undefined && el('option', { value: '', selected: true, disabled: true }, 'mixed'),
    ...all.map((option) => el('option', { value: option, selected: option === value }, (names[option] ?? option) + unit))));
  select.addEventListener('change', () => act(select.value));
  return el('label', { class: 'field' }, el('span', {}, label), select);
}

/**
 * A field for a whole number, with its name above it.
 * @param {string} label @param {number} value @param {number} min @param {number} max @param {(value: number) => void} act
 */
export function numberField(label, value, min, max, act) {
  const input = /** @type {HTMLInputElement} */ (el('input', { type: 'number', min, max, value, 'aria-label': label }));
  input.addEventListener('change', () => { if (input.checkValidity() && input.value !== '') act(Number(input.value)); });
  return el('label', { class: 'field' }, el('span', {}, label), input);
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
    const go = () => { last = performance.now(); act(...values); };
    if (wait <= 0) go();
    else timer = setTimeout(go, wait);
  };
}

/** @param {number} value @param {number} low @param {number} high */
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/**
 * A number without needless digits.
 * @param {number} value
 * @param {number} [digits]
 */
export const plain = (value, digits = 2) => String(Number(value.toFixed(digits)));

/** Whether keys are being typed into a field. */
export function isTyping() {
  const focused = document.activeElement;
  return focused instanceof HTMLTextAreaElement || focused instanceof HTMLSelectElement
    || focused instanceof HTMLInputElement && focused.type !== 'range' && focused.type !== 'checkbox';
}

export const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

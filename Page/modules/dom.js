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
    el('button', { type: 'button', 'aria-label': label, title: label, onclick: act, ...properties }, ...shown)
  );
}

/**
 * Gives a button another word, which is also what those hear of it who do not see it.
 * @param {HTMLElement} control @param {string} shown
 * @param {string} [label]  where more is said of it than is shown
 */
export function relabel(control, shown, label = shown) {
  if (control.textContent !== shown) control.textContent = shown;
  control.title = label;
  control.setAttribute('aria-label', label);
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
  return (
    focused instanceof HTMLTextAreaElement ||
    focused instanceof HTMLSelectElement ||
    (focused instanceof HTMLInputElement && focused.type !== 'range' && focused.type !== 'checkbox')
  );
}

export const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

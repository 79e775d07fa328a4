// Labels of a picture, each beside what it is of, and over nothing else.

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{x: number, y: number, width: number, height: number}} Box  its middle, and its size
 */

const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
/** @type {Map<string, number>} */
const widths = new Map();

/**
 * How wide a label is, in multiples of the size of its type. The page is not laid out for it.
 * @param {string} text
 */
export function widthOf(text) {
  const known = widths.get(text);
  if (known !== undefined) return known;
  if (widths.size > 4_000) widths.clear();
  pen.font = '600 100px system-ui, sans-serif';
  const width = pen.measureText(text).width / 100;
  widths.set(text, width);
  return width;
}

/**
 * @param {Box} one
 * @param {Box} other
 */
const isOver = (one, other) =>
  Math.abs(one.x - other.x) * 2 < one.width + other.width && Math.abs(one.y - other.y) * 2 < one.height + other.height;

/**
 * Where labels go: each to the first of its spots where it lies over nothing and within the frame.
 * @param {{width: number, height: number, spots: Point[]}[]} labels
 * @param {Box[]} taken  what they must not lie over
 * @param {Box} frame
 * @returns {(Point | null)[]} null for one that has no such spot
 */
export function placed(labels, taken, frame) {
  const all = [...taken];
  return labels.map(({ width, height, spots }) => {
    const spot = spots.find(
      ({ x, y }) =>
        Math.abs(x - frame.x) * 2 + width <= frame.width &&
        Math.abs(y - frame.y) * 2 + height <= frame.height &&
        !all.some((other) => isOver({ x, y, width, height }, other)),
    );
    if (spot) all.push({ ...spot, width, height });
    return spot ?? null;
  });
}

/**
 * Writes labels where they go; what has no place is not shown.
 * @param {SVGElement[]} elements
 * @param {string[]} texts
 * @param {(Point | null)[]} places
 */
export function write(elements, texts, places) {
  elements.forEach((element, index) => {
    const spot = places[index];
    element.textContent = texts[index];
    element.toggleAttribute('hidden', !spot);
    if (!spot) return;
    element.setAttribute('x', spot.x.toFixed(2));
    element.setAttribute('y', spot.y.toFixed(2));
  });
}

/**
 * The numbers that are written at a ruler's beats, as many as do not touch.
 * @param {number} count  the beats
 * @param {number} room  along the ruler
 * @param {number} type  the size of the type
 */
export function isNumbered(count, room, type) {
  const every = Math.ceil((count * type * widthOf(String(count)) * 1.25) / room);
  return (/** @type {number} */ index) => index % every === 0;
}

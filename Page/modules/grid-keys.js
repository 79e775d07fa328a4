// The grid by keys: arrows move, Shift extends what is selected, Enter writes.
import { clamp } from './dom.js';
import { velocities, within } from './ranges.js';

/** @typedef {import('./selection.js').Place} Place */

/** @param {import('./lane.js').LaneRow | undefined} row @param {number} index */
const focusNear = (row, index) => row?.cells[Math.min(index, row.cells.length - 1)]?.focus();

const arrows = new Map([
  ['ArrowRight', [0, 1]],
  ['ArrowLeft', [0, -1]],
  ['ArrowDown', [1, 0]],
  ['ArrowUp', [-1, 0]],
]);

/**
 * Carries out a key that was pressed on a cell.
 * @param {import('./grid.js').GridView} view
 * @param {KeyboardEvent} event
 */
export function pressKey(view, event) {
  const found = view.cellAt(event.target);
  if (!found) return;
  const act =
    event.ctrlKey || event.metaKey
      ? withControl(view, event)
      : event.altKey
        ? withAlt(view, event)
        : plain(view, event, found);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** @param {import('./grid.js').GridView} view @param {KeyboardEvent} event */
function withControl(view, event) {
  if (event.key.toLowerCase() !== 'a') return undefined;
  return () => {
    view.selection.all();
    view.sendSelection();
  };
}

/** @param {import('./grid.js').GridView} view @param {KeyboardEvent} event */
function withAlt(view, event) {
  const by = arrows.get(event.key)?.[1];
  return by && !view.selection.isEmpty ? () => void view.editor.shift(by) : undefined;
}

/** @param {import('./grid.js').GridView} view @param {KeyboardEvent} event @param {Place} found */
function plain(view, event, found) {
  const way = arrows.get(event.key);
  if (way) return () => moveBy(view, found, way, event.shiftKey);
  const { selection } = view;
  if (!selection.isEmpty) {
    const acts = {
      Escape: () => view.deselect(),
      Delete: () => void view.editor.delete(),
      Backspace: () => void view.editor.delete(),
      '+': () => void view.editor.louder(8),
      '-': () => void view.editor.louder(-8),
    };
    const act = acts[/** @type {keyof typeof acts} */ (event.key)];
    if (act) return act;
  }
  const isRest = (found.row.steps[found.index] ?? null) === null;
  const velocity = view.brush || 96;
  const louder = (/** @type {number} */ by) => () =>
    isRest ? view.set(found, within(velocity + by, velocities)) : view.louder(found, by);
  const acts = {
    Home: () => found.row.cells[0]?.focus(),
    End: () => found.row.cells.at(-1)?.focus(),
    // A key that stays would write and clear in turn.
    Enter: () => {
      if (!event.repeat) void view.set(found, isRest ? (event.shiftKey ? 120 : velocity) : 0);
    },
    Delete: () => view.set(found, 0),
    Backspace: () => view.set(found, 0),
    '+': louder(8),
    '-': louder(-8),
  };
  return acts[/** @type {keyof typeof acts} */ (event.key)];
}

/**
 * @param {import('./grid.js').GridView} view @param {Place} found @param {number[]} way  lanes and steps
 * @param {boolean} isExtending
 */
function moveBy(view, found, [lanes, steps], isExtending) {
  if (isExtending) {
    const head = view.selection.extend(found, lanes, steps);
    focusNear(head.row, head.index);
    view.sendSelectionSoon();
  } else if (lanes)
    focusNear(view.order[clamp(view.order.indexOf(found.row) + lanes, 0, view.order.length - 1)], found.index);
  else found.row.cells[found.index + steps]?.focus();
}

// What a pointer does in the grid: draws, clears, changes velocities, selects, and moves what is selected.
import { newGesture } from './connection.js';
import { clamp } from './dom.js';
import { stepDetails } from './notation.js';
import { velocities, within } from './ranges.js';

/** A finger that stays so long, in ms, selects; and how far it may tremble, in pixels. */
const [patience, tremble] = [450, 8];
/** Between two places that a browser reports, a fast hand passes over cells: it is followed in steps of this many pixels. */
const stride = 8;

/**
 * The places on the way to an event, its own the last.
 * @param {{clientX: number, clientY: number}} from @param {PointerEvent} event
 */
function way(from, event) {
  const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY];
  const count = Math.max(1, Math.ceil(Math.hypot(x, y) / stride));
  return Array.from({ length: count }, (_, index) => {
    const part = (index + 1) / count;
    return { clientX: from.clientX + part * x, clientY: from.clientY + part * y };
  });
}

/** @typedef {import('./selection.js').Place & {cell: HTMLElement}} Found */

/** One pointer at a time. */
export class Gestures {
  /** @param {import('./grid.js').GridView} view */
  constructor(view) {
    this.view = view;
    /** @type {any} */
    this.stroke = undefined;
    this.timer = 0;
    const body = view.body;
    body.addEventListener('pointerdown', (event) => this.press(event));
    body.addEventListener('pointermove', (event) => this.move(event));
    // On the window: a pointer is also let go outside the lanes, and what held it may be gone from the page by then.
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
      addEventListener(end, (event) => this.end(/** @type {PointerEvent} */ (event)));
    }
    // What a long press opens elsewhere.
    body.addEventListener('contextmenu', (event) => {
      if (this.stroke || view.cellAt(event.target)) event.preventDefault();
    });
  }

  /** Whether a finger is selecting now: what it would be covered by waits. */
  get isFingerSelecting() {
    return this.stroke?.mode === 'select' && this.stroke.isTouch;
  }

  /** @param {PointerEvent} event */
  press(event) {
    const found = this.view.cellAt(event.target);
    // A pointer that comes again was let go without a word.
    if (this.stroke?.pointer === event.pointerId) this.release(true);
    if (!found || event.button > 1 || this.stroke) return;
    event.preventDefault();
    try {
      this.view.body.setPointerCapture(event.pointerId);
    } catch {
      /* the finger is gone already */
    }
    // What is shown of a cell may be shorter than what was shown of the last one, and the page would scroll under the pointer.
    this.view.root.style.minHeight = `${this.view.root.offsetHeight}px`;
    found.cell.focus({ preventScroll: true });
    const step = found.row.steps[found.index] ?? null;
    const brush = event.shiftKey ? 120 : event.altKey ? 56 : this.view.brush || 96;
    this.stroke = {
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      last: event,
      ...found,
      from: step,
      brush,
      mode: step === null ? 'draw' : 'hold',
      velocity: step === null ? brush : stepDetails(step).velocity,
      seen: new Set([found.cell]),
      // All that it writes is one change.
      mark: newGesture(),
      isTouch: event.pointerType === 'touch',
    };
    if (this.view.brush === 0 || event.ctrlKey || event.metaKey) return this.beginSelecting(event.shiftKey);
    if (!this.view.selection.isEmpty) this.view.deselect();
    if (!this.stroke.isTouch) return this.drawFirst();
    // A finger may come to select: it draws when it moves or leaves.
    this.timer = setTimeout(() => this.beginSelecting(false), patience);
  }

  /**
   * @param {any} stroke  which writes it @param {import('./selection.js').Place} place @param {number} velocity
   * @param {any} [former]
   */
  write(stroke, place, velocity, former) {
    void this.view.set(place, velocity, former, stroke.mark);
  }

  drawFirst() {
    clearTimeout(this.timer);
    const stroke = this.stroke;
    if (stroke.mode !== 'draw' || stroke.isDrawn) return;
    stroke.isDrawn = true;
    this.write(stroke, stroke, stroke.brush);
  }

  /** @param {boolean} isExtending */
  beginSelecting(isExtending) {
    const { selection } = this.view;
    const stroke = this.stroke;
    if (!stroke) return;
    if (!stroke.cell.isConnected) return this.release(true);
    if (!isExtending && selection.has(stroke.row.voice, stroke.index) && selection.hits.length > 0) {
      stroke.mode = 'carry';
      return;
    }
    stroke.mode = 'select';
    // Browsers allow it once something was tapped.
    if (stroke.isTouch && /** @type {any} */ (navigator).userActivation?.hasBeenActive) navigator.vibrate?.(10);
    const anchor = isExtending && selection.anchor ? this.view.rows.get(selection.anchor.voice) : undefined;
    stroke.anchor = anchor && selection.anchor ? { row: anchor, index: selection.anchor.index } : stroke;
    selection.between(stroke.anchor, stroke);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const stroke = this.stroke;
    if (!stroke || stroke.pointer !== event.pointerId) return;
    if (event.buttons === 0 || !stroke.cell.isConnected) return this.release(event.buttons !== 0);
    const under = (/** @type {{clientX: number, clientY: number}} */ place) =>
      this.view.cellAt(document.elementFromPoint(place.clientX, place.clientY));
    const places = way(stroke.last, event);
    stroke.last = event;
    if (stroke.mode === 'select') {
      const found = under(event);
      if (found) this.view.selection.between(stroke.anchor, found);
    } else if (stroke.mode === 'carry') this.carry(stroke, under(event));
    else for (const place of places) this.draw(stroke, under(place), place);
  }

  /**
   * Shows where what is selected would go.
   * @param {any} stroke @param {Found | null} found
   */
  carry(stroke, found) {
    if (!found || found.row.cells.length !== stroke.row.cells.length) return;
    if (stroke.by === undefined && found.index === stroke.index) return;
    const { indices } = this.view.selection;
    stroke.by = clamp(found.index - stroke.index, -indices[0], stroke.row.cells.length - 1 - (indices.at(-1) ?? 0));
    this.view.drawSelection(stroke.by);
  }

  /**
   * Up and down changes the velocity of a hit, along the lane draws or clears.
   * @param {any} stroke @param {Found | null} found @param {{clientX: number, clientY: number}} event
   */
  draw(stroke, found, event) {
    const rise = stroke.y - event.clientY;
    const isOther = found !== null && found.cell !== stroke.cell && found.row === stroke.row;
    if (!isOther && Math.hypot(rise, event.clientX - stroke.x) <= tremble && stroke.mode !== 'velocity') return;
    this.drawFirst();
    if (stroke.mode !== 'velocity' && (isOther || stroke.mode === 'clear' || stroke.mode === 'sweep')) {
      if (stroke.mode === 'hold') this.beginClearing(stroke);
      if (stroke.mode === 'draw') stroke.mode = 'sweep';
      if (!found || found.row !== stroke.row || stroke.seen.has(found.cell)) return;
      stroke.seen.add(found.cell);
      const velocity = stroke.mode === 'clear' ? 0 : stroke.brush;
      if ((found.row.steps[found.index] ?? 0) !== velocity) this.write(stroke, found, velocity);
    } else if (stroke.mode === 'velocity' || Math.abs(rise) > tremble) {
      stroke.mode = 'velocity';
      stroke.dragged = Math.round(within(stroke.velocity + rise / 1.2, velocities));
      stroke.row.expect(stroke.index, { ...stepDetails(stroke.from), velocity: stroke.dragged });
    }
  }

  /** @param {any} stroke */
  beginClearing(stroke) {
    stroke.mode = 'clear';
    this.write(stroke, stroke, 0);
  }

  /** @param {PointerEvent} event */
  end(event) {
    if (this.stroke?.pointer !== event.pointerId) return;
    // A finger is first held by the cell that it touched, and then by the lanes.
    const isElsewhere = event.target !== this.view.body && event.target !== document;
    if (event.type === 'lostpointercapture' && isElsewhere) return;
    this.release(event.type !== 'pointerup');
  }

  /**
   * Carries out what the pointer did. Where its cell is gone from the page, there is nothing that it could mean.
   * @param {boolean} isCancelled
   */
  release(isCancelled) {
    const stroke = this.stroke;
    clearTimeout(this.timer);
    isCancelled ||= !stroke.cell.isConnected;
    if (!isCancelled && stroke.mode === 'draw') this.drawFirst();
    this.stroke = undefined;
    this.view.root.style.minHeight = '';
    this.view.editor.draw();
    if (stroke.mode === 'select') {
      stroke.row.root.scrollIntoView({ block: 'nearest' });
      return this.view.sendSelection();
    }
    if (stroke.mode === 'carry') return this.drop(stroke, isCancelled);
    if (isCancelled) return stroke.row.forget(stroke.index);
    if (stroke.mode === 'hold') this.write(stroke, stroke, 0);
    if (stroke.mode === 'velocity' && stroke.dragged) this.write(stroke, stroke, stroke.dragged, stroke.from);
  }

  /**
   * Moves what is selected to where it was carried; a click within it selects that cell alone.
   * @param {any} stroke @param {boolean} isCancelled
   */
  drop(stroke, isCancelled) {
    this.view.drawSelection();
    if (isCancelled) return;
    if (stroke.by) return void this.view.editor.shift(stroke.by);
    if (stroke.by === 0) return;
    this.view.selection.between(stroke, stroke);
    this.view.sendSelection();
  }
}

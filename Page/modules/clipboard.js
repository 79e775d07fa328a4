// Copies of steps: kept as rows of the notation, on the system's clipboard too where it may be written.
import { marksOf, readLane, readMarks, unheld } from './notation.js';

/** @typedef {{voice: string, marks: string[]}} Row */

export class Clipboard {
  /** @param {import('./grid.js').GridView} view */
  constructor(view) {
    this.view = view;
    /** @type {Row[]} */
    this.rows = [];
    document.addEventListener('copy', (event) => this.onCopy(event, false));
    document.addEventListener('cut', (event) => this.onCopy(event, true));
    document.addEventListener('paste', (event) => this.onPaste(event));
  }

  get isEmpty() {
    return this.rows.length === 0;
  }

  get text() {
    return this.rows.map(({ voice, marks }) => `${voice}: ${marks.join('')}`).join('\n');
  }

  /** Whether a key of the clipboard is meant for the grid. */
  get isMeant() {
    const focused = document.activeElement;
    const isField =
      (focused instanceof HTMLInputElement && focused.type !== 'range') || focused instanceof HTMLTextAreaElement;
    return this.view.root.isConnected && !isField && String(getSelection() ?? '') === '';
  }

  /** Remembers the selected steps; whether there are any. */
  take() {
    const { selection, rows } = this.view;
    if (selection.isEmpty) return false;
    this.rows = selection.voices.map((voice) => {
      const marks = marksOf(rows.get(voice)?.steps ?? []);
      return { voice, marks: selection.indices.map((index) => marks[index] ?? '.') };
    });
    this.view.app.say(
      `copied ${this.rows.length === 1 ? 'a lane' : `${this.rows.length} lanes`} of ${selection.indices.length} steps`,
    );
    this.view.editor.draw();
    return true;
  }

  copy() {
    if (this.take()) void navigator.clipboard?.writeText(this.text).catch(() => {});
  }

  cut() {
    this.copy();
    void this.view.editor.delete();
  }

  /** @param {ClipboardEvent} event @param {boolean} isCutting */
  onCopy(event, isCutting) {
    if (!this.isMeant || !this.take()) return;
    event.clipboardData?.setData('text/plain', this.text);
    event.preventDefault();
    if (isCutting) void this.view.editor.delete();
  }

  /** @param {ClipboardEvent} event */
  onPaste(event) {
    if (!this.isMeant) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text !== this.text) this.rows = this.read(text) ?? this.rows;
    event.preventDefault();
    this.paste();
  }

  /**
   * Rows of another page, or of a text; null where it holds none.
   * @param {string} text
   * @returns {Row[] | null}
   */
  read(text) {
    const rows = text
      .split(/[\n;]/)
      .slice(0, 128)
      .flatMap((line) => {
        const lane = readLane(line.replace(/^\s*paste\s+(pattern\s+)?/, ''));
        const row = line.slice(line.indexOf(':') + 1);
        return lane ? [{ voice: lane.voice, marks: unheld(readMarks(row).map((mark) => mark.text)) }] : [];
      });
    return rows.length && rows.every((row) => row.marks.length) ? rows : null;
  }

  /** Writes the copy from the selection's beginning, or from the cell that has the focus; its rests clear. */
  paste() {
    const { view } = this;
    const start = view.pastePlace;
    if (this.isEmpty || !start) return;
    const rows = view.order
      .slice(view.order.indexOf(start.row))
      .filter((row) => row.cells.length > start.index)
      .slice(0, this.rows.length);
    const end = Math.min(start.row.cells.length, start.index + this.rows[0].marks.length) - 1;
    const lanes = rows.map(({ voice }, offset) => `${voice}: ${this.rows[offset].marks.join('')}`);
    void view.app.send(`paste from ${start.index + 1} ${lanes.join('; ')}`);
    view.selection.between(start, { row: rows.at(-1) ?? start.row, index: end });
  }
}

// The pattern as text: read, changed and played; its marks are lit as they sound.
import { button, el, reducedMotion } from './dom.js';
import { text } from './connection.js';
import { drumNamed } from './drums.js';
import { readLane, readMarks } from './notation.js';
import { floorMod, markerAt, beatsInLoop, placeInLane, stepHeard } from './time.js';

export class TextView {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.area = /** @type {HTMLTextAreaElement} */ (
      el('textarea', {
        spellcheck: 'false',
        autocapitalize: 'off',
        wrap: 'off',
        'aria-label': 'The pattern as text',
        rows: 12,
      })
    );
    this.marks = new LitMarks();
    this.area.addEventListener('input', () => this.setEdited(true));
    this.area.addEventListener('scroll', () => this.marks.follow(this.area));
    this.area.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void this.play();
    });
    this.apply = button('Play this text', () => void this.play(), { class: 'chip primary' }, 'Play this');
    this.revert = button(
      'Read the pattern again',
      () => {
        this.setEdited(false);
        void this.read();
      },
      { class: 'chip' },
      'Revert',
    );
    const share = button('Copy the text', () => void this.copy(), { class: 'chip' }, 'Copy');
    this.root = el(
      'section',
      { class: 'view textview', 'aria-label': 'Text' },
      el('div', { class: 'sheet' }, this.marks.root, this.area),
      el(
        'div',
        { class: 'tools' },
        this.apply,
        this.revert,
        share,
        el(
          'span',
          { class: 'hint' },
          'X accent · x hit · o soft · . rest · + hold · x?50 chance · x*3 ratchet · Ctrl+Enter plays',
        ),
      ),
    );
    app.store.watch(['pattern'], () => {
      if (!this.isEdited) void this.read();
    });
    this.setEdited(false);
  }

  show() {
    if (!this.isEdited) void this.read();
  }

  /** @param {boolean} isEdited */
  setEdited(isEdited) {
    this.isEdited = isEdited;
    this.root?.classList.toggle('edited', isEdited);
    this.apply.disabled = !isEdited;
    this.revert.disabled = !isEdited;
    // What is written now is not what sounds.
    if (isEdited) this.marks.read('');
  }

  async read() {
    const reply = await this.app.connection.send('text', false);
    if (!reply.ok || this.isEdited) return;
    const written = text(reply);
    if (written !== this.area.value) {
      // The caret stays where it was.
      const { selectionStart, selectionEnd } = this.area;
      this.area.value = written;
      this.area.setSelectionRange(selectionStart, selectionEnd);
    }
    this.area.rows = Math.max(6, this.area.value.split('\n').length + 2);
    this.marks.read(this.area.value);
    this.marks.follow(this.area);
  }

  async play() {
    const written = this.area.value;
    const isDone = await this.app.send(`paste pattern ${onOneLine(written)}`);
    // Who wrote on in the meantime goes on.
    if (!isDone || this.area.value !== written) return;
    this.setEdited(false);
    void this.read();
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.area.value);
      this.app.say('copied');
    } catch {
      this.area.select();
    }
  }

  /**
   * Beats since the pattern began that is shown; null where another is heard.
   * @param {number} beat
   */
  own(beat) {
    const { pattern } = this.app.store;
    const transport = this.app.heardTransport;
    return transport.rolling && transport.pattern === pattern.name && beat >= transport.origin
      ? beat - transport.origin
      : null;
  }

  /** @param {number} beat */
  frame(beat) {
    this.marks.pass(this.app.store.pattern, this.own(beat));
  }

  /** @param {import('./app.js').Hit} hit */
  hit(hit) {
    const { pattern } = this.app.store;
    const lane = pattern.lanes.find((/** @type {any} */ one) => one.voice === hit.drum);
    const beats = this.own(hit.beat);
    if (hit.by !== 'pattern' || !lane || beats === null) return;
    const step = stepHeard(lane, pattern.grid, beats);
    if (step !== null) this.marks.light(hit.drum, step, hit.velocity);
  }
}

/**
 * Text as a command takes it: `;` in place of line breaks, and no comments. No line is left out, so that errors name the
 * lines as they are written.
 * @param {string} written
 */
const onOneLine = (written) =>
  written
    .split('\n')
    .map((line) => line.replaceAll('\t', ' ').trim())
    .map((line) => (line.startsWith('#') ? '' : line))
    .join('; ');

/** The same text under the field, unseen but for what lights a mark. */
class LitMarks {
  constructor() {
    this.root = el('pre', { class: 'marks', 'aria-hidden': 'true' });
    /** @type {Map<string, HTMLElement[]>} */
    this.lanes = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.now = new Map();
  }

  /** @param {string} written */
  read(written) {
    this.lanes.clear();
    this.now.clear();
    this.root.replaceChildren(...written.split('\n').flatMap((line) => [...this.line(line), '\n']));
  }

  /** @param {string} line @returns {(Node | string)[]} */
  line(line) {
    const lane = readLane(line);
    if (!lane) return [line];
    const row = line.slice(lane.start);
    /** @type {(Node | string)[]} */
    const parts = [line.slice(0, lane.start)];
    let end = 0;
    const spans = readMarks(row).map(({ text: mark, start }) => {
      const span = el('span', { class: drumNamed(lane.voice).family }, mark);
      parts.push(row.slice(end, start), span);
      end = start + mark.length;
      return span;
    });
    this.lanes.set(lane.voice, spans);
    return [...parts, row.slice(end)];
  }

  /** @param {HTMLTextAreaElement} area */
  follow(area) {
    [this.root.scrollLeft, this.root.scrollTop] = [area.scrollLeft, area.scrollTop];
  }

  /**
   * Underlines where each lane is.
   * @param {any} pattern @param {number | null} beats
   */
  pass(pattern, beats) {
    for (const lane of pattern.lanes) {
      const spans = this.lanes.get(lane.voice);
      const next =
        beats === null || !spans?.length ? undefined : spans[stepAt(lane, pattern.grid, beats) % spans.length];
      const last = this.now.get(lane.voice);
      if (next === last) continue;
      last?.classList.remove('now');
      next?.classList.add('now');
      if (next) this.now.set(lane.voice, next);
      else this.now.delete(lane.voice);
    }
  }

  /** @param {string} voice @param {number} step @param {number} velocity */
  light(voice, step, velocity) {
    const spans = this.lanes.get(voice);
    if (!spans?.length) return;
    const span = spans[step % spans.length];
    span.dataset.lit = String(Number(span.dataset.lit ?? 0) + 1);
    if (reducedMotion.matches) return flash(span);
    const tone = `color-mix(in srgb, var(--tone) ${Math.round(35 + velocity / 2)}%, transparent)`;
    span.animate(
      [{ backgroundColor: tone }, { backgroundColor: tone, offset: 0.4 }, { backgroundColor: 'transparent' }],
      300,
    );
  }
}

/**
 * Lights a mark for a moment, without a change that is seen as motion.
 * @param {HTMLElement} span
 */
function flash(span) {
  const stroke = span.dataset.lit;
  span.classList.add('lit');
  setTimeout(() => {
    if (span.dataset.lit === stroke) span.classList.remove('lit');
  }, 200);
}

/**
 * The step of a lane at a beat.
 * @param {any} lane
 * @param {any} shared  the pattern's grid
 * @param {number} beats
 */
function stepAt(lane, shared, beats) {
  const grid = lane.grid ?? shared;
  const { beat, loop } = placeInLane(grid, lane.speed ?? 1, beats);
  const marker = markerAt(beatsInLoop(grid, loop), beat);
  return floorMod(marker - (lane.turn ?? 0) * loop, lane.steps.length);
}

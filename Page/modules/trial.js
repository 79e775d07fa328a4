// A trial of the rhythm designer: what was there before, what it has done, and how it is kept or taken back. Grids and
// necklaces that are tried together are one trial.
import { restored } from './restoring.js';

/**
 * A trial that is on: the lane whose grid is tried (empty for the pattern's), what could be undone as it began, how many
 * changes it has sent, the fewest markers among them, the pattern as text as it began, and the last line of each draft.
 * @typedef {{target: string, depth: number, changes: number, fewest: number, before: string,
 *   lines: Record<string, string>}} Tried
 *
 * Something that is tried: the lane whose hits it writes (empty for a grid), its commands, and the markers of a grid.
 * @typedef {{lane: string, line: string, count?: number}} Draft
 */

/** Where a trial outlives a reload of the page. */
const place = 'trial';

export class Trial {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /**
     * Known once the session has said what there was.
     * @type {Promise<Tried | null> | null}
     */
    this.tried = null;
    /** The lane whose grid is tried. */
    this.target = '';
    /**
     * What each draft sent last.
     * @type {Map<string, string>}
     */
    this.sent = new Map();
    this.pending = Promise.resolve();
    /**
     * Who wants to know whether a trial is on.
     * @type {(() => void)[]}
     */
    this.watchers = [];
    this.resume();
  }

  get isOn() {
    return this.tried !== null;
  }

  tell() {
    for (const act of this.watchers) act();
  }

  /** Goes on with the trial of the page that was shown here before it was loaded again. */
  resume() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(place) ?? 'null');
      if (typeof kept?.before !== 'string') return;
      this.tried = Promise.resolve({ lines: {}, ...kept });
      this.target = kept.target;
    } catch {
      /* what is stored there is not a trial */
    }
  }

  /** @param {Tried} tried */
  save(tried) {
    sessionStorage.setItem(place, JSON.stringify(tried));
  }

  /**
   * Remembers what there is. The session is asked, since the state may be older than what this page did last.
   * @param {string} target @param {string} present  the command for the grid that would change nothing
   */
  begin(target, present) {
    this.target = target;
    this.sent = new Map([['', present]]);
    this.tried = Promise.all([this.history(), this.text()]).then(([history, before]) => {
      if (!history || before === null) return null;
      // As many as a grid may have.
      return { target, depth: history.depth, changes: 0, fewest: 256, before, lines: {} };
    });
    this.tell();
  }

  /**
   * Plays what is drawn.
   * @param {Draft} draft
   */
  try({ lane, line, count = Infinity }) {
    if (line === this.sent.get(lane) || !this.tried) return;
    this.sent.set(lane, line);
    const { app, tried } = this;
    // Sent at once: what was asked before it is answered before it is done.
    const sent = app.send(line);
    this.pending = tried.then(async (one) => {
      const former = one?.lines[lane];
      if (one) {
        one.changes += commandCount(line);
        one.fewest = Math.min(one.fewest, count);
        one.lines[lane] = line;
        if (this.tried === tried) this.save(one);
      }
      if (await sent) return app.store.news();
      // Of several commands, the first may have been done.
      if (!one || commandCount(line) > 1) return;
      one.changes--;
      if (one.lines[lane] !== line) return;
      if (former === undefined) delete one.lines[lane];
      else one.lines[lane] = former;
    });
  }

  /**
   * What can be undone, as the session has it now.
   * @returns {Promise<{depth: number, undo: string[]} | null>}
   */
  history() {
    return this.app.undoing.history();
  }

  /** @returns {Promise<string | null>} the pattern as a line */
  async text() {
    const reply = await this.app.connection.send('text line', false);
    return reply.ok ? reply.body.notation.text : null;
  }

  /**
   * How many changes undo would take back; null where others were made since.
   * @param {Tried} tried
   */
  async count({ target, depth, changes, lines }) {
    const history = await this.history();
    if (!history) return null;
    const count = history.depth - depth;
    const names = new Set(Object.keys(lines).flatMap((lane) => changesOf(lane, target)));
    const isOwn =
      count >= 0 &&
      count <= changes &&
      (count > 0 || changes === 0) &&
      history.undo.slice(0, count).every((one) => names.has(one));
    return isOwn ? count : null;
  }

  /**
   * Ends it: what it was, once all of it has been done.
   * @returns {Promise<Tried | null>}
   */
  async end() {
    await this.pending;
    const tried = await this.tried;
    this.tried = null;
    sessionStorage.removeItem(place);
    this.tell();
    return tried;
  }

  /** Makes it one change. */
  async keep() {
    const tried = await this.end();
    if (!tried) return;
    const count = await this.count(tried);
    if (count === null) {
      this.app.say('kept; other changes came in between, so undo takes it back in steps', 'warning');
    } else if (count > 1) {
      await this.join(tried, count);
    }
  }

  /**
   * Makes one change of several: that of the only draft, or what puts in the pattern as it is heard.
   * @param {Tried} tried @param {number} count
   */
  async join({ lines }, count) {
    const { connection } = this.app;
    const [line, ...others] = Object.values(lines);
    if (others.length === 0 && commandCount(line) === 1) {
      // Both by one line, so that no other change comes in between.
      const reply = await connection.send(`undo ${count}; ${line}`, false);
      if (reply.ok) connection.dispatchEvent(new CustomEvent('command', { detail: line }));
      return;
    }
    const whole = await this.text();
    if (whole === null) return;
    // `paste pattern` takes the rest of its line, so that `undo` cannot stand on it: both are sent at once.
    await Promise.all([`undo ${count}`, whole].map((one) => connection.send(one, false)));
  }

  /** Takes it back: by undo, or where other changes were made since, by a change of its own that leaves those. */
  async cancel() {
    const tried = await this.end();
    if (!tried || tried.changes === 0) return;
    const count = await this.count(tried);
    if (count !== null) {
      if (count > 0) await this.app.send(`undo ${count}`);
      return;
    }
    const now = await this.text();
    if (now === null || !isSamePattern(tried.before, now)) {
      [this.tried, this.target] = [Promise.resolve(tried), tried.target];
      this.save(tried);
      this.tell();
      return this.app.say('the trial is of another pattern: show that one, and cancel again; or keep it', 'error');
    }
    const { target, fewest, lines } = tried;
    const lanes = Object.keys(lines).filter((lane) => lane !== '');
    const line = restored(tried.before, now, { target: '' in lines ? target : null, fewest, lanes });
    if (line === null || !(await this.app.send(line))) return;
    this.app.say(
      'other changes came in between: what was tried was put back by a change of its own, which undo takes back',
      'warning',
    );
  }
}

/** @param {string} line */
const commandCount = (line) => line.split(';').length;

/**
 * What undo calls the changes of a draft.
 * @param {string} lane  whose hits it writes; empty for a grid
 * @param {string} target  the lane whose grid is tried; empty for the pattern's
 */
function changesOf(lane, target) {
  if (lane !== '') return ['paste', `lane ${lane} length`, `lane ${lane} grid`];
  return [target ? `lane ${target} grid` : 'temper'];
}

/**
 * Whether two lines of `text line` are of the same pattern, by its name.
 * @param {string} before @param {string} now
 */
function isSamePattern(before, now) {
  const name = (/** @type {string} */ line) =>
    /^paste pattern (name: (?:"(?:\\.|[^"\\])*"|[^;]*))?/.exec(line)?.[1] ?? '';
  return name(before) === name(now);
}

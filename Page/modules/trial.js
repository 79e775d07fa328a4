// A trial of the rhythm designer: what was there before, what it has done, and how it is kept or taken back.
import { restored } from './restoring.js';

/**
 * A trial that is on: the lane whose grid is tried (empty for the pattern's), what could be undone as it began, how many
 * changes it has sent, the fewest markers among them, and the pattern as text as it began.
 * @typedef {{target: string, depth: number, changes: number, fewest: number, before: string}} Tried
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
    this.lastLine = '';
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
      this.tried = Promise.resolve(kept);
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
   * @param {string} target @param {string} present  the command that would change nothing
   */
  begin(target, present) {
    this.target = target;
    this.lastLine = present;
    this.tried = Promise.all([this.history(), this.text()]).then(([history, before]) => {
      if (!history || before === null) return null;
      // As many as a grid may have.
      return { target, depth: history.depth, changes: 0, fewest: 256, before };
    });
    this.tell();
  }

  /**
   * Plays what is drawn.
   * @param {string} line @param {number} count  its markers
   */
  try(line, count) {
    if (line === this.lastLine || !this.tried) return;
    this.lastLine = line;
    const { app, tried } = this;
    // Sent at once: what was asked before it is answered before it is done.
    const sent = app.send(line);
    this.pending = tried.then(async (one) => {
      if (one) {
        one.changes++;
        one.fewest = Math.min(one.fewest, count);
        if (this.tried === tried) this.save(one);
      }
      if (await sent) return app.store.news();
      if (one) one.changes--;
    });
  }

  /**
   * What can be undone, as the session has it now.
   * @returns {Promise<{depth: number, undo: string[]} | null>}
   */
  async history() {
    const reply = await this.app.connection.send('undo list', false);
    return reply.ok ? reply.body.history : null;
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
  async count({ target, depth, changes }) {
    const history = await this.history();
    if (!history) return null;
    const count = history.depth - depth;
    const name = target ? `lane ${target} grid` : 'temper';
    const isOwn =
      count >= 0 &&
      count <= changes &&
      (count > 0 || changes === 0) &&
      history.undo.slice(0, count).every((one) => one === name);
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

  /**
   * Makes it one change.
   * @param {string} line  what is heard
   */
  async keep(line) {
    const tried = await this.end();
    if (!tried) return;
    const count = await this.count(tried);
    if (count === null) {
      this.app.say('kept; other changes came in between, so undo takes it back in steps', 'warning');
    } else if (count > 1) {
      // Both by one line, so that no other change comes in between.
      const reply = await this.app.connection.send(`undo ${count}; ${line}`, false);
      if (reply.ok) this.app.connection.dispatchEvent(new CustomEvent('command', { detail: line }));
    }
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
    const line = restored(tried.before, now, tried.target, tried.fewest);
    if (line === null || !(await this.app.send(line))) return;
    this.app.say(
      'other changes came in between: the grid was put back by a change of its own, which undo takes back',
      'warning',
    );
  }
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

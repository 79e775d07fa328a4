// A trial of the rhythm designer: what was there before, what it has done, and how it is kept or taken back. Grids and
// necklaces that are tried together are one trial, and one gesture: its changes are one to undo.
import { newGesture } from './connection.js';
import { restored } from './restoring.js';
import { inTab } from './stored.js';

/**
 * A trial that is on: the mark of its gesture, the lane whose grid is tried (empty for the pattern's), the fewest markers
 * of what it has sent, the patch it is of, the pattern as text as it began, and the last line of each draft: none where
 * nothing was done.
 * @typedef {{gesture: string, target: string, fewest: number, patch: string, before: string,
 *   lines: Record<string, string>}} Tried
 *
 * What is edited: which patch, by its file, or where it has none by its name, and the pattern as a line.
 * @typedef {{patch: string, text: string}} Edited
 *
 * Something that is tried: the lane whose hits it writes (empty for a grid), its commands, and the markers of a grid.
 * @typedef {{lane: string, line: string, count?: number}} Draft
 */

/** Why a trial is still on where the session does not answer. */
const unanswered = 'not connected: the trial is still on, cancel again or keep it';

/** Why nothing is tried or taken back where another pattern is shown. */
export const elsewhere = 'the trial is of another pattern: show that one, and go on or cancel again; or keep it';

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
    /**
     * The name of the pattern that is tried, once it is known.
     * @type {string | null}
     */
    this.pattern = null;
    /** The lane whose grid is tried. */
    this.target = '';
    /** The mark of its gesture, by which the session takes its changes together, also those before a reload. */
    this.gesture = '';
    /**
     * What each draft sent last.
     * @type {Map<string, string>}
     */
    this.sent = new Map();
    /**
     * The pattern, as JSON, with what each draft sent last in it; none while a reply is missing.
     * @type {Map<string, string>}
     */
    this.heard = new Map();
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

  /** Whether another pattern is shown than the one that is tried. */
  get isElsewhere() {
    const { state } = this.app.store;
    return this.isOn && this.pattern !== null && state !== null && state.pattern.name !== this.pattern;
  }

  tell() {
    for (const act of this.watchers) act();
  }

  /** Goes on with the trial of the page that was shown here before it was loaded again. */
  resume() {
    try {
      const kept = JSON.parse(inTab.get(place) ?? 'null');
      if (typeof kept?.before !== 'string' || typeof kept.patch !== 'string' || !kept.gesture) return;
      this.goOn({ lines: {}, ...kept });
    } catch {
      /* what is stored there is not a trial */
    }
  }

  /** @param {Tried} tried */
  goOn(tried) {
    this.tried = Promise.resolve(tried);
    this.pattern = nameOf(tried.before);
    this.target = tried.target;
    this.gesture = tried.gesture;
  }

  /** @param {Tried} tried */
  save(tried) {
    inTab.set(place, JSON.stringify(tried));
  }

  /**
   * Remembers what there is. The session is asked, since the state may be older than what this page did last; where it
   * does not reply, no trial is begun.
   * @param {string} target @param {string} present  the command for the grid that would change nothing
   */
  begin(target, present) {
    const gesture = newGesture();
    [this.target, this.gesture, this.pattern] = [target, gesture, null];
    this.sent = new Map([['', present]]);
    this.heard = new Map();
    /** @type {Promise<Tried | null>} */
    const tried = this.edited().then((now) => {
      if (now === null) {
        this.giveUp(tried);
        return null;
      }
      if (this.tried === tried) this.pattern = nameOf(now.text);
      // As many markers as a grid may have.
      return { gesture, target, fewest: 256, patch: now.patch, before: now.text, lines: {} };
    });
    this.tried = tried;
    this.tell();
  }

  /**
   * Ends a trial that the session does not know of.
   * @param {Promise<Tried | null>} tried
   */
  giveUp(tried) {
    if (this.tried !== tried) return;
    this.tried = null;
    this.tell();
    this.app.say('not connected: nothing is tried', 'error');
  }

  /** What was sent may be taken back before the page's state shows it. */
  forgetSent() {
    this.sent.clear();
  }

  /**
   * Whether a draft sent that last, and the pattern was not changed otherwise since, as by undo.
   * @param {string} lane @param {string} line
   */
  isHeard(lane, line) {
    const heard = this.heard.get(lane);
    return line === this.sent.get(lane) && (heard === undefined || heard === this.shown);
  }

  /** The pattern as the page's state has it. */
  get shown() {
    return JSON.stringify(this.app.store.state?.pattern);
  }

  /**
   * Plays what is drawn, where the pattern that is tried is shown.
   * @param {Draft} draft
   */
  try(draft) {
    const { lane, line } = draft;
    if (!this.tried || this.isElsewhere || this.isHeard(lane, line)) return;
    this.sent.set(lane, line);
    this.heard.delete(lane);
    // Sent at once: what was asked before it is answered before it is done.
    this.pending = this.settle(draft, this.tried, this.app.send(line, this.gesture));
  }

  /**
   * Notes what a draft does; done once the page's state holds it.
   * @param {Draft} draft @param {Promise<Tried | null>} tried @param {Promise<boolean>} reply
   */
  async settle({ lane, line, count = Infinity }, tried, reply) {
    const { sent, heard } = this;
    const one = await tried;
    const former = one?.lines[lane];
    if (one) {
      one.fewest = Math.min(one.fewest, count);
      one.lines[lane] = line;
      if (this.tried === tried) this.save(one);
    }
    if (await reply) {
      await this.app.store.news();
      if (sent.get(lane) === line) heard.set(lane, this.shown);
      return;
    }
    // What was refused may be sent again.
    if (sent.get(lane) === line) sent.delete(lane);
    // Of several commands, the first may have been done.
    if (!one || line.includes(';') || one.lines[lane] !== line) return;
    if (former === undefined) delete one.lines[lane];
    else one.lines[lane] = former;
  }

  /**
   * Asks the session what is edited.
   * @returns {Promise<Edited | null>}
   */
  async edited() {
    const { connection } = this.app;
    const [status, pattern] = await Promise.all(['status', 'text line'].map((line) => connection.send(line, false)));
    if (!status.ok || !pattern.ok) return null;
    const { file, patch } = status.body.status;
    return { patch: file ?? patch, text: pattern.body.notation.text };
  }

  /**
   * Ends it: what it was, once all of it has been done.
   * @returns {Promise<Tried | null>}
   */
  async end() {
    await this.pending;
    const tried = await this.tried;
    this.tried = null;
    inTab.remove(place);
    this.tell();
    return tried;
  }

  /** Leaves what it did as it is: one change. */
  async keep() {
    await this.end();
  }

  /** Takes it back: by undo, or where other changes were made since, by a change of its own that leaves those. */
  async cancel() {
    const tried = await this.end();
    if (!tried || Object.keys(tried.lines).length === 0) return;
    if (await this.app.takeBack(tried.gesture)) return;
    if (this.app.connection.hasSession) return this.putBack(tried);
    this.takeUp(tried, unanswered);
  }

  /**
   * Goes on with a trial that could not be cancelled.
   * @param {Tried} tried @param {string} reason
   */
  takeUp(tried, reason) {
    this.goOn(tried);
    this.save(tried);
    this.tell();
    this.app.say(reason, 'error');
  }

  /** @param {Tried} tried */
  async putBack(tried) {
    const now = await this.edited();
    if (now === null) return this.takeUp(tried, unanswered);
    if (now.patch !== tried.patch) {
      return this.takeUp(tried, 'the trial is of another patch: load that one, and cancel again; or keep it');
    }
    if (nameOf(tried.before) !== nameOf(now.text)) return this.takeUp(tried, elsewhere);
    const { target, fewest, lines } = tried;
    const lanes = Object.keys(lines).filter((lane) => lane !== '');
    const line = restored(tried.before, now.text, { target: '' in lines ? target : null, fewest, lanes });
    if (line === null || !(await this.app.send(line))) return;
    this.app.say(
      'other changes came in between: what was tried was put back by a change of its own, which undo takes back',
      'warning',
    );
  }
}

/**
 * The name of the pattern that `text line` wrote, empty where it has none.
 * @param {string} line
 */
function nameOf(line) {
  const written = /^paste pattern name: ("(?:\\.|[^"\\])*"|[^;]*)/.exec(line)?.[1].trim() ?? '';
  if (!written.startsWith('"')) return written;
  return written
    .slice(1, -1)
    .replace(/\\(?:u\{([0-9a-f]+)\}|(.))/g, (_, code, plain) => plain ?? String.fromCodePoint(parseInt(code, 16)));
}

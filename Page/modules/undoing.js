// Undo and redo for a hand: what one gesture did by several commands is taken back, and made again, by one press.
import { text } from './connection.js';

/**
 * Changes that belong together: what undo counts after the last of them, and how many they are. Once they were undone,
 * what is as deep later is something else, until they were redone.
 * @typedef {{depth: number, count: number, name: string, isUndone: boolean}} Group
 */

/** The most groups that are kept. */
const most = 100;

/** How many names the page's state has at most. */
const mostNames = 8;

/**
 * The group, where the next changes are called as its own are, and are as many.
 * @param {Group | undefined} group
 * @param {string[]} names
 */
function named(group, names) {
  if (!group) return undefined;
  const own = names.slice(0, group.count);
  const isWhole = own.length >= Math.min(group.count, mostNames);
  return isWhole && own.every((name) => name.startsWith(`${group.name} `)) ? group : undefined;
}

export class Undoing {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {Group[]} */
    this.groups = [];
    /** One after the other, since each counts on what was there after the one before. */
    this.queue = Promise.resolve();
    /**
     * Who wants to know that a gesture became a group.
     * @type {(() => void)[]}
     */
    this.watchers = [];
  }

  /**
   * What can be undone, as the session has it once all that was sent so far is done.
   * @returns {Promise<{depth: number, undo: string[], redo: string[]} | null>}
   */
  async history() {
    const reply = await this.app.connection.send('undo list', false);
    return reply.ok ? reply.body.history : null;
  }

  /** How much can be undone now. */
  depth() {
    return this.history().then((history) => history?.depth ?? NaN);
  }

  /**
   * Takes together what a gesture did, where nothing else was changed in between.
   * @param {string} name  what the names of its changes begin with
   * @param {Promise<number>} before  how much could be undone before it
   * @param {Promise<boolean>[]} sent  whether each was done
   */
  group(name, before, sent) {
    const after = this.depth();
    this.queue = this.queue.then(async () => {
      const depth = await after;
      const count = depth - (await before);
      const done = (await Promise.all(sent)).filter((isDone) => isDone).length;
      if (count !== done || count < 2) return;
      this.groups = [...this.groups.filter((group) => group.depth < depth), { depth, count, name, isUndone: false }];
      this.groups = this.groups.slice(-most);
      for (const act of this.watchers) act();
    });
  }

  /**
   * What the next undo takes back.
   * @param {{depth: number, undo: string[]}} history
   * @returns {string | undefined}
   */
  next({ depth, undo }) {
    const group = this.undoable(depth, undo);
    return group ? `${group.name} ×${group.count}` : undo[0];
  }

  /** @param {number} depth @param {string[]} names */
  undoable(depth, names) {
    return named(
      this.groups.find((one) => one.depth === depth && !one.isUndone),
      names,
    );
  }

  /** @param {number} depth @param {string[]} names */
  redoable(depth, names) {
    return named(
      this.groups.find((one) => one.depth - one.count === depth && one.isUndone),
      names,
    );
  }

  undo() {
    this.travel('undo');
  }

  redo() {
    this.travel('redo');
  }

  /** @param {'undo' | 'redo'} way */
  travel(way) {
    this.queue = this.queue.then(async () => {
      const group = await this.groupOn(way);
      const reply = await this.app.connection.send(group ? `${way} ${group.count}` : way);
      if (!reply.ok) return;
      if (group) group.isUndone = way === 'undo';
      // A finger sees no tooltip, and a phone has little room for names.
      this.app.say(text(reply));
    });
  }

  /**
   * The gesture that is next on the way, by what the session has; none where this page sent anything else meanwhile.
   * @param {'undo' | 'redo'} way
   */
  async groupOn(way) {
    if (this.groups.length === 0) return undefined;
    const { connection } = this.app;
    const asked = this.history();
    const { number } = connection;
    const history = await asked;
    if (!history || connection.number !== number) return undefined;
    return way === 'undo' ? this.undoable(history.depth, history.undo) : this.redoable(history.depth, history.redo);
  }
}

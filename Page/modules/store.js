// What the session is like: seeds and differences of `watch state`, and who wants to know.

/**
 * Applies operations of a JSON Patch (RFC 6902: add, remove, replace) to `tree` in place.
 * @param {any} tree
 * @param {{op: string, path: string, value?: any}[]} changes
 * @returns {any} the tree
 */
export function apply(tree, changes) {
  for (const change of changes) {
    if (change.path === '') {
      tree = change.value;
      continue;
    }
    const keys = change.path
      .slice(1)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = /** @type {string} */ (keys.pop());
    let node = tree;
    for (const key of keys) node = node[key];
    if (Array.isArray(node)) {
      const index = last === '-' ? node.length : Number(last);
      if (change.op === 'add') node.splice(index, 0, change.value);
      else if (change.op === 'remove') node.splice(index, 1);
      else node[index] = change.value;
    } else if (change.op === 'remove') delete node[last];
    else node[last] = change.value;
  }
  return tree;
}

/** @typedef {'document' | 'pattern' | 'history' | 'library' | 'status' | 'transport'} Part */

/** The state, and what is called when a part of it changes. */
export class Store {
  constructor() {
    /** @type {any} */
    this.state = null;
    this.revision = 0;
    /** @type {{parts: Part[], act: () => void}[]} */
    this.watchers = [];
    /**
     * What is called once with the next news.
     * @type {(() => void)[]}
     */
    this.waiting = [];
  }

  /**
   * Waits for the next news. The session looks 25 times a second whether it has any, so that news after a reply hold
   * what the command did; where nothing comes, it changed nothing.
   * @param {number} [most]  ms
   * @returns {Promise<void>}
   */
  news(most = 1_500) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, most);
      this.waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Lets those go on who wait for news; what they show is drawn first. */
  tell() {
    for (const go of this.waiting.splice(0)) go();
  }

  /**
   * Calls `act` whenever one of `parts` changes, and now where there is something.
   * @param {Part[]} parts
   * @param {() => void} act
   */
  watch(parts, act) {
    this.watchers.push({ parts, act });
    if (this.state) act();
  }

  /**
   * @param {{revision: number, seed?: any, changes?: any[]}} message
   * @returns {boolean} false where differences are missing and a new seed is needed
   */
  take(message) {
    if (message.seed) {
      this.state = message.seed;
      this.revision = message.revision;
      for (const watcher of this.watchers) watcher.act();
      this.tell();
      return true;
    }
    if (message.revision !== this.revision + 1 || !this.state) return false;
    this.revision = message.revision;
    const changes = message.changes ?? [];
    this.state = apply(this.state, changes);
    const changed = new Set(changes.map((change) => change.path.split('/')[1]));
    for (const watcher of this.watchers) {
      if (watcher.parts.some((part) => changed.has(part))) watcher.act();
    }
    this.tell();
    return true;
  }

  get pattern() {
    return this.state.pattern;
  }
  get status() {
    return this.state.status;
  }
  get transport() {
    return this.state.transport;
  }
  get document() {
    return this.state.document;
  }
}

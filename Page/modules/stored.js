// What pages keep in the browser. Where that allows no storage, it is kept for as long as the page is shown.

class Stored {
  /** @param {() => Storage} find  throws where the browser allows none */
  constructor(find) {
    this.find = find;
    /**
     * What could not be stored.
     * @type {Map<string, string>}
     */
    this.unstored = new Map();
  }

  /**
   * What is kept under a name; null where nothing is.
   * @param {string} name
   */
  get(name) {
    return this.unstored.get(name) ?? this.use((storage) => storage.getItem(name));
  }

  /** @param {string} name @param {string} value */
  set(name, value) {
    this.unstored.set(name, value);
    this.use((storage) => {
      storage.setItem(name, value);
      this.unstored.delete(name);
    });
  }

  /** @param {string} name */
  remove(name) {
    this.unstored.delete(name);
    this.use((storage) => storage.removeItem(name));
  }

  /**
   * What a use of the storage gives; null where the browser allows none.
   * @template Value
   * @param {(storage: Storage) => Value} use
   */
  use(use) {
    try {
      return use(this.find());
    } catch {
      return null;
    }
  }
}

/** What a tab keeps, also when its page is loaded again. */
export const inTab = new Stored(() => sessionStorage);

/** What all tabs keep, also once they are closed. */
export const inBrowser = new Stored(() => localStorage);

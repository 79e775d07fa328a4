// The command line: what each gesture meant, and any command typed, completed from the table of commands.
import { button, el } from './dom.js';
import { argumentLines } from './arguments.js';
import { text } from './connection.js';

/** The most completions that are offered. */
const mostOffered = 40;

/**
 * The words of a usage up to its first argument.
 * @param {string} usage
 */
function beginning(usage) {
  const words = usage.split(' ');
  const end = words.findIndex((word) => !/^[a-z]+$/.test(word));
  return words.slice(0, end < 0 ? undefined : end).join(' ') + (end < 0 ? '' : ' ');
}

export class CommandBar {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {{usage: string, meaning: string}[]} */
    this.known = [];
    /** @type {string[]} */
    this.past = [];
    this.place = 0;
    /** What was typed before options were taken over, and the option that is; -1 for none. */
    this.typed = '';
    this.option = -1;
    this.last = el('code', { class: 'last', title: 'The command of the last gesture' });
    this.copy = button('Copy the command', () => void this.copyLast(), { class: 'copy' }, 'copy');
    this.teach = button(
      'Let the knob, fader or pad that is used next do this command',
      () => void this.learn(),
      { class: 'copy' },
      'learn',
    );
    this.field = /** @type {HTMLInputElement} */ (
      el('input', {
        placeholder: 'Type a command · /',
        'aria-label': 'Command',
        autocomplete: 'off',
        autocapitalize: 'off',
        spellcheck: 'false',
        role: 'combobox',
        'aria-autocomplete': 'list',
        'aria-expanded': 'false',
        'aria-controls': 'completions',
        maxlength: 60_000,
      })
    );
    this.list = el('ul', { id: 'completions', role: 'listbox', 'aria-label': 'Completions', hidden: true });
    this.reply = el('pre', { class: 'reply', hidden: true, tabindex: 0 });
    this.field.addEventListener('input', () => this.complete());
    this.field.addEventListener('keydown', (event) => this.key(event));
    this.field.addEventListener('blur', () => setTimeout(() => this.close(), 150));
    document
      .getElementById('commands')
      ?.append(
        this.reply,
        this.list,
        el('div', { class: 'line' }, el('div', { class: 'shown' }, this.last, this.copy, this.teach), this.field),
      );
    app.connection.addEventListener('command', (event) => {
      this.last.textContent = /** @type {CustomEvent} */ (event).detail;
    });
    app.connection.addEventListener('session', (event) => {
      if (/** @type {CustomEvent} */ (event).detail) void this.load();
    });
  }

  focus() {
    this.field.focus();
  }

  /** What commands there are. */
  async load() {
    const reply = await fetch('/commands.json');
    if (reply.ok) this.known = await reply.json();
  }

  async copyLast() {
    const line = this.last.textContent ?? '';
    try {
      await navigator.clipboard.writeText(line);
      this.app.say(`copied: ${line}`);
    } catch {
      this.field.value = line;
      this.field.select();
    }
  }

  /** Gives the last command to the controller's control that is moved next, which says the value where it has one. */
  async learn() {
    const line = this.last.textContent ?? '';
    // Some numbers say which one is meant, as that of a step does.
    const value = /^(?:step|pattern|song|locate|undo|redo) /.test(line) ? / (?:on|off)$/ : / (?:[-+]?[\d.]+%?|on|off)$/;
    const reply = await this.app.connection.send(`learn ${line.replace(value, '')}`, false);
    if (reply.ok) this.app.say(text(reply));
  }

  complete() {
    const line = this.field.value.trimStart();
    const typed = line.toLowerCase();
    const whole = argumentLines(line, this.known, this.app.store.state).map((one) => ({
      ...one,
      taken: `${one.usage} `,
    }));
    const commands =
      typed === ''
        ? []
        : this.known
            .filter(({ usage }) => {
              const plain = usage.toLowerCase();
              return (
                plain.startsWith(typed) ||
                (typed.startsWith(plain.split(' ')[0] + ' ') && plain.split(' ')[0] === typed.split(' ')[0])
              );
            })
            .map((one) => ({ ...one, taken: beginning(one.usage) }));
    // Values of the argument that is next come first.
    const found = [...whole, ...commands].slice(0, mostOffered);
    this.typed = this.field.value;
    this.list.replaceChildren(
      ...found.map(({ usage, meaning, taken }, index) =>
        el(
          'li',
          {
            id: `completion-${index}`,
            role: 'option',
            'aria-selected': 'false',
            'data-taken': taken,
            onpointerdown: (/** @type {Event} */ event) => {
              event.preventDefault();
              this.field.value = taken;
              this.complete();
            },
          },
          el('b', {}, usage),
          el('span', {}, meaning),
        ),
      ),
    );
    this.list.scrollTop = 0;
    this.list.hidden = found.length === 0;
    this.field.setAttribute('aria-expanded', String(found.length > 0));
    this.mark(-1);
  }

  close() {
    this.list.hidden = true;
    this.field.setAttribute('aria-expanded', 'false');
    this.mark(-1);
  }

  /**
   * Marks the option that is taken over; -1 for none.
   * @param {number} index
   */
  mark(index) {
    this.option = index;
    [...this.list.children].forEach((option, at) => option.setAttribute('aria-selected', String(at === index)));
    const option = this.list.children[index];
    option?.scrollIntoView({ block: 'nearest' });
    if (option) this.field.setAttribute('aria-activedescendant', option.id);
    else this.field.removeAttribute('aria-activedescendant');
  }

  /**
   * Takes over the next option, or the one before; beyond the last is what was typed. Whether there was anything to take.
   * @param {number} by
   */
  cycle(by) {
    // What is typed already is nothing to take over.
    const written = this.typed.trimStart();
    const takeable = [...this.list.querySelectorAll('li')]
      .map((option, index) => ({ index, text: option.dataset.taken ?? '' }))
      .filter(({ text }) => !written.startsWith(text));
    const at = takeable.findIndex(({ index }) => index === this.option) + by;
    const next = takeable[at];
    if (takeable.length === 0 || (takeable.length === 1 && !next)) return false;
    this.field.value = next?.text ?? this.typed;
    this.mark(next?.index ?? -1);
    return true;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === 'Enter') void this.run();
    else if (event.key === 'Escape') {
      if (this.list.hidden && this.reply.hidden) this.field.blur();
      this.close();
      this.reply.hidden = true;
    } else if (event.key === 'Tab' && !this.list.hidden) {
      // Shift+Tab leaves the field as ever while nothing was taken over.
      if (event.shiftKey && this.option < 0) return;
      if (this.cycle(event.shiftKey ? -1 : 1)) event.preventDefault();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      this.place = Math.max(0, Math.min(this.past.length, this.place + (event.key === 'ArrowUp' ? -1 : 1)));
      this.field.value = this.past[this.place] ?? '';
      this.close();
    }
  }

  async run() {
    const line = this.field.value.trim();
    if (!line) return;
    this.past.push(line);
    this.place = this.past.length;
    this.field.value = '';
    this.close();
    const reply = await this.app.connection.send(line);
    // What a gesture selects is shown already; a later one must not be put back by the reply to an earlier.
    const last = Array.isArray(reply.body) ? reply.body.at(-1) : reply.body;
    if (reply.ok && last?.selection)
      this.app.connection.dispatchEvent(new CustomEvent('selection', { detail: last.selection }));
    const said = text(reply);
    this.reply.hidden = said === '' || !reply.ok;
    this.reply.textContent = said;
  }
}

// The pattern as text: read, changed and played; the marks that sound are lit.
import { button, el } from './dom.js';
import { text } from './connection.js';

export class TextView {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.area = /** @type {HTMLTextAreaElement} */ (el('textarea', {
      spellcheck: 'false', autocapitalize: 'off', 'aria-label': 'The pattern as text', rows: 12,
    }));
    this.area.addEventListener('input', () => this.setEdited(true));
    this.area.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void this.play();
    });
    this.apply = button('Play this text', () => void this.play(), { class: 'chip primary' }, 'Play this');
    this.revert = button('Read the pattern again', () => { this.setEdited(false); void this.read(); }, { class: 'chip' }, 'Revert');
    const share = button('Copy the text', () => void this.copy(), { class: 'chip' }, 'Copy');
    this.root = el('section', { class: 'view textview', 'aria-label': 'Text' }, this.area,
      el('div', { class: 'tools' }, this.apply, this.revert, share,
        el('span', { class: 'hint' }, 'X accent · x hit · o soft · . rest · + hold · x?50 chance · x*3 ratchet · Ctrl+Enter plays')));
    app.store.watch(['pattern'], () => { if (!this.isEdited) void this.read(); });
    this.setEdited(false);
  }

  show() { if (!this.isEdited) void this.read(); }

  /** @param {boolean} isEdited */
  setEdited(isEdited) {
    this.isEdited = isEdited;
    this.root?.classList.toggle('edited', isEdited);
    this.apply.disabled = !isEdited;
    this.revert.disabled = !isEdited;
  }

  async read() {
    const reply = await this.app.connection.send('text', false);
    if (!reply.ok || this.isEdited) return;
    this.area.value = text(reply);
    this.area.rows = Math.max(6, this.area.value.split('\n').length + 2);
  }

  async play() {
    const lines = this.area.value.split('\n').map((line) => line.trim()).filter((line) => line !== '');
    if (await this.app.send(`paste pattern ${lines.join('; ')}`)) {
      this.setEdited(false);
      void this.read();
    }
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.area.value);
      this.app.say('copied');
    } catch {
      this.area.select();
    }
  }
}

// The song as blocks, and patches by name.
import { button, clamp, el, plain } from './dom.js';
import { bring, takeMIDI, takePatch } from './files.js';

export class SongView {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.key = '';
    this.blocks = el('div', { class: 'blocks', role: 'list', 'aria-label': 'Sections of the song' });
    this.empty = el('p', { class: 'hint' }, 'No song yet. Add the loop that plays, and it becomes the first section.');
    this.whole = button('Play the song from its top', () => void app.send(this.isSong() ? 'song off' : 'song play'), { class: 'chip' });
    this.again = button('Begin again at the end', () => void app.send(`song again ${this.song().loop === false ? 'on' : 'off'}`), { class: 'chip' }, 'Again and again');
    const add = button('Add the loop that plays to the song', () => void app.send('song add'), { class: 'chip primary' }, 'Add the loop that plays');
    const clear = button('Take all sections out', () => void app.send('song clear'), { class: 'chip' }, 'Clear');
    const midi = button('Take the pattern or the song away as a MIDI file', takeMIDI, { class: 'chip' }, 'Download MIDI');
    const chooser = /** @type {HTMLInputElement} */ (el('input', { type: 'file', accept: '.mid,.midi,.json', hidden: 'hidden', 'aria-label': 'MIDI file or patch' }));
    chooser.addEventListener('change', () => { for (const file of chooser.files ?? []) void bring(app, file); chooser.value = ''; });
    const open = button('Open a MIDI file or a patch of this device; files can be dropped on the page as well', () => chooser.click(), { class: 'chip' }, 'Open a file…');
    this.take = button('Take this patch away as a file', () => takePatch(this.fileName()), { class: 'chip' }, 'Download');
    this.shelf = el('div', { class: 'shelf', role: 'list', 'aria-label': 'Patches' });
    this.name = /** @type {HTMLInputElement} */ (el('input', { 'aria-label': 'Name to save as', placeholder: 'Save as…', maxlength: 60 }));
    this.name.addEventListener('keydown', (event) => { if (event.key === 'Enter') this.save(); });
    this.file = el('span', { class: 'hint' });
    this.root = el('section', { class: 'view songview', 'aria-label': 'Song and patches' },
      el('h2', {}, 'Song'), el('div', { class: 'tools' }, add, this.whole, this.again, clear, midi), this.empty, this.blocks,
      el('h2', {}, 'Patches'),
      el('div', { class: 'tools' }, this.name, button('Save', () => this.save(), { class: 'chip' }), open, chooser, this.take, this.file), this.shelf);
    app.store.watch(['document', 'status', 'pattern', 'library'], () => this.draw());
  }

  /** The name of the patch's file; empty for one that has none. */
  fileName() { return /([^/]*)\.json$/.exec(this.app.store.status.file ?? '')?.[1] ?? ''; }

  song() { return this.app.store.document.song ?? {}; }

  isSong() { return this.app.store.status.arrangement.song !== undefined; }

  save() {
    const name = this.name.value.trim();
    const isOwn = name === '' && this.app.store.status.file;
    if (!name && !isOwn) return this.app.say('a patch needs a name to be saved', 'error');
    void this.app.connection.send(name ? `save "${name.replaceAll('"', '')}"` : 'save').then((reply) => {
      if (!reply.ok) return;
      this.app.say(name ? `saved as ${name}` : 'saved');
      this.name.value = '';
    });
  }

  draw() {
    const { document: patch, status, pattern } = this.app.store;
    const sections = this.song().sections ?? [];
    const place = status.arrangement.song;
    const lengths = new Map((patch.patterns ?? [patch.pattern]).map((/** @type {any} */ one) => [one.name, one]));
    const key = JSON.stringify([sections, place, pattern.name, this.app.store.state.library?.patches, status.patch, status.file, status.isEdited, this.song().loop]);
    if (key === this.key) return;
    this.key = key;
    this.empty.hidden = sections.length > 0;
    this.whole.textContent = place ? 'Play the pattern instead' : 'Play the song';
    this.whole.disabled = sections.length === 0;
    this.again.setAttribute('aria-pressed', String(this.song().loop !== false));
    const focus = document.activeElement?.getAttribute('aria-label');
    this.blocks.replaceChildren(...sections.map((/** @type {any} */ section, /** @type {number} */ index) => this.block(section, index, place, lengths)));
    this.take.disabled = !this.fileName();
    this.file.textContent = `${status.patch || 'Untitled'}${status.isEdited ? ', not saved' : ''}`;
    this.shelf.replaceChildren(...(this.app.store.state.library?.patches ?? []).map((/** @type {string} */ name) => el('div', { role: 'listitem' },
      button(`Play the patch ${name}`, () => void this.app.send(`load "${name}"`), {
        class: 'patch', 'aria-pressed': String(!!status.file?.endsWith(`/${name}.json`)),
      }, name.replaceAll('-', ' ')))));
    if (focus) {
      for (const control of this.root.querySelectorAll('button')) if (control.getAttribute('aria-label') === focus) control.focus({ preventScroll: true });
    }
  }

  /**
   * @param {any} section
   * @param {number} index
   * @param {any} place
   * @param {Map<string, any>} patterns
   */
  block(section, index, place, patterns) {
    const number = index + 1;
    const isNow = place?.section === number;
    const repeats = section.repeats ?? 1;
    const act = (/** @type {string} */ label, /** @type {string} */ shown, /** @type {string} */ line) => button(`${label} section ${number}`, () => void this.app.send(line), { class: 'small' }, shown);
    const tempo = /** @type {HTMLInputElement} */ (el('input', { inputmode: 'decimal', size: 4, placeholder: 'bpm', value: section.tempo ? plain(section.tempo) : '', 'aria-label': `Tempo from section ${number} on` }));
    tempo.addEventListener('change', () => void this.app.send(`song tempo ${number} ${tempo.value.trim() || 'off'}`));
    const block = el('article', { class: `block${isNow ? ' now' : ''}`, role: 'listitem', 'data-section': number, 'aria-current': isNow ? 'true' : null },
      el('header', {}, el('strong', {}, section.pattern ?? '–'), el('span', { class: 'times' }, isNow ? `${place.time} of ${repeats}` : `× ${repeats}`)),
      el('div', { class: 'bars', 'aria-hidden': 'true' }, ...Array.from({ length: Math.min(repeats, 32) }, (_, time) => el('i', { class: isNow && time < place.time ? 'done' : '' }))),
      el('div', { class: 'row' },
        act('Once less:', '−', `song repeat ${number} ${Math.max(1, repeats - 1)}`), act('Once more:', '+', `song repeat ${number} ${Math.min(999, repeats + 1)}`), tempo),
      el('div', { class: 'row' }, act('Earlier:', '←', `song move ${number} ${Math.max(1, number - 1)}`), act('Later:', '→', `song move ${number} ${number + 1}`),
        button(`Repeat section ${number}`, () => void this.app.send(isNow && place.isLooped ? 'song loop off' : `song loop ${number}`), { class: 'small', 'aria-pressed': String(isNow && place.isLooped) }, 'Loop'),
        act('Take out', 'Delete', `song delete ${number}`)));
    block.style.setProperty('--share', String(clamp(repeats, 1, 16) / 4));
    block.dataset.known = String(patterns.has(section.pattern));
    return block;
  }
}

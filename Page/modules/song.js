// The song as blocks, and patches by name.
import { Guard, kept, toggle } from './controls.js';
import { button, clamp, el, plain, relabel } from './dom.js';
import { bring, refusal, takeMIDI, takePatch } from './files.js';
import { patternNames } from './patterns.js';
import { rangeOf, within } from './ranges.js';

export class SongView {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.key = '';
    /**
     * The sections, with what this page changed in them until the state has it.
     * @type {any[]}
     */
    this.sections = [];
    this.plan = new Guard((/** @type {any[]} */ sections) => {
      this.sections = sections;
      this.drawBlocks();
    });
    /** @type {Block[]} */
    this.made = [];
    this.blocks = el('div', { class: 'blocks', role: 'list', 'aria-label': 'Sections of the song' });
    this.empty = el('p', { class: 'hint' }, 'No song yet. Add the loop that plays, and it becomes the first section.');
    this.whole = button('Play the song', () => void app.send(this.isSong() ? 'song off' : 'song play'), {
      class: 'chip',
    });
    this.again = toggle(
      'Begin again at the end',
      (isOn) => app.settle(`song again ${isOn ? 'on' : 'off'}`),
      { class: 'chip' },
      'Again and again',
    );
    const add = button(
      'Add the loop that plays to the song',
      () => void app.send('song add'),
      { class: 'chip primary' },
      'Add the loop that plays',
    );
    const clear = button('Take all sections out', () => void app.send('song clear'), { class: 'chip' }, 'Clear');
    const midi = button(
      'Take the pattern or the song away as a MIDI file',
      () => void takeMIDI(app),
      { class: 'chip' },
      'Download MIDI',
    );
    const chooser = /** @type {HTMLInputElement} */ (
      el('input', { type: 'file', accept: '.mid,.midi,.json', hidden: 'hidden', 'aria-label': 'MIDI file or patch' })
    );
    chooser.addEventListener('change', () => {
      for (const file of chooser.files ?? []) void bring(app, file);
      chooser.value = '';
    });
    const open = button(
      'Open a MIDI file or a patch of this device; files can be dropped on the page as well',
      () => chooser.click(),
      { class: 'chip' },
      'Open a file…',
    );
    const take = button(
      'Download this patch as it is now, saved or not',
      () => void takePatch(app),
      { class: 'chip' },
      'Download',
    );
    this.shelf = el('div', { class: 'shelf', role: 'list', 'aria-label': 'Patches' });
    this.name = /** @type {HTMLInputElement} */ (
      el('input', { 'aria-label': 'Name to save as', placeholder: 'Save as…', maxlength: 60 })
    );
    this.name.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.save();
    });
    this.file = el('span', { class: 'hint' });
    this.root = el(
      'section',
      { class: 'view songview', 'aria-label': 'Song and patches' },
      el('h2', {}, 'Song'),
      el('div', { class: 'tools' }, add, this.whole, this.again.root, clear, midi),
      this.empty,
      this.blocks,
      el('h2', {}, 'Patches'),
      el(
        'div',
        { class: 'tools' },
        this.name,
        button('Save', () => this.save(), { class: 'chip' }),
        open,
        chooser,
        take,
        this.file,
      ),
      this.shelf,
    );
    app.store.watch(['document', 'status', 'pattern', 'library'], () => this.draw());
  }

  song() {
    return this.app.store.document.song ?? {};
  }

  isSong() {
    return this.app.store.status.arrangement.song !== undefined;
  }

  save() {
    const name = this.name.value.trim();
    const isOwn = name === '' && this.app.store.status.file;
    if (!name && !isOwn) return this.app.say('a patch needs a name to be saved', 'error');
    void this.app.connection.send(name ? `save "${name.replaceAll('"', '')}"` : 'save').then((reply) => {
      if (!reply.ok) return;
      this.app.say(name ? `saved as ${name}` : 'saved');
      if (this.name.value.trim() === name) this.name.value = '';
    });
  }

  draw() {
    const { status } = this.app.store;
    const place = status.arrangement.song;
    this.plan.set(this.song().sections ?? []);
    if (place) relabel(this.whole, 'Play the pattern instead');
    else relabel(this.whole, 'Play the song', 'Play the song from its top');
    this.again.set(this.song().loop !== false);
    this.drawBlocks();
    this.file.textContent = `${status.patch || 'Untitled'}${status.isEdited ? ', not saved' : ''}`;
    this.drawShelf();
  }

  drawShelf() {
    const { file } = this.app.store.status;
    const { access } = this.app.connection;
    /** @type {{patches?: string[], patchFolders?: string[]}} */
    const { patches = [], patchFolders = [] } = this.app.store.state.library ?? {};
    const key = JSON.stringify([patches, patchFolders, file, access]);
    if (key === this.key) return;
    this.key = key;
    const focus = this.shelf.contains(document.activeElement)
      ? document.activeElement?.getAttribute('aria-label')
      : null;
    this.shelf.replaceChildren(
      ...patches.map((name) =>
        el(
          'div',
          { role: 'listitem' },
          button(
            `Play the patch ${name}`,
            () => void this.app.send(`load "${name}"`),
            {
              class: 'patch',
              // A file of that name elsewhere is another patch.
              'aria-pressed': String(patchFolders.some((folder) => file === `${folder}/${name}.json`)),
              ...refusal(access, name),
            },
            name.replaceAll('-', ' '),
          ),
        ),
      ),
    );
    if (focus)
      for (const control of this.shelf.querySelectorAll('button'))
        if (control.getAttribute('aria-label') === focus) control.focus({ preventScroll: true });
  }

  /**
   * Sends a change of the sections, and shows what it makes of them at once: the next is of that.
   * @param {string} line @param {(sections: any[]) => void} change
   */
  edit(line, change) {
    const next = structuredClone(this.sections);
    change(next);
    this.sections = next;
    this.drawBlocks();
    const settled = this.app.settle(line);
    void this.plan.sent(this.plan.ask(), settled);
    return settled;
  }

  /** @param {number} number  from 1 @param {number} repeats */
  repeat(number, repeats) {
    const times = within(repeats, rangeOf('song repeat', 'TIMES'));
    return this.edit(`song repeat ${number} ${times}`, (sections) => {
      sections[number - 1].repeats = times;
    });
  }

  /** @param {number} number @param {number} to */
  move(number, to) {
    if (to < 1 || to > this.sections.length) return;
    void this.edit(`song move ${number} ${to}`, (sections) =>
      sections.splice(to - 1, 0, ...sections.splice(number - 1, 1)),
    );
    // The focus goes with the section.
    this.made[to - 1].moves[to < number ? 0 : 1].focus({ preventScroll: true });
  }

  /** @param {number} number */
  delete(number) {
    void this.edit(`song delete ${number}`, (sections) => sections.splice(number - 1, 1));
  }

  drawBlocks() {
    const { sections } = this;
    while (this.made.length > sections.length) this.made.pop()?.root.remove();
    while (this.made.length < sections.length) {
      const block = new Block(this, this.made.length + 1);
      this.made.push(block);
      this.blocks.append(block.root);
    }
    const { status } = this.app.store;
    const names = new Set(patternNames(this.app.store.state));
    this.made.forEach((block, index) => block.draw(sections[index], status.arrangement.song, names));
    this.empty.hidden = sections.length > 0;
    this.whole.disabled = sections.length === 0;
  }
}

/** One section; it stays the block of its number, so that what is typed and has the focus stays. */
class Block {
  /** @param {SongView} view @param {number} number */
  constructor(view, number) {
    this.number = number;
    const act = (/** @type {string} */ label, /** @type {string} */ shown, /** @type {() => void} */ press) =>
      button(`${label} section ${number}`, press, { class: 'small' }, shown);
    const repeats = () => view.sections[number - 1]?.repeats ?? 1;
    const field = /** @type {HTMLInputElement} */ (
      el('input', {
        inputmode: 'decimal',
        size: 4,
        placeholder: 'bpm',
        'aria-label': `Tempo from section ${number} on`,
      })
    );
    const written = () => field.value.trim().replace(',', '.') || 'off';
    this.tempo = kept(field, () => view.app.settle(`song tempo ${number} ${written()}`));
    this.loop = toggle(
      `Repeat section ${number}`,
      (isOn) => view.app.settle(isOn ? `song loop ${number}` : 'song loop off'),
      { class: 'small' },
      'Loop',
    );
    this.moves = [
      act('Earlier:', '←', () => view.move(number, number - 1)),
      act('Later:', '→', () => view.move(number, number + 1)),
    ];
    this.name = el('strong', {});
    this.times = el('span', { class: 'times' });
    this.bars = el('div', { class: 'bars', 'aria-hidden': 'true' });
    this.root = el(
      'article',
      { class: 'block', role: 'listitem', 'data-section': number },
      el('header', {}, this.name, this.times),
      this.bars,
      el(
        'div',
        { class: 'row' },
        act('Once less:', '−', () => void view.repeat(number, repeats() - 1)),
        act('Once more:', '+', () => void view.repeat(number, repeats() + 1)),
        field,
      ),
      el(
        'div',
        { class: 'row' },
        ...this.moves,
        this.loop.root,
        act('Take out', 'Delete', () => view.delete(number)),
      ),
    );
  }

  /** @param {any} section @param {any} place  which section plays @param {Set<string>} patterns */
  draw(section, place, patterns) {
    const isNow = place?.section === this.number;
    const repeats = section.repeats ?? 1;
    this.name.textContent = section.pattern ?? '–';
    this.times.textContent = isNow ? `${place.time} of ${repeats}` : `× ${repeats}`;
    this.bars.replaceChildren(
      ...Array.from({ length: Math.min(repeats, 32) }, (_, time) =>
        el('i', { class: isNow && time < place.time ? 'done' : '' }),
      ),
    );
    this.tempo.set(section.tempo ? plain(section.tempo) : '');
    this.loop.set(!!(isNow && place.isLooped));
    this.root.classList.toggle('now', isNow);
    if (isNow) this.root.setAttribute('aria-current', 'true');
    else this.root.removeAttribute('aria-current');
    this.root.style.setProperty('--share', String(clamp(repeats, 1, 16) / 4));
    this.root.dataset.known = String(patterns.has(section.pattern));
  }
}

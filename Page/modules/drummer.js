// The drummer: what it will play next, as ghost hits, and what steers it.
import { Ahead, exaggeration, legend } from './ahead.js';
import { BarHandles } from './bars.js';
import { Guard, kept, slider, throttled, toggle } from './controls.js';
import { button, clamp, el, plain } from './dom.js';
import { holdable } from './held.js';
import { PatternStrip } from './patterns.js';
import { rangeOf } from './ranges.js';
import { Loop, barCount } from './bar-counts.js';

/** Pixels between the square's edge and the knob at its least and most. */
const edge = 20;
/** Pixels up or down, more than sideways, from which on a press that leads the style alone sets the intensity too. */
const climb = 12;
/** How far apart density, loudness and wildness are where they were set one by one. */
const apart = 0.005;

export class DrummerView {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** Where the knob is; what the session says waits while a hand moves it. */
    this.place = new Guard((/** @type {{blend: number, intensity: number}} */ { blend, intensity }) => {
      [this.blend, this.intensity] = [blend, intensity];
      this.drawKnob();
    });
    /** The two styles; a menu that was changed keeps what was chosen until the state has it. */
    this.chosen = new Guard((/** @type {{first: string, second: string}} */ { first, second }) => {
      if (this.first) this.first.value = first;
      if (this.second) this.second.value = second;
    });
    /**
     * What of the place is to be sent.
     * @type {Set<'blend' | 'intensity'>}
     */
    this.moved = new Set();
    this.blend = 0;
    this.intensity = 0.5;
    /** Whether density, loudness and wildness differ: setting the intensity would make them one. */
    this.isSplit = false;
    this.ahead = new Ahead(app.store);
    this.say = el('p', { class: 'doing', 'aria-live': 'polite' });
    this.held = el('p', { class: 'doing', role: 'status' });
    this.patterns = new PatternStrip(app, 'A new pattern', (name) =>
      this.patterns.reserve(name, app.settle(`pattern new ${name}`)),
    );
    this.bars = new BarHandles(app, this.patterns, (words) => {
      this.held.textContent = words;
    });
    this.root = el(
      'section',
      { class: 'view drummerview', 'aria-label': 'Drummer' },
      this.switches(),
      el('div', { class: 'aheadbox' }, this.bars.root, this.ahead.canvas, legend(), this.bars.ghost),
      el('div', { class: 'tools' }, el('span', { class: 'pick' }, 'Drag a bar here:'), this.patterns.root),
      this.held,
      this.say,
      el('div', { class: 'steering' }, this.pad(), this.sliders(), this.acts()),
    );
    app.connection.addEventListener('ahead', (event) =>
      this.ahead.take(/** @type {CustomEvent} */ (event).detail.bars),
    );
    app.store.watch(['status', 'document', 'library', 'pattern'], () => this.draw());
  }

  switches() {
    this.on = toggle('Play along', (isOn) => this.app.settle(`drummer ${isOn ? 'on' : 'off'}`), {
      class: 'chip primary',
    });
    this.first = this.styles('Style', () => this.sendStyle());
    this.second = this.styles('Second style', () => this.sendStyle());
    return el(
      'div',
      { class: 'tools' },
      this.on.root,
      el('label', { class: 'pick' }, 'Style ', this.first),
      el('label', { class: 'pick' }, 'towards ', this.second),
    );
  }

  /**
   * @param {string} label
   * @param {() => void} act
   */
  styles(label, act) {
    const select = /** @type {HTMLSelectElement} */ (el('select', { 'aria-label': label }));
    select.addEventListener('change', act);
    return select;
  }

  /** A square: from the first style to the second, and how intensely. */
  pad() {
    this.knob = el('i', { class: 'knob' });
    this.square = el(
      'div',
      {
        class: 'stylepad',
        tabindex: 0,
        role: 'slider',
        'aria-label': 'Blend of the two styles, and intensity',
        'aria-valuemin': 0,
        'aria-valuemax': 100,
        'aria-valuenow': 0,
      },
      el('span', { class: 'a' }),
      el('span', { class: 'b' }),
      el('span', { class: 'up' }, 'intense'),
      el('span', { class: 'down' }, 'gentle'),
      this.knob,
    );
    const square = this.square;
    const share = (/** @type {number} */ at, /** @type {number} */ length) =>
      clamp((at - edge) / (length - 2 * edge), 0, 1);
    /** Where a press began, and whether it sets the intensity. */
    const pressed = { x: 0, y: 0, climbs: true };
    const go = (/** @type {PointerEvent} */ event) => {
      const box = square.getBoundingClientRect();
      const [across, up] = [Math.abs(event.clientX - pressed.x), Math.abs(event.clientY - pressed.y)];
      pressed.climbs ||= up > climb && up > across;
      this.steer(
        share(event.clientX - box.left, box.width),
        pressed.climbs ? 1 - share(event.clientY - box.top, box.height) : this.intensity,
      );
    };
    holdable(square, {
      press: (event) => {
        this.place.hold();
        Object.assign(pressed, { x: event.clientX, y: event.clientY, climbs: !this.isSplit });
        go(event);
        return true;
      },
      move: go,
      letGo: () => this.place.release(),
    });
    square.addEventListener('keydown', (event) => {
      const move = { ArrowRight: [0.05, 0], ArrowLeft: [-0.05, 0], ArrowUp: [0, 0.05], ArrowDown: [0, -0.05] }[
        event.key
      ];
      if (!move) return;
      event.preventDefault();
      this.steer(clamp(this.blend + move[0], 0, 1), clamp(this.intensity + move[1], 0, 1));
    });
    return square;
  }

  /**
   * @param {number} blend
   * @param {number} intensity
   */
  steer(blend, intensity) {
    if (blend !== this.blend && this.second?.value) this.moved.add('blend');
    if (intensity !== this.intensity) this.moved.add('intensity');
    [this.blend, this.intensity] = [blend, intensity];
    this.drawKnob();
    if (this.moved.size) this.sendPlace(this.place.ask());
  }

  sendPlace = throttled((/** @type {number} */ number) => {
    const lines = [...this.moved].map((what) =>
      what === 'blend' ? this.styleLine : `drummer intensity ${plain(this.intensity)}`,
    );
    this.moved.clear();
    void this.place.sent(number, this.app.settle(lines.join('; ')));
  }, 120);

  get styleLine() {
    const [first, second] = [this.first?.value || 'any', this.second?.value];
    return second ? `drummer style ${first} ${second} ${plain(this.blend)}` : `drummer style ${first}`;
  }

  sendStyle() {
    void this.chosen.sent(this.chosen.ask(), this.app.settle(this.styleLine));
  }

  sliders() {
    const share = (/** @type {string} */ label, /** @type {string} */ verb) =>
      slider({
        label,
        ...rangeOf(`drummer ${verb}`, '0…1'),
        step: 0.01,
        value: 0.5,
        standard: 0.5,
        show: (value) => `${Math.round(value * 100)} %`,
        send: (value) => this.app.settle(`drummer ${verb} ${plain(value)}`),
      });
    this.knobs = {
      density: share('Density', 'density'),
      loudness: share('Loudness', 'loudness'),
      wildness: share('Wildness', 'wildness'),
      listening: share('Listening', 'listen'),
    };
    return el('div', { class: 'knobs' }, ...Object.values(this.knobs).map((knob) => knob.root));
  }

  acts() {
    const act = (/** @type {string} */ label, /** @type {string} */ line) =>
      button(label, () => void this.app.send(line), { class: 'chip' });
    const row = (/** @type {string} */ title, /** @type {(Node | string)[]} */ ...parts) =>
      el('div', { class: 'tools' }, el('span', { class: 'pick' }, title), ...parts);
    const bars = (/** @type {{root: HTMLElement}} */ { root }) => el('span', { class: 'counted' }, root, 'bars');
    const seed = /** @type {HTMLInputElement} */ (
      el('input', { type: 'number', min: rangeOf('drummer seed', 'N').min, 'aria-label': 'Seed' })
    );
    this.seed = kept(seed, () => (seed.value ? this.app.settle(`drummer seed ${seed.value}`) : null));
    this.fills = barCount('A fill every … bars', 'No fills', ['2', '4', '8', '16'], (bars) =>
      this.app.settle(`drummer fill every ${bars}`),
    );
    this.trades = barCount('Trade … bars', 'Play throughout', ['1', '2', '4', '8'], (bars) =>
      this.app.settle(`drummer answer ${bars}`),
    );
    this.loop = new Loop(this.app);
    return el(
      'div',
      { class: 'acts' },
      row('A fill every', bars(this.fills), act('Fill now', 'drummer fill')),
      row('Trade', bars(this.trades)),
      row('Repeat the last', bars(this.loop)),
      row('Keep as the pattern', act('1 bar', 'keep 1'), act('2 bars', 'keep 2'), act('4 bars', 'keep 4')),
      el('label', { class: 'field' }, el('span', {}, 'Seed: the same seed plays the same music'), seed),
    );
  }

  draw() {
    const { status, document: patch } = this.app.store;
    const drummer = status.drummer;
    const settings = patch.drummer ?? {};
    this.on?.set(drummer.isOn);
    const styles = this.app.store.state.library?.styles ?? [];
    const choices = (
      /** @type {HTMLSelectElement | undefined} */ select,
      /** @type {string} */ none,
      /** @type {string} */ value,
    ) => {
      if (!select) return;
      const names = ['', ...styles, ...(value && !styles.includes(value) ? [value] : [])];
      if (select.dataset.names !== names.join()) {
        select.dataset.names = names.join();
        select.replaceChildren(...names.map((name) => el('option', { value: name }, name || none)));
      }
    };
    const [first, second] = [drummer.style ?? '', settings.blend?.style ?? ''];
    choices(this.first, 'any', first);
    choices(this.second, 'no other', second);
    this.chosen.set({ first, second });
    const parts = [drummer.density, drummer.loudness, drummer.wildness];
    this.isSplit = Math.max(...parts) - Math.min(...parts) > apart;
    this.place.set({
      blend: settings.blend?.amount ?? this.blend,
      intensity: parts.reduce((sum, part) => sum + part, 0) / parts.length,
    });
    this.knobs?.density.set(drummer.density);
    this.knobs?.loudness.set(drummer.loudness);
    this.knobs?.wildness.set(drummer.wildness);
    this.knobs?.listening.set(drummer.listening);
    this.fills?.set(drummer.fillEvery);
    this.trades?.set(drummer.answerBars);
    this.loop?.set(drummer);
    this.seed?.set(String(drummer.seed));
    const words = this.words(drummer);
    if (this.say.textContent !== words) this.say.textContent = words;
    this.patterns.draw();
    if (!drummer.isOn) this.ahead.bars.clear();
  }

  /** @param {any} drummer */
  words(drummer) {
    if (!drummer.isOn) return 'The drummer rests. Let it play along, and its next bars appear here before they sound.';
    if (drummer.silence) return drummer.silence[0].toUpperCase() + drummer.silence.slice(1);
    const doing = {
      playing: 'is playing',
      listening: 'is listening',
      resting: 'rests',
      looping: 'repeats its last bars',
      off: 'rests',
    };
    const name = (drummer.name ?? 'The drummer').split(' of ')[0];
    return (
      `${name} ${doing[/** @type {keyof typeof doing} */ (drummer.doing)] ?? drummer.doing}` +
      `. Circles: how hard; sideways: off the grid, drawn ${exaggeration} times as wide.`
    );
  }

  drawKnob() {
    if (!this.knob || !this.square) return;
    const place = (/** @type {number} */ part) => `calc(${edge}px + ${part} * (100% - ${2 * edge}px))`;
    this.knob.style.left = place(this.blend ?? 0);
    this.knob.style.top = place(1 - (this.intensity ?? 0.5));
    this.square.setAttribute('aria-valuenow', String(Math.round(100 * (this.blend ?? 0))));
    this.square.setAttribute(
      'aria-valuetext',
      `${Math.round(100 * (this.blend ?? 0))} % of the second style, intensity ${Math.round(100 * (this.intensity ?? 0.5))} %`,
    );
    const [a, b] = this.square.querySelectorAll('.a, .b');
    a.textContent = this.first?.value || 'any style';
    b.textContent = this.second?.value || 'no other style';
  }

  /** @param {number} beat */
  frame(beat) {
    this.loop?.frame(beat);
    const seen = this.ahead.draw(beat);
    if (seen) this.bars.place(this.ahead.bars, seen.across, seen.left, seen.right);
  }
}

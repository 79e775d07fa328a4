// What is always visible: play, stop, record, tempo, clock, place, pattern, levels, undo, warnings.
import { Guard, toggle } from './controls.js';
import { button, clamp, el, plain, svg } from './dom.js';
import { floorMod } from './time.js';
import { Listening } from './listen.js';
import { wayIn } from './session.js';
import { rangeOf, rangeText, within } from './ranges.js';

/** A peak that is as high as sound can be. */
const fullScale = 0.999;

/** @param {string} d */
const icon = (d) => svg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, svg('path', { d }));

const shapes = {
  play: 'M7 4.5v15l12.5-7.5z',
  stop: 'M6 6h12v12H6z',
  record: 'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14z',
  undo: 'M9 7 4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2',
  redo: 'm15 7 5 5-5 5M20 12H10a5 5 0 0 0 0 10h2',
};

/**
 * The name of the clock that was chosen.
 * @param {any} clock
 */
const followed = (clock) => (clock.settings.source === 'link' ? 'Ableton Link' : 'MIDI clock');

/**
 * Whose beat is followed, how well, and what the figures mean.
 * @param {any} clock
 * @returns {[string, string, string]}
 */
function clockWords(clock) {
  const { leader, presence } = clock;
  /** @returns {[string, string, string]} */
  const only = (/** @type {string} */ words) => [words, '', words];
  if (leader === 'internal') return only(presence === 'lost' ? `own clock · ${followed(clock)} lost` : 'own clock');
  if (leader === 'JACK transport') return only(leader);
  if (clock.isArmed && leader === 'Ableton Link') return only('Ableton Link · waits for the bar');
  if (presence !== 'locked') return only(`${leader} · ${presence}`);
  const phase = `${clock.phaseErrorMS <= -0.05 ? '−' : '+'}${Math.abs(clock.phaseErrorMS).toFixed(1)}`;
  // Of Link, reports come and no ticks: no jitter can be measured.
  const hasTicks = leader !== 'Ableton Link';
  const jitter = hasTicks ? ` ±${clock.jitterMS.toFixed(1)}` : '';
  return [
    `${leader} · locked`,
    `${phase}${jitter} ms`,
    `${leader}, locked: phase error ${phase} ms${hasTicks ? `, jitter ${clock.jitterMS.toFixed(1)} ms` : ''}`,
  ];
}

export class Transport {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.isOn = false;
    /** Whether it waits for another clock to begin. */
    this.waits = false;
    /** The tempo: what was asked for, until the state has it. */
    this.bpm = 120;
    this.pace = new Guard((/** @type {number} */ bpm) => {
      this.bpm = bpm;
      this.drawTempo();
    });
    this.pulse = -1;
    /** How many pulses a bar has. */
    this.pulses = 0;
    this.wasRolling = false;
    this.play = button(
      'Play',
      () => this.toggle(),
      { class: 'big play', 'aria-keyshortcuts': 'Space' },
      icon(shapes.play),
    );
    this.record = toggle(
      'Record',
      (isOn) => app.settle(`record ${isOn ? 'on' : 'off'}`),
      { class: 'big record' },
      icon(shapes.record),
    );
    this.place = el('div', { class: 'place', 'aria-label': 'Bar and beat' });
    this.dots = el('div', { class: 'dots', 'aria-hidden': 'true' });
    this.clock = el('div', { class: 'clock' });
    this.pattern = el('div', { class: 'pattern' });
    this.undo = button(
      'Undo',
      () => void app.travel('undo'),
      { class: 'undo' },
      icon(shapes.undo),
      el('span', { class: 'what' }),
    );
    this.redo = button(
      'Redo',
      () => void app.travel('redo'),
      { class: 'undo redo' },
      icon(shapes.redo),
      el('span', { class: 'what' }),
    );
    this.warning = el('div', { class: 'warning', hidden: true });
    this.meters = ['left', 'right'].map((side) => el('i', { class: side }));
    this.levels = el('div', { class: 'levels', role: 'img', 'aria-label': 'Level' }, ...this.meters);
    /** Until when it is said that the level was over full scale, in ms of this page. */
    this.overUntil = 0;
    this.xruns = el('span', { class: 'xruns' });
    const meter = el('div', { class: 'meter' }, this.levels, this.xruns);
    this.listening = new Listening(app);
    this.tempo = this.makeTempo();
    document
      .getElementById('transport')
      ?.append(
        el('div', { class: 'group' }, this.play, this.record.root),
        el('div', { class: 'group where' }, this.place, this.dots),
        this.tempo,
        el('div', { class: 'group names' }, this.pattern, this.clock),
        meter,
        this.listening.root,
        el('div', { class: 'group history' }, this.undo, this.redo),
        this.warning,
      );
    this.peaks = [0, 0];
    app.connection.addEventListener('levels', (event) => {
      const levels = /** @type {CustomEvent} */ (event).detail;
      this.peaks = [levels.left.peak, levels.right.peak].map((peak, side) => Math.max(peak, this.peaks[side]));
    });
    app.connection.addEventListener('session', (event) => this.warn(/** @type {CustomEvent} */ (event).detail));
    app.store.watch(['transport', 'status'], () => this.drawTransport());
    app.store.watch(['transport', 'document', 'status'], () => this.pace.set(this.sessionTempo));
    app.store.watch(['status', 'pattern'], () => this.drawStatus());
    app.store.watch(['history'], () => this.drawHistory());
  }

  /** Decided by the session: the page may not have heard yet what the last key did. */
  toggle() {
    void this.app.send('toggle');
  }

  toggleRecording() {
    this.record.press();
  }

  /** Drag, wheel, arrow keys, typing, tapping. */
  makeTempo() {
    const field = /** @type {HTMLInputElement} */ (
      el('input', {
        class: 'number',
        inputmode: 'decimal',
        'aria-label': 'Tempo in beats per minute',
        autocomplete: 'off',
        size: 6,
      })
    );
    this.field = field;
    let start = 0;
    let from = 0;
    let isDragged = false;
    field.addEventListener('pointerdown', (event) => {
      if (document.activeElement === field) return;
      event.preventDefault();
      [start, from, isDragged] = [event.clientY, this.bpm, false];
      field.setPointerCapture(event.pointerId);
    });
    field.addEventListener('pointermove', (event) => {
      if (!field.hasPointerCapture(event.pointerId)) return;
      if (Math.abs(event.clientY - start) > 3) isDragged = true;
      if (isDragged) this.setTempo(Math.round(from + (start - event.clientY) / 2));
    });
    field.addEventListener('pointerup', (event) => {
      if (!field.hasPointerCapture(event.pointerId)) return;
      field.releasePointerCapture(event.pointerId);
      if (!isDragged) {
        field.focus();
        field.select();
      }
    });
    field.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        this.setTempo(this.bpm - Math.sign(event.deltaY));
      },
      { passive: false },
    );
    field.addEventListener('keydown', (event) => {
      // What is left as it was is not sent by the blur.
      if (event.key === 'Escape') field.value = plain(this.bpm, 1);
      if (event.key === 'Escape' || event.key === 'Enter') field.blur();
      const step = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
      if (step) {
        event.preventDefault();
        this.setTempo(this.bpm + step);
        field.value = plain(this.bpm, 1);
      }
    });
    // Also where a finger says Done, which sends no key.
    field.addEventListener('change', () => this.takeTyped(field.value));
    field.addEventListener('blur', () => this.drawTempo());
    const tap = button('Tap the tempo', () => {}, { class: 'tap' }, 'Tap');
    tap.addEventListener('pointerdown', (event) => this.tap(event.timeStamp));
    tap.addEventListener('keydown', (event) => {
      if (!event.repeat && (event.key === 'Enter' || event.key === ' ')) this.tap(event.timeStamp);
    });
    /** @type {number[]} */
    this.taps = [];
    return el('div', { class: 'group tempo' }, el('label', {}, field, el('span', { class: 'unit' }, 'bpm')), tap);
  }

  /**
   * Sets what was typed; nothing typed leaves the tempo as it is.
   * @param {string} text
   */
  takeTyped(text) {
    const typed = text.trim().replace(',', '.');
    if (typed === '' || typed === plain(this.bpm, 1)) return;
    const tempi = rangeOf('tempo', 'BPM');
    const bpm = Number(typed);
    if (bpm >= tempi.min && bpm <= tempi.max) return this.setTempo(bpm);
    this.app.say(`tempo: expected ${rangeText(tempi)} bpm, found ${Number.isNaN(bpm) ? `“${text}”` : typed}`, 'error');
  }

  /**
   * Sets the tempo, or the nearest that there is.
   * @param {number} bpm
   */
  setTempo(bpm) {
    this.bpm = Number(plain(within(bpm, rangeOf('tempo', 'BPM'))));
    this.drawTempo();
    void this.pace.sent(this.pace.ask(), this.app.settle(`tempo ${this.bpm}`));
  }

  /** What is typed stays. */
  drawTempo() {
    if (this.field && document.activeElement !== this.field) this.field.value = plain(this.bpm, 1);
  }

  /**
   * The tempo of the last taps; a long rest begins again.
   * @param {number} time
   */
  tap(time) {
    if (time - (this.taps?.at(-1) ?? -Infinity) > 2_500) this.taps = [];
    const taps = (this.taps = [...(this.taps ?? []), time].slice(-8));
    if (taps.length < 3) return;
    this.setTempo(Number(((60_000 * (taps.length - 1)) / (taps[taps.length - 1] - taps[0])).toFixed(1)));
  }

  drawTransport() {
    const { transport, status } = this.app.store;
    const isOn = transport.rolling || transport.countingIn;
    const waits = !isOn && status.clock.isArmed;
    if (isOn !== this.isOn || waits !== this.waits) {
      [this.isOn, this.waits] = [isOn, waits];
      // What waits for another clock to begin is stopped by the same button.
      const word = isOn ? 'Stop' : waits ? `Stop waiting for ${status.clock.leader}` : 'Play';
      this.play.replaceChildren(icon(isOn || waits ? shapes.stop : shapes.play));
      this.play.setAttribute('aria-label', word);
      this.play.title = word;
      this.play.classList.toggle('waits', waits);
      document.body.classList.toggle('rolling', isOn);
    }
  }

  /** The tempo that was set, or that a clock or the song has now: the engine's comes a block after the reply to `tempo`. */
  get sessionTempo() {
    const { document, status, transport } = this.app.store;
    const isOwn = status.clock.leader === 'internal' && !status.arrangement.song;
    return isOwn ? document.tempo : transport.tempo;
  }

  drawStatus() {
    const { status, pattern } = this.app.store;
    const { arrangement, clock } = status;
    this.record.set(status.recording.isOn);
    const song = arrangement.song;
    const name = song
      ? `${song.pattern || status.patch} · ${song.section}/${song.sections}`
      : pattern.name || status.patch;
    this.pattern.replaceChildren(
      el('strong', {}, name || 'Untitled'),
      arrangement.queue
        ? el('span', { class: 'queued' }, ` → ${arrangement.queue.what} at the ${arrangement.queue.at}`)
        : '',
      status.isEdited ? el('span', { class: 'edited', title: 'not saved' }, ' •') : '',
    );
    const [words, quality, meaning] = clockWords(clock);
    this.clock.replaceChildren(words, quality ? el('span', { class: 'quality' }, ` ${quality}`) : '');
    this.clock.title = meaning;
    this.clock.classList.toggle('lost', clock.presence === 'lost');
    this.drawXruns(status.xruns);
    this.warn(this.app.connection.hasSession);
  }

  drawHistory() {
    const { undo, redo } = this.app.store.state.history;
    /** @type {[HTMLButtonElement, string, string | undefined][]} */
    const rows = [
      [this.undo, 'Undo', undo[0]],
      [this.redo, 'Redo', redo[0]],
    ];
    for (const [control, word, name] of rows) {
      control.disabled = !name;
      control.title = name ? `${word}: ${name}` : `Nothing to ${word.toLowerCase()}`;
      control.setAttribute('aria-label', control.title);
      const what = control.querySelector('.what');
      if (what) what.textContent = name ?? '';
    }
  }

  /**
   * How often the sound was late in the last minute, where there is always room for it: a line of its own would move what a
   * hand is about to touch.
   * @param {{total: number, lastMinute: number} | undefined} xruns
   */
  drawXruns(xruns) {
    const count = xruns?.lastMinute ?? 0;
    this.xruns.textContent = count > 0 ? `${count} xrun${count > 1 ? 's' : ''}` : '';
    this.xruns.title =
      count > 0
        ? `${count} in the last minute, ${xruns?.total} in all: ghostnote doctor looks for what delays the sound`
        : '';
  }

  /** Why the session is not there. */
  get absence() {
    const { isOpen, isLockedOut } = this.app.connection;
    if (isLockedOut) return wayIn;
    return isOpen ? 'the session is gone; waiting for it' : 'no connection; trying again';
  }

  /** @param {boolean} isHere */
  warn(isHere) {
    const status = this.app.store.state?.status;
    const problems = [];
    if (!isHere) problems.push(this.absence);
    if (status?.clock.presence === 'lost') problems.push(`${followed(status.clock)} lost`);
    if (status?.droppedHits) problems.push(`${status.droppedHits} hits dropped`);
    if (status?.droppedMessages) problems.push(`${status.droppedMessages} messages dropped`);
    if (status && !status.kit) problems.push('no kit');
    this.warning.hidden = problems.length === 0;
    this.warning.textContent = problems.join(' · ');
  }

  /**
   * A dot for each pulse of a bar, and none for more than the eye counts.
   * @param {number} count
   */
  drawDots(count) {
    if (count === this.pulses) return;
    this.pulses = count;
    this.pulse = -1;
    this.dots.replaceChildren(...Array.from({ length: count <= 16 ? count : 0 }, () => el('i')));
  }

  /** Says that the level is over full scale, long enough to be read. */
  drawOver() {
    const now = performance.now();
    if (Math.max(...this.peaks) >= fullScale) this.overUntil = now + 1_500;
    const isOver = now < this.overUntil;
    if (isOver === this.levels.classList.contains('over')) return;
    this.levels.classList.toggle('over', isOver);
    this.levels.setAttribute('aria-label', isOver ? 'Level: clipping' : 'Level');
  }

  /** @param {number} beat */
  frame(beat) {
    const { pattern } = this.app.store;
    const transport = this.app.heardTransport;
    // The heard pattern counts, not the one that is edited; sessions of an earlier version do not say its pulse.
    const bar = transport.bar ?? pattern.bar;
    const length = transport.pulse ?? pattern.pulse;
    this.drawDots(Math.max(1, Math.round(bar / length)));
    const inBar = floorMod(beat - transport.origin, bar);
    const pulse = Math.floor(inBar / length + 1e-6);
    const number = transport.countingIn ? '−' : Math.floor((beat - transport.origin) / bar + 1e-9) + 1;
    const words = `${number}.${pulse + 1}`;
    if (this.place.textContent !== words) this.place.textContent = words;
    if (pulse !== this.pulse || transport.rolling !== this.wasRolling) {
      [this.pulse, this.wasRolling] = [pulse, transport.rolling];
      [...this.dots.children].forEach((dot, index) => dot.classList.toggle('on', transport.rolling && index === pulse));
    }
    this.drawOver();
    this.meters.forEach((meter, side) => {
      this.peaks[side] *= 0.93;
      const decibels = 20 * Math.log10(this.peaks[side] + 1e-6);
      const level = clamp((decibels + 48) / 48, 0, 1).toFixed(2);
      if (level !== meter.dataset.level) meter.style.setProperty('--level', (meter.dataset.level = level));
    });
  }
}

// The mixer: a strip for each drum, and the master.
import { choice, slider, toggle } from './controls.js';
import { button, el, plain, relabel } from './dom.js';
import { drums, glyph } from './drums.js';
import { refusal } from './files.js';
import { rangeOf, velocities } from './ranges.js';

const levels = ['watch', 'play', 'edit', 'files', 'admin'];
/** Why a drum cannot be muted. */
const noLane = (/** @type {string} */ word, /** @type {string} */ label) =>
  `${word} is of a lane of the pattern, and ${label} has none; level −60 dB silences it, from any source`;

/** @typedef {{root: HTMLElement, lamp: HTMLElement, meter: HTMLElement, set: (sound: any, lane: any) => void, light: number}} Strip */

export class MixerView {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {Map<string, Strip>} */
    this.strips = new Map();
    this.isAll = false;
    this.key = '';
    this.master = slider({
      label: 'Master',
      ...rangeOf('level', 'DB'),
      step: 0.5,
      value: 0,
      unit: ' dB',
      standard: 0,
      send: (level) => app.settle(`level ${plain(level)}`),
    });
    this.kit = el('div', { class: 'kit' });
    this.kits = choice('Kit', [], (value) => app.settle(`kit ${value}`));
    this.kitsKey = '';
    /** Whether the session measures each drum. */
    this.isMeasured = false;
    app.connection.addEventListener('levels', (event) => this.measure(/** @type {CustomEvent} */ (event).detail.drums));
    this.board = el('div', { class: 'strips' });
    this.toggle = button(
      'Show all 26',
      () => {
        this.isAll = !this.isAll;
        this.draw();
      },
      { class: 'chip' },
    );
    const panic = button('Silence everything at once', () => void app.send('panic'), { class: 'chip' }, 'Silence');
    this.effects = this.effectControls();
    this.root = el(
      'section',
      { class: 'view mixerview', 'aria-label': 'Mixer' },
      el('div', { class: 'tools' }, this.master.root, this.kits.root, this.kit, this.toggle, panic),
      this.effects.root,
      this.board,
    );
    app.store.watch(['document', 'pattern', 'status', 'library'], () => this.draw());
  }

  /** The reverb and the delay that drums are sent to. */
  effectControls() {
    const send = (/** @type {string} */ verb) => (/** @type {number} */ value) =>
      this.app.settle(`${verb} ${plain(value)}`);
    const decay = slider({
      label: 'Reverb decay',
      ...rangeOf('reverb decay', 'SECONDS'),
      step: 0.1,
      value: 1.3,
      unit: ' s',
      standard: 1.3,
      send: send('reverb decay'),
    });
    const feedback = shareSlider('Delay feedback', rangeOf('delay feedback', 'SHARE'), 0.35, send('delay feedback'));
    const tone = hertzSlider('Delay tone', rangeOf('delay tone', 'HZ'), 6000, send('delay tone'));
    const time = choice(
      'Delay time',
      ['1/1', '1/2', '1/4.', '1/4', '1/4t', '1/8.', '1/8', '1/8t', '1/16.', '1/16', '1/16t', '1/32'],
      (value) => this.app.settle(`delay time ${value}`),
    );
    const root = el(
      'details',
      { class: 'effects' },
      el('summary', {}, 'Reverb and delay'),
      el('div', { class: 'tools' }, decay.root, time.root, feedback.root, tone.root),
    );
    return {
      root,
      /** @param {any} effects */
      set(effects) {
        decay.set(effects.reverbDecay ?? 1.3);
        feedback.set(effects.delayFeedback ?? 0.35);
        tone.set(effects.delayTone ?? 6000);
        time.set(effects.delayTime ?? '1/8.');
      },
    };
  }

  draw() {
    const { document: patch, pattern, status } = this.app.store;
    const kit = patch.kit ?? {};
    this.master.set(kit.level ?? 0);
    this.effects.set(kit.effects ?? {});
    this.kit.textContent = status.kit.replace(/ of \/.*\//, ' · ');
    this.kit.title = status.kit;
    this.drawKits(kit);
    const lanes = new Map(pattern.lanes.map((/** @type {any} */ lane) => [lane.voice, lane]));
    const used = new Set([...lanes.keys(), ...Object.keys(kit.drums ?? {})]);
    const shown = drums.filter((drum) => this.isAll || used.size === 0 || used.has(drum.name));
    if (this.isAll) relabel(this.toggle, 'Show what is used');
    else relabel(this.toggle, 'Show all 26', 'Show all 26 drums');
    const key = shown.map((drum) => drum.name).join();
    if (key !== this.key) {
      this.key = key;
      for (const drum of shown) if (!this.strips.has(drum.name)) this.strips.set(drum.name, this.strip(drum));
      this.board.replaceChildren(...shown.map((drum) => /** @type {Strip} */ (this.strips.get(drum.name)).root));
    }
    for (const drum of shown) this.strips.get(drum.name)?.set(kit.drums?.[drum.name] ?? {}, lanes.get(drum.name));
  }

  /**
   * The SoundFonts that the session finds, and which of them plays.
   * @param {any} kit  of the patch
   */
  drawKits(kit) {
    const fonts = this.app.store.state.library?.kits ?? [];
    const { select } = this.kits;
    const { access } = this.app.connection;
    const key = JSON.stringify([fonts, access]);
    if (key !== this.kitsKey) {
      this.kitsKey = key;
      select.replaceChildren(
        ...fonts.map((/** @type {any} */ { font, kits }) =>
          el(
            'optgroup',
            { label: font },
            ...kits.map((/** @type {any} */ one) =>
              el(
                'option',
                { value: kitLine(font, one.program, one.bank), ...refusal(access, font) },
                `${one.name} · ${font}`,
              ),
            ),
          ),
        ),
      );
    }
    const file = / of .*?([^/]+)\.sf[23](, without .*)?$/i.exec(this.app.store.status.kit);
    const font = file?.[1] ?? '';
    const [program, bank] = [kit.program ?? 0, kit.bank ?? 128];
    this.kits.set(kitLine(font, program, bank === 128 ? undefined : bank));
    select.disabled = levels.indexOf(access) < levels.indexOf('files');
    select.title = select.disabled
      ? 'To choose a kit, a page needs the access level files'
      : 'The kit and its SoundFont';
  }

  /** @param {import('./drums.js').Drum} drum @returns {Strip} */
  strip(drum) {
    const send = (/** @type {string} */ verb) => (/** @type {number} */ value) =>
      this.app.settle(`${verb} ${drum.name} ${plain(value)}`);
    const level = slider({
      label: 'Level',
      ...rangeOf('level', 'DB'),
      step: 0.5,
      value: 0,
      unit: ' dB',
      standard: 0,
      send: send('level'),
    });
    const pan = slider({
      label: 'Pan',
      ...rangeOf('pan', 'PAN'),
      step: 0.05,
      value: 0,
      standard: 0,
      send: send('pan'),
      show: panText,
    });
    const tuning = slider({
      label: 'Tuning',
      ...rangeOf('tuning', 'CENTS'),
      step: 10,
      value: 0,
      unit: ' ct',
      standard: 0,
      send: send('tuning'),
    });
    const decay = slider({
      label: 'Decay',
      ...rangeOf('decay', 'SECONDS'),
      step: 0.05,
      value: 0,
      standard: 0,
      send: send('decay'),
      show: (value) => (value ? `${plain(value, 3)} s` : 'as recorded'),
    });
    const reverb = shareSlider('Reverb', rangeOf('reverb', 'SEND'), 0, send('reverb'));
    const delay = shareSlider('Delay', rangeOf('delay', 'SEND'), 0, send('delay'));
    const cutoff = hertzSlider('Cutoff', rangeOf('cutoff', 'HZ'), 1000, send('cutoff'));
    const resonance = slider({
      label: 'Resonance',
      ...rangeOf('resonance', 'DB'),
      step: 0.5,
      value: 0,
      unit: ' dB',
      standard: 0,
      send: send('resonance'),
    });
    for (const control of [level, pan, tuning, decay, reverb, delay, cutoff, resonance]) {
      control.input.setAttribute('aria-label', `${control.input.getAttribute('aria-label')} of ${drum.label}`);
    }
    const filter = this.menu(
      'Filter',
      `Filter of ${drum.label}`,
      ['off', 'lowpass', 'highpass'],
      (value) => `filter ${drum.name} ${value}`,
    );
    const curve = this.menu(
      'Curve',
      `Velocity curve of ${drum.label}`,
      ['linear', 'soft', 'hard', ...[40, 70, 90, 110, 127].map((velocity) => `fixed ${velocity}`)],
      (value) => `curve ${drum.name} ${value}`,
    );
    const choke = this.menu(
      'Choke',
      `Choke group of ${drum.label}`,
      ['none', '1', '2', '3', '4', '5', '6', '7', '8'],
      (value) => `choke ${drum.name} ${value}`,
    );
    const isOn = (/** @type {string} */ verb) => (/** @type {boolean} */ value) =>
      this.app.settle(`${verb} ${drum.name} ${value ? 'on' : 'off'}`);
    const mute = toggle(`Mute ${drum.label}`, isOn('mute'), { class: 'toggle' }, 'M');
    const solo = toggle(`Solo ${drum.label}`, isOn('solo'), { class: 'toggle' }, 'S');
    const lamp = el('i', { class: 'lamp' });
    const meter = el('i', { class: 'drummeter', 'aria-hidden': 'true' });
    const name = button(
      `Strike ${drum.label}`,
      () => void this.app.strike(drum.name, 100),
      { class: 'voice' },
      glyph(drum),
      el('span', {}, drum.label),
    );
    const more = el(
      'details',
      {},
      el('summary', {}, 'Tone'),
      tuning.root,
      decay.root,
      reverb.root,
      delay.root,
      cutoff.root,
      resonance.root,
      el('div', { class: 'fields' }, filter.root, curve.root, choke.root),
    );
    const root = el(
      'article',
      { class: `strip ${drum.family}`, 'data-drum': drum.name, 'aria-label': drum.label },
      el('div', { class: 'top' }, lamp, name, mute.root, solo.root),
      meter,
      level.root,
      pan.root,
      more,
    );
    return {
      root,
      lamp,
      meter,
      light: 0,
      set(sound, lane) {
        level.set(sound.level ?? 0);
        pan.set(sound.pan ?? 0);
        tuning.set(sound.tuning ?? 0);
        decay.set(sound.decay ?? 0);
        reverb.set(sound.reverb ?? 0);
        delay.set(sound.delay ?? 0);
        cutoff.set(sound.cutoff ?? 1000);
        resonance.set(sound.resonance ?? 0);
        filter.set(sound.filter ?? 'off');
        curve.set(curveName(sound.velocityCurve));
        choke.set(String(sound.choke ?? 'none'));
        mute.set(!!lane?.mute);
        solo.set(!!lane?.solo);
        mute.root.disabled = solo.root.disabled = !lane;
        mute.root.title = lane ? `Mute ${drum.label}` : noLane('Mute', drum.label);
        solo.root.title = lane ? `Solo ${drum.label}` : noLane('Solo', drum.label);
        root.classList.toggle('muted', !!lane?.mute);
      },
    };
  }

  /** @param {string} shown @param {string} label @param {string[]} options @param {(value: string) => string} line */
  menu(shown, label, options, line) {
    const control = choice(shown, options, (value) => this.app.settle(line(value)));
    control.select.setAttribute('aria-label', label);
    return control;
  }

  /** @param {import('./app.js').Hit} hit */
  hit(hit) {
    const strip = this.strips.get(hit.drum);
    if (strip && !this.isMeasured) strip.light = Math.max(strip.light, hit.velocity / velocities.max);
  }

  /**
   * What each drum sounds like now, 60 dB as the whole bar; nothing where drums are not sounded apart.
   * @param {Record<string, {left: {peak: number}, right: {peak: number}}> | undefined} drums
   */
  measure(drums) {
    this.isMeasured = drums !== undefined;
    for (const [name, { left, right }] of Object.entries(drums ?? {})) {
      const strip = this.strips.get(name);
      const decibels = 20 * Math.log10(Math.max(left.peak, right.peak) + 1e-6);
      if (strip) strip.light = Math.max(strip.light, Math.min(1, Math.max(0, (decibels + 60) / 60)));
    }
  }

  frame() {
    for (const strip of this.strips.values()) {
      if (strip.light === 0) continue;
      for (const shown of [strip.lamp, strip.meter]) shown.style.setProperty('--light', strip.light.toFixed(3));
      strip.light = strip.light < 0.01 ? 0 : strip.light * 0.9;
    }
  }
}

/**
 * What is said to `kit`.
 * @param {string} font @param {number} program @param {number} [bank]  where it is another than the drums'
 */
function kitLine(font, program, bank) {
  const name = font.replaceAll('"', '');
  return bank === undefined ? `"${name}" ${program}` : `"${name}:${bank}:${program}"`;
}

/**
 * A curve as the menu has it; a list of points is the patch's own.
 * @param {any} curve
 */
function curveName(curve) {
  if (curve === undefined) return 'linear';
  if (typeof curve === 'string') return curve;
  return typeof curve?.fixed === 'number' ? `fixed ${curve.fixed}` : 'own';
}

/** @param {number} value */
function panText(value) {
  if (Math.abs(value) < 0.0005) return 'centre';
  return `${plain(Math.abs(value) * 100, 1)} % ${value < 0 ? 'left' : 'right'}`;
}

/**
 * A slider for a part of a whole.
 * @param {string} label @param {import('./ranges.js').Range} range @param {number} standard @param {(share: number) => Promise<any>} send
 */
function shareSlider(label, range, standard, send) {
  return slider({ label, ...range, step: 0.01, value: standard, standard, send });
}

/**
 * A slider of frequencies that goes by octaves.
 * @param {string} label @param {import('./ranges.js').Range} range @param {number} standard @param {(hertz: number) => Promise<any>} send
 */
function hertzSlider(label, { min, max }, standard, send) {
  const hertz = (/** @type {number} */ octaves) => Math.min(max, Math.max(min, Math.round(2 ** octaves)));
  const control = slider({
    label,
    min: Math.log2(min),
    max: Math.log2(max),
    step: 0.001,
    value: Math.log2(standard),
    standard: Math.log2(standard),
    send: (octaves) => send(hertz(octaves)),
    show: (octaves) => `${hertz(octaves)} Hz`,
  });
  return {
    root: control.root,
    input: control.input,
    set: (/** @type {number} */ value) => control.set(Math.log2(value)),
  };
}

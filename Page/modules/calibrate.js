// Four soft strokes and four loud ones: what a player's hand is like.
import { button, el } from './dom.js';
import { inBrowser } from './stored.js';
import { StrokeDetector, calibrated, standard } from './strokes.js';

/** @typedef {import('./strokes.js').Calibration} Calibration */

const kept = 'strokes';

/**
 * What was learned of this phone's player before.
 * @returns {Calibration | null}
 */
export function keptCalibration() {
  try {
    const found = JSON.parse(inBrowser.get(kept) ?? 'null');
    const isGood = found && Array.isArray(found.axis) && found.soft > 0 && found.loud > found.soft && found.rise > 0;
    return isGood ? found : null;
  } catch {
    return null;
  }
}

export class Trial {
  /** @param {(calibration: Calibration) => void} done */
  constructor(done) {
    this.done = done;
    this.title = el('h2', {});
    this.text = el('p', { class: 'hint' });
    this.dots = el('div', { class: 'count', 'aria-hidden': 'true' });
    this.root = /** @type {HTMLDialogElement} */ (
      el(
        'dialog',
        { 'aria-label': 'Calibrate' },
        el(
          'div',
          { class: 'trial' },
          this.title,
          this.dots,
          this.text,
          button('Stop', () => this.root.close(), { class: 'second' }),
        ),
      )
    );
    this.root.addEventListener('close', () => {
      this.phase = '';
    });
    this.phase = '';
    /** @type {import('./strokes.js').Sample[]} */
    this.samples = [];
    /** @type {[number, number]} */
    this.soft = [0, 0];
    this.began = 0;
    this.count = 0;
    this.counted = -Infinity;
    this.ends = 0;
  }

  start() {
    if (!this.root.isConnected) document.body.append(this.root);
    if (!this.root.open) this.root.showModal();
    this.samples = [];
    this.begin('soft', 'Strike softly, four times');
  }

  /** @param {string} phase @param {string} title */
  begin(phase, title) {
    this.phase = phase;
    this.count = 0;
    this.counted = -Infinity;
    this.began = this.samples.at(-1)?.time ?? performance.now();
    // Softer than any stroke that is meant: it counts only for the eye.
    this.detector = new StrokeDetector({ ...standard, soft: 8, rise: 600 });
    this.title.textContent = title;
    this.text.textContent = 'Hold the phone like a stick, and strike the air or your knee.';
    this.draw();
  }

  draw() {
    this.dots.replaceChildren(...[0, 1, 2, 3].map((index) => el('i', { class: index < this.count ? 'done' : '' })));
  }

  /** @param {import('./strokes.js').Sample} sample */
  take(sample) {
    if (this.phase === '') return;
    this.samples.push(sample);
    // Which way the hand is stopped is not known yet: a fall and its stop count once.
    if (this.detector?.take(sample) && sample.time - this.counted > 250) {
      this.counted = sample.time;
      this.count = Math.min(4, this.count + 1);
      this.draw();
      if (this.count === 4) this.ends = sample.time + 300;
    }
    if (this.count === 4 && this.ends && sample.time > this.ends) this.next(sample.time);
  }

  /** @param {number} now */
  next(now) {
    this.ends = 0;
    if (this.phase === 'soft') {
      this.soft = [this.began, now];
      return this.begin('loud', 'Now loudly, four times');
    }
    const found = calibrated(this.samples, this.soft, [this.began, now]);
    if (!found) {
      this.samples = [];
      this.begin('soft', 'Again: four soft strokes');
      this.text.textContent = 'The loud strokes were not louder than the soft ones.';
      return;
    }
    inBrowser.set(kept, JSON.stringify(found));
    this.root.close();
    this.done(found);
  }
}

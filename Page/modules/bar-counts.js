// Numbers of bars that the drummer's fills, trades and repeats go by: which of them is on, and what turns it off.
import { segments } from './controls.js';

const off = 'off';
/** Where another page or a line has said how many. */
const some = 'some';
/** Beats of a bar of the drummer's. */
const beatsInBar = 4;

/**
 * Buttons for numbers of bars, and one for none.
 * @param {string} label  of the group, with “… bars” for the number
 * @param {string} none  what `off` does
 * @param {string[]} counts
 * @param {(bars: string) => Promise<any>} act  is given a number, or `off`
 */
export function barCount(label, none, counts, act) {
  const name = (/** @type {string} */ value) =>
    value === off ? none : label.replace('… bars', value === '1' ? '1 bar' : `${value} bars`);
  const control = segments(label, [off, ...counts], act, name);
  return { root: control.root, set: (/** @type {number} */ bars) => control.set(bars === 0 ? off : String(bars)) };
}

/** The bars that the drummer repeats: asked for now, repeated from the next bar on. */
export class Loop {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /**
     * What this page asked for and the drummer does not do yet, and the beat that was heard then.
     * @type {{value: string, beat: number} | null}
     */
    this.asked = null;
    this.isOn = false;
    this.beat = 0;
    /** How many bars are repeated; the session says only that some are. */
    this.count = some;
    this.control = segments('Repeat the last … bars', [off, '1', '2', '4'], (value) => this.ask(value), Loop.named);
    this.root = this.control.root;
  }

  /** @param {string} value */
  static named(value) {
    if (value === off) return 'Invent again';
    if (value === some) return 'Some bars are repeated';
    return `Repeat the last ${value === '1' ? 'bar' : `${value} bars`}`;
  }

  /** @param {string} value */
  async ask(value) {
    if (value === some || (value === off && !this.isOn && !this.asked)) return true;
    const former = this.count;
    this.asked = { value, beat: this.beat };
    if (value !== off) this.count = value;
    this.mark();
    const isDone = await this.app.settle(value === off ? 'drummer release' : `drummer lock ${value}`);
    if (!isDone && this.asked?.value === value) [this.asked, this.count] = [null, former];
    this.draw();
    return isDone;
  }

  /** @param {{isOn: boolean, doing: string}} drummer  as the session says */
  set(drummer) {
    this.isOn = drummer.isOn && drummer.doing === 'looping';
    if (this.asked && (this.asked.value !== off) === this.isOn) this.asked = null;
    this.draw();
  }

  /**
   * Waits no longer for what should be heard by now, as where another page has released it.
   * @param {number} beat
   */
  frame(beat) {
    this.beat = beat;
    if (!this.asked) return;
    // Where fewer bars were played than are to be repeated, as many are played first.
    const most = beatsInBar * (2 + (Number(this.asked.value) || 0));
    if (beat >= this.asked.beat && beat < this.asked.beat + most) return;
    this.asked = null;
    this.draw();
  }

  draw() {
    if (!this.isOn && !this.asked) this.count = some;
    this.control.set(this.asked?.value ?? (this.isOn ? this.count : off));
    this.mark();
  }

  /** Marks what waits for the next bar. */
  mark() {
    for (const chip of this.root.children) {
      chip.toggleAttribute(
        'data-waits',
        this.asked !== null && /** @type {HTMLElement} */ (chip).dataset.value === this.asked.value,
      );
    }
  }
}

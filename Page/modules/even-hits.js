// Hits spread evenly over a lane, below the grid.
import { newGesture } from './connection.js';
import { throttled } from './controls.js';

/**
 * @typedef {{pulses: number, turn: number}} Spread
 *
 * A command that was sent, empty where it is not what is heard, whether it was done, and the lane's steps then; null before.
 * @typedef {{line: string, isDone: Promise<boolean>, steps: string | null}} Sent
 */

/** Hits spread evenly as a trial: heard while a hand is in the fields, one change once it leaves, and taken back by Escape. */
export class EvenHits {
  /**
   * @param {import('./app.js').App} app @param {(value: Spread) => string} line  the command for a value
   * @param {() => string} steps  the lane's as they are @param {Spread} value
   */
  constructor(app, line, steps, value) {
    this.app = app;
    this.line = line;
    this.steps = steps;
    this.value = value;
    /** The mark of the trial that is on. */
    this.gesture = '';
    /** What there was before it: the value, and the steps. */
    this.former = { value, steps: '' };
    /**
     * What was sent last.
     * @type {Sent}
     */
    this.sent = { line: '', isDone: Promise.resolve(false), steps: null };
    /** Whether something was written that is not heard yet. */
    this.isDue = false;
    this.preview = throttled(() => void (this.isDue && this.write()), 90);
  }

  get isOn() {
    return this.gesture !== '';
  }

  /** @param {Partial<Spread>} part */
  take(part) {
    if (!this.isOn) {
      this.gesture = newGesture();
      this.former = { value: this.value, steps: this.steps() };
    }
    this.value = { ...this.value, ...part };
  }

  /**
   * Plays what is written so far.
   * @param {Partial<Spread>} part
   */
  draft(part) {
    this.take(part);
    this.isDue = true;
    this.preview();
  }

  /**
   * Plays what is written.
   * @param {Partial<Spread>} part
   */
  change(part) {
    const isOther = Object.entries(part).some(
      ([name, value]) => this.value[/** @type {keyof Spread} */ (name)] !== value,
    );
    if (!isOther && !this.isOn) return Promise.resolve(false);
    this.take(part);
    return this.write();
  }

  write() {
    this.isDue = false;
    const line = this.line(this.value);
    if (!this.isHeard(line)) this.sent = this.post(line);
    return this.sent.isDone;
  }

  /**
   * Whether that was sent last, and the lane was not changed otherwise since, as by undo.
   * @param {string} line
   */
  isHeard(line) {
    const { sent } = this;
    return line === sent.line && (sent.steps === null || sent.steps === this.steps());
  }

  /**
   * Sends it; what fails is sent again.
   * @param {string} line
   */
  post(line) {
    /** @type {Sent} */
    const sent = { line, isDone: Promise.resolve(false), steps: null };
    sent.isDone = this.settle(line).then((isDone) => {
      if (isDone) sent.steps = this.steps();
      else sent.line = '';
      return isDone;
    });
    return sent;
  }

  /**
   * Done once the page's state holds what was done: the news of it may come before the reply, and the next are not of it.
   * What was sent before it is waited for first, since its news may come meanwhile and are not of it either.
   * @param {string} line
   */
  async settle(line) {
    const earlier = this.sent.isDone;
    const reply = this.app.send(line, this.gesture);
    await earlier;
    const former = this.steps();
    const isDone = await reply;
    if (isDone && this.steps() === former) await this.app.store.news();
    return isDone;
  }

  /** Leaves what it did as it is: one change. */
  keep() {
    if (this.isDue) void this.write();
    this.gesture = '';
    this.sent.line = '';
  }

  /** Takes it back. */
  async cancel() {
    const { gesture, former, sent } = this;
    this.isDue = false;
    this.keep();
    this.value = former.value;
    await sent.isDone;
    if (await this.app.takeBack(gesture)) return;
    if (!this.app.connection.hasSession)
      return this.app.say('not connected: the even hits are left as they are', 'error');
    if (this.steps() === former.steps) return;
    this.app.say('the even hits are left as they are: something else was changed or undone since', 'warning');
  }
}

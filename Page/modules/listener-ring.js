// What a listener hears of what has come: a ring whose speed follows its fill, so that two clocks stay together.

/** Stereo sound at one rate; what is read is as far behind what comes as `target` says. */
export class SoundRing {
  /**
   * @param {number} rate  frames a second
   * @param {number} target  frames that wait as a rule
   */
  constructor(rate, target) {
    this.rate = rate;
    this.target = target;
    this.size = 1 << 17;
    this.left = new Float32Array(this.size);
    this.right = new Float32Array(this.size);
    /** Frames that came, and where reading is, both counted from the beginning. */
    this.written = 0;
    this.place = 0;
    this.isPlaying = false;
    this.gain = 0;
    /** A mean of the fill, in frames: one block more or less does not change the rate. */
    this.fill = target;
    this.gaps = 0;
    /** What was asked for, which the target comes back to. */
    this.base = target;
    /** Frames read since the last gap, or since the target was last lowered. */
    this.calm = 0;
  }

  /**
   * Asks for another delay.
   * @param {number} target  in frames
   */
  aim(target) { this.target = this.base = target; }

  /** More waits after a gap, up to 0.4 s: the network is worse than was thought. */
  waitMore() {
    this.target = Math.min(this.target + this.rate / 25, Math.max(this.base, this.rate * 0.4));
    this.calm = 0;
  }

  /**
   * Less waits again after a minute without a gap.
   * @param {number} count  frames that were read
   */
  waitLess(count) {
    this.calm += count;
    if (this.calm < 60 * this.rate) return;
    this.target = Math.max(this.base, this.target - this.rate / 100);
    this.calm = 0;
  }

  /**
   * Takes interleaved samples.
   * @param {Int16Array} samples
   */
  write(samples) {
    for (let index = 0; index + 1 < samples.length; index += 2) {
      const at = this.written % this.size;
      this.left[at] = samples[index] / 32768;
      this.right[at] = samples[index + 1] / 32768;
      this.written++;
    }
    // What comes in a burst after a rest is skipped: late sound is of no use.
    if (this.written - this.place > this.target * 4 + this.rate / 10) {
      this.place = this.written - this.target;
      this.gain = 0;
    }
  }

  /** How fast it is read: at most half a per cent from true, which cannot be heard. */
  get speed() {
    const error = (this.fill - this.target) / this.rate;
    return 1 + Math.max(-0.005, Math.min(0.005, error * 0.25));
  }

  /**
   * Fills a block.
   * @param {Float32Array} left
   * @param {Float32Array} right
   */
  read(left, right) {
    const count = left.length;
    const waiting = this.written - this.place;
    if (!this.isPlaying && waiting >= this.target) {
      this.isPlaying = true;
      this.place = this.written - this.target;
      this.fill = this.target;
    }
    this.fill += (this.written - this.place - this.fill) * 0.02;
    this.waitLess(count);
    const speed = this.speed;
    for (let index = 0; index < count; index++) {
      const whole = Math.floor(this.place);
      const isThere = this.isPlaying && whole + 1 < this.written;
      if (this.isPlaying && !isThere) {
        this.isPlaying = false;
        this.gaps++;
        this.waitMore();
      }
      // A gap fades, and what follows it fades in: 64 frames avoid a click.
      this.gain = Math.max(0, Math.min(1, this.gain + (isThere ? 1 : -1) / 64));
      const at = whole % this.size;
      const next = (whole + 1) % this.size;
      const part = this.place - whole;
      left[index] = this.gain * (this.left[at] * (1 - part) + this.left[next] * part);
      right[index] = this.gain * (this.right[at] * (1 - part) + this.right[next] * part);
      if (isThere) this.place += speed;
    }
  }
}

// What a listener hears of what has come: a ring whose speed follows its fill, so that two clocks stay together.

/** Frames of a cross-fade from one place to another, and the least and most that a splice adds or takes, at 48 kHz. */
const [fade, shortest, longest] = [128, 480, 1_440];

/**
 * Stereo sound at one rate; what is read is as far behind what comes as `target` says.
 *
 * Where what comes is late, the sound is stretched: the period that was heard last and is most like what follows is
 * heard again, as concealment of lost packets does (G.711, appendix I). Only where that does not suffice is there a gap.
 */
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
    /** Where reading was before a splice, and how many frames of the cross-fade are left. */
    this.former = 0;
    this.fading = 0;
    this.isPlaying = false;
    this.gain = 0;
    /** A mean of the fill, in frames: one block more or less does not change the rate. */
    this.fill = target;
    this.gaps = 0;
    /** How often the sound was stretched for want of more, and how often since something came. */
    this.stretches = 0;
    this.repeats = 0;
    /** How much had come when it was last stretched. */
    this.known = 0;
    /** What was asked for, which the target comes back to. */
    this.base = target;
    /**
     * Frames by which the fill fell below its mean at worst in this minute and those before it, the latest first.
     * @type {number[]}
     */
    this.dips = [0];
    /** Frames read in this minute. */
    this.minute = 0;
    /** Frames read since the last splice. */
    this.settled = 0;
  }

  /**
   * Asks for another delay.
   * @param {number} target  in frames
   */
  aim(target) {
    this.target = this.base = target;
  }

  /** What the dips of the last minutes ask for: the deepest and 15 ms, up to 0.4 s. */
  get needed() {
    return Math.min(Math.max(...this.dips) + this.rate * 0.015, Math.max(this.base, this.rate * 0.4));
  }

  /**
   * More waits after a near miss, and each minute up to 10 ms less, where the last five minutes allow it.
   * @param {number} count  frames that are read
   * @param {number} dip
   */
  adapt(count, dip) {
    if (dip > this.dips[0]) {
      this.dips[0] = dip;
      this.target = Math.max(this.target, this.needed);
    }
    this.minute += count;
    if (this.minute < 60 * this.rate) return;
    this.minute = 0;
    this.target = Math.max(this.base, this.needed, this.target - this.rate / 100);
    this.dips = [0, ...this.dips.slice(0, 4)];
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
    if (this.written - this.place <= this.target * 4 + this.rate / 10) return;
    // What comes in a burst after a rest is skipped: late sound is of no use.
    if (this.isPlaying) this.gaps++;
    this.place = this.written - this.target;
    this.fill = this.target;
    this.fading = this.gain = 0;
  }

  /**
   * How fast it is read: at most half a per cent from true, which cannot be heard. It is in proportion to the error: where
   * two clocks are 200 ppm apart, the delay stays 0.8 ms off its target.
   */
  get speed() {
    const error = (this.fill - this.target) / this.rate;
    return 1 + Math.max(-0.005, Math.min(0.005, error * 0.25));
  }

  /**
   * The sum of both sides.
   * @param {number} place
   */
  sum(place) {
    const at = place % this.size;
    return this.left[at] + this.right[at];
  }

  /**
   * How little the sound after two places differs, 0 for not at all.
   * @param {number} first
   * @param {number} second
   */
  difference(first, second) {
    let [apart, energy] = [0, 1e-9];
    for (let index = 0; index < fade; index += 2) {
      const [a, b] = [this.sum(first + index), this.sum(second + index)];
      apart += (a - b) ** 2;
      energy += a * a + b * b;
    }
    return apart / energy;
  }

  /**
   * The frames to go on or back, so that what follows is most like what would have followed.
   * @param {number} direction  1 or -1
   */
  period(direction) {
    const place = Math.floor(this.place);
    let [found, least] = [shortest, Infinity];
    const look = (/** @type {number} */ count) => {
      const value = this.difference(place, place + direction * count);
      if (value < least) [found, least] = [count, value];
    };
    for (let count = shortest; count <= longest; count += 8) look(count);
    const near = found;
    for (let count = Math.max(shortest, near - 7); count <= Math.min(longest, near + 7); count++) look(count);
    return found;
  }

  /**
   * Goes on elsewhere by a cross-fade.
   * @param {number} direction  1 leaves a period out, -1 repeats one
   */
  splice(direction) {
    const frames = direction * this.period(direction);
    this.former = this.place;
    this.fading = fade;
    this.place += frames;
    this.fill -= frames;
    this.settled = 0;
  }

  /**
   * Stretches the sound where it would end within this block; gradually also where what waits is far from the target.
   * @param {number} count  frames of the block
   */
  keepUp(count) {
    if (this.written > this.known + shortest) this.repeats = 0;
    const waiting = this.written - this.place;
    const hasPast = this.place > longest + fade;
    if (this.fading > 0 || waiting < fade + 2) return;
    if (waiting < count + fade + 4) {
      if (!hasPast || this.repeats === 3) return;
      this.known = this.written;
      this.repeats++;
      this.stretches++;
      this.splice(-1);
    } else if (this.settled > this.rate / 4) {
      if (Math.min(this.fill, waiting) - this.target > longest) this.splice(1);
      else if (hasPast && this.target - Math.max(this.fill, waiting) > longest) this.splice(-1);
    }
  }

  /**
   * What is heard of one side.
   * @param {Float32Array} side
   * @param {number} place
   */
  sample(side, place) {
    const whole = Math.floor(place);
    const part = place - whole;
    return side[whole % this.size] * (1 - part) + side[(whole + 1) % this.size] * part;
  }

  begin() {
    this.isPlaying = true;
    this.place = this.written - this.target;
    this.fill = this.target;
    this.fading = this.repeats = 0;
  }

  /**
   * Fills a block.
   * @param {Float32Array} left
   * @param {Float32Array} right
   */
  read(left, right) {
    const count = left.length;
    if (!this.isPlaying && this.written - this.place >= this.target) this.begin();
    if (this.isPlaying) {
      const waiting = this.written - this.place;
      const dip = this.fill - waiting;
      this.fill += (waiting - this.fill) * 0.02;
      this.adapt(count, dip);
      this.keepUp(count);
    }
    this.settled += count;
    const speed = this.speed;
    for (let index = 0; index < count; index++) this.next(left, right, index, speed);
  }

  /**
   * One frame.
   * @param {Float32Array} left
   * @param {Float32Array} right
   * @param {number} index
   * @param {number} speed
   */
  next(left, right, index, speed) {
    const isThere = this.isPlaying && Math.floor(this.place) + 1 < this.written;
    if (this.isPlaying && !isThere) {
      this.isPlaying = false;
      this.gaps++;
      this.adapt(0, Math.max(this.dips[0], this.fill) + this.rate / 40);
    }
    // A gap fades, and what follows it fades in: 64 frames avoid a click. So does what is heard again and again.
    const wanted = isThere ? 1 - (this.repeats * (this.repeats - 1)) / 8 : 0;
    this.gain += Math.max(-1 / 64, Math.min(1 / 64, wanted - this.gain));
    const old = this.fading / fade;
    left[index] =
      this.gain * (this.sample(this.left, this.place) * (1 - old) + (old && this.sample(this.left, this.former) * old));
    right[index] =
      this.gain *
      (this.sample(this.right, this.place) * (1 - old) + (old && this.sample(this.right, this.former) * old));
    if (isThere) this.place += speed;
    if (this.fading > 0) {
      this.fading--;
      this.former += speed;
    }
  }
}

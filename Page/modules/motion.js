// The phone's motion sensor: whether it may be read, and its samples.

/** @typedef {import('./strokes.js').Sample} Sample */

/**
 * Why motion cannot be used, for people; null where nothing is known against it.
 * @returns {string | null}
 */
export function reasonAgainst() {
  if (!globalThis.isSecureContext) return 'Browsers give the motion of a phone to pages by https only.';
  if (!('DeviceMotionEvent' in globalThis)) return 'This browser does not know the motion of the device.';
  return null;
}

export class Motion {
  /** @param {(sample: Sample) => void} take */
  constructor(take) {
    this.take = take;
    this.isOn = false;
    /** When the last sample came, in ms; 0 before the first. */
    this.heard = 0;
    /** @param {DeviceMotionEvent} event */
    this.listen = (event) => {
      const measured = event.acceleration?.x != null ? event.acceleration : event.accelerationIncludingGravity;
      if (measured?.x == null || measured.y == null || measured.z == null) return;
      this.heard = performance.now();
      this.take({ time: event.timeStamp, acceleration: [measured.x, measured.y, measured.z] });
    };
  }

  /**
   * Begins; call it in a gesture, since some phones ask then.
   * @returns {Promise<string | null>} why not, for people
   */
  async start() {
    const against = reasonAgainst();
    if (against) return against;
    const asking = /** @type {any} */ (DeviceMotionEvent).requestPermission;
    if (typeof asking === 'function') {
      try {
        if ((await asking.call(DeviceMotionEvent)) !== 'granted')
          return 'The phone was not allowed to feel its motion.';
      } catch {
        return 'The phone must be asked again: touch “Use motion”.';
      }
    }
    if (!this.isOn) addEventListener('devicemotion', this.listen);
    this.isOn = true;
    return (await this.isHeard())
      ? null
      : 'No motion is reported: there may be no sensor, or it is switched off for this page.';
  }

  /** Whether a sample comes soon. */
  async isHeard() {
    for (let turn = 0; turn < 30 && this.heard === 0; turn++)
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    return this.heard !== 0;
  }

  stop() {
    removeEventListener('devicemotion', this.listen);
    this.isOn = false;
  }
}

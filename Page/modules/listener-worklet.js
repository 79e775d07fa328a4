// The audio thread of a page that listens.
import { SoundRing } from './listener-ring.js';

// A worklet's own globals, which the type checker's library of the page has not.
const scope = /** @type {any} */ (globalThis);

class Listener extends scope.AudioWorkletProcessor {
  constructor() {
    super();
    this.ring = new SoundRing(48_000, 2_400);
    this.blocks = 0;
    this.port.onmessage = (/** @type {MessageEvent} */ event) => {
      if (event.data.target) this.ring.aim(event.data.target);
      if (event.data.port) this.hear(event.data.port);
    };
  }

  /**
   * Takes what comes by a port.
   * @param {MessagePort} port
   */
  hear(port) {
    port.onmessage = (event) => this.ring.write(new Int16Array(event.data));
  }

  /**
   * @param {Float32Array[][]} _inputs
   * @param {Float32Array[][]} outputs
   */
  process(_inputs, outputs) {
    const [left, right] = outputs[0];
    this.ring.read(left, right ?? left);
    this.blocks++;
    if (this.blocks % 94 === 0) {
      const { fill, target, gaps, stretches, isPlaying } = this.ring;
      this.port.postMessage({ milliseconds: fill / 48, target: target / 48, gaps, stretches, isPlaying });
    }
    return true;
  }
}

scope.registerProcessor('listener', Listener);

// Listening in the page: the session's sound over a WebSocket of its own.
import { button, el } from './dom.js';

/** Frames of a buffer that is scheduled, and seconds that it waits where the one before it came too late. */
const [piece, ahead] = [1_920, 0.12];

/** Sound by buffers at their times, for pages that may have no worklet: those of http on a network. */
export class ScheduledSound {
  /** @param {BaseAudioContext} context */
  constructor(context) {
    this.context = context;
    this.samples = new Int16Array(2 * piece);
    this.filled = 0;
    /** When the next buffer is due, in the context's seconds. */
    this.next = 0;
    this.gaps = 0;
  }

  get milliseconds() { return 1000 * Math.max(0, this.next - this.context.currentTime); }

  /**
   * Takes interleaved samples at 48 kHz.
   * @param {Int16Array} samples
   */
  write(samples) {
    for (let start = 0; start < samples.length;) {
      const count = Math.min(samples.length - start, this.samples.length - this.filled);
      this.samples.set(samples.subarray(start, start + count), this.filled);
      this.filled += count;
      start += count;
      if (this.filled === this.samples.length) this.schedule();
    }
  }

  schedule() {
    this.filled = 0;
    const now = this.context.currentTime;
    if (this.next < now) {
      if (this.next > 0) this.gaps++;
      this.next = now + ahead;
    }
    // Another clock is faster than ours, or a burst came after a rest: late sound is of no use.
    if (this.next > now + 3 * ahead) return;
    const buffer = this.context.createBuffer(2, piece, 48_000);
    for (const channel of [0, 1]) {
      const data = buffer.getChannelData(channel);
      for (let at = 0; at < piece; at++) data[at] = this.samples[2 * at + channel] / 32768;
    }
    const source = new AudioBufferSourceNode(this.context, { buffer });
    source.connect(this.context.destination);
    source.start(this.next);
    this.next += piece / 48_000;
  }
}

export class Listening {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {AudioWorkletNode | null} */
    this.node = null;
    /** @type {ScheduledSound | null} */
    this.scheduled = null;
    this.gaps = 0;
    this.milliseconds = 0;
    this.delay = el('output', { class: 'delay' });
    this.toggle = button('Listen in this page', () => void (this.context ? this.stop() : this.start()), {
      class: 'chip listen', 'aria-pressed': 'false', title: 'Hear the session in this browser',
    }, 'Listen here');
    this.root = el('div', { class: 'group listening' }, this.toggle, this.delay);
  }

  async start() {
    const context = new AudioContext({ sampleRate: 48_000, latencyHint: 'interactive' });
    this.context = context;
    this.toggle.setAttribute('aria-pressed', 'true');
    this.scheduled = context.audioWorklet ? null : new ScheduledSound(context);
    if (context.audioWorklet) await this.work(context);
    await context.resume();
    this.open();
  }

  /**
   * Where worklets are allowed: by https, and on this machine.
   * @param {AudioContext} context
   */
  async work(context) {
    await context.audioWorklet.addModule('/modules/listener-worklet.js');
    this.node = new AudioWorkletNode(context, 'listener', { numberOfInputs: 0, outputChannelCount: [2] });
    this.node.connect(context.destination);
    this.node.port.onmessage = ({ data }) => {
      this.show(context, data.milliseconds, data.gaps, data.isPlaying);
    };
  }

  /**
   * @param {AudioContext} context
   * @param {number} milliseconds  that wait in the page
   * @param {number} gaps
   * @param {boolean} isPlaying
   */
  show(context, milliseconds, gaps, isPlaying) {
    this.gaps = gaps;
    this.milliseconds = milliseconds;
    const own = 1000 * (context.baseLatency + (context.outputLatency || 0));
    this.delay.textContent = isPlaying ? `${Math.round(milliseconds + own)} ms${gaps > 1 ? `, ${gaps} gaps` : ''}` : 'waiting';
  }

  open() {
    if (!this.context) return;
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/listen`);
    this.socket = socket;
    socket.binaryType = 'arraybuffer';
    /** Bytes of a frame that came in parts. */
    let rest = new Uint8Array(0);
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') return;
      const bytes = new Uint8Array(rest.length + data.byteLength);
      bytes.set(rest);
      bytes.set(new Uint8Array(data), rest.length);
      const whole = bytes.length - bytes.length % 4;
      rest = bytes.slice(whole);
      const sent = bytes.buffer.slice(0, whole);
      if (this.scheduled) {
        this.scheduled.write(new Int16Array(sent));
        if (this.context) this.show(this.context, this.scheduled.milliseconds, this.scheduled.gaps, true);
      } else this.node?.port.postMessage(sent, [sent]);
    });
    socket.addEventListener('close', () => { if (this.context && this.socket === socket) setTimeout(() => this.open(), 500); });
  }

  async stop() {
    const context = this.context;
    this.context = null;
    this.socket?.close();
    this.toggle.setAttribute('aria-pressed', 'false');
    this.delay.textContent = '';
    await context?.close();
  }
}

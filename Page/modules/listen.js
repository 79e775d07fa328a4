// Listening in the page: the session's sound over a WebSocket of its own.
import { button, el } from './dom.js';
import { keepRunning } from './keep-running.js';
import { latencyOf } from './time.js';

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
    /** A mean of how long what comes waits, in ms: lights go by it, and sound comes in bursts. */
    this.milliseconds = 0;
    this.isDropping = false;
  }

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
    this.measure();
  }

  measure() {
    const waiting = 1_000 * Math.max(0, this.next + this.filled / 2 / 48_000 - this.context.currentTime);
    const away = waiting - this.milliseconds;
    this.milliseconds += Math.abs(away) > (1_000 * ahead) / 2 ? away : 0.05 * away;
  }

  schedule() {
    this.filled = 0;
    const now = this.context.currentTime;
    if (this.next < now) {
      if (this.next > 0) this.gaps++;
      this.next = now + ahead;
    }
    // Another clock is faster than ours, or a burst came after a rest: late sound is of no use. Sound that is left out
    // is a gap in what is heard, and what is left out in a row is one.
    const isTooLate = this.next > now + 3 * ahead;
    if (isTooLate && !this.isDropping) this.gaps++;
    this.isDropping = isTooLate;
    if (isTooLate) return;
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
    this.deviceLatency = 0;
    this.delay = el('output', { class: 'delay' });
    this.toggle = button(
      'Listen in this page',
      () => void (this.context ? this.stop() : this.start()),
      {
        class: 'chip listen',
        'aria-pressed': 'false',
        title: 'Hear the session in this browser',
      },
      'Listen here',
    );
    this.root = el('div', { class: 'group listening' }, this.toggle, this.delay);
  }

  async start() {
    const context = new AudioContext({ sampleRate: 48_000, latencyHint: 'interactive' });
    this.context = context;
    keepRunning(context);
    this.toggle.setAttribute('aria-pressed', 'true');
    this.scheduled = context.audioWorklet ? null : new ScheduledSound(context);
    try {
      if (context.audioWorklet) await this.work(context);
      await context.resume();
    } catch (error) {
      // Where it was ended in the meantime, its context is closed on purpose.
      if (this.context !== context) return;
      await this.stop();
      this.app.say(`cannot listen here: ${error instanceof Error ? error.message : error}`, 'error');
      return;
    }
    if (this.context === context) this.open();
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
      this.show(context, data);
    };
  }

  /**
   * @param {AudioContext} context
   * @param {{milliseconds: number, gaps: number, stretches: number, isPlaying: boolean, target?: number}} heard  what
   *   waits in the page, and how often it did not suffice
   */
  show(context, heard) {
    const { milliseconds, gaps, isPlaying } = heard;
    this.heard = heard;
    this.gaps = gaps;
    this.milliseconds = milliseconds;
    this.deviceLatency = latencyOf(context);
    this.delay.textContent = isPlaying
      ? `${Math.round(milliseconds + this.deviceLatency)} ms${gaps > 0 ? `, ${gaps} gap${gaps > 1 ? 's' : ''}` : ''}`
      : 'waiting';
  }

  /** How much later than at the session its sound is heard here, in ms; null where it is not. */
  get latency() {
    return this.context && this.milliseconds > 0 ? this.milliseconds + this.deviceLatency : null;
  }

  /** The sound goes from a worker to the thread that plays it, so that drawing does not hold it up. */
  open() {
    const { port1, port2 } = new MessageChannel();
    const worker = (this.worker = new Worker('/modules/listener-worker.js', { type: 'module' }));
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/listen`;
    worker.postMessage({ address, port: port1 }, [port1]);
    if (this.node) return this.node.port.postMessage({ port: port2 }, [port2]);
    port2.onmessage = ({ data }) => {
      if (!this.context || !this.scheduled) return;
      this.scheduled.write(new Int16Array(data));
      this.show(this.context, {
        milliseconds: this.scheduled.milliseconds,
        gaps: this.scheduled.gaps,
        stretches: 0,
        isPlaying: true,
      });
    };
  }

  async stop() {
    const context = this.context;
    this.context = null;
    this.node = null;
    this.milliseconds = 0;
    this.worker?.terminate();
    this.toggle.setAttribute('aria-pressed', 'false');
    this.delay.textContent = '';
    await context?.close();
  }
}

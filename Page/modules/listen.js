// Listening in the page: the session's sound over a WebSocket of its own.
import { button, el } from './dom.js';

export class Listening {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {AudioWorkletNode | null} */
    this.node = null;
    this.gaps = 0;
    this.milliseconds = 0;
    this.delay = el('output', { class: 'delay' });
    this.toggle = button('Listen in this page', () => void (this.context ? this.stop() : this.start()), {
      class: 'chip listen', 'aria-pressed': 'false', title: 'Hear the session in this browser',
    }, 'Listen here');
    this.root = el('div', { class: 'group listening' }, this.toggle, this.delay);
  }

  async start() {
    if (!globalThis.AudioWorkletNode) return this.app.say('listening needs https, or the page of this machine', 'error');
    const context = new AudioContext({ sampleRate: 48_000, latencyHint: 'interactive' });
    this.context = context;
    this.toggle.setAttribute('aria-pressed', 'true');
    await context.audioWorklet.addModule('/modules/listener-worklet.js');
    this.node = new AudioWorkletNode(context, 'listener', { numberOfInputs: 0, outputChannelCount: [2] });
    this.node.connect(context.destination);
    this.node.port.onmessage = ({ data }) => {
      this.gaps = data.gaps;
      this.milliseconds = data.milliseconds;
      const own = 1000 * (context.baseLatency + (context.outputLatency || 0));
      this.delay.textContent = data.isPlaying ? `${Math.round(data.milliseconds + own)} ms${data.gaps > 1 ? `, ${data.gaps} gaps` : ''}` : 'waiting';
    };
    await context.resume();
    this.open();
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
      this.node?.port.postMessage(sent, [sent]);
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

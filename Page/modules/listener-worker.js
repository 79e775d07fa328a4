// Takes the session's sound from its WebSocket: beside the page's own work, which could hold it up.
import { Heartbeat, period } from './heartbeat.js';

// A worker's own globals, which the type checker's library of the page has not.
const scope = /** @type {any} */ (globalThis);

/**
 * Hands on what comes, interleaved samples at 48 kHz, and connects again where the connection is lost or goes
 * silent: sound comes also while nothing plays.
 * @param {string} address
 * @param {MessagePort} port
 */
function listen(address, port) {
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  /** Bytes of a frame that came in parts. */
  let rest = new Uint8Array(0);
  const heartbeat = new Heartbeat();
  heartbeat.open();
  const retry = () => {
    clearInterval(ticker);
    socket.removeEventListener('close', retry);
    socket.close();
    setTimeout(() => listen(address, port), 500);
  };
  const ticker = setInterval(() => {
    if (heartbeat.tick()) retry();
  }, period);
  socket.addEventListener('message', ({ data }) => {
    heartbeat.hear();
    heartbeat.send();
    if (typeof data === 'string') return;
    const bytes = new Uint8Array(rest.length + data.byteLength);
    bytes.set(rest);
    bytes.set(new Uint8Array(data), rest.length);
    const whole = bytes.length - (bytes.length % 4);
    rest = bytes.slice(whole);
    const sent = bytes.buffer.slice(0, whole);
    port.postMessage(sent, [sent]);
  });
  socket.addEventListener('close', retry);
}

scope.onmessage = (/** @type {MessageEvent} */ event) => listen(event.data.address, event.data.port);

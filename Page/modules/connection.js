// The WebSocket: the lines and objects of the control socket (docs/control.md), one a message.
import { Heartbeat, period } from './heartbeat.js';
import { isLockedOut } from './session.js';

/** @typedef {{ok: boolean, body: any, milliseconds: number}} Reply */

/**
 * A mark for what one gesture sends, which no other gesture has, on this page or elsewhere. `getRandomValues` also works
 * without TLS (`randomUUID` does not).
 */
export function newGesture() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A connection that is made again whenever it is lost, or no longer replies. */
export class Connection extends EventTarget {
  /** @param {number} [timeout]  in ms: how long nothing may come */
  constructor(timeout) {
    super();
    this.heartbeat = new Heartbeat(timeout);
    /** @type {Map<string, {resolve: (reply: Reply) => void, sent: number, line: string, isQuiet: boolean}>} */
    this.waiting = new Map();
    this.number = 0;
    this.isOpen = false;
    /** Whether the server does not let this page in any more. */
    this.isLockedOut = false;
    /** What the page may do. */
    this.access = 'watch';
    this.hasSession = false;
    this.isClosed = false;
    this.delay = 250;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.ticker = undefined;
    /**
     * Round trips of the latest strikes in milliseconds.
     * @type {number[]}
     */
    this.trips = [];
  }

  open() {
    if (this.isClosed) return;
    this.ticker ??= setInterval(() => this.beat(), period);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = (this.socket = new WebSocket(`${scheme}://${location.host}/socket`));
    this.heartbeat.open();
    socket.addEventListener('open', () => {
      this.heartbeat.hear();
      this.isOpen = true;
      this.isLockedOut = false;
      this.delay = 250;
      this.dispatchEvent(new CustomEvent('open'));
    });
    socket.addEventListener('message', (event) => this.receive(String(event.data)));
    socket.addEventListener('close', () => {
      // One that was dropped ends later, beside its successor.
      if (this.socket !== socket) return;
      if (!this.isOpen) void this.askWhy();
      this.lose();
    });
  }

  /** Asks for the time, or gives the socket up where no replies come. */
  beat() {
    if (this.heartbeat.tick()) this.drop();
    else this.askForTime();
  }

  /** Gives the socket up at once: the closing handshake of a dead one ends by a timeout only. */
  drop() {
    this.socket?.close();
    this.lose();
  }

  lose() {
    this.socket = undefined;
    this.heartbeat.hear();
    this.isOpen = false;
    this.setSession(false);
    this.failAll('the connection was lost');
    if (this.isClosed) return;
    this.retry = setTimeout(() => this.open(), this.delay);
    this.delay = Math.min(this.delay * 1.5, 2000);
  }

  /**
   * Replies to all requests to which no reply will come any more.
   * @param {string} message
   */
  failAll(message) {
    for (const request of this.waiting.values()) request.resolve({ ok: false, body: { message }, milliseconds: 0 });
    this.waiting.clear();
  }

  /** Why a connection could not be made: browsers do not say. */
  async askWhy() {
    const isOut = await isLockedOut();
    if (isOut === this.isLockedOut) return;
    this.isLockedOut = isOut;
    this.setSession(this.hasSession);
  }

  /**
   * Sends a command.
   * @param {string} line
   * @param {boolean} isShown  whether the page shows it, so that it teaches the commands
   * @param {string} [gesture]  the mark of the gesture that it is part of, whose changes are one to undo
   * @param {boolean} [isQuiet]  whether the page does not show that it was refused
   * @returns {Promise<Reply>}
   */
  send(line, isShown = true, gesture = '', isQuiet = false) {
    if (isShown) this.dispatchEvent(new CustomEvent('command', { detail: line }));
    if (!this.isOpen || !this.socket) {
      return Promise.resolve({ ok: false, body: { message: 'not connected' }, milliseconds: 0 });
    }
    const tag = String(this.number++ % 1_000_000);
    this.socket.send(`@${tag}${gesture && `+${gesture}`} ${line}`);
    return new Promise((resolve) => {
      this.waiting.set(tag, { resolve, sent: performance.now(), line, isQuiet });
    });
  }

  /** Closes it for good. */
  close() {
    this.isClosed = true;
    clearInterval(this.ticker);
    clearTimeout(this.retry);
    this.drop();
  }

  /**
   * Asks the server itself, which sends objects for it.
   * @param {string} line
   */
  ask(line) {
    if (this.isOpen) this.socket?.send(line);
  }

  /** Asks for the server's clock. */
  askForTime() {
    if (!this.isOpen) return;
    this.socket?.send(`!sync ${performance.now()}`);
    this.heartbeat.send();
  }

  /** @param {string} text */
  receive(text) {
    this.heartbeat.hear();
    if (text.startsWith('{')) return this.take(JSON.parse(text));
    const found = /^(?:@(\S+) )?(ok|error) ?(.*)$/s.exec(text);
    if (!found) return;
    const request = this.waiting.get(found[1] ?? '');
    if (!request) return;
    this.waiting.delete(found[1]);
    const milliseconds = performance.now() - request.sent;
    const ok = found[2] === 'ok';
    const body = found[3] ? JSON.parse(found[3]) : {};
    if (ok) {
      if (request.line.startsWith('hit ')) this.trips = [...this.trips, milliseconds].slice(-64);
    } else if (!request.isQuiet) {
      this.dispatchEvent(new CustomEvent('refused', { detail: { line: request.line, message: body.message } }));
    }
    request.resolve({ ok, body, milliseconds });
  }

  /** @param {any} object */
  take(object) {
    const name = Object.keys(object)[0];
    if (name === 'page') {
      this.access = object.page.access;
      this.setSession(object.page.here);
      // The server passes replies on and keeps no list of requests: those that the session had are lost with it.
      if (!object.page.here) this.failAll('the session is gone');
    }
    this.dispatchEvent(new CustomEvent(name, { detail: object[name] }));
  }

  /** @param {boolean} isHere */
  setSession(isHere) {
    this.hasSession = isHere;
    this.dispatchEvent(new CustomEvent('session', { detail: isHere }));
  }
}

/**
 * What a reply says to a person.
 * @param {Reply} reply
 * @returns {string}
 */
export function text(reply) {
  const body = reply.body;
  if (!reply.ok) return body.message ?? 'refused';
  if (Array.isArray(body))
    return body
      .map((one) => text({ ...reply, body: one }))
      .filter((one) => one)
      .join('\n');
  if (typeof body.text === 'string') return body.text;
  const value = Object.values(body)[0];
  if (typeof value === 'string') return value;
  if (typeof value?.text === 'string') return value.text;
  if (value === true) return '';
  return value === undefined ? '' : JSON.stringify(value, null, 1);
}

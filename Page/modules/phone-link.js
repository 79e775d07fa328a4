// The phone's WebSocket: it joins, keeps its seat when it is cut off, and sends strokes with the time of the gesture.
import { isLockedOut } from './session.js';
import { HostClock } from './time.js';

/** Remembers what the tab is called by: another tab is another person. */
const kept = 'seat';

export class PhoneLink extends EventTarget {
  constructor() {
    super();
    this.clock = new HostClock();
    this.name = '';
    this.isOpen = false;
    this.isWanted = false;
    this.delay = 250;
    /**
     * Round trips in ms.
     * @type {number[]}
     */
    this.trips = [];
    /** When the page was hidden or seen again last: what was sent before may have been received late. */
    this.turned = -Infinity;
    setInterval(() => this.askForTime(), 2_000);
    this.clock.follow(() => this.askForTime());
    document.addEventListener('visibilitychange', () => {
      this.turned = performance.now();
      this.send(document.hidden ? 'away' : 'back');
    });
  }

  /** @param {string} name */
  join(name) {
    this.name = name;
    this.isWanted = true;
    if (this.isOpen) this.send(`join ${sessionStorage.getItem(kept) ?? 'new'} ${name}`);
    else this.open();
  }

  leave() {
    this.isWanted = false;
    this.send('leave');
    sessionStorage.removeItem(kept);
    this.socket?.close();
  }

  open() {
    this.socket?.close();
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/seat`);
    this.socket = socket;
    socket.addEventListener('open', () => {
      this.isOpen = true;
      this.delay = 250;
      this.send(`join ${sessionStorage.getItem(kept) ?? 'new'} ${this.name}`);
      this.clock.renew(() => this.askForTime());
      this.tell('open', true);
    });
    socket.addEventListener('message', (event) => this.take(JSON.parse(String(event.data))));
    socket.addEventListener('close', () => {
      if (this.socket !== socket) return;
      if (!this.isOpen)
        void isLockedOut().then((isOut) => {
          if (isOut) this.tell('locked', true);
        });
      this.isOpen = false;
      this.tell('open', false);
      if (!this.isWanted) return;
      setTimeout(() => {
        if (this.isWanted && !this.isOpen) this.open();
      }, this.delay);
      this.delay = Math.min(this.delay * 1.5, 2_000);
    });
  }

  /** @param {any} object */
  take(object) {
    const name = Object.keys(object)[0];
    if (name === 'sync') {
      if (object.sync.sent >= this.turned)
        this.trips = [...this.trips, performance.now() - object.sync.sent].slice(-50);
      this.clock.take(object.sync);
    } else if (name === 'own') sessionStorage.setItem(kept, object.own.token);
    else if (name === 'replaced') this.isWanted = false;
    this.tell(name, object[name]);
  }

  /** @param {string} name @param {any} detail */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  askForTime() {
    this.send(`!sync ${performance.now()}`);
  }

  /** @param {string} line */
  send(line) {
    if (this.isOpen && this.socket?.readyState === WebSocket.OPEN) this.socket.send(line);
  }

  /** Half of the slowest of the last round trips, beyond the fastest: what a constant delay must cover. */
  get lateness() {
    if (this.trips.length === 0) return 20;
    const sorted = [...this.trips].sort((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) * 0.99)] - sorted[0] / 2;
  }

  /**
   * Strikes: at once, or a constant time after the gesture.
   * @param {number} velocity
   * @param {number} time  of the gesture, in ms of this page
   * @param {number | null} delay  in ms
   */
  strike(velocity, time, delay) {
    if (Number.isNaN(this.clock.offset)) return;
    const struck = Math.round((time + this.clock.offset) * 1e6);
    this.send(`hit ${velocity} ${struck}${delay === null ? '' : ` ${Math.round(delay)}`}`);
  }
}

// The phone's WebSocket: it joins, keeps its seat when it is cut off, and sends strokes with the time of the gesture.
import { Heartbeat, period } from './heartbeat.js';
import { isLockedOut } from './session.js';
import { inTab } from './stored.js';
import { HostClock } from './time.js';

/** Remembers what the tab is called by: another tab is another person. */
const kept = 'seat';
/** Round trips that count, one each two seconds: the server waits for half a minute itself before all are heard earlier. */
const mostTrips = 12;
/** In ms: for how long after it has connected round trips do not count. */
const settling = 1_000;

export class PhoneLink extends EventTarget {
  constructor() {
    super();
    this.clock = new HostClock();
    this.heartbeat = new Heartbeat();
    this.name = '';
    this.isOpen = false;
    this.isWanted = false;
    this.delay = 250;
    /**
     * Round trips in ms.
     * @type {number[]}
     */
    this.trips = [];
    /**
     * Round trips that began before this say nothing of the network: the page was hidden or seen again since, or it has
     * only just connected and is busy.
     */
    this.countsFrom = -Infinity;
    setInterval(() => this.beat(), period);
    this.clock.follow(() => this.askForTime());
    document.addEventListener('visibilitychange', () => {
      this.countsFrom = Math.max(this.countsFrom, performance.now());
      this.send(document.hidden ? 'away' : 'back');
    });
  }

  /** @param {string} name */
  join(name) {
    this.name = name;
    this.isWanted = true;
    if (this.isOpen) this.enter();
    else this.open();
  }

  /** Asks for its seat. Who joins counts as there, also while the page is hidden. */
  enter() {
    this.send(`join ${inTab.get(kept) ?? 'new'} ${this.name}`);
    if (document.hidden) this.send('away');
  }

  leave() {
    this.isWanted = false;
    this.send('leave');
    inTab.remove(kept);
    this.socket?.close();
  }

  open() {
    clearTimeout(this.retry);
    this.socket?.close();
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/seat`);
    this.socket = socket;
    this.heartbeat.open();
    socket.addEventListener('open', () => {
      this.heartbeat.hear();
      this.isOpen = true;
      this.delay = 250;
      this.countsFrom = performance.now() + settling;
      this.enter();
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
      this.lose();
    });
  }

  /** Asks for the time, or gives the socket up where no replies come. */
  beat() {
    if (!this.heartbeat.tick()) return this.askForTime();
    // At once: the closing handshake of a dead socket ends by a timeout only.
    this.socket?.close();
    this.lose();
  }

  lose() {
    this.socket = undefined;
    this.heartbeat.hear();
    this.isOpen = false;
    this.tell('open', false);
    if (!this.isWanted) return;
    this.retry = setTimeout(() => {
      if (this.isWanted) this.open();
    }, this.delay);
    this.delay = Math.min(this.delay * 1.5, 2_000);
  }

  /** @param {any} object */
  take(object) {
    this.heartbeat.hear();
    const name = Object.keys(object)[0];
    if (name === 'sync') {
      if (object.sync.sent >= this.countsFrom)
        this.trips = [...this.trips, performance.now() - object.sync.sent].slice(-mostTrips);
      this.clock.take(object.sync);
    } else if (name === 'own') inTab.set(kept, object.own.token);
    else if (name === 'replaced') this.isWanted = false;
    this.tell(name, object[name]);
  }

  /** @param {string} name @param {any} detail */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  askForTime() {
    if (!this.isOpen) return;
    this.send(`!sync ${performance.now()}`);
    this.heartbeat.send();
  }

  /** @param {string} line */
  send(line) {
    if (this.isOpen && this.socket?.readyState === WebSocket.OPEN) this.socket.send(line);
  }

  /**
   * How long a stroke travels as a rule, in ms: the slowest but one of the last round trips, less one way of the fastest.
   * One that was held up alone does not count.
   */
  get lateness() {
    if (this.trips.length === 0) return 20;
    const sorted = [...this.trips].sort((a, b) => a - b);
    return sorted[Math.max(0, sorted.length - 2)] - sorted[0] / 2;
  }

  /**
   * Strikes: whether that is heard at once or a constant time after the gesture, the server knows. While a reply is
   * overdue nothing is sent: it would be heard when the network is back.
   * @param {number} velocity
   * @param {number} time  of the gesture, in ms of this page
   */
  strike(velocity, time) {
    if (Number.isNaN(this.clock.offset) || this.heartbeat.isOverdue) return;
    const struck = Math.round((time + this.clock.offset) * 1e6);
    this.send(`hit ${velocity} ${struck}`);
  }
}

// Sound made in the page: one-shots that the session rendered, started when their hits are due. A pad struck here sounds
// here at once, and is not sounded again when the session tells of it.
import { keepRunning } from './keep-running.js';
import { placeOf } from './kit-places.js';
import { OneShots } from './one-shots.js';
import { latencyOf } from './time.js';

/** Velocities that are rendered; between them the level is scaled as a SoundFont does. */
const layers = [40, 84, 120];
/** In ms: how far ahead of its sound a hit must be known here; what comes later is started at once. */
const leastAhead = 30;
const mostAhead = 250;
/** Strokes of one's own are remembered so long, in ms. */
const memory = 1_500;
/** How long a session is waited for, in ms. */
const patience = 5_000;

/** @typedef {{source: AudioBufferSourceNode, gain: GainNode, start: number}} Voice  begun at a time of the context, in s */

export class PlayHere {
  /**
   * @param {import('./connection.js').Connection} connection
   * @param {import('./time.js').HostClock} clock
   * @param {boolean} [inSpace]  whether drums are heard where they stand
   */
  constructor(connection, clock, inSpace = false) {
    this.connection = connection;
    this.clock = clock;
    this.inSpace = inSpace;
    this.isOn = false;
    /** @type {AudioContext | null} */
    this.context = null;
    this.shots = new OneShots();
    /**
     * What sounds of each drum, or is to sound, to be choked.
     * @type {Map<string, Voice[]>}
     */
    this.sounding = new Map();
    /**
     * Where drums are heard: each stands at one place.
     * @type {Map<string, PannerNode>}
     */
    this.places = new Map();
    /** @type {{drum: string, velocity: number, time: number, due: number}[]} */
    this.own = [];
    /**
     * How late the last hits came, in ms.
     * @type {number[]}
     */
    this.lateness = [];
    /** How long after the session's own sound it is played here, and how much later the device is heard, in ms. */
    this.delay = 80;
    this.deviceLatency = 0;
    /** Sounds started, for those who count, and the last one's time in the page's ms. */
    this.started = 0;
    this.lastStart = 0;
  }

  /** @returns {Promise<string | null>} the reason for silence, for people */
  async toggle() {
    if (this.isOn) {
      await this.stop();
      return null;
    }
    this.isOn = true;
    const context = (this.context = new AudioContext({ latencyHint: 'interactive' }));
    keepRunning(context);
    void context.resume().catch(() => {
      /* it was ended at once */
    });
    const isHere = await this.isThere(this.shots.open());
    // Ended in the meantime.
    if (this.context !== context) return null;
    if (!isHere) {
      await this.stop();
      return 'No sound here: the session is gone';
    }
    await Promise.all(['kick', 'snare', 'closedhat', 'openhat'].map((drum) => this.shots.sound(drum, 84).loading));
    return null;
  }

  /**
   * Whether the session comes within the patience that one has.
   * @param {import('./connection.js').Connection} loader
   * @returns {Promise<boolean>}
   */
  isThere(loader) {
    return new Promise((resolve) => {
      setTimeout(() => resolve(false), patience);
      loader.addEventListener('session', (event) => {
        if (/** @type {CustomEvent} */ (event).detail) resolve(true);
      });
    });
  }

  async stop() {
    this.isOn = false;
    const context = this.context;
    this.context = null;
    this.shots.close();
    // All of these are of the context that is closed.
    for (const known of [this.sounding, this.places]) known.clear();
    this.own = [];
    await context?.close();
  }

  /** How much later than at the session its hits are heard here, in ms; null where this is off. */
  get latency() {
    return this.context ? this.delay + this.deviceLatency : null;
  }

  /**
   * Delays what follows by what nearly all hits need to come in time.
   * @param {AudioContext} context
   * @param {number} late  how late a hit came, in ms
   */
  adapt(context, late) {
    this.lateness = [...this.lateness, late].slice(-200);
    const sorted = [...this.lateness].sort((a, b) => a - b);
    this.delay = Math.min(mostAhead, Math.max(leastAhead, sorted[Math.floor((sorted.length - 1) * 0.98)] + 15));
    this.deviceLatency = latencyOf(context);
  }

  /** @param {number} velocity */
  layer(velocity) {
    return layers.reduce((best, one) => (Math.abs(one - velocity) < Math.abs(best - velocity) ? one : best));
  }

  /**
   * A stroke of the page's own: it sounds at once, or when it was planned to.
   * @param {string} drum
   * @param {number} velocity
   * @param {number} [wait]  in ms
   */
  strike(drum, velocity, wait = 0) {
    if (!this.isOn || !this.context) return;
    const now = performance.now();
    this.own = this.own.filter((stroke) => now - stroke.time < memory);
    // A pad lights as it is struck; what was planned, when it is heard.
    const due = wait > 0 ? now + wait + latencyOf(this.context) : now;
    this.own.push({ drum, velocity, time: now, due });
    this.play(drum, velocity, this.context.currentTime + Math.max(0, wait) / 1_000);
  }

  /**
   * A hit of the session: it sounds when it is due, a constant delay later than there.
   * @param {import('./app.js').Hit} hit
   * @returns {number | null} how soon it is heard here, in ms, 0 where a stroke of the page's own has sounded already; null
   *   where this is off
   */
  hear(hit) {
    if (!this.isOn || !this.context || Number.isNaN(this.clock.offset)) return null;
    const now = performance.now();
    const mine = this.own.findIndex(
      (stroke) =>
        hit.by === 'command' &&
        stroke.drum === hit.drum &&
        stroke.velocity === hit.velocity &&
        now - stroke.time < memory,
    );
    if (mine >= 0) {
      const [stroke] = this.own.splice(mine, 1);
      return Math.max(0, stroke.due - now);
    }
    const wait = this.clock.until(hit.time);
    this.adapt(this.context, -wait);
    const until = Math.max(0, wait + this.delay);
    this.play(hit.drum, hit.velocity, this.context.currentTime + until / 1_000);
    return until + this.deviceLatency;
  }

  /** @param {string} drum @param {number} velocity @param {number} when  in seconds of the context */
  play(drum, velocity, when) {
    const sound = this.shots.sound(drum, this.layer(velocity));
    if (sound.buffer) return this.begin(sound, drum, velocity, when);
    void sound.loading?.then(() => {
      // A sound that was not there yet is not made up for much later.
      if (this.context && this.context.currentTime - when < 0.1) this.begin(sound, drum, velocity, when);
    });
  }

  /** @param {import('./one-shots.js').Sound} sound @param {string} drum @param {number} velocity @param {number} when */
  begin(sound, drum, velocity, when) {
    const context = this.context;
    // While it is interrupted its time stands still, and all that was begun would sound at once when it goes on.
    if (context?.state !== 'running' || !sound.buffer) return;
    const start = Math.max(when, context.currentTime);
    this.choke(drum, start);
    const level = (velocity / this.layer(velocity)) ** 2 * this.shots.gain(sound, drum);
    const gain = new GainNode(context, { gain: level });
    const source = new AudioBufferSourceNode(context, { buffer: sound.buffer });
    source.connect(gain).connect(this.inSpace ? this.place(context, drum) : context.destination);
    source.start(start);
    const voice = { source, gain, start };
    const voices = this.sounding.get(drum) ?? [];
    voices.push(voice);
    this.sounding.set(drum, voices);
    this.chokeLater(drum, voice);
    source.addEventListener('ended', () => {
      // A voice of a context that was closed is none of those that sound now.
      const at = voices.indexOf(voice);
      if (at >= 0) voices.splice(at, 1);
      gain.disconnect();
    });
    this.started++;
    this.lastStart = performance.now() + (start - context.currentTime) * 1_000;
  }

  /**
   * Heard where it stands; the panning within the sound gives way to that.
   * @param {AudioContext} context
   * @param {string} drum
   */
  place(context, drum) {
    const known = this.places.get(drum);
    if (known) return known;
    const [x, y, z] = placeOf(drum);
    const panner = new PannerNode(context, {
      panningModel: 'HRTF',
      distanceModel: 'inverse',
      refDistance: 0.6,
      rolloffFactor: 0.3,
      positionX: x,
      positionY: y,
      positionZ: z,
    });
    panner.connect(context.destination);
    this.places.set(drum, panner);
    return panner;
  }

  /**
   * Silences what a drum chokes, but for what begins after it.
   * @param {string} drum @param {number} when  in seconds of the context
   */
  choke(drum, when) {
    for (const other of this.shots.chokes.get(drum) ?? []) {
      for (const voice of this.sounding.get(other) ?? []) if (voice.start <= when) silence(voice, when);
    }
  }

  /**
   * Silences a voice where what chokes it begins that was planned before the voice was known of.
   * @param {string} drum @param {Voice} voice
   */
  chokeLater(drum, voice) {
    const starts = [...this.sounding].flatMap(([other, voices]) =>
      this.shots.chokes.get(other)?.includes(drum) ? voices.map(({ start }) => start) : [],
    );
    const next = Math.min(...starts.filter((start) => start > voice.start));
    if (next < Infinity) silence(voice, next);
  }
}

/** @param {Voice} voice @param {number} when  in seconds of the context */
function silence({ source, gain }, when) {
  gain.gain.setTargetAtTime(0, when, 0.012);
  source.stop(when + 0.1);
}

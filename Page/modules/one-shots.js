// One-shots that the session rendered: each is kept until the kit, or the tempo of its echoes, changes it and another has
// come.
import { Connection } from './connection.js';

/** In ms: how long kit and tempo must not have changed before a sound is rendered again. */
const calm = 400;
/** In ms: a sound may take long by a slow network, and nothing else comes before it is whole. */
const loadTimeout = 30_000;

/**
 * A one-shot, with the kit that it is of, its level in that kit in dB, and what is waited for.
 * @typedef {{buffer: AudioBuffer | null, kit: string, level: number, loading: Promise<void> | null}} Sound
 */

export class OneShots {
  constructor() {
    /**
     * Sounds by drum and velocity.
     * @type {Map<string, Sound>}
     */
    this.sounds = new Map();
    /**
     * What each drum silences.
     * @type {Map<string, string[]>}
     */
    this.chokes = new Map();
    /** @type {any} */
    this.kit = {};
    /**
     * In bpm.
     * @type {number | undefined}
     */
    this.tempo = undefined;
    this.changed = -Infinity;
  }

  /**
   * Begins to load, by a connection of its own, since sounds are large.
   * @returns {Connection}
   */
  open() {
    this.loader?.close();
    this.loader = new Connection(loadTimeout);
    this.loader.open();
    return this.loader;
  }

  close() {
    this.loader?.close();
    this.loader = undefined;
    this.sounds.clear();
  }

  /**
   * What the kit and the tempo are like now.
   * @param {any} kit  of the patch
   * @param {number | undefined} tempo  of the patch, in bpm
   */
  follow(kit, tempo) {
    if (tempo === this.tempo && JSON.stringify(kit) === JSON.stringify(this.kit)) return;
    this.kit = structuredClone(kit);
    this.tempo = tempo;
    this.changed = performance.now();
  }

  /**
   * All that a drum's sound depends on: its choke groups, and the tempo where it echoes, included.
   * @param {string} drum
   */
  kitOf(drum) {
    const { drums = {}, ...rest } = this.kit;
    const chokes = Object.entries(drums).flatMap(([name, { choke }]) => (choke === undefined ? [] : [name, choke]));
    const echoes = drums[drum]?.delay > 0 ? this.tempo : null;
    return JSON.stringify([drums[drum], rest, chokes, echoes]);
  }

  /**
   * In dB.
   * @param {string} drum
   */
  levelOf(drum) {
    return (this.kit.level ?? 0) + (this.kit.drums?.[drum]?.level ?? 0);
  }

  /**
   * How much louder than it was rendered a sound is in the kit as it is now.
   * @param {Sound} sound
   * @param {string} drum
   */
  gain(sound, drum) {
    return 10 ** ((this.levelOf(drum) - sound.level) / 20);
  }

  /**
   * A sound as far as it is there. It is asked for where there is none, and where it is another by now; not while a
   * fader still moves, since the session loads the kit for each.
   * @param {string} drum
   * @param {number} velocity
   * @returns {Sound}
   */
  sound(drum, velocity) {
    const key = `${drum} ${velocity}`;
    const sound = this.sounds.get(key) ?? { buffer: null, kit: '', level: 0, loading: null };
    this.sounds.set(key, sound);
    const isCalm = performance.now() - this.changed > calm;
    if (!sound.loading && (!sound.buffer || (isCalm && sound.kit !== this.kitOf(drum))))
      sound.loading = this.load(sound, drum, velocity).finally(() => (sound.loading = null));
    return sound;
  }

  /** @param {Sound} sound @param {string} drum @param {number} velocity */
  async load(sound, drum, velocity) {
    const [kit, level] = [this.kitOf(drum), this.levelOf(drum)];
    const reply = await this.loader?.send(`oneshot ${drum} ${velocity}`, false);
    if (!reply?.ok) return;
    const { data, rate, chokes } = reply.body.oneshot;
    this.chokes.set(drum, chokes);
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const samples = new Int16Array(bytes.buffer);
    const buffer = new AudioBuffer({
      numberOfChannels: 2,
      length: Math.max(1, samples.length >> 1),
      sampleRate: rate,
    });
    for (const side of [0, 1]) {
      const channel = buffer.getChannelData(side);
      for (let index = 0; index < channel.length; index++) channel[index] = (samples[2 * index + side] ?? 0) / 32768;
    }
    Object.assign(sound, { buffer, kit, level });
  }
}

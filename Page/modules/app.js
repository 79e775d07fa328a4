// The page: what is shared by its views, and which of them is shown.
import { button, el, isTyping } from './dom.js';
import { Connection, text } from './connection.js';
import { takeDrops } from './files.js';
import { join, wayIn } from './session.js';
import { Store } from './store.js';
import { PlayHere } from './play-here.js';
import { HeardTransport } from './heard-transport.js';
import { HostClock, beatAt } from './time.js';
import { drums } from './drums.js';
import { CommandBar } from './commands.js';
import { Transport } from './transport.js';
import { Trial } from './trial.js';
import { PadsView } from './pads.js';
import { GridView } from './grid.js';
import { RhythmView, trialGoesOn } from './rhythm.js';
import { DrummerView } from './drummer.js';
import { SongView } from './song.js';
import { MixerView } from './mixer.js';
import { TextView } from './text.js';

/**
 * @typedef {{root: HTMLElement, frame?: (beat: number, now: number) => void, hit?: (hit: Hit) => void,
 *   show?: () => void, hide?: () => void, hold?: (key: string, drum: string, velocity: number, time: number) => void}} View
 * @typedef {{drum: string, velocity: number, beat: number, time: number, by: string}} Hit
 */

/**
 * The least of those that are there.
 * @param {(number | null | undefined)[]} values
 */
function soonest(values) {
  const least = Math.min(...values.map((value) => value ?? Infinity));
  return least < Infinity ? least : null;
}

class App {
  constructor() {
    this.connection = new Connection();
    this.store = new Store();
    this.clock = new HostClock();
    this.playHere = new PlayHere(this.connection, this.clock);
    this.heard = new HeardTransport();
    this.trial = new Trial(this);
    /**
     * What is called with each hit as it is heard.
     * @type {((hit: Hit) => void)[]}
     */
    this.hitWatchers = [];
    /** @type {{name: string, make: () => View, view?: View, tab?: HTMLButtonElement}[]} */
    this.views = [
      { name: 'Grid', make: () => new GridView(this) },
      { name: 'Pads', make: () => new PadsView(this) },
      { name: 'Rhythm', make: () => new RhythmView(this) },
      { name: 'Drummer', make: () => new DrummerView(this) },
      { name: 'Song', make: () => new SongView(this) },
      { name: 'Mixer', make: () => new MixerView(this) },
      { name: 'Text', make: () => new TextView(this) },
    ];
    /** @type {View | undefined} */
    this.shown = undefined;
  }

  start() {
    const connection = this.connection;
    connection.addEventListener('state', (event) => {
      const isFirst = !this.store.state;
      if (!this.store.take(/** @type {CustomEvent} */ (event).detail)) this.watch();
      else if (isFirst) {
        // When it could be used, for those who measure.
        requestAnimationFrame(() => performance.mark('shown'));
        // The Rhythm view shows it itself.
        if (this.trial.isOn && !(this.shown instanceof RhythmView)) this.say(trialGoesOn, 'warning');
      }
    });
    connection.addEventListener('hits', (event) => {
      for (const hit of /** @type {CustomEvent} */ (event).detail) this.schedule(hit);
    });
    connection.addEventListener('sync', (event) => this.clock.take(/** @type {CustomEvent} */ (event).detail));
    connection.addEventListener('session', (event) => this.setSession(/** @type {CustomEvent} */ (event).detail));
    connection.addEventListener('refused', (event) => {
      this.say(/** @type {CustomEvent} */ (event).detail.message, 'error');
    });
    connection.addEventListener('log', (event) => {
      const { level, message } = /** @type {CustomEvent} */ (event).detail;
      // What a control does from now on is what a hand on another device waits for.
      if (level === 'warning' || level === 'error' || message.startsWith('learned: ')) this.say(message, level);
    });
    this.transport = new Transport(this);
    this.commands = new CommandBar(this);
    this.tabs();
    addEventListener('keydown', (event) => this.key(event));
    takeDrops(this);
    const ask = () => connection.askForTime();
    connection.addEventListener('open', () => this.clock.renew(ask));
    this.clock.follow(ask);
    this.store.watch(['transport'], () => this.heard.take(this.store.transport, performance.now()));
    this.store.watch(['document'], () =>
      this.playHere.shots.follow(this.store.document.kit ?? {}, this.store.document.tempo),
    );
    void join((reason) => this.say(reason, 'error')).then((access) => {
      if (!access) this.say(wayIn, 'error');
      connection.open();
    });
    requestAnimationFrame((now) => this.frame(now));
  }

  /**
   * The session came or went.
   * @param {boolean} isHere
   */
  setSession(isHere) {
    document.body.classList.toggle('away', !isHere);
    if (isHere) this.watch();
  }

  watch() {
    void this.connection.send('watch state hits levels ahead log', false);
  }

  /**
   * Sends what a gesture means.
   * @param {string} line
   * @param {string} [gesture]  its mark, where it sends more than one line
   */
  async send(line, gesture) {
    return (await this.connection.send(line, true, gesture)).ok;
  }

  /**
   * The same, done once the page's state holds what was done.
   * @param {string} line
   * @param {string} [gesture]
   */
  async settle(line, gesture) {
    const isDone = await this.send(line, gesture);
    if (isDone) await this.store.news();
    return isDone;
  }

  /**
   * Takes back all that a gesture did. False where something else was changed since, and where it changed nothing.
   * @param {string} gesture
   */
  async takeBack(gesture) {
    const line = 'undo';
    const { ok } = await this.connection.send(line, false, gesture, true);
    if (ok) this.connection.dispatchEvent(new CustomEvent('command', { detail: line }));
    return ok;
  }

  /**
   * Takes back the latest change, or makes it again.
   * @param {'undo' | 'redo'} way
   */
  async travel(way) {
    // What it takes back may be drawn again at once.
    this.trial.forgetSent();
    const reply = await this.connection.send(way);
    // A finger sees no tooltip, and a phone has little room for names.
    if (reply.ok) this.say(text(reply));
  }

  /**
   * How much later than at the session its sound is heard in this page, in ms: where both *Sound here* and *Listen here*
   * are on, by the one that is heard first. Without a sound of its own the page shows what is heard at the session.
   */
  get latency() {
    return soonest([this.playHere.latency, this.transport?.listening.latency]) ?? 0;
  }

  /** The transport as it is heard. */
  get heardTransport() {
    return this.heard.at(performance.now() - this.latency);
  }

  /**
   * Shows a hit when it is heard.
   * @param {Hit} hit
   */
  schedule(hit) {
    // Strikes may come before the first state, which says what they are of.
    if (!this.store.state) return;
    const due = this.clock.until(hit.time);
    const listening = this.transport?.listening.latency ?? null;
    const wait = soonest([this.playHere.hear(hit), listening === null ? null : due + listening]) ?? due;
    const show = () => {
      for (const watcher of this.hitWatchers) watcher(hit);
      this.shown?.hit?.(hit);
    };
    if (wait > 3 && wait < 2_000) setTimeout(show, wait);
    else show();
  }

  /** @param {number} now */
  frame(now) {
    requestAnimationFrame((next) => this.frame(next));
    if (!this.store.state) return;
    const beat = beatAt(this.heardTransport, this.clock.now() - this.latency);
    this.transport?.frame(beat);
    this.shown?.frame?.(beat, now);
  }

  /**
   * What a person should know.
   * @param {string} message
   * @param {string} [level]
   */
  say(message, level = 'info') {
    const place = /** @type {HTMLElement} */ (document.getElementById('notices'));
    for (const old of [...place.children]) if (old.textContent === message) old.remove();
    const notice = el('div', { class: `notice ${level}` }, message);
    place.append(notice);
    while (place.children.length > 3) place.firstElementChild?.remove();
    setTimeout(() => notice.remove(), 6_000);
  }

  tabs() {
    const bar = /** @type {HTMLElement} */ (document.getElementById('views'));
    for (const [index, view] of this.views.entries()) {
      view.tab = button(view.name, () => this.show(view.name), { title: `${view.name} (${index + 1})` }, view.name);
      bar.append(view.tab);
    }
    const mark = () =>
      this.views.find(({ name }) => name === 'Rhythm')?.tab?.classList.toggle('trial', this.trial.isOn);
    this.trial.watchers.push(mark);
    mark();
    addEventListener('hashchange', () => {
      const name = location.hash.slice(1);
      if (this.viewNamed(name)) this.show(name);
    });
    this.show(location.hash.slice(1));
    document.querySelector('.skip')?.addEventListener('click', (event) => {
      // Its address would take the place of the view's.
      event.preventDefault();
      document.getElementById('view')?.focus();
    });
  }

  /** @param {string} name */
  viewNamed(name) {
    return this.views.find((view) => view.name.toLowerCase() === name.toLowerCase());
  }

  /** @param {string} name */
  show(name) {
    const chosen = this.viewNamed(name) ?? this.views[0];
    if (chosen.view && chosen.view === this.shown) return;
    this.shown?.hide?.();
    chosen.view ??= chosen.make();
    this.shown = chosen.view;
    for (const view of this.views) {
      if (view === chosen) {
        view.tab?.setAttribute('aria-current', 'page');
        view.tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
      } else view.tab?.removeAttribute('aria-current');
    }
    document.getElementById('view')?.replaceChildren(chosen.view.root);
    history.replaceState(null, '', '#' + chosen.name.toLowerCase());
    chosen.view.show?.();
  }

  /**
   * Keys that mean the same in every view.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.defaultPrevented || isTyping()) return;
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && key === 'z') {
      event.preventDefault();
      void this.travel(event.shiftKey ? 'redo' : 'undo');
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isPressedBySpace = document.activeElement?.matches('button, summary, input[type=checkbox]');
    if (key === ' ' && !isPressedBySpace) {
      event.preventDefault();
      if (!event.repeat) this.transport?.[event.shiftKey ? 'toggleRecording' : 'toggle']();
    } else if (key === '/') {
      event.preventDefault();
      this.commands?.focus();
    } else if (/^[1-9]$/.test(key) && this.views[Number(key) - 1]) this.show(this.views[Number(key) - 1].name);
    else if (!event.repeat) {
      const drum = drums.find((candidate) => candidate.key === key);
      if (!drum) return;
      const velocity = event.shiftKey ? 120 : 100;
      void this.strike(drum.name, velocity, event.timeStamp);
      this.shown?.hold?.(event.code, drum.name, velocity, event.timeStamp);
    }
  }

  /**
   * Strikes a drum. While a reply is overdue nothing is sent: it would be heard when the network is back.
   * @param {string} drum
   * @param {number} velocity
   * @param {number} [time]  of the gesture, in ms of this page: it is recorded there
   * @param {boolean} [isPlanned]  whether it is heard at that time, and not at once
   */
  strike(drum, velocity, time = performance.now(), isPlanned = false) {
    const line = `hit ${drum} ${velocity}`;
    // It sounds at once also while the session's clock is not known yet.
    const offset = this.clock.offset;
    const stamp = Number.isNaN(offset) ? '' : ` at ${Math.round((time + offset) * 1e6)}`;
    const { heartbeat } = this.connection;
    const reply = heartbeat.isOverdue
      ? Promise.resolve({ ok: false, body: { message: 'the session does not reply' }, milliseconds: 0 })
      : this.connection.send(line + stamp + (stamp && isPlanned ? ' after 0' : ''), false);
    // Whatever else a stroke does comes after it was sent.
    this.playHere.strike(drum, velocity, isPlanned ? time - performance.now() : 0);
    this.connection.dispatchEvent(new CustomEvent('command', { detail: line }));
    return reply;
  }
}

export { App };

const app = new App();
Object.assign(globalThis, { ghostnote: app });
app.start();

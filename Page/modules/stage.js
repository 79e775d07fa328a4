// The stage: the kit in space for a television, with who plays what and a way to join.
import { button, el, plain, reducedMotion, relabel, svg } from './dom.js';
import { Connection } from './connection.js';
import { drumNamed } from './drums.js';
import { invitation } from './invitation.js';
import { KitPicture } from './kit-picture.js';
import { waitedFor, wear } from './people.js';
import { PlayHere } from './play-here.js';
import { join } from './session.js';
import { Store } from './store.js';
import { HostClock } from './time.js';
import { velocities } from './velocities.js';

/** In ms: how long after it was due a phone's stroke may be heard. */
const patience = 1_000;

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

class Stage {
  constructor() {
    this.connection = new Connection();
    this.store = new Store();
    this.clock = new HostClock();
    this.picture = new KitPicture(/** @type {HTMLCanvasElement} */ (find('kit')), reducedMotion);
    this.playHere = new PlayHere(this.connection, this.clock, true);
    /** @type {import('./people.js').Phones} */
    this.phones = { seats: [], waiting: [] };
    /**
     * Strokes of phones that were not heard yet, with their players' colours; times in ns of the host.
     * @type {{drum: string, velocity: number, due: number, colour: number | null}[]}
     */
    this.strokes = [];
    /** Hits shown, for those who count. */
    this.shown = 0;
    const connection = this.connection;
    connection.addEventListener('state', (event) => {
      if (!this.store.take(/** @type {CustomEvent} */ (event).detail)) this.watch();
    });
    connection.addEventListener('sync', (event) => this.clock.take(/** @type {CustomEvent} */ (event).detail));
    connection.addEventListener('hits', (event) => {
      for (const hit of /** @type {CustomEvent} */ (event).detail) this.schedule(hit);
    });
    connection.addEventListener('phones', (event) => {
      this.phones = /** @type {CustomEvent} */ (event).detail;
      this.drawPeople();
    });
    connection.addEventListener('stroke', (event) => this.expect(/** @type {CustomEvent} */ (event).detail));
    connection.addEventListener('session', (event) => {
      if (/** @type {CustomEvent} */ (event).detail) this.watch();
      else if (connection.isLockedOut)
        find('song').replaceChildren(el('strong', {}, 'This link is not valid any more'));
    });
    this.store.watch(['transport', 'status', 'document'], () => this.drawSong());
    this.store.watch(['document'], () =>
      this.playHere.shots.follow(this.store.document?.kit ?? {}, this.store.document?.tempo),
    );
    addEventListener('resize', () => {
      this.picture.resize();
      this.drawPeople();
    });
    find('stage').append(...this.soundParts());
  }

  async start() {
    const say = (/** @type {string} */ reason) => find('song').replaceChildren(el('strong', {}, reason));
    if ((await join(say)) === null) return say('This link is not valid any more');
    find('song').replaceChildren();
    const ask = () => this.connection.askForTime();
    this.connection.addEventListener('open', () => this.clock.renew(ask));
    this.clock.follow(ask);
    this.connection.open();
    await this.drawJoining();
    // The address may be another later, and https may come after the page.
    setInterval(() => {
      if (this.connection.isOpen) void this.drawJoining();
    }, 30_000);
    const frame = (/** @type {number} */ now) => {
      requestAnimationFrame(frame);
      this.picture.draw(now);
    };
    requestAnimationFrame(frame);
  }

  watch() {
    void this.connection.send('watch state hits', false);
    this.connection.ask('!phones');
  }

  /**
   * A phone has struck: its hit follows.
   * @param {{seat: number, drum: string, velocity: number, time: number, delay: number}} stroke
   */
  expect({ seat, drum, velocity, time, delay }) {
    const player = this.phones.seats.find((one) => one.number === seat);
    this.strokes = this.strokes.filter((old) => this.clock.until(old.due) > -2 * patience);
    this.strokes.push({ drum, velocity, due: time + delay * 1e6, colour: player?.colour ?? null });
  }

  /**
   * The colour of who struck a hit by phone, null for what came another way.
   * @param {import('./app.js').Hit} hit
   */
  colourOf(hit) {
    const at = this.strokes.findIndex(
      (stroke) =>
        hit.by === 'command' &&
        stroke.drum === hit.drum &&
        stroke.velocity === hit.velocity &&
        hit.time > stroke.due - 20e6 &&
        hit.time < stroke.due + patience * 1e6,
    );
    return at < 0 ? null : this.strokes.splice(at, 1)[0].colour;
  }

  /** @param {import('./app.js').Hit} hit */
  schedule(hit) {
    const colour = this.colourOf(hit);
    const wait = this.playHere.hear(hit) ?? this.clock.until(hit.time);
    const show = () => {
      this.shown++;
      this.picture.strike(hit.drum, hit.velocity / velocities.max, colour, performance.now());
    };
    if (wait > 3 && wait < 2_000) setTimeout(show, wait);
    else show();
  }

  drawSong() {
    const transport = this.store.transport;
    find('song').replaceChildren(
      el('strong', {}, transport.pattern || this.store.document?.name || 'Ghostnote'),
      el('span', {}, transport.rolling ? `${plain(transport.tempo, 1)} bpm` : 'at rest'),
    );
  }

  drawPeople() {
    const drums = this.phones.seats.map((seat) => seat.drum);
    this.picture.show(drums);
    find('names').replaceChildren(
      ...this.phones.seats.map((seat) => {
        const [x, y] = this.picture.labelOf(seat.drum);
        const name = seat.state === 'free' ? null : el('span', { class: 'name' }, seat.name ?? '');
        const words = drumNamed(seat.drum).label + (seat.state === 'lost' ? ' · lost' : '');
        const label = el(
          'div',
          { class: seat.state, 'data-drum': seat.drum, style: null },
          name,
          el('span', { class: 'drum' }, words),
        );
        label.style.left = `${x}px`;
        label.style.top = `${y}px`;
        return seat.state === 'free' ? label : wear(label, seat.colour);
      }),
    );
    const { waiting } = this.phones;
    const slowest = waitedFor(this.phones);
    find('notes').replaceChildren(
      ...(slowest ? [el('div', { id: 'slowest' }, slowest)] : []),
      ...(waiting.length > 0 ? [el('div', { id: 'waiting' }, `Next: ${waiting.join(', ')}`)] : []),
    );
  }

  /** The code by which phones join; on this machine alone, the address. */
  async drawJoining() {
    const box = find('join');
    const link = await invitation();
    const address = link.securePhone ?? link.phone;
    const rows = link.securePhone ? link.secureRows : link.rows;
    box.hidden = false;
    if (!address || rows.length === 0) {
      box.replaceChildren(
        el('strong', {}, 'Join with a phone'),
        el('span', { class: 'where' }, 'Start with --lan to let phones in'),
      );
      return;
    }
    box.replaceChildren(
      code(rows),
      el('strong', {}, 'Join with a phone'),
      el('span', { class: 'where' }, address.split('#')[0]),
    );
  }

  /** The button for sound, and what says why there is none to those who do not see it. */
  soundParts() {
    const problem = el('div', { id: 'problem', role: 'status' });
    const show = (/** @type {string | null} */ reason) => {
      if (reason) relabel(toggle, reason);
      else relabel(toggle, 'Sound here', 'Sound here, in space');
      problem.textContent = reason;
    };
    const toggle = button(
      'Sound here',
      async () => {
        const reason = await this.playHere.toggle();
        toggle.setAttribute('aria-pressed', String(this.playHere.isOn));
        show(reason);
      },
      { id: 'sound', 'aria-pressed': 'false' },
    );
    show(null);
    return [toggle, problem];
  }
}

/**
 * A QR code with its quiet zone.
 * @param {string[]} rows  of 0 and 1
 */
function code(rows) {
  const size = rows.length + 8;
  const path = rows
    .flatMap((row, y) => [...row].map((bit, x) => (bit === '1' ? `M${x + 4} ${y + 4}h1v1h-1z` : '')))
    .join('');
  return svg(
    'svg',
    { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': 'QR code to join' },
    svg('rect', { width: size, height: size, fill: '#fff' }),
    svg('path', { d: path, fill: '#000', 'shape-rendering': 'crispEdges' }),
  );
}

const stage = new Stage();
Object.assign(globalThis, { stage });
void stage.start();

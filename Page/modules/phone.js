// A phone as a drum: joined by a link, struck by motion or by touch.
import { button, clamp, el, reducedMotion, svg } from './dom.js';
import { drumNamed, drums, glyph, mainDrums } from './drums.js';
import { invitation } from './invitation.js';
import { Motion, reasonAgainst } from './motion.js';
import { PhoneLink } from './phone-link.js';
import { StrokeDetector, standard, velocityOf } from './strokes.js';
import { Trial, keptCalibration } from './calibrate.js';
import { join } from './session.js';
import { inBrowser, inTab } from './stored.js';
import { velocities } from './velocities.js';
import { waitedFor, wear } from './people.js';

const place = /** @type {HTMLElement} */ (document.getElementById('phone'));

class Phone {
  constructor() {
    this.link = new PhoneLink();
    this.motion = new Motion((sample) => this.move(sample));
    this.calibration = keptCalibration() ?? standard;
    this.isTight = inBrowser.get('timing') !== 'fast';
    this.detector = this.makeDetector();
    this.trial = new Trial((calibration) => {
      this.calibration = calibration;
      this.detector = this.makeDetector();
      this.say('Calibrated: play!');
    });
    /** @type {string | null} */
    this.reason = null;
    /** @type {import('./people.js').Phones | null} */
    this.phones = null;
    /**
     * With how long after a gesture it is heard, in ms: null for as soon as possible; and whether later than the others.
     * @type {{seat: number | null, place: number | null, drum: string | null, colour: number | null,
     *   delay: number | null, late: boolean} | null}
     */
    this.own = null;
    /** The last line sent of how it plays. */
    this.sentPlaying = '';
    this.hasSession = true;
    this.isAllowed = true;
    /**
     * The link to this page by https, where that is another.
     * @type {string | null}
     */
    this.secure = null;
    /**
     * What keeps the screen on.
     * @type {{released: boolean, release: () => Promise<void>} | undefined}
     */
    this.lock = undefined;
    this.isAsking = false;
    /** Why it does not know yet whether its link is valid. */
    this.wait = '';
    /** Why it was not let in yet. */
    this.refusal = '';
    /** What of its state is shown. */
    this.shown = '';
    /** Strokes sent, for those who count. */
    this.sent = 0;
    this.link.addEventListener('phones', (event) => {
      this.phones = /** @type {CustomEvent} */ (event).detail;
    });
    this.link.addEventListener('own', (event) => {
      this.own = /** @type {CustomEvent} */ (event).detail;
      this.tellNeed();
      this.draw();
      void this.keepAwake();
    });
    document.addEventListener('visibilitychange', () => void this.keepAwake());
    this.link.addEventListener('session', (event) => {
      this.hasSession = /** @type {CustomEvent} */ (event).detail;
      this.draw();
    });
    this.link.addEventListener('open', (event) => {
      if (/** @type {CustomEvent} */ (event).detail) {
        this.isAllowed = true;
        // At once: what it strikes before that is known would be heard without a delay.
        this.sentPlaying = '';
        this.tellNeed();
      }
      this.draw();
    });
    this.link.addEventListener('locked', () => {
      this.isAllowed = false;
      this.draw();
    });
    this.link.addEventListener('replaced', () => {
      this.own = null;
      this.draw();
      this.say('This seat is played from another tab now.');
    });
    this.link.addEventListener('refused', (event) => {
      const message = /** @type {CustomEvent} */ (event).detail.message;
      if (this.own) return this.say(message);
      // Not in yet: it stays in sight until the next attempt succeeds.
      this.refusal = message;
      this.draw();
    });
    setInterval(() => this.tellNeed(), 1_000);
    // A full waiting room takes no one in, so it asks again.
    setInterval(() => {
      if (this.link.isWanted && this.link.isOpen && !this.own) this.link.join(this.link.name);
    }, 4_000);
  }

  async start() {
    const access = await join((reason) => {
      this.wait = reason;
      this.draw();
    });
    this.wait = '';
    this.isAllowed = access !== null;
    if (this.isAllowed && !isSecureContext) this.secure = (await invitation()).securePhone;
    this.draw();
    // After a reload: the tab still has its seat.
    const name = inTab.get('name');
    if (inTab.get('seat') && name) await this.join(name);
  }

  makeDetector() {
    return new StrokeDetector(this.calibration, !this.isTight);
  }

  /** @param {string} name */
  async join(name) {
    this.refusal = '';
    inTab.set('name', name);
    inBrowser.set('name', name);
    this.link.join(name);
    await this.useMotion();
  }

  async useMotion() {
    this.reason = await this.motion.start();
    this.draw();
  }

  /** Keeps the screen on while it has a seat or waits for one; browsers let it go out again whenever the page was hidden. */
  async keepAwake() {
    if (document.hidden || !this.own || this.isAsking || this.lock?.released === false) return;
    this.isAsking = true;
    try {
      this.lock = await /** @type {any} */ (navigator).wakeLock?.request('screen');
    } catch {
      /* the phone decides */
    }
    this.isAsking = false;
  }

  /** @param {import('./strokes.js').Sample} sample */
  move(sample) {
    this.trial.take(sample);
    if (this.trial.phase !== '' || this.own?.seat == null) return;
    const stroke = this.detector.take(sample);
    if (stroke) this.strike(velocityOf(stroke.strength, this.calibration), stroke.time);
  }

  /** The delay after the gesture that sensor and network need, in ms. */
  get need() {
    // A stroke by motion is known only once its peak is over.
    return (this.motion.isOn && !this.reason ? 50 : 12) + this.link.lateness;
  }

  /** Tells the server how it plays, where that is news: one delay is chosen for all who play tight. */
  tellNeed() {
    const line = this.isTight ? `tight ${Math.min(60_000, Math.ceil(this.need))}` : 'fast';
    if (line === this.sentPlaying || !this.own || !this.link.isOpen) return;
    this.sentPlaying = line;
    this.link.send(line);
  }

  /** How long after the gesture it is heard, in ms; null for as soon as possible, and while that is not known yet. */
  get delay() {
    return this.isTight ? (this.own?.delay ?? null) : null;
  }

  /** @param {number} velocity @param {number} time */
  strike(velocity, time) {
    if (this.own?.seat == null) return;
    this.link.strike(velocity, time);
    this.sent++;
    this.flash(velocity / velocities.max);
  }

  /** @param {number} strength */
  flash(strength) {
    this.pad?.style.setProperty('--force', String(strength));
    if (reducedMotion.matches || !this.ripple) return;
    this.ripple.animate(
      [
        { transform: 'scale(.5)', opacity: 0.4 + 0.6 * strength },
        { transform: `scale(${1.2 + strength})`, opacity: 0 },
      ],
      { duration: 380, easing: 'cubic-bezier(.1,.7,.2,1)' },
    );
  }

  // What is shown

  /** Shows how things stand, where that is not shown yet: it hears of all who join and leave. */
  draw() {
    const next = this.toShow();
    if (next === this.shown) return;
    this.shown = next;
    const focused = place.contains(document.activeElement) ? document.activeElement : null;
    const [isPad, label] = [focused !== null && focused === this.pad, focused?.getAttribute('aria-label')];
    place.replaceChildren(...this.content());
    if (!label) return;
    const labelled = /** @type {HTMLElement[]} */ ([...place.querySelectorAll('[aria-label]')]);
    const same = isPad ? this.pad : labelled.find((one) => one.getAttribute('aria-label') === label);
    same?.focus({ preventScroll: true });
  }

  get name() {
    return inTab.get('name') ?? '';
  }

  /** All that `content` is made of. */
  toShow() {
    const { wait, isAllowed, link, own, refusal, phones, hasSession, name, reason, secure, motion, isTight } = this;
    const { isWanted, isOpen } = link;
    const others = own?.seat === null ? phones?.seats : phones && [phones.delay, waitedFor(phones, own?.seat)];
    const feels = motion.isOn;
    return JSON.stringify([
      { wait, isAllowed, isWanted, isOpen, own, refusal, others },
      { hasSession, name, reason, secure, feels, isTight },
    ]);
  }

  /** @returns {(Node | string)[]} */
  content() {
    if (this.wait) return [el('p', { class: 'hint' }, this.wait)];
    if (!this.isAllowed) return [this.closed()];
    if (!this.link.isWanted) return [this.entry()];
    if (!this.own) return [el('p', { class: 'hint' }, this.refusal || 'Joining …')];
    return this.own.seat === null ? this.waiting() : this.seated();
  }

  closed() {
    return el(
      'section',
      { class: 'join' },
      el('h1', {}, 'This link is not valid any more'),
      el('p', {}, 'Scan the code on the screen once more.'),
    );
  }

  entry() {
    const field = /** @type {HTMLInputElement} */ (
      el('input', {
        'aria-label': 'Your name',
        placeholder: 'Your name',
        maxlength: 20,
        autocomplete: 'nickname',
        value: inBrowser.get('name') ?? '',
      })
    );
    const go = () => void this.join(field.value.trim() || 'Drummer');
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') go();
    });
    const rings = [46, 34, 22].map((r) => svg('circle', { cx: 60, cy: 60, r, class: 'ring', opacity: r / 46 }));
    return el(
      'section',
      { class: 'join' },
      svg(
        'svg',
        { viewBox: '0 0 120 120', class: 'mark', 'aria-hidden': 'true' },
        ...rings,
        svg('circle', { cx: 60, cy: 60, r: 9, class: 'dot' }),
      ),
      el('h1', {}, 'Play the drums'),
      el('p', {}, reasonAgainst() ? 'Your phone becomes a pad.' : 'Your phone becomes a stick: strike the air.'),
      field,
      button('Join', go, { class: 'go' }),
    );
  }

  head() {
    const { name } = this;
    const state = !this.link.isOpen ? 'Connecting …' : this.hasSession ? 'Playing' : 'The session is gone';
    this.state = el('div', { class: 'state' }, state);
    return el(
      'header',
      { class: 'who' },
      el('div', { class: 'badge', 'aria-hidden': 'true' }, [...name][0]?.toUpperCase() ?? '?'),
      el('div', { class: 'texts' }, el('div', { class: 'name' }, name), this.state),
      button(
        'Leave',
        () => {
          this.link.leave();
          this.own = null;
          void this.lock?.release();
          this.draw();
        },
        { class: 'second' },
      ),
    );
  }

  waiting() {
    wear(place, null);
    const seats = this.phones?.seats ?? [];
    return [
      this.head(),
      el(
        'section',
        { class: 'waiting' },
        el('p', { class: 'hint' }, 'All drums are taken. Your place in the line:'),
        el('div', { class: 'place' }, String(this.own?.place ?? '–')),
        el(
          'ul',
          { class: 'people', 'aria-label': 'Who plays' },
          ...seats.map((seat) => {
            const row = el(
              'li',
              { class: seat.state },
              el('span', { class: 'spot' }),
              seat.name ?? '–',
              el('span', { class: 'drumname' }, drumNamed(seat.drum).label + (seat.state === 'lost' ? ' · lost' : '')),
            );
            return wear(row, seat.colour);
          }),
        ),
      ),
    ];
  }

  seated() {
    const drum = drumNamed(this.own?.drum ?? '');
    wear(place, this.own?.colour);
    const feels = this.motion.isOn && !this.reason;
    this.ripple = el('span', { class: 'ripple', 'aria-hidden': 'true' });
    this.pad = el(
      'button',
      { type: 'button', class: 'drumpad', 'aria-label': `Strike: ${drum.label}` },
      glyph(drum),
      el('strong', {}, drum.label),
      el('span', { class: 'how' }, feels ? 'Strike the air, or tap here' : 'Tap: higher is louder'),
      this.ripple,
      el('span', { class: 'force', 'aria-hidden': 'true' }),
    );
    this.pad.addEventListener('pointerdown', (event) => this.tap(event));
    this.pad.addEventListener('contextmenu', (event) => event.preventDefault());
    this.pad.addEventListener('keydown', (event) => {
      if (event.repeat || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      this.strike(100, event.timeStamp);
    });
    const tools = [button('Choose a drum', () => this.choose(), { class: 'second' })];
    if (feels) tools.push(button('Calibrate', () => this.trial.start(), { class: 'second' }));
    return [
      this.head(),
      this.pad,
      el(
        'div',
        { class: 'deck' },
        this.explanation(),
        this.lateness(),
        el('div', { class: 'row' }, ...tools),
        this.timing(),
      ),
    ];
  }

  explanation() {
    if (!this.reason) return null;
    return el(
      'p',
      { class: 'reason' },
      `${this.reason} Tap the pad instead`,
      ...(this.secure ? [', or ', el('a', { href: this.secure }, 'open the secure page'), '.'] : ['. ']),
      isSecureContext && 'DeviceMotionEvent' in globalThis
        ? button('Use motion', () => void this.useMotion(), { class: 'second' })
        : null,
    );
  }

  /** Shown where it is later than all others, or all wait for one phone. */
  lateness() {
    if (this.delay === null || !this.phones) return null;
    if (!this.own?.late) return this.waited(this.phones);
    const others = this.phones.delay;
    return el(
      'p',
      { class: 'reason late' },
      `Your network is slow: you are heard ${this.own.delay} ms after each stroke, ` +
        `the others ${others ?? '–'}. Come nearer to the access point, or play Fast.`,
    );
  }

  /** @param {import('./people.js').Phones} phones */
  waited(phones) {
    const words = waitedFor(phones, this.own?.seat);
    if (!words) return null;
    const isOwn = this.own?.seat === phones.slowest;
    const advice = isOwn ? '. Come nearer to the access point, or play Fast.' : '';
    return el('p', { class: 'waited' }, words + advice);
  }

  timing() {
    const choice = (/** @type {boolean} */ isTight, /** @type {string} */ label, /** @type {string} */ title) =>
      button(
        title,
        () => {
          this.isTight = isTight;
          inBrowser.set('timing', isTight ? 'tight' : 'fast');
          this.detector = this.makeDetector();
          this.tellNeed();
          this.draw();
        },
        { 'aria-pressed': String(this.isTight === isTight) },
        label,
      );
    const tight = choice(true, 'Tight', 'Tight: heard a constant time after the stroke');
    const fast = choice(false, 'Fast', 'Fast: heard as soon as possible');
    if (this.delay !== null) tight.textContent = `Tight · ${this.delay} ms`;
    return el('div', { class: 'timing', role: 'group', 'aria-label': 'When strokes are heard' }, tight, fast);
  }

  /** @param {PointerEvent} event */
  tap(event) {
    if ((event.pointerType === 'mouse' && event.button !== 0) || !this.pad) return;
    event.preventDefault();
    const box = this.pad.getBoundingClientRect();
    const height = 1 - clamp((event.clientY - box.top) / box.height, 0, 1);
    this.strike(Math.round(clamp(30 + 110 * height, velocities.min, velocities.max)), event.timeStamp);
  }

  choose() {
    const taken = new Map(
      (this.phones?.seats ?? []).filter((seat) => seat.state === 'here').map((seat) => [seat.drum, seat.name ?? '']),
    );
    const first = new Set((this.phones?.seats ?? []).map((seat) => seat.drum));
    const all = [...new Set([...[...first].map(drumNamed), ...mainDrums, ...drums])];
    const dialog = /** @type {HTMLDialogElement} */ (
      el(
        'dialog',
        { 'aria-label': 'Choose a drum' },
        el('h2', {}, 'Choose a drum'),
        el(
          'div',
          { class: 'choices' },
          ...all.map((drum) => {
            const isOwn = drum.name === this.own?.drum;
            const by = isOwn ? '' : taken.get(drum.name);
            return button(
              drum.label,
              () => {
                this.link.send(`drum ${drum.name}`);
                dialog.close();
              },
              {
                class: drum.family,
                'data-drum': drum.name,
                'aria-pressed': String(isOwn),
                disabled: by !== undefined && by !== '',
              },
              glyph(drum),
              drum.short,
              ...(by ? [el('small', {}, by)] : []),
            );
          }),
        ),
        button('Close', () => dialog.close(), { class: 'second' }),
      )
    );
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  /** @param {string} message */
  say(message) {
    const notice = el('div', { class: 'notice' }, message);
    const notices = /** @type {HTMLElement} */ (document.getElementById('notices'));
    notices.replaceChildren(notice);
    setTimeout(() => notice.remove(), 5_000);
  }
}

const phone = new Phone();
Object.assign(globalThis, { phone });
void phone.start();

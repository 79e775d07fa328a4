// The drummer's next bars as ghost hits, before they sound, and what was heard of the last ones.
import { clamp, el, reducedMotion, svg } from './dom.js';
import { drumNamed, drums } from './drums.js';
import { velocities } from './ranges.js';

/** Beats that are seen: from the past at the left edge to the future at the right one. */
const past = 4;
const future = 8;
/** How much wider than true the hits' distance from the nearest twelfth of a beat is drawn. */
export const exaggeration = 4;
/** From how many nats on a hit is shown as unusual, and as rare. */
export const surprises = { unusual: 6, rare: 9 };
/** Cymbals above, kick below, as a drummer sits. */
const order = ['cymbal', 'percussion', 'hat', 'tom', 'snare', 'kick'];

/**
 * Whether a hit was likely, unusual or rare; nothing where the session does not say.
 * @param {{surprise?: number}} hit
 * @returns {'likely' | 'unusual' | 'rare' | null}
 */
export function likelihood({ surprise }) {
  if (surprise === undefined) return null;
  return surprise >= surprises.rare ? 'rare' : surprise >= surprises.unusual ? 'unusual' : 'likely';
}

/**
 * Where a hit stands between likely (0), unusual (1) and rare (2).
 * @param {number} surprise  in nats
 */
export function strangeness(surprise) {
  const { unusual, rare } = surprises;
  return surprise < unusual
    ? Math.max(0, surprise) / unusual
    : Math.min(2, 1 + (surprise - unusual) / (rare - unusual));
}

/**
 * The colour of a ring around a hit: from that of the ground by that of unusual hits to that of rare ones.
 * @param {number} surprise  in nats
 * @param {Record<string, string>} tones  written as #rrggbb
 */
export function colourOf(surprise, tones) {
  const at = strangeness(surprise);
  const [from, to] = at < 1 ? [tones.panel, tones.unusual] : [tones.unusual, tones.rare];
  const share = at < 1 ? at : at - 1;
  const part = (/** @type {number} */ index) => {
    const [low, high] = [from, to].map((tone) => parseInt(tone.slice(index, index + 2), 16));
    return Math.round(low + share * (high - low));
  };
  return `rgb(${part(1)} ${part(3)} ${part(5)})`;
}

/** What the marks of surprise mean. */
export function legend() {
  const row = (/** @type {string} */ kind, /** @type {string} */ words, /** @type {string} */ d) =>
    el(
      'span',
      { class: kind },
      svg(
        'svg',
        { viewBox: '-12 -12 24 24', 'aria-hidden': 'true' },
        svg('circle', { r: 5 }),
        d ? svg('path', { d }) : null,
      ),
      words,
    );
  return el(
    'div',
    { class: 'legend', role: 'note', 'aria-label': 'How likely the drummer found its hits' },
    el('span', {}, 'ring: 0', el('i', { class: 'scale' }), `${surprises.rare} nats`),
    row('unusual', `unusual: ${surprises.unusual} nats and more`, 'M0-9 9 0 0 9-9 0Z'),
    row('rare', `rare: ${surprises.rare} nats and more`, starPath(10, 6)),
  );
}

/**
 * A star of eight points around the middle.
 * @param {number} outer @param {number} inner
 */
function starPath(outer, inner) {
  return (
    star(outer, inner)
      .map(([x, y], index) => `${index ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`)
      .join('') + 'Z'
  );
}

/** @param {number} outer @param {number} inner @returns {[number, number][]} */
function star(outer, inner) {
  return Array.from({ length: 16 }, (_, index) => {
    const [angle, radius] = [(index * Math.PI) / 8 - Math.PI / 2, index % 2 ? inner : outer];
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

export class Ahead {
  /** @param {import('./store.js').Store} store */
  constructor(store) {
    this.store = store;
    /** @type {Record<string, string> | null} */
    this.colours = null;
    /**
     * Hits by bar, and what was heard of them.
     * @type {Map<number, {beat: number, hits: any[]}>}
     */
    this.bars = new Map();
    this.rows = ['crash', 'ride', 'openhat', 'closedhat', 'tom1', 'tom5', 'snare', 'kick'].map(drumNamed);
    this.canvas = /** @type {HTMLCanvasElement} */ (
      el('canvas', { class: 'ahead', role: 'img', 'aria-label': 'The next bars of the drummer' })
    );
    this.context = this.canvas.getContext('2d');
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => {
      this.colours = null;
    });
  }

  /** @param {any[]} bars */
  take(bars) {
    // What lies ahead may be made again; what was heard stays.
    const first = Math.min(...bars.map((bar) => bar.bar), Infinity);
    for (const number of this.bars.keys()) if (number >= first) this.bars.delete(number);
    for (const bar of bars) this.bars.set(bar.bar, bar);
    while (this.bars.size > 8) this.bars.delete(Math.min(...this.bars.keys()));
    const names = new Set([
      ...this.rows.map((drum) => drum.name),
      ...bars.flatMap((bar) => bar.hits.map((/** @type {any} */ hit) => hit.drum)),
    ]);
    this.rows = drums
      .filter((drum) => names.has(drum.name))
      .sort((a, b) => order.indexOf(a.family) - order.indexOf(b.family) || b.note - a.note);
  }

  resize() {
    const scale = devicePixelRatio || 1;
    this.canvas.width = Math.round(this.canvas.clientWidth * scale);
    this.canvas.height = Math.round(this.canvas.clientHeight * scale);
    this.colours = null;
  }

  tones() {
    const style = getComputedStyle(document.documentElement);
    const read = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
    return Object.fromEntries(
      [...order, 'ink', 'quiet', 'line', 'panel', 'unusual', 'rare'].map((name) => [name, read(name)]),
    );
  }

  /**
   * @param {number} beat
   * @returns {{across: (beat: number) => number, left: number, right: number} | null} where beats are, in pixels from the left
   */
  draw(beat) {
    const paper = this.context;
    if (!paper || this.canvas.width === 0) return null;
    this.colours ??= this.tones();
    const tones = this.colours;
    const scale = devicePixelRatio || 1;
    const [width, height] = [this.canvas.width / scale, this.canvas.height / scale];
    const label = width < 500 ? 58 : 92;
    const perBeat = (width - label) / (past + future);
    const across = (/** @type {number} */ at) => label + (at - beat + past) * perBeat;
    const row = (height - 24) / this.rows.length;
    paper.setTransform(scale, 0, 0, scale, 0, 0);
    paper.clearRect(0, 0, width, height);
    this.lines(paper, tones, beat, across, height, label);
    paper.font = '13px system-ui, sans-serif';
    paper.textBaseline = 'middle';
    this.rows.forEach((drum, index) => {
      paper.fillStyle = tones.quiet;
      paper.fillText(drum.short, 10, 24 + (index + 0.5) * row);
    });
    paper.save();
    paper.beginPath();
    paper.rect(label, 0, width - label, height);
    paper.clip();
    for (const bar of this.bars.values()) {
      for (const hit of bar.hits) {
        const index = this.rows.findIndex((drum) => drum.name === hit.drum);
        if (index >= 0)
          this.dot(paper, hit, beat, across, 24 + (index + 0.5) * row, tones, this.rows[index].family, row);
      }
    }
    paper.restore();
    paper.globalAlpha = 1;
    paper.fillStyle = tones.ink;
    paper.fillRect(across(beat) - 1, 20, 2, height - 20);
    return { across, left: label, right: width };
  }

  /**
   * @param {CanvasRenderingContext2D} paper
   * @param {any} hit
   * @param {number} beat
   * @param {(at: number) => number} across
   * @param {number} y
   * @param {Record<string, string>} tones
   * @param {string} family
   * @param {number} row
   */
  dot(paper, hit, beat, across, y, tones, family, row) {
    const tone = tones[family];
    const nearest = Math.round(hit.beat * 12) / 12;
    const x = across(nearest + (hit.beat - nearest) * exaggeration);
    const since = beat - hit.beat;
    const flash = since >= 0 && since < 0.5 && !reducedMotion.matches ? 1 - since / 0.5 : 0;
    const radius = Math.min(row * 0.46, 3 + (13 * hit.velocity) / velocities.max) * (1 + 0.35 * flash);
    paper.beginPath();
    paper.arc(x, y, radius, 0, 2 * Math.PI);
    paper.fillStyle = tone;
    const isKnown = hit.surprise !== undefined;
    paper.strokeStyle = isKnown ? colourOf(hit.surprise, tones) : tone;
    paper.lineWidth = 1.5 + (isKnown ? strangeness(hit.surprise) : 0);
    const strength = since < 0 ? 1 : clamp(1 - since / past, 0.12, 1);
    paper.globalAlpha = since < 0 ? 0.5 : strength * (0.6 + 0.4 * flash);
    paper.fill();
    paper.globalAlpha = 0.95 * strength;
    paper.stroke();
    const kind = likelihood(hit);
    if (kind === 'unusual' || kind === 'rare') this.mark(paper, kind, x, y, radius, tones[kind]);
  }

  /**
   * A square on its corner around what is unusual, a star around what is rare.
   * @param {CanvasRenderingContext2D} paper
   * @param {'unusual' | 'rare'} kind
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   * @param {string} tone
   */
  mark(paper, kind, x, y, radius, tone) {
    const size = radius * 1.42 + 2;
    const points =
      kind === 'rare'
        ? star(size, size * 0.68)
        : [
            [0, -size],
            [size, 0],
            [0, size],
            [-size, 0],
          ];
    paper.beginPath();
    for (const [dx, dy] of points) paper.lineTo(x + dx, y + dy);
    paper.closePath();
    paper.globalAlpha = Math.max(paper.globalAlpha, 0.35);
    paper.lineWidth = 2;
    paper.strokeStyle = tone;
    paper.stroke();
  }

  /**
   * @param {CanvasRenderingContext2D} paper
   * @param {any} tones
   * @param {number} beat
   * @param {(at: number) => number} across
   * @param {number} height
   * @param {number} label
   */
  lines(paper, tones, beat, across, height, label) {
    const { pattern, transport } = this.store;
    const bar = transport.bar ?? pattern.bar;
    const first = Math.ceil(beat - past);
    for (let at = first; at <= beat + future; at++) {
      const inBar = (((at - transport.origin) % bar) + bar) % bar;
      const x = across(at);
      if (x < label) continue;
      const isBar = inBar < 1e-6;
      paper.globalAlpha = isBar ? 1 : 0.5;
      paper.fillStyle = isBar ? tones.quiet : tones.line;
      paper.fillRect(x, 20, 1, height - 20);
    }
    paper.globalAlpha = 1;
  }
}

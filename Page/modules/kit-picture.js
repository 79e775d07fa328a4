// The kit drawn on a canvas: drums in space, a burst for each stroke as strong as it was, another backdrop at each kick.
import { drawCymbal, drawKick, drawShell, drawSmall } from './drum-shapes.js';
import { drumNamed } from './drums.js';
import { placeOf } from './kit-places.js';
import { hueOf } from './people.js';

/** @typedef {{x: number, y: number, size: number}} Spot */
/** @typedef {{drum: string, began: number, strength: number, hue: number, sparks: {angle: number, speed: number, size: number}[]}} Burst */

/** Hue of a family without a player's colour. */
const familyHues = { kick: 18, snare: 45, tom: 330, hat: 190, cymbal: 252, percussion: 95 };
/** Backdrops: two hues each, far enough from the one before. */
const backdrops = [
  [252, 205],
  [330, 275],
  [190, 150],
  [18, 345],
  [225, 300],
  [95, 175],
  [45, 10],
  [280, 220],
];
/** In ms: how long a burst lasts, and how fast backdrops may follow each other where motion is to be little (WCAG 2.3.1). */
const lasting = 1_000;
const calmRest = 1_500;

export class KitPicture {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {MediaQueryList} reducedMotion
   */
  constructor(canvas, reducedMotion) {
    this.canvas = canvas;
    this.reducedMotion = reducedMotion;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }));
    /** @type {string[]} */
    this.drums = [];
    /** @type {Burst[]} */
    this.bursts = [];
    /**
     * When each drum was struck last, and how hard.
     * @type {Map<string, {time: number, strength: number}>}
     */
    this.struck = new Map();
    this.backdrop = 0;
    this.before = 0;
    this.changed = -Infinity;
    this.width = innerWidth;
    this.height = innerHeight;
    this.resize();
  }

  resize() {
    const scale = Math.min(devicePixelRatio, 2);
    this.width = innerWidth;
    this.height = innerHeight;
    this.canvas.width = Math.round(this.width * scale);
    this.canvas.height = Math.round(this.height * scale);
    this.context.setTransform(scale, 0, 0, scale, 0, 0);
  }

  /**
   * The drums that stand on the stage.
   * @param {string[]} drums
   */
  show(drums) {
    this.drums = [...drums].sort((a, b) => placeOf(a)[2] - placeOf(b)[2]);
  }

  /**
   * Where a drum is seen: what is farther is smaller.
   * @param {string} drum
   * @returns {Spot}
   */
  spot(drum) {
    const [x, y, z] = placeOf(drum);
    const near = 1 / (1.35 - 0.55 * z);
    const unit = Math.min(this.width * 0.7, this.height * 1.12);
    return { x: this.width / 2 + x * unit, y: this.height * 0.84 - y * unit * 1.05, size: unit * 0.25 * near };
  }

  /**
   * Where a drum's name is: on a tom's shell and the bass drum's head, below the others.
   * @param {string} drum
   * @returns {[number, number]}
   */
  labelOf(drum) {
    const spot = this.spot(drum);
    const family = drumNamed(drum).family;
    const depth = { cymbal: 0.36, hat: 0.36, kick: -0.98, snare: 0.74, tom: 0.26 }[family] ?? 0.92;
    return [spot.x, spot.y + spot.size * depth];
  }

  /** @param {string} drum @param {number} strength  0 to 1 @param {number | null} colour  a person's @param {number} now */
  strike(drum, strength, colour, now) {
    const family = /** @type {keyof typeof familyHues} */ (drumNamed(drum).family);
    const hue = colour === null ? (familyHues[family] ?? 200) : hueOf(colour);
    this.struck.set(drum, { time: now, strength });
    const count = this.reducedMotion.matches ? 0 : Math.round(8 + 46 * strength);
    const sparks = Array.from({ length: count }, () => ({
      angle: Math.random() * 2 * Math.PI,
      speed: 0.35 + Math.random() * 0.9,
      size: 0.6 + Math.random() * 1.6,
    }));
    this.bursts.push({ drum, began: now, strength, hue, sparks });
    if (this.bursts.length > 48) this.bursts.shift();
    if (!this.drums.includes(drum)) this.show([...this.drums, drum]);
    if (family === 'kick' && (!this.reducedMotion.matches || now - this.changed > calmRest)) {
      [this.before, this.backdrop, this.changed] = [this.backdrop, (this.backdrop + 1) % backdrops.length, now];
    }
  }

  /** @param {number} now */
  draw(now) {
    this.drawBackdrop(now);
    this.bursts = this.bursts.filter((burst) => now - burst.began < lasting);
    for (const drum of this.drums) this.drawStand(drum);
    for (const drum of this.drums) this.drawDrum(drum, now);
    this.context.globalCompositeOperation = 'lighter';
    for (const burst of this.bursts) this.drawBurst(burst, now);
    this.context.globalCompositeOperation = 'source-over';
  }

  /** @param {number} now */
  drawBackdrop(now) {
    const context = this.context;
    const fade = Math.min(1, Math.max(0, now - this.changed) / (this.reducedMotion.matches ? 1_200 : 180));
    this.fillBackdrop(this.before, 1);
    if (fade > 0) this.fillBackdrop(this.backdrop, fade);
    // A floor on which the kit stands.
    const floor = context.createLinearGradient(0, this.height * 0.62, 0, this.height);
    floor.addColorStop(0, 'rgb(5 6 10 / 0)');
    floor.addColorStop(1, 'rgb(5 6 10 / .72)');
    context.fillStyle = floor;
    context.fillRect(0, this.height * 0.62, this.width, this.height * 0.38);
  }

  /** @param {number} index @param {number} share */
  fillBackdrop(index, share) {
    const context = this.context;
    const [inner, outer] = backdrops[index];
    const glow = context.createRadialGradient(
      this.width / 2,
      this.height * 0.5,
      0,
      this.width / 2,
      this.height * 0.55,
      Math.max(this.width, this.height) * 0.7,
    );
    glow.addColorStop(0, `hsl(${inner} 62% 30%)`);
    glow.addColorStop(0.55, `hsl(${outer} 58% 15%)`);
    glow.addColorStop(1, `hsl(${outer} 60% 6%)`);
    context.globalAlpha = share;
    context.fillStyle = glow;
    context.fillRect(0, 0, this.width, this.height);
    context.globalAlpha = 1;
  }

  /**
   * What a cymbal stands on; behind all drums.
   * @param {string} drum
   */
  drawStand(drum) {
    const family = drumNamed(drum).family;
    if (family !== 'cymbal' && family !== 'hat') return;
    const { x, y, size } = this.spot(drum);
    const context = this.context;
    const foot = this.height * (family === 'hat' ? 0.965 : 0.94);
    const metal = context.createLinearGradient(x - size * 0.03, 0, x + size * 0.03, 0);
    metal.addColorStop(0, 'rgb(120 122 138 / .9)');
    metal.addColorStop(0.4, 'rgb(226 228 240 / .9)');
    metal.addColorStop(1, 'rgb(80 82 96 / .9)');
    context.strokeStyle = metal;
    context.lineWidth = Math.max(2, size * 0.035);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x, foot - size * 0.3);
    context.stroke();
    context.strokeStyle = 'rgb(170 172 188 / .8)';
    context.lineWidth = Math.max(2, size * 0.028);
    for (const side of [-0.34, 0.02, 0.34]) {
      context.beginPath();
      context.moveTo(x, foot - size * 0.42);
      context.lineTo(x + side * size, foot);
      context.stroke();
    }
  }

  /**
   * How far a struck drum still rings, from 1 to 0.
   * @param {string} drum
   * @param {number} now
   * @param {number} time
   */
  ringing(drum, now, time) {
    const struck = this.struck.get(drum);
    return struck ? struck.strength * Math.min(1, Math.max(0, 1 - (now - struck.time) / time)) : 0;
  }

  /** @param {string} drum @param {number} now */
  drawDrum(drum, now) {
    const { x, y, size } = this.spot(drum);
    const family = drumNamed(drum).family;
    const lit = this.ringing(drum, now, 320);
    if (family === 'cymbal' || family === 'hat')
      return drawCymbal(this.context, x, y, size, family === 'hat', lit, this.swing(drum, now));
    if (family === 'kick') return drawKick(this.context, x, y, size, lit);
    if (family === 'percussion') return drawSmall(this.context, x, y, size, lit);
    drawShell(this.context, x, y, size, family === 'snare' ? 0.42 : 0.62, family, lit);
  }

  /**
   * How a cymbal swings after a stroke.
   * @param {string} drum
   * @param {number} now
   */
  swing(drum, now) {
    if (this.reducedMotion.matches) return 0;
    const struck = this.struck.get(drum);
    if (!struck) return 0;
    const age = Math.max(0, now - struck.time) / 1_000;
    return age > 2 ? 0 : 0.2 * struck.strength * Math.exp(-2.2 * age) * Math.sin(age * 11);
  }

  /** @param {Burst} burst @param {number} now */
  drawBurst(burst, now) {
    const context = this.context;
    const age = Math.max(0, now - burst.began) / lasting;
    const { x, y, size } = this.spot(burst.drum);
    const reach = size * (0.7 + 1.5 * burst.strength);
    // With less motion it fades where it is.
    const out = this.reducedMotion.matches ? 1 : 1 - (1 - age) ** 3;
    const glow = context.createRadialGradient(x, y, 0, x, y, reach * (0.55 + 0.5 * out));
    glow.addColorStop(0, `hsl(${burst.hue} 95% 78% / ${(0.25 + 0.6 * burst.strength) * (1 - age) ** 2.4})`);
    glow.addColorStop(1, `hsl(${burst.hue} 95% 55% / 0)`);
    context.fillStyle = glow;
    context.beginPath();
    context.arc(x, y, reach * (0.55 + 0.5 * out), 0, 2 * Math.PI);
    context.fill();
    context.strokeStyle = `hsl(${burst.hue} 95% 76% / ${0.8 * (1 - age) ** 2})`;
    context.lineWidth = size * 0.09 * burst.strength * (1 - age) + 0.5;
    context.beginPath();
    context.ellipse(x, y, reach * out, reach * out * 0.55, 0, 0, 2 * Math.PI);
    context.stroke();
    context.fillStyle = `hsl(${burst.hue} 100% 84% / ${(1 - age) ** 1.4})`;
    for (const spark of burst.sparks) {
      const way = reach * spark.speed * out * 1.25;
      const fall = size * 0.55 * age * age;
      const radius = size * 0.014 * spark.size * (0.6 + burst.strength) * (1 - 0.5 * age);
      context.beginPath();
      context.arc(
        x + Math.cos(spark.angle) * way,
        y + Math.sin(spark.angle) * way * 0.7 + fall,
        radius,
        0,
        2 * Math.PI,
      );
      context.fill();
    }
  }
}

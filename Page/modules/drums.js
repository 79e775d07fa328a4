// The 26 drums of General MIDI, notes 35 to 60, in the order of their notes.
import { svg } from './dom.js';

/** @typedef {{name: string, label: string, short: string, family: string, note: number, key: string}} Drum */

/** @type {[string, string, string, string, string][]} name, label, short label, family, key */
const rows = [
  ['kick2', 'Acoustic Bass Drum', 'Kick 2', 'kick', 'b'],
  ['kick', 'Bass Drum', 'Kick', 'kick', 'v'],
  ['sidestick', 'Side Stick', 'Side', 'snare', 'd'],
  ['snare', 'Snare', 'Snare', 'snare', 'f'],
  ['clap', 'Hand Clap', 'Clap', 'snare', 'g'],
  ['snare2', 'Electric Snare', 'Snare 2', 'snare', 's'],
  ['tom6', 'Low Floor Tom', 'Tom 6', 'tom', 'l'],
  ['closedhat', 'Closed Hi-Hat', 'Closed', 'hat', 'j'],
  ['tom5', 'High Floor Tom', 'Tom 5', 'tom', 'o'],
  ['pedalhat', 'Pedal Hi-Hat', 'Pedal', 'hat', 'n'],
  ['tom4', 'Low Tom', 'Tom 4', 'tom', 'i'],
  ['openhat', 'Open Hi-Hat', 'Open', 'hat', 'k'],
  ['tom3', 'Low-Mid Tom', 'Tom 3', 'tom', 'u'],
  ['tom2', 'Hi-Mid Tom', 'Tom 2', 'tom', 'y'],
  ['crash', 'Crash Cymbal', 'Crash', 'cymbal', 'q'],
  ['tom1', 'High Tom', 'Tom 1', 'tom', 't'],
  ['ride', 'Ride Cymbal', 'Ride', 'cymbal', 'p'],
  ['china', 'Chinese Cymbal', 'China', 'cymbal', 'w'],
  ['ridebell', 'Ride Bell', 'Bell', 'cymbal', 'h'],
  ['tambourine', 'Tambourine', 'Tamb', 'percussion', 'z'],
  ['splash', 'Splash Cymbal', 'Splash', 'cymbal', 'e'],
  ['cowbell', 'Cowbell', 'Cowbell', 'percussion', 'x'],
  ['crash2', 'Crash Cymbal 2', 'Crash 2', 'cymbal', 'r'],
  ['vibraslap', 'Vibraslap', 'Vibra', 'percussion', 'c'],
  ['ride2', 'Ride Cymbal 2', 'Ride 2', 'cymbal', 'm'],
  ['bongo', 'Bongo', 'Bongo', 'percussion', 'a'],
];

/** @type {Drum[]} */
export const drums = rows.map(([name, label, short, family, key], index) => ({
  name,
  label,
  short,
  family,
  note: 35 + index,
  key,
}));

const byName = new Map(drums.map((drum) => [drum.name, drum]));

/**
 * A drum by its name; for any other voice, one that is called as it is.
 * @param {string} name
 * @returns {Drum}
 */
export function drumNamed(name) {
  return byName.get(name) ?? { name, label: name, short: name, family: 'percussion', note: 0, key: '' };
}

/** Most kits begin with these, from the hand's most used outwards. */
export const mainDrums = [
  'crash',
  'ride',
  'tom1',
  'tom3',
  'closedhat',
  'openhat',
  'pedalhat',
  'tom5',
  'sidestick',
  'snare',
  'clap',
  'cowbell',
  'kick',
  'snare2',
  'tambourine',
  'bongo',
].map(drumNamed);

/**
 * A picture of what a drum is, so that colour is not the only sign. The hats have the marks of drum notation above them.
 * @param {Drum} drum
 */
export function glyph({ name, family }) {
  const hats = 'M3 13c4-2.4 14-2.4 18 0M3 17c4 2.4 14 2.4 18 0';
  const shapes = {
    kick: [svg('circle', { cx: 12, cy: 12, r: 9 }), svg('circle', { cx: 12, cy: 12, r: 3.5, class: 'solid' })],
    snare: [svg('ellipse', { cx: 12, cy: 8, rx: 9, ry: 4 }), svg('path', { d: 'M3 8v8c0 2.2 4 4 9 4s9-1.8 9-4V8' })],
    tom: [
      svg('ellipse', { cx: 12, cy: 6.5, rx: 7, ry: 3 }),
      svg('path', { d: 'M5 6.5V18c0 1.7 3.1 3 7 3s7-1.3 7-3V6.5' }),
    ],
    hat: [svg('path', { d: `${hats}M12 11v10M8.5 5h7M12 1.5v7` })],
    openhat: [
      svg('path', { d: 'M3 12c4-2.4 14-2.4 18 0M3 19c4 2.4 14 2.4 18 0M12 10v12' }),
      svg('circle', { cx: 12, cy: 4.5, r: 3 }),
    ],
    pedalhat: [svg('path', { d: `${hats}M12 11v10M9 2l6 6M15 2 9 8` })],
    cymbal: [svg('path', { d: 'M2.5 13.5 21.5 7M12 10.2V21' })],
    percussion: [svg('path', { d: 'M12 3.5 21 19.5H3Z' })],
  };
  const parts =
    shapes[/** @type {keyof typeof shapes} */ (name)] ??
    shapes[/** @type {keyof typeof shapes} */ (family)] ??
    shapes.percussion;
  return svg('svg', { viewBox: '0 0 24 24', class: 'glyph', 'aria-hidden': 'true' }, ...parts);
}

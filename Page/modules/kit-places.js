// Where drums stand: metres from the middle of the listener's head, right, up and forwards being x, y and −z, as Web Audio
// has it. The seven of TVDrums are at their places there; the others stand where a drummer would put them.

/** @type {Record<string, [number, number, number]>} */
const places = {
  closedhat: [-0.5, 0.1, -0.25],
  crash: [-0.3, 0.55, 0.1],
  ride: [0.3, 0.55, 0.1],
  snare: [-0.1, 0.15, -0.25],
  tom3: [-0.2, 0.35, -0.75],
  tom5: [0.25, 0.2, -0.25],
  kick: [0, 0.2, -0.5],
  openhat: [-0.62, 0.3, -0.3],
  pedalhat: [-0.66, -0.04, -0.25],
  tom1: [-0.34, 0.4, -0.8],
  tom2: [-0.05, 0.42, -0.8],
  tom4: [0.1, 0.36, -0.75],
  tom6: [0.45, 0.12, -0.25],
  sidestick: [-0.22, 0.02, -0.25],
  snare2: [-0.3, 0.2, -0.3],
  clap: [0.42, 0.4, -0.5],
  kick2: [0.14, 0.04, -0.5],
  crash2: [0.55, 0.62, 0],
  china: [0.72, 0.45, 0],
  splash: [-0.06, 0.68, 0],
  ridebell: [0.47, 0.35, -0.1],
  ride2: [0.68, 0.24, -0.1],
  tambourine: [-0.78, 0.55, -0.4],
  cowbell: [-0.55, 0.62, -0.4],
  vibraslap: [0.8, 0.66, -0.4],
  bongo: [0.66, 0.02, -0.4],
};

/** @param {string} drum @returns {[number, number, number]} */
export const placeOf = (drum) => places[drum] ?? [0, 0.3, -0.5];

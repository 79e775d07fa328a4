// Grids as the commands take them: what a menu shows of the grid that there is.

/**
 * A number as a fraction of small whole numbers.
 * @param {number} value
 */
function fraction(value) {
  for (let under = 1; under <= 96; under++) {
    const over = Math.round(value * under);
    if (Math.abs(over - value * under) < 1e-4) return under === 1 ? String(over) : `${over}/${under}`;
  }
  return String(value);
}

/**
 * How far its markers are apart, where all are as far.
 * @param {{beats: number[], length: number}} grid
 */
function spacing({ beats, length }) {
  const width = length / beats.length;
  return beats.every((beat, index) => Math.abs(beat - index * width) < 1e-4) ? width : null;
}

/**
 * Its groups, as `2+2+3`; null where it has none. Eighths are meant where nothing is said.
 * @param {{amplitudes?: number[]}} grid @param {number} width
 */
function groups({ amplitudes }, width) {
  const parts = fraction(1 / width);
  if (!amplitudes || amplitudes[0] !== 1 || parts.includes('/')) return null;
  const starts = [...amplitudes.keys()].filter((index) => amplitudes[index] === 1);
  const counts = starts.map((start, index) => (starts[index + 1] ?? amplitudes.length) - start);
  if (counts.length < 2 || new Set(amplitudes).size > 2) return null;
  return counts.join('+') + (parts === '2' ? '' : `/${parts}`);
}

/**
 * What `grid` or `lane DRUM grid` takes for the grid that there is.
 * @param {any} grid  as the page's state has it
 * @param {any} [written]  as the patch has it, which is exact
 * @returns {string}
 */
export function gridWords(grid, written) {
  if (grid.temper) return `temper ${grid.temper.text}`;
  const count = grid.beats.length;
  if (grid.stepsPerBeat) return `${count}/${grid.stepsPerBeat}`;
  const width = spacing(grid);
  if (width !== null && !grid.amplitudes) return `${count} in ${fraction(grid.length)}`;
  const grouped = width === null ? null : groups(grid, width);
  if (grouped) return grouped;
  const markers = written?.markers?.map((/** @type {any} */ marker) =>
    typeof marker === 'object' ? `${marker.beat}=${marker.amplitude}` : marker,
  );
  return `markers ${(markers ?? grid.beats.map(fraction)).join(' ')} in ${lengthWords(grid, written)}`;
}

/**
 * How long a grid is, in beats.
 * @param {any} grid  as the page's state has it
 * @param {any} [written]  as the patch has it, which is exact
 */
const lengthWords = (grid, written) => written?.beats ?? fraction(grid.length);

/**
 * The commands that give a lane a grid of its own again, whichever it has by then; the amplitudes of a tempered one are
 * not in its words.
 * @param {string} voice
 * @param {any} grid  as the page's state has it
 * @param {any} [written]  as the patch has it, which is exact
 */
export function laneGridLines(voice, grid, written) {
  const line = `lane ${voice} grid ${gridWords(grid, written)}`;
  // A tempered one is as long as what the lane is on.
  if (!grid.temper) return line;
  return `lane ${voice} grid ${grid.beats.length} in ${lengthWords(grid, written)}; ${line}`;
}

/**
 * The same, short enough for a menu.
 * @param {string} words
 */
export function gridName(words) {
  const markers = /^markers (.*) in (\S+)$/.exec(words);
  if (markers) return `${markers[1].split(' ').length} uneven in ${markers[2]}`;
  return words.replace(/^temper /, '');
}

/**
 * The command that puts the pattern on a grid.
 * @param {string} words
 */
export const gridLine = (words) => (words.startsWith('temper ') ? words : `grid ${words}`);

/**
 * A grid as the patch has it: the pattern's, or a lane's own.
 * @param {any} patch @param {number} number  of the pattern
 * @param {string} [voice]
 */
export function writtenGrid(patch, number, voice) {
  const pattern = patch.patterns?.[number - 1] ?? patch.pattern;
  if (voice === undefined) return pattern?.grid;
  return pattern?.lanes?.find((/** @type {any} */ lane) => (lane.drum ?? lane.voice) === voice)?.grid;
}

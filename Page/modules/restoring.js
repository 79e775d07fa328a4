// A pattern as it was before a trial of its grid, with what others changed in the meantime: as one command.
import { readMarks, unheld } from './notation.js';
import { readSubdivision } from './temper.js';

/**
 * @typedef {{voice: string, settings: string[], marks: string[]}} WrittenLane
 * @typedef {{name: string, head: string[], grid: string, lanes: WrittenLane[]}} WrittenPattern
 */

/**
 * A pattern from the line that `text line` returns.
 * @param {string} line
 * @returns {WrittenPattern}
 */
function readPattern(line) {
  /** @type {WrittenPattern} */
  const pattern = { name: '', head: [], grid: '', lanes: [] };
  // A name in quotes may hold what ends a line.
  for (const part of line.replace(/^paste pattern /, '').match(/(?:"(?:\\.|[^"\\])*"|[^;"])+/g) ?? []) {
    const text = part.trim();
    const lane = /^([^\s[:]+)\s*(?:\[([^\]]*)\])?\s*:(.*)$/s.exec(text);
    if (!lane) continue;
    const [, voice, settings, row] = lane;
    if (voice === 'grid') pattern.grid = row.trim();
    if (voice === 'name') pattern.name = row.trim();
    if (/^(?:name|meter|grid|loop|clips|accent|groove)$/.test(voice)) pattern.head.push(text);
    else
      pattern.lanes.push({
        voice,
        settings: pieces(settings ?? ''),
        marks: unheld(readMarks(row).map((mark) => mark.text)),
      });
  }
  return pattern;
}

/**
 * Settings between commas; a number after a comma continues a list, as in `map 1,2,4`.
 * @param {string} settings
 */
function pieces(settings) {
  /** @type {string[]} */
  const found = [];
  for (const piece of settings.split(',')) {
    if (/^ *\d/.test(piece) && found.length) found[found.length - 1] += `,${piece}`;
    else if (piece.trim()) found.push(piece.trim());
  }
  return found;
}

/**
 * How many markers a grid has, as the notation writes it.
 * @param {string} grid
 */
function markerCount(grid) {
  const even = /^(\d+)\/\d+$/.exec(grid);
  if (even) return Number(even[1]);
  const tempered = / tempered (\S+):\S+/.exec(grid);
  if (tempered) return readSubdivision(tempered[1])?.beats.length ?? 0;
  return grid
    .slice(grid.indexOf(':') + 1)
    .trim()
    .split(' ').length;
}

/** @param {WrittenLane | undefined} lane */
const ownGrid = (lane) => lane?.settings.find((setting) => setting.startsWith('grid '));

/**
 * The command that puts back what a trial changed: the grid on which it began with the hits that had fallen off, where steps
 * that it never took away are as they are now; and the hits and the grids of lanes that it wrote. Null where there is nothing
 * to put back.
 * @param {string} before  what `text line` returned then
 * @param {string} now  and what it returns now
 * @param {{target: string | null, fewest: number, lanes: string[]}} tried  the lane whose grid was tried, empty for the
 *   pattern's and null for none; the fewest markers that were tried; and the lanes that were written
 */
export function restored(before, now, { target, fewest, lanes: written }) {
  const [then, current] = [readPattern(before), readPattern(now)];
  const former = new Map(then.lanes.map((lane) => [lane.voice, lane]));
  const grid = target === '' ? then.grid : current.grid;
  const lanes = current.lanes.flatMap((lane) => {
    const isWritten = written.includes(lane.voice);
    const isOnGrid = target === '' ? !ownGrid(lane) : lane.voice === target;
    const old = former.get(lane.voice);
    if (!isWritten && !isOnGrid) return [lane];
    if (isWritten && !old) return [];
    const own = isWritten || target ? ownGrid(old) : undefined;
    const kept = isWritten ? 0 : fewest;
    const count = markerCount(own?.slice('grid '.length) ?? grid);
    const marks = Array.from(
      { length: count },
      (_, index) => (index < kept ? lane.marks[index] : old?.marks[index]) ?? '.',
    );
    const settings = lane.settings.filter((setting) => !setting.startsWith('grid '));
    return [{ ...lane, marks, settings: own ? [own, ...settings] : settings }];
  });
  const line = lineOf({ ...current, grid, lanes });
  return line === lineOf(current) ? null : line;
}

/** @param {WrittenPattern} pattern */
function lineOf({ head, grid, lanes }) {
  const lines = head.map((line) => (line.startsWith('grid:') ? `grid: ${grid}` : line));
  const rows = lanes.map(
    ({ voice, settings, marks }) => `${voice}${settings.length ? ` [${settings.join(', ')}]` : ''}: ${marks.join('')}`,
  );
  return `paste pattern ${[...lines, ...rows].join('; ')}`;
}

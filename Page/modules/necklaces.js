// Binary necklaces: rows of hits and rests that are not the same row begun elsewhere.

/**
 * All necklaces of `count` steps with `hits` hits, each once, in lexicographic order of their least rotations.
 *
 * The algorithm of Fredricksen, Kessler and Maiorana: prenecklaces are made in lexicographic order, each from the one before
 * by raising its last rest to a hit and repeating what is then the beginning; those whose period divides their length are
 * necklaces (H. Fredricksen and I. J. Kessler, "An algorithm for generating necklaces of beads in two colors", Discrete
 * Mathematics 61, 1986; H. Fredricksen and J. Maiorana, "Necklaces of beads in k colors and k-ary de Bruijn sequences",
 * Discrete Mathematics 23, 1978).
 * @param {number} count  1 to 16
 * @param {number} hits
 * @returns {number[][]} rows of 0 and 1, each beginning as `begun` begins it
 */
export function necklaces(count, hits) {
  const found = [];
  const row = Array(count).fill(0);
  for (let period = 1; period > 0;) {
    if (count % period === 0 && row.reduce((sum, step) => sum + step, 0) === hits) found.push(begun(row));
    period = row.lastIndexOf(0) + 1;
    if (period === 0) break;
    row[period - 1] = 1;
    for (let step = period; step < count; step++) row[step] = row[step - period];
  }
  return found;
}

/**
 * A row begun at the hit after which the longest rests come first, as `x..x..x.` of its three beginnings at a hit.
 * @param {number[]} row
 */
export function begun(row) {
  const rotations = row.map((_, turn) => turned(row, -turn)).filter((one) => one[0] === 1);
  return rotations.sort((a, b) => (a.join('') < b.join('') ? -1 : 1))[0] ?? [...row];
}

/**
 * A row some steps later.
 * @param {number[]} row @param {number} by
 */
export function turned(row, by) {
  const count = row.length;
  return row.map((_, step) => row[(((step - by) % count) + count) % count]);
}

/**
 * The steps from each hit to the next, as in `3+3+2`.
 * @param {number[]} row
 */
export function intervals(row) {
  const hits = row.flatMap((hit, step) => (hit ? [step] : []));
  return hits.map((step, index) => (hits[index + 1] ?? hits[0] + row.length) - step).join('+');
}

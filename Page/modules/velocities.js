// How hard a drum can be hit: as the table of commands has it (a test compares), which phones and stages do not load.

/** @type {import('./ranges.js').Range} */
export const velocities = { min: 1, max: 127 };

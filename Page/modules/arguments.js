// What the arguments of a command can be, as its usage names them: the names that the page knows, and the words of a choice.
import { drums } from './drums.js';
import { patternNames } from './patterns.js';

/** @typedef {{usage: string, meaning: string}} Command */

/**
 * Names by the word that a usage has for them.
 * @type {Record<string, (state: any) => string[]>}
 */
const names = {
  DRUM: () => drums.map((drum) => drum.name),
  PATTERN: patternNames,
  PATCH: ({ library }) => library?.patches ?? [],
  STYLE: ({ library }) => library?.styles ?? [],
  STYLE2: ({ library }) => library?.styles ?? [],
  SOUNDFONT: ({ library }) => (library?.kits ?? []).map((/** @type {any} */ one) => one.font),
};

/**
 * A name as it is typed: in quotes where it has a blank.
 * @param {string} name
 */
const quoted = (name) => (/[\s;"]/.test(name) ? `"${name.replaceAll('"', '')}"` : name);

/**
 * The words of a line; what is in quotes is one, and the last may be unfinished or empty.
 * @param {string} line
 * @returns {{words: string[], begun: string}}
 */
function wordsOf(line) {
  const words = [...line.matchAll(/"[^"]*"?|\S+/g)].map(([word]) => word);
  const isOpen = words.length > 0 && !/\s$/.test(line.replaceAll(/"[^"]*"/g, '""'));
  const begun = isOpen ? /** @type {string} */ (words.pop()) : '';
  return { words, begun };
}

/**
 * What an argument can be, as far as the page knows.
 * @param {string} argument  a word of a usage, such as `DRUM` or `[on|off]`
 * @param {any} state
 */
function values(argument, state) {
  const parts = argument.replaceAll(/[[\]…]/g, '').split('|');
  return parts.flatMap(
    (part) => names[part]?.(state).map(quoted) ?? (/^!?[a-z]+$/.test(part) && parts.length > 1 ? [part] : []),
  );
}

/**
 * Whole lines that go on from what is typed, by the values of the argument that is next; and what commands they are of.
 * @param {string} line
 * @param {Command[]} commands
 * @param {any} state  the session's, null where it is not known
 * @returns {{usage: string, meaning: string}[]}
 */
export function argumentLines(line, commands, state) {
  const { words, begun } = wordsOf(line);
  if (words.length === 0 || !state) return [];
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { usage, meaning } of commands) {
    const parts = usage.split(' ');
    const isOf = words.every((word, index) => {
      const part = parts[index];
      return part !== undefined && (/^[a-z]+$/.test(part) ? part === word.toLowerCase() : true);
    });
    const next = parts[words.length];
    if (!isOf || !next || /^[a-z]+$/.test(next)) continue;
    for (const value of values(next, state)) {
      if (!value.toLowerCase().replace('"', '').startsWith(begun.toLowerCase().replace('"', ''))) continue;
      const whole = [...words, value].join(' ');
      if (!found.has(whole)) found.set(whole, meaning);
    }
  }
  return [...found].map(([usage, meaning]) => ({ usage, meaning }));
}

// Files dropped on the page or chosen there, and those it gives: MIDI files and patches.

/** @typedef {import('./app.js').App} App */

/** Bytes of a file that the session takes. */
const most = 1 << 20;

/**
 * A file's name as a patch or a pattern may have it.
 * @param {string} name
 */
function plain(name) {
  const stem = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    // A letter is kept without its accent.
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9 _-]+/g, ' ')
    .trim();
  return stem.slice(0, 60) || 'dropped';
}

/**
 * Sends a file to the session: a MIDI file becomes the pattern, a patch is kept and played.
 * @param {App} app
 * @param {File} file
 */
export async function bring(app, file) {
  const isMIDI = /\.(mid|midi|smf)$/i.test(file.name);
  if (!isMIDI && !/\.json$/i.test(file.name)) return app.say(`${file.name}: expected a MIDI file or a patch`, 'error');
  if (file.size > most) return app.say(`${file.name}: larger than 1 MiB`, 'error');
  const name = plain(file.name);
  let response;
  try {
    response = await fetch(`${isMIDI ? '/midi' : '/patch'}?${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { 'Content-Type': isMIDI ? 'audio/midi' : 'application/json' },
      body: await file.arrayBuffer(),
    });
  } catch {
    return app.say(`${file.name}: the connection was lost`, 'error');
  }
  if (!response.ok) return app.say(`${file.name}: ${(await response.text()).trim()}`, 'error');
  const body = await response.json();
  app.say(body.text ?? body.remark?.text ?? `plays ${name}`);
}

/**
 * Has the browser store what the server gives as a file, or says why it cannot be had.
 * @param {App} app @param {string} address @param {string} name  of the file
 */
async function take(app, address, name) {
  let response, content;
  try {
    response = await fetch(address);
    content = await response.blob();
  } catch {
    return app.say(`${name}: the connection was lost`, 'error');
  }
  if (!response.ok) return app.say(`${name}: ${(await content.text()).trim()}`, 'error');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers read it a while after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * The pattern or the song as it is heard, as a MIDI file.
 * @param {App} app
 */
export const takeMIDI = (app) => take(app, '/pattern.mid', 'pattern.mid');

/**
 * The patch as it is now, also where it was not saved, as a patch file.
 * @param {App} app
 */
export function takePatch(app) {
  const { file, patch } = app.store.status;
  const name = /([^/]+)\.json$/.exec(file ?? '')?.[1] ?? patch;
  return take(app, '/patch.json', `${name || 'Untitled'}.json`);
}

/**
 * The properties of a control for a patch or a SoundFont that a page may not choose by its name: one with an ending could be
 * any file's, and the server lets it through for `admin` only.
 * @param {string} access  of the page @param {string} name
 * @returns {{disabled?: boolean, title?: string}}
 */
export function refusal(access, name) {
  const ending = /\.([^.]{1,5})$/.exec(name)?.[1] ?? '';
  const isPlain = !/\p{L}/u.test(ending) && !name.includes('..') && !/^[~.]/.test(name);
  if (isPlain || access === 'admin') return {};
  return { disabled: true, title: `${name} has an ending: for that a page needs the access level admin` };
}

/**
 * Takes what is dropped anywhere on the page.
 * @param {App} app
 */
export function takeDrops(app) {
  const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    document.body.classList.add('dropping');
  });
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) document.body.classList.remove('dropping');
  });
  addEventListener('drop', (event) => {
    document.body.classList.remove('dropping');
    if (!hasFiles(event)) return;
    event.preventDefault();
    for (const file of event.dataTransfer?.files ?? []) void bring(app, file);
  });
}

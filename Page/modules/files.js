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
 * A link that a browser stores the answer of.
 * @param {string} address
 */
function get(address) {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** The pattern or the song as it is heard, as a MIDI file. */
export function takeMIDI() {
  get('/pattern.mid');
}

/**
 * A patch of the shelf.
 * @param {string} name
 */
export function takePatch(name) {
  get(`/patch.json?${encodeURIComponent(name)}`);
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

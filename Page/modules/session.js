// Joining by a link: its token is traded for a cookie, and taken out of the address.
import { inTab } from './stored.js';

/** Where this tab keeps its token until the server has answered, so that a page that is loaded again has it still. */
const kept = 'join';
/** Milliseconds between attempts, where the server makes it wait. */
const pause = 2_000;

/** The token that the address holds. */
const invited = () => /^#join=([0-9a-f]{32})$/.exec(location.hash)?.[1] ?? null;

/** Read before a view writes its own name there. */
const found = invited();
let token = found ?? inTab.get(kept);
if (found) {
  inTab.set(kept, found);
  // Out of the history, and of what is shared from here.
  history.replaceState(null, '', location.pathname + location.search);
}

// A link pasted into a tab that shows this page already changes only the part that browsers load nothing for.
addEventListener('hashchange', () => {
  if (invited()) location.reload();
});

/**
 * Joins, where this tab was opened by a link. It is tried again for as long as the server makes it wait or is not reached.
 * @param {(reason: string) => void} wait  shows why it has to wait
 * @returns {Promise<string | null>} what this page may do; null where it needs a link
 */
export async function join(wait) {
  for (;;) {
    const { access, reason } = await attempt();
    if (!reason) return access;
    wait(reason);
    await new Promise((resume) => setTimeout(resume, pause));
  }
}

/**
 * Asks the server once.
 * @returns {Promise<{access: string | null, reason: string}>} what this page may do, or why it has to wait; '' where it has not
 */
async function attempt() {
  try {
    if (token) {
      const response = await fetch('/session', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token }),
      });
      if (isBusy(response)) return { access: null, reason: await reasonOf(response) };
      token = null;
      inTab.remove(kept);
      if (response.ok) return { access: (await response.json()).access, reason: '' };
    }
    // Without a link that is valid there may be a cookie.
    const response = await fetch('/session');
    if (response.ok) return { access: (await response.json()).access, reason: '' };
    return { access: null, reason: isBusy(response) ? await reasonOf(response) : '' };
  } catch {
    return { access: null, reason: 'the server is not reached; trying again' };
  }
}

/**
 * Whether it may be let in later: there were too many attempts, or what is between has no server.
 * @param {Response} response
 */
const isBusy = (response) => response.status === 429 || response.status >= 500;

/**
 * Why it has to wait, for a person: what is between may give a page.
 * @param {Response} response
 */
async function reasonOf(response) {
  const said = response.status === 429 ? (await response.text()).trim() : '';
  return said || `the server replied ${response.status}; trying again`;
}

/** How a page that is not let in gets in. */
export const wayIn =
  'this page needs a link that is valid: scan the QR code in the terminal, or open a link from there';

/**
 * Whether the server is there and does not let this page in, since links were made again for instance.
 * @returns {Promise<boolean>}
 */
export async function isLockedOut() {
  try {
    return (await fetch('/session')).status === 401;
  } catch {
    return false;
  }
}

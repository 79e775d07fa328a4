// Joining by a link: its token is traded for a cookie, and taken out of the address.

/** The token that the address holds. */
const invited = () => /^#join=([0-9a-f]{32})$/.exec(location.hash);

/** Read before a view writes its own name there. */
const found = invited();
// Out of the history, and of what is shared from here.
if (found) history.replaceState(null, '', location.pathname + location.search);
// A link pasted into a tab that shows this page already changes only the part that browsers load nothing for.
addEventListener('hashchange', () => {
  if (invited()) location.reload();
});

/**
 * Joins, where the address holds a token.
 * @returns {Promise<string | null>} what this page may do; null where it needs a link
 */
export async function join() {
  try {
    if (found) {
      const response = await fetch('/session', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token: found[1] }),
      });
      if (response.ok) return (await response.json()).access;
    }
    const response = await fetch('/session');
    return response.ok ? (await response.json()).access : null;
  } catch {
    return null;
  }
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

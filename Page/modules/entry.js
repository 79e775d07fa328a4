// How a device is let in: the token of a link is traded for a cookie, and taken out of the address.

/**
 * @returns {Promise<{access: string, secure: string | null} | false>} false for somebody who is not let in; `secure` is
 *   the link to the same page by https, where there is one
 */
export async function enter() {
  const token = new URLSearchParams(location.hash.slice(1)).get('join');
  if (token) {
    history.replaceState(null, '', location.pathname);
    const reply = await fetch('/session', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }),
    });
    // A server without a network needs no token.
    if (!reply.ok && reply.status !== 404) return false;
  }
  const session = await fetch('/session');
  if (session.status === 401 || session.status === 403) return false;
  const access = session.ok ? (await session.json()).access : 'play';
  return { access, secure: await secureLink() };
}

/** The phones' link by https. */
async function secureLink() {
  if (isSecureContext) return null;
  try {
    const reply = await fetch('/join.json');
    return reply.ok ? (await reply.json()).securePhone ?? null : null;
  } catch {
    return null;
  }
}

// How others join: the links for phones, and their codes.

/**
 * @typedef {{phone: string | null, rows: string[], securePhone: string | null, secureRows: string[]}} Invitation  links by
 *   http and by https, each with the rows of its QR code
 */

/** @returns {Promise<Invitation>} */
export async function invitation() {
  /** @type {Invitation} */
  const nothing = { phone: null, rows: [], securePhone: null, secureRows: [] };
  try {
    const reply = await fetch('/join.json');
    return reply.ok ? { ...nothing, ...(await reply.json()) } : nothing;
  } catch {
    return nothing;
  }
}

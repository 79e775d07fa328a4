// Audio that was interrupted: phones suspend it for a call, Siri or the lock screen, and many never resume it.

/** What browsers accept as a reason for sound. */
const gestures = ['pointerdown', 'pointerup', 'touchend', 'keydown'];

/**
 * Resumes a context whenever that may succeed, until it is closed.
 * @param {AudioContext} context
 */
export function keepRunning(context) {
  const listeners = new AbortController();
  const options = { capture: true, passive: true, signal: listeners.signal };
  const resume = () => {
    if (context.state === 'closed') return listeners.abort();
    if (context.state === 'running' || document.hidden) return;
    context.resume().catch(() => {
      /* not yet: the next event tries again */
    });
  };
  context.addEventListener('statechange', resume, options);
  document.addEventListener('visibilitychange', resume, options);
  for (const kind of gestures) addEventListener(kind, resume, options);
}

// What a pointer holds: one at a time, by its first button, until it is let go, wherever that is.

/**
 * Calls `act` once when a pointer that has pressed an element is let go, also outside it or once it is gone from the page.
 * @param {PointerEvent} press @param {Element} element  the one that has the pointer's capture @param {() => void} act
 */
export function whenLetGo(press, element, act) {
  const listening = new AbortController();
  const look = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== press.pointerId) return;
    // One that comes by, or comes again, without its button was let go without a word.
    if (event.type === 'pointermove' && event.buttons & 1) return;
    // A finger is first held by what it touched, and then by the element.
    const isElsewhere = event.target !== element && event.target !== document;
    if (event.type === 'lostpointercapture' && isElsewhere) return;
    listening.abort();
    act();
  };
  for (const kind of ['pointerup', 'pointercancel', 'lostpointercapture', 'pointermove', 'pointerdown']) {
    // Before what they mean to the element.
    addEventListener(kind, (event) => look(/** @type {PointerEvent} */ (event)), {
      capture: true,
      signal: listening.signal,
    });
  }
}

/**
 * Lets a pointer hold an element.
 * @param {HTMLElement | SVGElement} element
 * @param {{press: (event: PointerEvent) => boolean, move: (event: PointerEvent) => void, letGo: () => void}} acts
 *   `press` returns whether the pointer holds something now; `letGo` is called once for each press that does
 */
export function holdable(element, { press, move, letGo }) {
  /** @type {number | null} */
  let pointer = null;
  element.addEventListener('pointerdown', (pressed) => {
    const event = /** @type {PointerEvent} */ (pressed);
    if (pointer !== null || event.button !== 0 || !press(event)) return;
    pointer = event.pointerId;
    try {
      element.setPointerCapture(pointer);
    } catch {
      /* it is gone already */
    }
    whenLetGo(event, element, () => {
      pointer = null;
      letGo();
    });
  });
  element.addEventListener('pointermove', (moved) => {
    const event = /** @type {PointerEvent} */ (moved);
    if (event.pointerId === pointer) move(event);
  });
}

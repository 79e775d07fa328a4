// The ends of the spokes, which say what beat leads to which: handles for a pointer and for keys.
import { svg } from './dom.js';

const ways = new Map([
  ['ArrowRight', 1],
  ['ArrowUp', 1],
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
  ['Home', -Infinity],
  ['End', Infinity],
]);

export class SpokeEnds {
  /** @param {(index: number, by: number) => void} lead  moves the spoke of a beat later by a number of lower beats */
  constructor(lead) {
    this.root = svg('g', {});
    this.root.addEventListener('keydown', (event) => {
      const { key, ctrlKey, metaKey, altKey } = /** @type {KeyboardEvent} */ (event);
      const by = ways.get(key);
      const index = SpokeEnds.index(event.target);
      if (by === undefined || index === null || ctrlKey || metaKey || altKey) return;
      event.preventDefault();
      lead(index, by);
    });
  }

  /**
   * The beat whose end something is; null where it is none.
   * @param {EventTarget | null} target
   */
  static index(target) {
    const end = target instanceof Element ? target.closest('.end') : null;
    return end ? Number(end.getAttribute('data-index')) : null;
  }

  /**
   * They stay the same elements while there are as many, so that one keeps the focus while it moves.
   * @param {import('./temper.js').Temperament} temperament
   * @param {(target: number) => {x: number, y: number}} point  where a lower beat is
   */
  draw({ upper, lower, mapping }, point) {
    if (this.root.children.length !== mapping.length) {
      this.root.replaceChildren(
        ...mapping.map((_, index) =>
          svg('circle', {
            class: 'end',
            r: 15,
            tabindex: 0,
            role: 'slider',
            'data-index': index,
            'aria-valuemin': 1,
          }),
        ),
      );
    }
    mapping.forEach((target, index) => {
      const end = this.root.children[index];
      const { x, y } = point(target);
      end.setAttribute('cx', String(x));
      end.setAttribute('cy', String(y));
      end.setAttribute('aria-label', `Beat ${upper.beats[index] + 1} of ${upper.count}`);
      end.setAttribute('aria-valuemax', String(lower.count));
      end.setAttribute('aria-valuenow', String(target + 1));
      end.setAttribute('aria-valuetext', `leads to beat ${target + 1} of ${lower.count}`);
    });
  }
}

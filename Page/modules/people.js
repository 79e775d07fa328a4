// Who plays: the same person has the same colour on every phone and on the stage.

/** @typedef {{number: number, drum: string, state: 'free' | 'here' | 'lost', name?: string, colour?: number}} Seat */
/**
 * With the delay of all who play tight, in ms, and the seat of the one phone without which it would be shorter.
 * @typedef {{seats: Seat[], waiting: string[], delay?: number, slowest?: number | null}} Phones
 */

/** Hues far from each other for people who come one after the other. */
const hues = [165, 28, 280, 205, 340, 55, 235, 120, 10, 310, 85, 185];

/** @param {number | null | undefined} colour */
export const hueOf = (colour) => hues[(colour ?? 3) % hues.length];

/**
 * Gives an element a person's colour.
 * @template {HTMLElement} T
 * @param {T} element
 * @param {number | null | undefined} colour
 */
export function wear(element, colour) {
  element.classList.add('person');
  element.style.setProperty('--hue', String(hueOf(colour)));
  return element;
}

/**
 * Which player all who play tight wait for, in words; empty where it is not one phone alone.
 * @param {Phones} phones @param {number | null} [own]  the seat of the phone that shows it
 */
export function waitedFor({ seats, delay, slowest }, own = null) {
  const seat = seats.find((one) => one.number === slowest);
  if (!seat) return '';
  return `All phones on Tight wait ${delay} ms for ${seat.number === own ? 'this one' : seat.name}`;
}

// Every card that a deck can hold, from one file that the browser keeps for good (decks/editor/browser.py).

import { fold, folded } from "./search.js";
import { urls } from "./state.js";

/**
 * A text for each card: `values[of[place]]`.
 * @typedef {{ values: string[], of: number[] }} Column
 * @typedef {Column & { every: boolean }} Facet several values of a card are separated by spaces
 * @typedef {Column & { ranks: number[] }} Groups for each heading its position in the page
 *
 * @typedef {object} Card
 * @property {number} place its position in the file
 * @property {string} code
 * @property {string} title
 * @property {string} name title and level
 * @property {string} other the title in the other language
 * @property {string} subtitle
 * @property {string} kind player, story or weakness
 * @property {string} facts what its row does not show
 * @property {string} text the words by which it is found, each after a space
 * @property {number} rank its position in the order of titles
 */

const FIRST_SIGN = "#".charCodeAt(0);

/** @type {Card[]} */
export const cards = [];
/** @type {Map<string, Card>} */
export const byCode = new Map();
/** @type {Record<string, Facet>} */
export const facets = {};
/** @type {Record<string, Groups>} */
export const groups = {};
/** @type {Record<string, Column>} */
const looks = {};

/** Load the file and make a card of each of its rows. */
export async function loadCards() {
  const answer = await fetch(urls.cards, { credentials: "include" });
  if (!answer.ok) throw new Error(`cards: ${answer.status}`);
  readCards(await answer.json());
}

/** @param {any} file */
export function readCards(file) {
  /** @type {number[][]} */
  const sequences = file.columns.map((/** @type {string} */ signs) =>
    Array.from(signs, (sign) => sign.charCodeAt(0) - FIRST_SIGN)
  );
  const read = (/** @type {any} */ column) => ({ ...column, of: sequences[column.of] });
  for (const name of Object.keys(file.facets)) facets[name] = read(file.facets[name]);
  for (const name of Object.keys(file.groups)) groups[name] = read(file.groups[name]);
  for (const name of Object.keys(file.look)) looks[name] = read(file.look[name]);
  const [kind, suffix, facts, uses] = [file.kind, file.suffix, file.facts, file.uses].map(read);
  file.code.forEach((/** @type {string} */ code, /** @type {number} */ place) => {
    const [title, other, subtitle] = [file.title[place], file.other[place], file.subtitle[place]];
    const searched = [title, other, subtitle, at(looks.traits, place), at(uses, place), at(facets.keyword, place)];
    searched.push(file.other_subtitle[place]);
    const card = {
      place,
      code,
      title,
      name: title + at(suffix, place),
      other,
      subtitle,
      kind: at(kind, place),
      facts: at(facts, place),
      text: " " + folded(searched),
      rank: 0,
    };
    cards.push(card);
    byCode.set(code, card);
  });
  const titles = cards.map(({ title }) => fold(title).join(" "));
  const levels = cards.map(({ place }) => Number(at(facets.level, place)));
  const byTitle = (/** @type {number} */ a, /** @type {number} */ b) =>
    titles[a] < titles[b] ? -1 : titles[a] > titles[b] ? 1 : levels[a] - levels[b] || a - b;
  const ordered = [...cards].sort((a, b) => byTitle(a.place, b.place));
  ordered.forEach((card, rank) => (card.rank = rank));
}

/** @param {Column} column @param {number} place */
const at = (column, place) => column.values[column.of[place]];

/** One piece of HTML of a card's row. */
export const piece = (/** @type {Card} */ card, /** @type {string} */ name) => at(looks[name], card.place);

/** The pieces of HTML that the row of a card consists of. */
export function lookOf(/** @type {Card} */ { place }) {
  return Object.fromEntries(Object.entries(looks).map(([name, column]) => [name, at(column, place)]));
}

/** The heading of a card, for a way to group cards. */
export function headingOf(/** @type {Card} */ { place }, /** @type {string} */ by) {
  return at(groups[by], place);
}

/** Whether every word that was typed begins a word of the card. */
export function answers(/** @type {Card} */ card, /** @type {string[]} */ wanted) {
  return wanted.every((word) => card.text.includes(" " + word));
}

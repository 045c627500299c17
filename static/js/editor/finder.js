// Which cards are wanted, and in which order: the form's controls, read at every keystroke.
// The server finds the same (decks/editor/finder.py), by the same columns of facts.

import { answers, cards, facets, groups, headingOf, piece } from "./cards.js";
import { fold, isPlain } from "./search.js";
import { CLOSED, copies, elsewhere, favourites, fill, owned, priceOf, state, words } from "./state.js";

/** @typedef {import("./cards.js").Card} Card */
/** @typedef {ReturnType<typeof read>} Query */

/** Filters besides those always in sight. */
const MORE = ["slot", "icon", "cost", "keyword", "pack"];

/** The query of the form as it is now. */
export function currentQuery() {
  return read(new FormData(document.getElementById("finder")));
}

export function read(/** @type {FormData} */ data) {
  const text = (/** @type {string} */ name, usual = "") => String(data.get(name) ?? usual);
  const typed = text("q").trim();
  const plain = isPlain(typed);
  return {
    typed,
    plain,
    words: plain ? fold(typed) : [],
    /** The server's answer to a search that is more than words: a sign for each card. */
    signs: "",
    favourite: data.has("favourite"),
    unusable: data.has("unusable"),
    owned: data.has("owned"),
    affordable: data.has("affordable"),
    counts: data.has("mine") ? (data.has("party") ? "both" : "mine") : data.has("party") ? "party" : "",
    kind: text("kind", "player"),
    group: text("group", "class"),
    to: text("to", "main"),
    trait: text("trait").trim().toLowerCase(),
    wanted: Object.fromEntries(
      Object.keys(facets).map((name) => [name, data.getAll(name).map(String).filter(Boolean)]),
    ),
  };
}

/** How many filters are set besides those always in sight. */
export function moreFilters(/** @type {Query} */ query) {
  const chosen = MORE.reduce((sum, name) => sum + query.wanted[name].length, 0);
  return chosen + Number(Boolean(query.trait)) + Number(query.kind !== "player");
}

export const isNarrowed = (/** @type {Query} */ query) =>
  Boolean(query.typed || query.owned || query.favourite || query.affordable || moreFilters(query)) ||
  Object.values(query.wanted).some((values) => values.length);

/** Cards that fit, in order; how many were looked through, and how many of other kinds would fit. */
export function find(/** @type {Query} */ query) {
  const fits = filter(query);
  const found = [];
  let others = 0;
  let usable = 0;
  for (const card of cards) {
    const matches = card.kind === query.kind;
    if (matches && (query.unusable || state.signs[card.place] !== CLOSED)) usable += 1;
    if (!fits(card)) continue;
    if (matches) found.push(card);
    else if (query.typed) others += 1;
  }
  const { of, ranks } = groups[query.group];
  found.sort((a, b) => ranks[of[a.place]] - ranks[of[b.place]] || a.rank - b.rank);
  /** @type {Map<string, Card[]>} */
  const grouped = new Map();
  for (const card of found) {
    const title = headingOf(card, query.group);
    const group = grouped.get(title);
    if (group) group.push(card);
    else grouped.set(title, [card]);
  }
  return {
    groups: [...grouped].map(([title, cards]) => ({ title, cards })),
    number: found.length,
    usable: Math.max(usable, found.length),
    others,
  };
}

/** A test of one card after the other. */
function filter(/** @type {Query} */ query) {
  const tests = Object.entries(query.wanted).filter(([, wanted]) => wanted.length).map(([name, wanted]) => {
    const { values, of, every } = facets[name];
    const fitting = values.map((text) => {
      const has = text.split(" ");
      return every ? wanted.every((value) => has.includes(value)) : wanted.some((value) => has.includes(value));
    });
    return (/** @type {Card} */ card) => fitting[of[card.place]];
  });
  return (/** @type {Card} */ card) => {
    const held = copies(card.code) || copies(card.code, query.to);
    if (!query.unusable && state.signs[card.place] === CLOSED && !held) return false;
    if (!tests.every((test) => test(card))) return false;
    if (query.trait && !piece(card, "traits").toLowerCase().includes(query.trait)) return false;
    if (query.signs && query.signs[card.place] !== "1") return false;
    if (query.favourite && !favourites.has(card.code)) return false;
    if (query.owned && owned && !owned[card.code]) return false;
    if (query.affordable && state.upgrading && !(price(card) <= state.left)) return false;
    return answers(card, query.words);
  };
}

const price = (/** @type {Card} */ card) => priceOf(card.place) ?? Infinity;

/** Copies left in the boxes, in words; nothing where no boxes were entered. */
export function left(/** @type {Card} */ card, /** @type {string} */ counts) {
  if (!owned) return "";
  const have = owned[card.code] ?? 0;
  if (!have) return words.unowned;
  const used = copies(card.code) + (elsewhere[counts]?.[card.code] ?? 0);
  return fill(words.left, { left: Math.max(0, have - used), owned: have });
}

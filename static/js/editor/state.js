// What the page knows of the deck: read from the page once, replaced by every answer of the server.

const page = JSON.parse(document.getElementById("editor-state").textContent);

/** @type {Record<string, string>} */
export const words = page.words;
/** @type {Record<string, string>} */
export const urls = page.urls;
/** The deck's purpose: other filters are usual for each. @type {string} */
export const mode = page.mode;
/** @type {Set<string>} */
export const favourites = new Set(page.favourites);
/** Copies in the boxes; null if none were entered. @type {Record<string, number> | null} */
export const owned = page.owned;
/**
 * Copies in use elsewhere: in my other decks, in the party's, in either.
 * @type {Record<string, Record<string, number>>}
 */
export const elsewhere = { mine: page.mine, party: page.party, both: page.both };
/**
 * The server's last answer about the deck, and what is expected of the edits that wait.
 * @type {{
 *   revision: string, cards: string, held: Record<string, Record<string, number>>,
 *   signs: string, reasons: string[], upgrading: boolean, empty: Record<string, number>, prices: string, left: number,
 * }} `empty` are the places of each part that cards have left, `left` is the experience left.
 */
export const state = {
  revision: "",
  cards: "",
  held: {},
  signs: "",
  reasons: [],
  upgrading: false,
  empty: {},
  prices: "",
  left: 0,
};

const changes = new EventTarget();
let truth = page.held;

/** Take over what the server says; the lists draw themselves again. */
export function learn(/** @type {Partial<typeof state>} */ fresh) {
  Object.assign(state, fresh);
  truth = state.held;
  changes.dispatchEvent(new Event("change"));
}

/**
 * Show what the server will most likely say; until it does, `forget` takes it back.
 * @param {string} code @param {string} where @param {number} number
 */
export function foresee(code, where, number) {
  state.held = { ...state.held, [where]: { ...state.held[where], [code]: Math.max(0, number) } };
  changes.dispatchEvent(new Event("change"));
}

export function forget() {
  learn({ held: truth });
}

export function onChange(/** @type {() => void} */ listener) {
  changes.addEventListener("change", listener);
}

/**
 * A text with its {placeholders} filled.
 * @param {string} sentence @param {Record<string, unknown>} facts
 */
export function fill(sentence, facts) {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name) => String(facts[name] ?? placeholder));
}

/** Copies of a card in a part of the deck. */
export function copies(/** @type {string} */ code, where = "main") {
  return state.held[where]?.[code] ?? 0;
}

export const ROOM = "+";
export const CLOSED = "-";

/** The rules' sign for a card: room, closed, or a letter that names the reason why there is no more room. */
export function reason(/** @type {string} */ sign) {
  if (sign === ROOM) return "";
  return sign === CLOSED ? words.closed : state.reasons[sign.charCodeAt(0) - 65] ?? "";
}

/** The least that a card costs in the open upgrade; null if there is none, or the card is not sold. */
export function priceOf(/** @type {number} */ place) {
  const sign = state.prices.charCodeAt(place);
  return state.upgrading && sign >= FREE ? sign - FREE : null;
}

const FREE = "#".charCodeAt(0);

const { revision, cards, held, signs, reasons, upgrading, empty = {}, prices = "", left = 0 } = page;
Object.assign(state, { revision, cards, held, signs, reasons, upgrading, empty, prices, left });

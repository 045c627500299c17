// Normalization of words for search: accents, case and punctuation are ignored, as by
// cards/search/normalization.py.

/** @type {Record<string, string>} */
const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" };
/** @type {Record<string, string>} */
const UMLAUTS = { ä: "ae", ö: "oe", ü: "ue" };
const INSIDE = /['’‘`´.]/g;

const plain = (/** @type {string} */ text) =>
  text.toLowerCase().replace(/[ßæœøłđ]/g, (letter) => LETTERS[letter]).normalize("NFKD").replace(/\p{M}/gu, "");

const split = (/** @type {string} */ text) => text.split(/[^0-9a-z]+/).filter(Boolean);

/** The words of a search. */
export function fold(/** @type {string} */ text) {
  return split(plain(text).replace(INSIDE, ""));
}

/** Signs that only terms have (decks/editor/query.py has the same): the server answers such a search. */
const TERMS = /[:<>=()"“”„]|(?:^|\s)(?:-(?=[^\s-])|!(?=[^\s!=-]))|\sor\s|[0-9]{5}/i;

/** Whether a search consists of words alone. */
export const isPlain = (/** @type {string} */ text) => !TERMS.test(text);

/** Every word by which names are found: also the parts of O'Toole, and ue for ü. */
export function folded(/** @type {string[]} */ names) {
  const found = new Set();
  for (const name of names) {
    if (!name) continue;
    const lower = name.toLowerCase();
    for (const word of fold(lower)) found.add(word);
    if (INSIDE.test(lower)) for (const word of split(plain(lower))) found.add(word);
    INSIDE.lastIndex = 0;
    const written = lower.replace(/[äöü]/g, (letter) => UMLAUTS[letter]);
    if (written !== lower) for (const word of fold(written)) found.add(word);
  }
  return [...found].join(" ");
}

// Which words are the same to somebody who types? Accents, case and punctuation never matter.

const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" };
const UMLAUTS = { ä: "ae", ö: "oe", ü: "ue" };
const INSIDE = /['’‘`´.]/g;

const plain = (text) =>
  text.toLowerCase().replace(/[ßæœøłđ]/g, (letter) => LETTERS[letter]).normalize("NFKD").replace(/\p{M}/gu, "");

const split = (text) => text.split(/[^0-9a-z]+/).filter(Boolean);

/** What was typed, as words to be found. */
export function fold(text) {
  return split(plain(text).replace(INSIDE, ""));
}

/** Every word by which names may be looked for: also the parts of O'Toole, and ue for ü. */
export function folded(names) {
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

// The imported texts of cards, if there are any: loaded after everything else, and kept by the browser for good.

import { byCode } from "./cards.js";
import { folded } from "./search.js";
import { urls } from "./state.js";

/** @type {Record<string, string>} */
let texts = {};

/** The text of a card as HTML from the server; empty if it is not known. */
export const textOf = (/** @type {import("./cards.js").Card} */ card) => texts[card.code] ?? "";

/** Load the texts; true if there are any. From then on, the finder looks for words in them, too. */
export async function loadTexts() {
  if (!urls.texts) return false;
  const answer = await fetch(urls.texts, { credentials: "include" });
  if (answer.ok) readTexts(await answer.json());
  return answer.ok;
}

export function readTexts(/** @type {Record<string, string>} */ file) {
  texts = file;
  for (const [code, html] of Object.entries(file)) {
    const card = byCode.get(code);
    if (card) card.text += " " + folded([plain(html)]);
  }
}

/** The words of a text. The labels of its icons are words, too. */
const plain = (/** @type {string} */ html) =>
  html.replace(/aria-label="([^"]*)"/g, ">$1<").replace(/<[^>]*>/g, " ").replace(/&#x27;/g, "'").replace(
    /&[#a-z0-9]+;/g,
    " ",
  );

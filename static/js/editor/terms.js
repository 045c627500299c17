// Searches that are more than words are answered by the server, so that they mean the same everywhere.

import { urls, words } from "./state.js";

/** @typedef {{ signs?: string, instead?: string, error?: string }} Answer `signs`: a sign for each card */

const WAIT = 50;
const MOST_KEPT = 200;
/** @type {Map<string, Answer>} */
const answers = new Map();
let asking = new AbortController();
let timer = 0;
let awaited = "";

/** The answer to a search; if it is not known yet it is fetched, and `then` is called when it is there. */
export function answerTo(/** @type {string} */ text, /** @type {() => void} */ then) {
  const known = answers.get(text);
  if (!known && awaited !== text) {
    awaited = text;
    clearTimeout(timer);
    timer = setTimeout(() => fetched(text, then), WAIT);
  }
  return known;
}

async function fetched(/** @type {string} */ text, /** @type {() => void} */ then) {
  asking.abort();
  asking = new AbortController();
  /** @type {Answer} */
  let found = { error: words.not_loaded };
  try {
    const answer = await fetch(`${urls.find}?${new URLSearchParams({ q: text })}`, { signal: asking.signal });
    if (answer.ok) found = await answer.json();
  } catch (error) {
    if (/** @type {Error} */ (error).name === "AbortError") return;
  }
  if (answers.size >= MOST_KEPT) answers.clear();
  answers.set(text, found);
  awaited = "";
  then();
  // What failed for want of a connection is tried again at the next keystroke.
  if (found.error === words.not_loaded) answers.delete(text);
}

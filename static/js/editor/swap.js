// Put the server's answer into the page: replace parts by their ids, and keep the focus.

import { learn } from "./state.js";

/** Put an answer's parts into the page and its state into the lists. */
export function take(/** @type {any} */ answer) {
  const focused = document.activeElement?.id;
  const next = followers(document.activeElement);
  for (const [id, html] of Object.entries(answer.html ?? {})) {
    const part = document.getElementById(id);
    if (part) part.outerHTML = html;
  }
  if (answer.name) document.getElementById("deck-name").textContent = answer.name;
  if (answer.state) learn(answer.state);
  document.dispatchEvent(new Event("drawn"));
  if (!focused || document.activeElement?.id === focused) return;
  const there = [focused, ...next].map((id) => document.getElementById(id)).find(Boolean);
  there?.focus({ preventScroll: true });
}

/** Where the focus goes if its row in the deck has gone: the rows after it, then those before. */
function followers(/** @type {Element} */ element) {
  const row = element?.closest("#deck-rows [data-code]");
  if (!row) return [];
  const rows = [...document.querySelectorAll("#deck-rows [data-code]")];
  const place = rows.indexOf(row);
  const others = [...rows.slice(place + 1), ...rows.slice(0, place).reverse()];
  return others.map((other) => other.querySelector(".card-name").id);
}

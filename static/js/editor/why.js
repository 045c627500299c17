// The answer to “Why not?”, loaded when it is opened.

import { address, whyNot } from "./row.js";

const get = (/** @type {string} */ url) => fetch(url, { headers: { "X-Requested-With": "fetch" } });

async function fetched(/** @type {EventTarget} */ details) {
  const { code } = details.closest("[data-code]").dataset;
  const place = details.querySelector(".why__place");
  try {
    const answer = await get(address("why", code));
    if (answer.ok) place.innerHTML = await answer.text();
    else details.open = false;
  } catch {
    details.open = false;
  }
}

/** Open the answer under a card's row in the pool; false where the row is not in sight. */
export function openWhy(/** @type {string} */ code) {
  const row = document.querySelector(`#pool-rows [data-code="${CSS.escape(code)}"]`);
  if (!row?.checkVisibility() || !row.contains(document.activeElement)) return false;
  let details = row.querySelector(":scope > .why");
  if (!details) {
    row.insertAdjacentHTML("beforeend", whyNot());
    details = row.querySelector(":scope > .why");
  }
  if (details.open) fetched(details);
  details.open = true;
  return true;
}

export function beginWhy() {
  document.getElementById("pool").addEventListener("toggle", (/** @type {Event} */ event) => {
    if (event.target.matches("details.why") && event.target.open) fetched(event.target);
  }, true);
}

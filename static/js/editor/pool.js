// The list of cards that the filters and the search leave, under its headings.

import { currentQuery, find, isNarrowed, moreFilters } from "./finder.js";
import { escape, refresh } from "./row.js";
import { fillLists, onDraw, rowOf, update } from "./sight.js";
import { remember, restore } from "./remembered.js";
import { fill, onChange, words } from "./state.js";
import { answerTo } from "./terms.js";

const form = document.getElementById("finder");
const list = document.getElementById("pool");
const place = document.getElementById("pool-rows");
const count = document.getElementById("pool-count");
const clear = document.getElementById("clear-filters");
const more = document.getElementById("more-count");
const fault = document.getElementById("find-error");
const counts = document.querySelectorAll("[data-counts]");

/** @typedef {import("./cards.js").Card} Card */
/** @typedef {{ title: string, number: number }} Heading */

let query = currentQuery();

/** Whether the server has not answered the search yet, and what waits for that. */
let isAwaited = false;
let afterwards = () => {};

/** Do something with the results: now, or when they are there. */
export function whenShown(/** @type {() => void} */ act) {
  if (isAwaited) afterwards = act;
  else act();
}

/** Search again and show the results: from the top, unless only more of them may have come. */
export function show(fromTop = true) {
  const wanted = currentQuery();
  const answer = wanted.plain ? null : answerTo(wanted.typed, show);
  // Until the server has answered, and while the search has a fault, the list stays as it is.
  isAwaited = !wanted.plain && !answer;
  if (isAwaited) return;
  const act = afterwards;
  afterwards = () => {};
  fault.textContent = answer?.error ?? "";
  if (answer?.error) return;
  query = wanted;
  query.signs = answer?.signs ?? "";
  const found = find(query);
  count.textContent = fill(words.found, { found: found.number, of: found.usable });
  clear.hidden = !isNarrowed(query);
  more.textContent = String(moreFilters(query) || "");
  const focused = /** @type {HTMLElement} */ (place.contains(document.activeElement) ? document.activeElement : null);
  const top = list.scrollTop;
  // Rows are reused. A row that comes back must not be reached by Tab.
  for (const control of place.querySelectorAll("[tabindex='0']")) control.tabIndex = -1;
  place.replaceChildren(...(found.number ? [] : [nothing()]));
  if (found.others) place.append(hint(found.others));
  list.scrollTop = 0;
  fillIn(found.groups);
  if (!fromTop) list.scrollTop = top;
  document.dispatchEvent(new Event("drawn"));
  if (focused) focusAgain(focused);
  act();
}

/** Give a row the focus that it had, or the field if the row has gone. */
function focusAgain(/** @type {HTMLElement} */ focused) {
  const row = rowOf(focused.closest("[data-code]")?.dataset.code);
  const control = row?.contains(focused) ? focused : row?.querySelector(".card-name");
  (control ?? document.getElementById("find")).focus();
}

function fillIn(/** @type {{ title: string, cards: Card[] }[]} */ groups) {
  const tail = place.querySelector(".pool-hint");
  const lists = groups.map(({ title, cards }) => {
    const rows = document.createElement("ul");
    rows.className = "rows";
    const parts = title ? [heading({ title, number: cards.length }), rows] : [rows];
    if (tail) tail.before(...parts);
    else place.append(...parts);
    return { rows, cards };
  });
  fillLists(lists);
}

function heading(/** @type {Heading} */ { title, number }) {
  const head = document.createElement("h2");
  head.className = "rows__head";
  head.innerHTML = `${escape(title)} <span class="num">${number}</span>`;
  return head;
}

function nothing() {
  const box = document.createElement("div");
  box.className = "empty";
  const hints = [words.none_hint, query.words.length && words.no_texts].filter(Boolean);
  box.innerHTML = `<h2>${escape(words.none)}</h2>${hints.map((hint) => `<p>${escape(hint)}</p>`).join("")}`;
  const instead = query.typed && answerTo(query.typed, show)?.instead;
  if (instead) box.firstElementChild.after(meant(instead));
  return box;
}

/** “Did you mean machete?” */
function meant(/** @type {string} */ instead) {
  const line = document.createElement("p");
  line.innerHTML = `<button type="button" class="linkbtn">${escape(fill(words.meant, { instead }))}</button>`;
  line.firstElementChild.addEventListener("click", () => {
    const field = document.getElementById("find");
    field.value = instead;
    show();
    field.focus();
  });
  return line;
}

function hint(/** @type {number} */ number) {
  const line = document.createElement("p");
  line.className = "pool-hint";
  line.innerHTML = `<button type="button" class="linkbtn">${escape(fill(words.elsewhere, { n: number }))}</button>`;
  line.firstChild.addEventListener("click", () => {
    const story = document.querySelector('input[name="kind"][value="story"]');
    const weak = document.querySelector('input[name="kind"][value="weakness"]');
    story.checked = true;
    show();
    if (!place.querySelector("[data-code]")) {
      weak.checked = true;
      show();
    }
  });
  return line;
}

// These settings are not filters: clearing the filters keeps them.
const KEPT = ["unusable", "mine", "party"];

/** Clear all filters. */
function forgetFilters(/** @type {Event} */ event) {
  event.preventDefault();
  for (const control of form.elements) {
    if (control.name === "kind") control.checked = control.value === "player";
    else if (control.type === "checkbox" && !KEPT.includes(control.name)) control.checked = false;
    else if (["q", "trait"].includes(control.name)) control.value = "";
  }
  changed();
  document.getElementById("find").focus();
}

function changed() {
  afterwards = () => {};
  remember(form);
  show();
}

export function beginPool() {
  // By default the copies of the party are subtracted, and those of the player's other decks are not.
  for (const box of counts) {
    const usual = box.name === "party" ? "1" : "";
    box.checked ||= (localStorage.getItem(`count-${box.name}`) ?? usual) === "1";
    box.addEventListener("change", () => localStorage.setItem(`count-${box.name}`, box.checked ? "1" : ""));
  }
  onDraw((row, card) => refresh(row, card, query));
  restore(form);
  show();
  onChange(update);
  form.addEventListener("input", changed);
  document.getElementById("filters").addEventListener("input", changed);
  form.addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  clear.addEventListener("click", forgetFilters);
}

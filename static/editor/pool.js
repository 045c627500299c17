// The list of cards: drawn in one go as far as the eye reaches, the rest while nothing else is to be done.

import { asked, find, isNarrowed, moreFilters } from "./finder.js";
import { draw, escape, refresh } from "./row.js";
import { fill, onChange, words } from "./state.js";
import { byCode } from "./cards.js";

const FIRST = 40;
const CHUNK = 120;

const form = document.getElementById("finder");
const list = document.getElementById("pool");
const place = document.getElementById("pool-rows");
const count = document.getElementById("pool-count");
const clear = document.getElementById("clear-filters");
const more = document.getElementById("more-count");
const counts = document.querySelectorAll("[data-counts]");

const drawn = new Map();
const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 1));
const cancelIdle = window.cancelIdleCallback ?? clearTimeout;
let query = asked();
let filling = 0;

/** The row of a card, drawn when it is first needed. */
function rowOf(card) {
  let row = drawn.get(card.code);
  if (!row) drawn.set(card.code, (row = draw(card)));
  refresh(row, card, query);
  return row;
}

/** Find anew and show from the top. */
export function show() {
  query = asked();
  const found = find(query);
  count.textContent = fill(words.found, { found: found.number, of: found.usable });
  clear.hidden = !isNarrowed(query);
  more.textContent = moreFilters(query) || "";
  // Rows are kept for later; one that leaves must not bring its place in the order of Tab along when it returns.
  for (const control of place.querySelectorAll("[tabindex='0']")) control.tabIndex = -1;
  place.replaceChildren(...(found.number ? [] : [nothing()]));
  if (found.others) place.append(hint(found.others));
  list.scrollTop = 0;
  fillIn(found.groups.flatMap((group) => [{ title: group.title, number: group.cards.length }, ...group.cards]));
  document.dispatchEvent(new Event("drawn"));
}

function fillIn(items) {
  cancelIdle(filling);
  let next = 0;
  let rows = null;
  const tail = place.querySelector(".pool-hint");
  const upTo = (end) => {
    for (; next < Math.min(end, items.length); next += 1) {
      const item = items[next];
      if (item.code) rows.append(rowOf(item));
      else {
        rows = document.createElement("ul");
        rows.className = "rows";
        const parts = item.title ? [heading(item), rows] : [rows];
        if (tail) tail.before(...parts);
        else place.append(...parts);
      }
    }
  };
  const later = () => {
    filling = idle(() => {
      upTo(next + CHUNK);
      if (next < items.length) later();
    }, { timeout: 200 });
  };
  upTo(FIRST);
  if (next < items.length) later();
}

function heading({ title, number }) {
  const head = document.createElement("h2");
  head.className = "rows__head";
  head.innerHTML = `${escape(title)} <span class="num">${number}</span>`;
  return head;
}

function nothing() {
  const box = document.createElement("div");
  box.className = "empty";
  box.innerHTML = `<h2>${escape(words.none)}</h2><p>${escape(words.none_hint)}</p>`;
  return box;
}

function hint(number) {
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

// How cards are counted and shown is no filter.
const KEPT = ["unusable", "mine", "party"];

/** Everything is wanted again. */
function forgetFilters(event) {
  event.preventDefault();
  for (const control of form.elements) {
    if (control.name === "kind") control.checked = control.value === "player";
    else if (control.type === "checkbox" && !KEPT.includes(control.name)) control.checked = false;
    else if (["q", "trait", "pack"].includes(control.name)) control.value = "";
  }
  show();
  document.getElementById("find").focus();
}

/** The rows in the page after the deck has changed. */
function redraw() {
  for (const row of place.querySelectorAll("[data-code]")) rowOf(byCode.get(row.dataset.code));
}

export function beginPool() {
  // What the party uses counts unless somebody says otherwise; one's other decks only if somebody says so.
  for (const box of counts) {
    const usual = box.name === "party" ? "1" : "";
    box.checked ||= (localStorage.getItem(`count-${box.name}`) ?? usual) === "1";
    box.addEventListener("change", () => localStorage.setItem(`count-${box.name}`, box.checked ? "1" : ""));
  }
  show();
  onChange(redraw);
  form.addEventListener("input", show);
  document.getElementById("filters").addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  clear.addEventListener("click", forgetFilters);
}

export const target = () => query.to;

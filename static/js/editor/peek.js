// A box beside the list with the facts of the card under the pointer or the focus.

import { byCode, headingOf, lookOf, piece } from "./cards.js";
import { escape } from "./row.js";
import { words } from "./state.js";
import { textOf } from "./texts.js";
import { scanOf } from "../card-preview.js";

/** How long nothing must have been scrolled, in milliseconds. */
const STILL = 100;
const canHover = matchMedia("(hover: hover) and (min-width: 75rem)");
const box = document.createElement("aside");
/** @type {Element | null} */
let shown = null;
/** When something was scrolled last. */
let scrolled = -Infinity;
let timer = 0;

function facts(/** @type {import("./cards.js").Card} */ card) {
  const { coin, pips, marks, classes, type, traits, skills } = lookOf(card);
  const box = headingOf(card, "pack");
  return `
  <p class="peek__head">${coin} <b class="card-name">${escape(card.title)}</b> ${pips} ${marks}</p>
  ${card.subtitle ? `<p class="peek__sub">${escape(card.subtitle)}</p>` : ""}
  <p class="card-row__sub">${classes}${type}</p>
  <p class="traits">${traits}</p>
  <p>${skills}</p>
  ${card.facts ? `<p class="small">${escape(card.facts)}</p>` : ""}
  ${textOf(card) ? `<div class="card-text">${textOf(card)}</div>` : elsewhere(card)}
  <p class="tiny faint">${escape([card.other, box].filter(Boolean).join(" · "))}</p>
  ${scan(card)}`;
}

/** Where the text can be read, if the site does not have it. */
const elsewhere = (/** @type {import("./cards.js").Card} */ card) =>
  `<p class="small"><a href="https://arkhamdb.com/card/${escape(card.code)}" rel="noreferrer" tabindex="-1">${
    escape(words.on_arkhamdb)
  }</a></p>`;

const scan = (/** @type {import("./cards.js").Card} */ card) =>
  scanOf(card.code) &&
  `<img class="scan" src="${escape(scanOf(card.code))}" width="300" height="420" alt="" referrerpolicy="no-referrer">`;

function show(/** @type {HTMLElement} */ row) {
  const card = byCode.get(row.dataset.code);
  // An answer that was asked for is not covered.
  if (!card || row.querySelector("details[open]")) return hide();
  const side = row.closest("#deck-rows") ? "peek--right" : "peek--left";
  box.className = `peek ${piece(card, "css")} ${side} ${textOf(card) ? "" : "peek--link"}`;
  box.innerHTML = facts(card);
  box.hidden = false;
  shown = row;
  const { top } = row.getBoundingClientRect();
  const lowest = window.innerHeight - box.offsetHeight - 16;
  box.style.insetBlockStart = `${Math.max(8, Math.min(top, lowest))}px`;
}

function hide() {
  clearTimeout(timer);
  box.hidden = true;
}

// Browsers report the pointer once a frame: the box is drawn in the same frame, unless rows pass under the pointer.
function point(/** @type {PointerEvent} */ event) {
  if (box.contains(/** @type {Node} */ (event.target))) return;
  const row = rowAround(event);
  clearTimeout(timer);
  if (!row || !canHover.matches) return hide();
  const wait = scrolled + STILL - event.timeStamp;
  if (wait > 0) timer = setTimeout(() => row.isConnected && show(row), wait);
  else if (row !== shown || box.hidden) show(row);
}

const rowAround = (/** @type {Event} */ event) =>
  event.target.closest?.("#pool-rows [data-code], #deck-rows [data-code]");

// A row that is reached by a key may be scrolled into sight after it has the focus.
function focused(/** @type {FocusEvent} */ event) {
  const row = rowAround(event);
  if (!row || !canHover.matches || !event.target.matches(":focus-visible")) return hide();
  requestAnimationFrame(() => row.contains(document.activeElement) && show(row));
}

function leave(/** @type {PointerEvent} */ event) {
  if (!(event.relatedTarget instanceof Node && box.contains(event.relatedTarget))) hide();
}

export function beginPeek() {
  box.hidden = true;
  box.setAttribute("aria-hidden", "true");
  document.body.append(box);
  document.querySelector(".editor").addEventListener("pointerover", point);
  document.querySelector(".editor").addEventListener("pointerleave", leave);
  box.addEventListener("pointerleave", leave);
  document.querySelector(".editor").addEventListener("focusin", focused);
  document.addEventListener("toggle", hide, { capture: true });
  document.addEventListener("scroll", (event) => {
    scrolled = event.timeStamp;
    hide();
  }, { capture: true, passive: true });
}

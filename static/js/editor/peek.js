// A box beside the list with the facts of the card under the pointer or the focus.

import { byCode, headingOf, lookOf, piece } from "./cards.js";
import { escape } from "./row.js";
import { words } from "./state.js";
import { textOf } from "./texts.js";
import { scanOf } from "../card-preview.js";

const WAIT = 20;
const canHover = matchMedia("(hover: hover) and (min-width: 75rem)");
const box = document.createElement("aside");
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
  const { top } = row.getBoundingClientRect();
  const lowest = window.innerHeight - box.offsetHeight - 16;
  box.style.insetBlockStart = `${Math.max(8, Math.min(top, lowest))}px`;
}

function hide() {
  clearTimeout(timer);
  box.hidden = true;
}

function soon(/** @type {Event} */ event) {
  clearTimeout(timer);
  if (box.contains(/** @type {Node} */ (event.target))) return;
  const row = event.target.closest?.("#pool-rows [data-code], #deck-rows [data-code]");
  if (!row || !canHover.matches) return hide();
  timer = setTimeout(() => row.isConnected && show(row), WAIT);
}

function leave(/** @type {PointerEvent} */ event) {
  if (!(event.relatedTarget instanceof Node && box.contains(event.relatedTarget))) hide();
}

export function beginPeek() {
  box.hidden = true;
  box.setAttribute("aria-hidden", "true");
  document.body.append(box);
  document.querySelector(".editor").addEventListener("pointerover", soon);
  document.querySelector(".editor").addEventListener("pointerleave", leave);
  box.addEventListener("pointerleave", leave);
  document.querySelector(".editor").addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
    if (event.target.matches(":focus-visible")) soon(event);
    else hide();
  });
  document.addEventListener("toggle", hide, { capture: true });
  document.addEventListener("scroll", hide, { capture: true, passive: true });
}

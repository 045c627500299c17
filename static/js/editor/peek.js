// A box beside the list with the facts of the card under the pointer or the focus.

import { byCode, headingOf, lookOf, piece } from "./cards.js";
import { escape } from "./row.js";
import { textOf } from "./texts.js";

const WAIT = 180;
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
  ${textOf(card) ? `<div class="card-text">${textOf(card)}</div>` : ""}
  <p class="tiny faint">${escape([card.other, box].filter(Boolean).join(" · "))}</p>`;
}

function show(/** @type {HTMLElement} */ row) {
  const card = byCode.get(row.dataset.code);
  if (!card) return;
  box.className = `peek ${piece(card, "css")} ${row.closest("#deck-rows") ? "peek--right" : "peek--left"}`;
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
  const row = event.target.closest?.("#pool-rows [data-code], #deck-rows [data-code]");
  clearTimeout(timer);
  if (!row || !canHover.matches) return hide();
  timer = setTimeout(() => row.isConnected && show(row), box.hidden ? WAIT : 40);
}

export function beginPeek() {
  box.hidden = true;
  box.setAttribute("aria-hidden", "true");
  document.body.append(box);
  document.querySelector(".editor").addEventListener("pointerover", soon);
  document.querySelector(".editor").addEventListener("pointerleave", hide);
  document.querySelector(".editor").addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
    if (event.target.matches(":focus-visible")) soon(event);
    else hide();
  });
  document.addEventListener("scroll", hide, { capture: true, passive: true });
}

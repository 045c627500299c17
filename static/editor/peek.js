// The card under the pointer or the focus: its facts beside the list.

import { byCode, packs } from "./cards.js";
import { classIcons, classOf, coin, escape, flags, pips, skills, typeAndSlot } from "./row.js";
import { fill, words } from "./state.js";

const WAIT = 180;
const canHover = matchMedia("(hover: hover) and (min-width: 75rem)");
const box = document.createElement("aside");
let timer = 0;

function facts(card) {
  const body = [
    card.health !== null && `${words.health} ${card.health}`,
    card.sanity !== null && `${words.sanity} ${card.sanity}`,
    card.uses && fill(words.uses, { kind: card.uses }),
    ...card.keywords.map((name) => words.keywords[name] ?? name),
    card.taboo && fill(words.taboo, { n: card.taboo > 0 ? `+${card.taboo}` : `−${-card.taboo}` }),
  ].filter(Boolean);
  return `
  <p class="peek__head">${coin(card)} <b class="card-name">${escape(card.title)}</b>${pips(card)}${flags(card)}</p>
  ${card.subtitle ? `<p class="peek__sub">${escape(card.subtitle)}</p>` : ""}
  <p class="card-row__sub">${classIcons(card)}${escape(typeAndSlot(card))}</p>
  <p class="traits">${escape(card.traits)}</p>
  <p>${skills(card)}</p>
  ${body.length ? `<p class="small">${escape(body.join(" · "))}</p>` : ""}
  <p class="tiny faint">${escape([card.other, packs[card.pack]?.title].filter(Boolean).join(" · "))}</p>`;
}

function show(row) {
  const card = byCode.get(row.dataset.code);
  if (!card) return;
  box.className = `peek ${classOf(card)} ${row.closest("#deck-rows") ? "peek--right" : "peek--left"}`;
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

function soon(event) {
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
  document.querySelector(".editor").addEventListener("focusin", (event) => {
    if (event.target.matches(":focus-visible")) soon(event);
    else hide();
  });
  document.addEventListener("scroll", hide, { capture: true, passive: true });
}

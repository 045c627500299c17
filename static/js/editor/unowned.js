// Cards of the deck of which the boxes have too few copies are marked, after every change.

import { byCode } from "./cards.js";
import { copies, fill, owned, words } from "./state.js";

function mark() {
  for (const row of document.querySelectorAll("#deck-rows [data-where='main'][data-code]")) {
    const { code } = row.dataset;
    const have = owned[code] ?? 0;
    const old = row.querySelector(".unowned");
    const few = byCode.get(code)?.kind === "player" && have < copies(code);
    const text = few ? (have ? fill(words.too_few, { owned: have }) : words.unowned) : "";
    if ((old?.textContent ?? "") === text) continue;
    old?.remove();
    if (!text) continue;
    const note = document.createElement("small");
    note.className = "unowned faint";
    note.textContent = text;
    row.querySelector(".card-row__main").append(note);
  }
}

export function beginUnowned() {
  if (!owned) return;
  mark();
  document.addEventListener("drawn", mark);
}

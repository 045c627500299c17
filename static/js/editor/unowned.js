// Cards of the deck of which the boxes have too few copies are marked, after every change.

import { byCode } from "./cards.js";
import { copies, fill, owned, words } from "./state.js";

function mark() {
  for (const row of document.querySelectorAll("#deck-rows [data-where='main'][data-code]")) {
    const { code } = row.dataset;
    const have = owned[code] ?? 0;
    row.querySelector(".unowned")?.remove();
    if (byCode.get(code)?.kind !== "player" || have >= copies(code)) continue;
    const note = document.createElement("small");
    note.className = "unowned faint";
    note.textContent = have ? fill(words.too_few, { owned: have }) : words.unowned;
    row.querySelector(".card-row__main").append(note);
  }
}

export function beginUnowned() {
  if (!owned) return;
  mark();
  document.addEventListener("drawn", mark);
}

// How does the page take the server's answer? Parts are replaced by their ids; the focus stays where it was.

import { update } from "./state.js";

/** Put an answer's parts into the page and its state into the lists. */
export function take(answer) {
  const focused = document.activeElement?.id;
  for (const [id, html] of Object.entries(answer.html ?? {})) {
    const part = document.getElementById(id);
    if (part) part.outerHTML = html;
  }
  if (answer.name) document.getElementById("deck-name").textContent = answer.name;
  if (answer.state) update(answer.state);
  document.dispatchEvent(new Event("drawn"));
  if (focused && document.activeElement?.id !== focused) focusOn(focused);
}

/** The same control, or where its row has gone the next row's. */
function focusOn(id) {
  const same = document.getElementById(id);
  if (same) return same.focus({ preventScroll: true });
  if (id.startsWith("deck-")) document.querySelector("#deck-rows [tabindex='0'], #deck-rows .card-name")?.focus();
}

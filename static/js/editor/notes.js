// The toolbar of the notes: format, symbols, links to cards, and a preview from the server.

import { cards } from "./cards.js";
import { words } from "./state.js";
import { toast } from "./toasts.js";

const MOST_OFFERED = 20;
const dialog = document.getElementById("dialog");
const find = (/** @type {string} */ id) => document.getElementById(id);

/**
 * Replace the selection; the text around it stays, and the browser can undo it.
 * @param {(selected: string) => string} change
 */
function replace(change) {
  const area = find("notes-text");
  const { selectionStart: start, selectionEnd: end, value } = area;
  area.focus();
  area.setRangeText(change(value.slice(start, end)), start, end, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

function begin(/** @type {string} */ mark) {
  const area = find("notes-text");
  const start = area.value.lastIndexOf("\n", area.selectionStart - 1) + 1;
  area.focus();
  area.setRangeText(mark, start, start, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Offer cards by the beginning of their words; a chosen one becomes a link as on ArkhamDB. */
function offer(/** @type {HTMLInputElement} */ field) {
  const chosen = cards.find((card) => card.name === field.value);
  if (chosen) {
    replace(() => `[${chosen.title}](/card/${chosen.code})`);
    field.value = "";
  }
  const text = field.value.toLowerCase();
  const fitting = text.length < 2 ? [] : cards.filter((card) => card.name.toLowerCase().includes(text));
  const options = fitting.slice(0, MOST_OFFERED).map((card) => new Option("", card.name));
  find("notes-cards").replaceChildren(...options);
}

async function preview(/** @type {HTMLElement} */ button) {
  const on = button.getAttribute("aria-pressed") !== "true";
  if (on) {
    const body = new FormData(find("notes-text").form);
    try {
      const answer = await fetch(button.dataset.url, { method: "POST", body });
      if (!answer.ok) throw new Error(String(answer.status));
      find("notes-shown").innerHTML = await answer.text();
    } catch {
      return toast(words.not_loaded, { tone: "bad" });
    }
  }
  button.setAttribute("aria-pressed", String(on));
  find("notes-shown").hidden = !on;
  find("notes-field").hidden = on;
}

export function beginNotes() {
  dialog.addEventListener("click", (/** @type {Event} */ event) => {
    const button = event.target.closest(".notes-tools button");
    if (!button) return;
    const { wrap, begin: mark } = button.dataset;
    if (wrap) replace((selected) => `${wrap}${selected}${wrap}`);
    else if (mark) begin(mark);
    else preview(button);
  });
  dialog.addEventListener("input", (/** @type {Event} */ event) => {
    if (event.target.id === "notes-card") offer(/** @type {HTMLInputElement} */ (event.target));
  });
  dialog.addEventListener("change", (/** @type {Event} */ event) => {
    if (event.target.id !== "notes-symbol" || !event.target.value) return;
    replace(() => event.target.value);
    event.target.value = "";
  });
}

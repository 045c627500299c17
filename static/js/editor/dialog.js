// Dialogs for a card, the settings and the notes. Links open them; without JavaScript they are pages.

import { words } from "./state.js";
import { toast } from "./toasts.js";

const sheet = document.getElementById("sheet");
let shown = "";
let opener = "";

export async function openSheet(/** @type {string} */ url) {
  try {
    const answer = await fetch(url, { headers: { "X-Requested-With": "fetch" } });
    if (!answer.ok) throw new Error(String(answer.status));
    sheet.innerHTML = await answer.text();
  } catch {
    return toast(words.lost_sheet, { tone: "bad" });
  }
  shown = url;
  const heading = sheet.querySelector("h2");
  if (heading) sheet.setAttribute("aria-label", heading.textContent);
  if (!sheet.open) {
    opener = document.activeElement?.id ?? "";
    sheet.showModal();
  }
  sheet.querySelector("[autofocus], .dialog__body :is(input:not([type=hidden]), select, textarea, button)")?.focus();
}

export async function reloadSheet() {
  const focused = document.activeElement?.id;
  if (sheet.open) await openSheet(shown);
  document.getElementById(focused)?.focus();
}

export function closeSheet() {
  if (!sheet.open) return;
  sheet.close();
}

/** Show in the sheet why it was not saved; what was entered stays. */
export function sheetFailed(/** @type {string} */ why) {
  if (!sheet.open) return false;
  sheet.querySelector(".sheet__error")?.remove();
  const box = document.createElement("p");
  box.className = "notice notice--bad sheet__error";
  box.setAttribute("role", "alert");
  box.textContent = why;
  sheet.querySelector(".dialog__body")?.prepend(box);
  return true;
}

export function beginSheets() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-sheet]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
      event.preventDefault();
      openSheet(link.href);
    }
    if (event.target.closest("#sheet [data-close]") || event.target === sheet) {
      event.preventDefault();
      closeSheet();
    }
    if (event.target.closest("#show-keys")) document.getElementById("keys").showModal();
  });
  // A form whose choices change the sheet is loaded again, such as that of the card to remove.
  sheet.addEventListener("change", (/** @type {Event} */ event) => {
    const form = event.target.closest("form[data-refresh]");
    if (form) openSheet(`${form.action}?${new URLSearchParams(new FormData(form))}`);
  });
  sheet.addEventListener("close", () => {
    sheet.replaceChildren();
    document.getElementById(opener)?.focus();
  });
}

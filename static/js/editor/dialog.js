// Dialogs for a card, the settings and the notes. Links open them; without JavaScript they are pages.

import { words } from "./state.js";
import { toast } from "./toasts.js";

const dialog = document.getElementById("dialog");
let shown = "";
let opener = "";
/** How many dialogs were asked for: only the last one is shown. */
let requests = 0;

export async function openDialog(/** @type {string} */ url) {
  const request = ++requests;
  const wasOpen = dialog.open;
  // A dialog that was closed while it was being loaded again stays closed.
  const isLate = () => request !== requests || (wasOpen && !dialog.open);
  try {
    const answer = await fetch(url, { headers: { "X-Requested-With": "fetch" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const html = await answer.text();
    if (isLate()) return;
    dialog.innerHTML = html;
  } catch {
    if (!isLate()) toast(words.not_loaded, { tone: "bad" });
    return;
  }
  shown = url;
  const heading = dialog.querySelector("h2");
  if (heading) dialog.setAttribute("aria-label", heading.textContent);
  if (!dialog.open) {
    opener = document.activeElement?.id ?? "";
    dialog.showModal();
  }
  dialog.querySelector("[autofocus], .dialog__body :is(input:not([type=hidden]), select, textarea, button)")?.focus();
}

export async function reloadDialog() {
  const focused = document.activeElement?.id;
  if (dialog.open) await openDialog(shown);
  document.getElementById(focused)?.focus();
}

export function closeDialog() {
  if (!dialog.open) return;
  dialog.close();
}

/** Show in the dialog why it was not saved; what was entered stays. */
export function showFailure(/** @type {string} */ why) {
  if (!dialog.open) return false;
  dialog.querySelector(".dialog__error")?.remove();
  const box = document.createElement("p");
  box.className = "notice notice--bad dialog__error";
  box.setAttribute("role", "alert");
  box.textContent = why;
  dialog.querySelector(".dialog__body")?.prepend(box);
  return true;
}

export function beginDialogs() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-dialog]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
      event.preventDefault();
      openDialog(link.href);
    }
    if (event.target.closest("#dialog [data-close]") || event.target === dialog) {
      event.preventDefault();
      closeDialog();
    }
    if (event.target.closest("#show-keys")) document.getElementById("keys").showModal();
  });
  // A form whose choices change the dialog is loaded again, such as that of the card to remove.
  dialog.addEventListener("change", (/** @type {Event} */ event) => {
    const form = event.target.closest("form[data-refresh]");
    if (form) openDialog(`${form.action}?${new URLSearchParams(new FormData(form))}`);
    const sum = event.target.form?.querySelector("output[data-ticks-of]");
    if (sum) {
      const ticked = event.target.form.querySelectorAll(`[name="${sum.dataset.ticksOf}"]:checked`).length;
      sum.textContent = String(ticked);
      sum.classList.toggle("is-bad", ticked > Number(sum.dataset.most));
    }
  });
  dialog.addEventListener("close", () => {
    dialog.replaceChildren();
    document.getElementById(opener)?.focus();
  });
}

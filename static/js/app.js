// The script of every page: keys, menus, the theme, messages and times.

import "./card-preview.js";

document.documentElement.classList.add("has-js");

const search = document.getElementById("top-search");
const found = document.getElementById("top-found");
const display = document.getElementById("display");
const typing = (/** @type {EventTarget} */ element) => element.closest("input, textarea, select, [contenteditable]");

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && search?.checkVisibility() && !typing(event.target)) {
    event.preventDefault();
    search.focus();
  }
  if (event.key === "Escape" && event.target.closest("#top-found")) search.focus();
  if (event.key === "Escape" && event.target === search) found.replaceChildren();
  if ((event.key === "ArrowDown" || event.key === "ArrowUp") && event.target.closest(".topsearch")) step(event);
  if (event.key === "Escape") {
    const open = document.querySelector("details.menu[open]");
    if (open) {
      open.open = false;
      open.querySelector("summary").focus();
    }
  }
});

// The arrow keys move between the search box and the results.
function step(/** @type {KeyboardEvent} */ event) {
  const places = [search, ...found.querySelectorAll("a")];
  const next = places.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
  event.preventDefault();
  places[Math.max(0, Math.min(next, places.length - 1))].focus();
}

// A menu closes when anything outside it is clicked.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (event.target.closest("details.menu") !== menu) menu.open = false;
  }
});

// The theme changes at once and is saved in the background; another language needs a new page.
display?.addEventListener("change", (/** @type {Event} */ event) => {
  if (event.target.name !== "theme") return display.requestSubmit();
  document.documentElement.dataset.theme = event.target.value;
  fetch(display.action, { method: "POST", body: new FormData(display), headers: { "X-Requested-With": "fetch" } });
});

// Messages for failed htmx requests. Other scripts show a message by dispatching "casebook:message" with a text.
const template = document.getElementById("toast");
const toasts = document.getElementById("toasts");

function showMessage(/** @type {string} */ text) {
  // A request that is repeated every few seconds shows its error once.
  if ([...toasts.children].some((toast) => toast.textContent.trim() === text)) return;
  const toast = template.content.cloneNode(true);
  toast.querySelector("span").textContent = text;
  toasts.append(toast);
}

document.addEventListener("casebook:message", (event) => showMessage(event.detail));
document.addEventListener("htmx:responseError", ({ detail: { xhr } }) => {
  const plain = xhr.getResponseHeader("Content-Type")?.startsWith("text/plain");
  showMessage(plain ? xhr.responseText : template.dataset.failed);
});
document.addEventListener("htmx:sendError", () => showMessage(template.dataset.unreachable));
document.addEventListener("animationend", (event) => {
  if (event.animationName === "pass") event.target.remove();
});

// The server writes times in its own zone; show them in the reader's.
document.addEventListener("htmx:load", ({ target }) => {
  const language = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
  for (const time of target.querySelectorAll("time[datetime*=T]")) {
    const at = new Date(time.dateTime);
    const today = at.toDateString() === new Date().toDateString();
    /** @type {Intl.DateTimeFormatOptions} */
    const parts = today ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short" };
    time.textContent = at.toLocaleString(language, parts);
    time.title = at.toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
  }
});

// A choice that is all that a form asks for sends it.
document.addEventListener("change", (event) => {
  if (event.target.matches("select[data-submits]")) event.target.form.requestSubmit();
});

// Pages for printing have a button that opens the browser's print dialog.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});

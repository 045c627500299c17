// What HTML cannot do, for every page.

document.documentElement.classList.add("has-js");

const search = document.getElementById("top-search");
const found = document.getElementById("top-found");
const display = document.getElementById("display");
const typing = (element) => element.closest("input, textarea, select, [contenteditable]");

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && search?.checkVisibility() && !typing(event.target)) {
    event.preventDefault();
    search.focus();
  }
  if (event.key === "Escape" && found?.contains(event.target)) search.focus();
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

// From the search box down into what was found, and back up.
function step(event) {
  const places = [search, ...found.querySelectorAll("a")];
  const next = places.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
  event.preventDefault();
  places[Math.max(0, Math.min(next, places.length - 1))].focus();
}

// A menu closes when another thing is pressed.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

// The theme changes at once and is kept in the background; a language needs a new page.
display?.addEventListener("change", (event) => {
  if (event.target.name !== "theme") return display.requestSubmit();
  document.documentElement.dataset.theme = event.target.value;
  fetch(display.action, { method: "POST", body: new FormData(display), headers: { "X-Requested-With": "fetch" } });
});

// A refusal of what should have changed in place is said aloud. Other scripts dispatch "casebook:say" with a text.
const mould = document.getElementById("toast");
const said = document.getElementById("said");

function say(text) {
  // What is asked for every second need not be refused every second.
  if ([...said.children].some((toast) => toast.textContent.trim() === text)) return;
  const toast = mould.content.cloneNode(true);
  toast.querySelector("span").textContent = text;
  said.append(toast);
}

document.addEventListener("casebook:say", (event) => say(event.detail));
document.addEventListener("htmx:responseError", ({ detail: { xhr } }) => {
  const plain = xhr.getResponseHeader("Content-Type")?.startsWith("text/plain");
  say(plain ? xhr.responseText : mould.dataset.failed);
});
document.addEventListener("htmx:sendError", () => say(mould.dataset.unreachable));
document.addEventListener("animationend", (event) => {
  if (event.animationName === "pass") event.target.remove();
});

// The server writes the time of its own zone; who reads has a clock on the wall.
document.addEventListener("htmx:load", ({ target }) => {
  const language = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
  for (const time of target.querySelectorAll("time[datetime*=T]")) {
    const at = new Date(time.dateTime);
    const today = at.toDateString() === new Date().toDateString();
    const parts = today ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short" };
    time.textContent = at.toLocaleString(language, parts);
    time.title = at.toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
  }
});

// Sheets for paper have a button that opens the browser's own dialogue.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});

// The page after a scenario saves what is typed, and shows at once what it would record.

const form = document.getElementById("after");
const rows = document.getElementById("notes-rows");
const more = document.getElementById("more-notes");
const mark = document.getElementById("draft-saved");
const MOST = 12;
const WAIT = 500;
const LONGEST_WAIT = 30_000;
/** Browsers refuse requests that outlive the page if these are sent with more bytes. */
const LARGEST_KEPT_ALIVE = 60_000;

let waiting = 0;
let failures = 0;
let changed = false;
let busy = false;
let leaving = false;

/** No answer came. @returns {any} */
const lost = () => null;

/** Save what was typed. One request at a time, so that no earlier state overwrites a later one. */
async function save() {
  clearTimeout(waiting);
  if (busy || leaving || !changed) return;
  changed = false;
  busy = true;
  const body = new URLSearchParams(new FormData(form));
  const keepalive = String(body).length < LARGEST_KEPT_ALIVE;
  const sent = { method: "POST", body, keepalive, headers: { "HX-Request": "true" } };
  const answer = await fetch(form.dataset.save, sent).catch(lost);
  busy = false;
  if (!answer || answer.status >= 500 || answer.status === 429) return later();
  failures = 0;
  // 409: somebody else writes in the page as well, and the answer says who.
  if (answer.ok || answer.status === 409) {
    mark.textContent = "";
    if (answer.status !== 204) show(await answer.text());
  } else {
    const isText = answer.headers.get("Content-Type")?.startsWith("text/plain");
    mark.textContent = isText ? await answer.text() : mark.dataset.refused;
  }
  if (changed) soon();
}

/** Not saved: say so, and try again. */
function later() {
  changed = true;
  failures += 1;
  mark.textContent = mark.dataset.failed;
  soon(Math.min(LONGEST_WAIT, WAIT * 2 ** failures));
}

function soon(wait = WAIT) {
  clearTimeout(waiting);
  waiting = setTimeout(save, wait);
}

function show(/** @type {string} */ html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  for (const part of fresh.querySelectorAll("[data-live]")) {
    const shown = document.getElementById(part.id);
    // A link of the rail that has the focus stays where it is.
    if (!shown || shown.contains(document.activeElement) || shown.isEqualNode(part)) continue;
    shown.replaceWith(part);
    part.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true }));
  }
}

/** @param {string} name */
const field = (name) => form.elements.namedItem(name);
/** @param {string} name */
const numberIn = (name) => parseInt(field(name).value.replace("−", "-"), 10) || 0;

function add() {
  const proposed = [...form.querySelectorAll("input[data-bonus]:checked")];
  const more = proposed.reduce((sum, each) => sum + Number(each.dataset.bonus), 0);
  const earned = Math.max(0, numberIn("victory") + numberIn("bonus") + more);
  const sum = field("replay")?.checked ? 0 : earned;
  document.getElementById("sum").textContent = String(sum);
}

form?.addEventListener("input", () => {
  changed = true;
  add();
  soon();
});
// What is recorded, or saved by the button, needs no draft.
form?.addEventListener("submit", () => {
  leaving = true;
  clearTimeout(waiting);
});
addEventListener("pageshow", (event) => {
  if (event.persisted) leaving = false;
});
addEventListener("pagehide", save);
addEventListener("online", save);
addEventListener("beforeunload", (event) => {
  if (failures && changed && !leaving) event.preventDefault();
});

if (more) {
  more.hidden = rows.children.length >= MOST;
  more.addEventListener("click", () => {
    const place = rows.children.length;
    const row = rows.lastElementChild.cloneNode(true);
    for (const field of row.querySelectorAll("[name]")) {
      field.name = field.name.replace(/-\d+$/, `-${place}`);
      if (field.tagName === "INPUT") field.value = "";
    }
    rows.append(row);
    row.querySelector(".input--text").focus();
    more.hidden = rows.children.length >= MOST;
  });
}

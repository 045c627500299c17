// The page after a scenario saves what is typed, shows at once what it would record, and what others enter.

const form = document.getElementById("after");
const rows = document.getElementById("notes-rows");
const more = document.getElementById("more-notes");
const mark = document.getElementById("draft-saved");
const MOST = 12;
const WAIT = 500;
const LONGEST_WAIT = 30_000;
/** Browsers refuse requests that outlive the page if these are sent with more bytes. */
const LARGEST_KEPT_ALIVE = 60_000;

const LOOK = 4000;
/** Fields that are no part of the draft. */
const OWN = new Set(["csrfmiddlewaretoken", "follows", "key", "draft", "base", "over", "waives", "otherwise", "note"]);

/** @typedef {Record<string, string[]>} Answers The values of the fields by their names; empty ones are left out. */

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
  const given = entered();
  const body = new URLSearchParams(new FormData(form));
  body.set("base", JSON.stringify(base));
  const keepalive = String(body).length < LARGEST_KEPT_ALIVE;
  const sent = { method: "POST", body, keepalive, headers: { "HX-Request": "true" } };
  const answer = await fetch(form.dataset.save, sent).catch(lost);
  busy = false;
  if (!answer || answer.status >= 500 || answer.status === 429) return later();
  failures = 0;
  // 409: another member writes in the page as well, and the answer names them.
  if (answer.ok || answer.status === 409) {
    mark.textContent = "";
    if (answer.status !== 204) take(await answer.text(), given);
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

/** The answers in the form. @returns {Answers} */
function entered() {
  /** @type {Answers} */
  const found = {};
  for (const [name, value] of new FormData(form)) {
    if (!OWN.has(name) && value) (found[name] ??= []).push(String(value));
  }
  return found;
}

/** The form as this member last saw it: what is different now is their own. @type {Answers} */
const base = form ? entered() : {};

/** @param {string[] | undefined} one @param {string[] | undefined} other */
const same = (one, other) => JSON.stringify(one ?? []) === JSON.stringify(other ?? []);

/** Show an answer, and enter what others have saved. @param {string} html @param {Answers} given */
function take(html, given) {
  show(html);
  const stored = document.getElementById("draft-stored");
  if (!stored?.dataset.answers) return;
  const contested = new Set(JSON.parse(stored.dataset.contested || "[]"));
  /** @type {Answers} */
  const answers = JSON.parse(stored.dataset.answers);
  for (const name of new Set([...Object.keys(base), ...Object.keys(given), ...Object.keys(answers)])) {
    if (contested.has(name)) continue;
    if (same(answers[name], given[name])) base[name] = answers[name] ?? [];
    else if (same(entered()[name], given[name]) && enter(name, answers[name] ?? [])) base[name] = answers[name] ?? [];
  }
  add();
}

/** Set a field to what another member entered. @param {string} name @param {string[]} values */
function enter(name, values) {
  while (!form.elements.namedItem(name) && /^note-/.test(name) && more && !more.hidden) addRow();
  const fields = [...form.elements].filter((each) => each.name === name);
  const typing = fields.some((each) => each === document.activeElement && each.type === "text");
  if (!fields.length || typing) return false;
  let place = 0;
  for (const each of fields) {
    if (each.type === "checkbox" || each.type === "radio") each.checked = values.includes(each.value);
    else each.value = values[place++] ?? "";
  }
  return true;
}

/** Look for what others have saved, unless something is being saved anyway. */
async function look() {
  if (busy || leaving || changed || document.hidden) return;
  const seen = form.elements.namedItem("draft").value;
  const headers = { "HX-Request": "true" };
  const given = entered();
  const answer = await fetch(`${form.dataset.save}?draft=${seen}`, { headers }).catch(lost);
  if (answer?.status === 200 && !busy && !changed) take(await answer.text(), given);
}

if (form?.hasAttribute("data-shared")) setInterval(look, LOOK);

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
  const sent = document.getElementById("draft-base");
  if (sent) sent.value = JSON.stringify(base);
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

/** Add an empty line for a note. */
function addRow() {
  const place = rows.children.length;
  const row = rows.lastElementChild.cloneNode(true);
  for (const field of row.querySelectorAll("[name]")) {
    field.name = field.name.replace(/-\d+$/, `-${place}`);
    if (field.tagName === "INPUT") field.value = "";
  }
  rows.append(row);
  more.hidden = rows.children.length >= MOST;
  return row;
}

if (more) {
  more.hidden = rows.children.length >= MOST;
  more.addEventListener("click", () => {
    const empty = rows.querySelector(".input--text:placeholder-shown");
    (empty ?? addRow().querySelector(".input--text")).focus();
  });
}

// The page after a scenario saves what is typed, shows at once what it would record, and what others enter.

const form = document.getElementById("after");
const rows = document.getElementById("notes-rows");
const more = document.getElementById("more-notes");
const mark = document.getElementById("draft-saved");
const MOST = 12;
/** Notes of several members together may be more. */
const MOST_SAVED = 100;
const WAIT = 500;
const LONGEST_WAIT = 30_000;
/** Browsers refuse requests that outlive the page if these are sent with more bytes. */
const LARGEST_KEPT_ALIVE = 60_000;

const LOOK = 4000;
const MOST_UNANSWERED = 8;
const NOTE = /^(note-[a-z]+-)(\d+)$/;
/** Fields that are not part of the draft. */
const OWN = new Set(
  ["csrfmiddlewaretoken", "follows", "key", "draft", "base", "sent", "over", "waives", "otherwise", "note"],
);

/** @typedef {Record<string, string[]>} Answers The values of the fields by their names; empty ones are left out. */

let waiting = 0;
let failures = 0;
let changed = false;
let busy = false;
let leaving = false;
let refused = false;
/** Whether a decision is due between what this member and another one entered. */
let undecided = false;
/** What was sent since the last answer: the server may have saved it, and then it is no other member's.
 * @type {Answers[]} */
let unanswered = [];
/** Only the answer to the last request counts. */
let turn = 0;
let request = new AbortController();

/** The answer to a request, or null if no complete one comes in time.
 * @param {string} url @param {RequestInit} options */
async function fetchAnswer(url, options) {
  const own = request = new AbortController();
  const limit = setTimeout(() => own.abort(), LONGEST_WAIT);
  try {
    const answer = await fetch(url, { ...options, headers: { "HX-Request": "true" }, signal: own.signal });
    const isText = Boolean(answer.headers.get("Content-Type")?.startsWith("text/plain"));
    return { status: answer.status, ok: answer.ok, isText, text: await answer.text() };
  } catch {
    return null;
  } finally {
    clearTimeout(limit);
  }
}

/** Save what was typed. One request at a time, so that no earlier state overwrites a later one.
 * @param {boolean} [isLast] The page is being left: do not wait for the answer to the request before. */
async function save(isLast = false) {
  clearTimeout(waiting);
  if (leaving || !changed || (busy && !isLast)) return;
  request.abort();
  turn += 1;
  const own = turn;
  changed = false;
  busy = true;
  const given = entered();
  const body = new URLSearchParams(new FormData(form));
  body.set("base", JSON.stringify(base));
  body.set("sent", JSON.stringify(unanswered));
  unanswered = [...unanswered, changes(given)].slice(-MOST_UNANSWERED);
  const keepalive = String(body).length < LARGEST_KEPT_ALIVE;
  const answer = await fetchAnswer(form.dataset.save, { method: "POST", body, keepalive });
  if (own !== turn) return;
  busy = false;
  if (!answer || answer.status >= 500 || answer.status === 429) return later();
  failures = 0;
  // 409: another member writes in the page as well, and the answer names them.
  refused = !answer.ok && answer.status !== 409;
  if (refused) {
    unanswered.pop();
    mark.textContent = answer.isText ? answer.text : mark.dataset.refused;
  } else {
    unanswered = [];
    mark.textContent = "";
    undecided = answer.status === 409;
    if (answer.status !== 204) take(answer.text, given);
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
  waiting = setTimeout(() => save(), wait);
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
const same = (one, other) =>
  JSON.stringify((one ?? []).filter(Boolean)) === JSON.stringify((other ?? []).filter(Boolean));

/** What this member has changed. @param {Answers} given @returns {Answers} */
function changes(given) {
  const names = Object.keys({ ...base, ...given }).filter((name) => !same(base[name], given[name]));
  return Object.fromEntries(names.map((name) => [name, given[name] ?? []]));
}

/** Show an answer, and enter what others have saved where this member has changed nothing.
 * @param {string} html @param {Answers} given */
function take(html, given) {
  show(html);
  const stored = document.getElementById("draft-stored");
  if (!stored?.dataset.answers) return;
  const contested = new Set(JSON.parse(stored.dataset.contested || "[]"));
  /** @type {Answers} */
  const answers = JSON.parse(stored.dataset.answers);
  renumber(given, answers);
  const now = entered();
  for (const name of new Set([...Object.keys(base), ...Object.keys(given), ...Object.keys(answers)])) {
    if (contested.has(name)) continue;
    if (same(answers[name], given[name])) base[name] = answers[name] ?? [];
    else if (same(now[name], base[name]) && enter(name, answers[name] ?? [])) base[name] = answers[name] ?? [];
  }
  add();
}

/** Another member's note was saved first, and this member's below it: give its line that number.
 * @param {Answers} given @param {Answers} answers */
function renumber(given, answers) {
  for (const [name, text] of Object.entries(given)) {
    if (!name.startsWith("note-text-") || same(answers[name], text) || same(base[name], text)) continue;
    const saved = Object.keys(answers).find((each) =>
      each.startsWith("note-text-") && !given[each] && same(answers[each], text)
    );
    if (!saved) continue;
    addRowFor(saved);
    const numbers = [name, saved].map((each) => NOTE.exec(each)[2]);
    const other = (/** @type {string} */ number) => numbers[1 - numbers.indexOf(number)];
    for (const each of form.elements) {
      const [, kind, number] = NOTE.exec(each.name) ?? [];
      if (numbers.includes(number)) each.name = kind + other(number);
    }
    for (const each of Object.keys(given)) {
      const [, kind, number] = NOTE.exec(each) ?? [];
      if (number !== numbers[0]) continue;
      const moved = kind + numbers[1];
      [given[each], given[moved]] = [given[moved] ?? [], given[each]];
    }
  }
}

/** Set a field to what another member entered. @param {string} name @param {string[]} values */
function enter(name, values) {
  if (NOTE.test(name)) addRowFor(name);
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
  if (busy || leaving || changed || undecided || document.hidden) return;
  const own = turn;
  const given = entered();
  const answer = await fetchAnswer(`${form.dataset.save}?draft=${form.elements.namedItem("draft").value}`, {});
  if (answer?.status === 200 && own === turn && !changed) take(answer.text, given);
}

if (form?.hasAttribute("data-shared")) setInterval(look, LOOK);

/** @param {string} name */
const field = (name) => form.elements.namedItem(name);
/** @param {string} name */
const numberIn = (name) => parseInt(field(name).value.replace("−", "-"), 10) || 0;

function add() {
  // A prologue that is played with the guide's investigators has no experience.
  if (!field("victory")) return;
  const proposed = [...form.querySelectorAll("input[data-bonus]:checked")];
  const more = proposed.reduce((sum, each) => sum + Number(each.dataset.bonus), 0);
  const earned = Math.max(0, numberIn("victory") + numberIn("bonus") + more);
  const sum = field("replay")?.checked ? 0 : earned;
  const part = document.getElementById("proposed-bonus");
  if (part) {
    part.hidden = !more;
    part.firstElementChild.textContent = (more < 0 ? "−" : "+") + Math.abs(more);
  }
  document.getElementById("sum").textContent = String(sum);
}

form?.addEventListener("input", () => {
  changed = true;
  add();
  soon();
});
// What is recorded, or saved by the button, needs no draft.
form?.addEventListener("submit", () => {
  const parts = { "draft-base": base, "draft-sent": unanswered };
  for (const [id, value] of Object.entries(parts)) {
    const part = document.getElementById(id);
    if (part) part.value = JSON.stringify(value);
  }
  leaving = true;
  clearTimeout(waiting);
  request.abort();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) leaving = false;
});
addEventListener("pagehide", () => save(true));
document.addEventListener("visibilitychange", () => {
  if (document.hidden) save();
});
addEventListener("online", () => save());
addEventListener("beforeunload", (event) => {
  if ((refused || (failures && changed)) && !leaving) event.preventDefault();
});

/** @param {string} name */
function addRowFor(name) {
  while (rows && !form.elements.namedItem(name) && rows.children.length < MOST_SAVED) addRow();
}

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

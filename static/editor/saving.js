// How does every press reach the server, once and in order? A queue; what was not acknowledged is sent again.

import { fill, forget, state, urls, words } from "./state.js";
import { hush, toast } from "./toasts.js";
import { take } from "./swap.js";

const KEPT = `unsaved ${urls.slots}`;
const LONGEST_WAIT = 30_000;

const mark = document.getElementById("saved");
const told = document.getElementById("told");
const queue = [];
let busy = false;
let failures = 0;
let waiting = 0;
let conflict = null;

/**
 * Queue an edit: `{url, body, guard?, stopped?, foresee?, done?, failed?}`. The guard is asked when its turn has come,
 * when everything before it is known; `foresee` shows in the page what the server will most likely answer.
 */
export function send(edit) {
  queue.push({ key: crypto.randomUUID(), unsure: false, ...edit });
  edit.foresee?.();
  keep();
  tell();
  pump();
}

export const isSaved = () => !queue.length;

async function pump() {
  if (busy || conflict) return;
  while (queue.length && queue[0].guard && !queue[0].guard()) {
    queue.shift().stopped?.();
    foreseeAgain();
  }
  keep();
  if (!queue.length) return tell();
  busy = true;
  clearTimeout(waiting);
  const edit = queue[0];
  const seen = state.revision;
  let answer;
  try {
    answer = await post(edit, seen);
  } catch {
    answer = null;
  }
  busy = false;
  if (!answer || answer.status >= 500) return later(edit);
  failures = 0;
  hush("offline");
  const { status, body } = answer;
  if (status === 409 && body?.code === "stale") return stale(edit, seen, body);
  queue.shift();
  keep();
  if (status >= 400) refused(edit, body);
  else done(edit, body);
  tell();
  pump();
}

async function post(edit, revision) {
  const body = new URLSearchParams(edit.body);
  body.set("revision", revision);
  body.set("key", edit.key);
  const answer = await fetch(edit.url, {
    method: "POST",
    body,
    keepalive: true,
    headers: { "X-Requested-With": "fetch", "X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]").value },
  });
  const json = answer.headers.get("Content-Type")?.includes("json");
  return { status: answer.status, body: json ? await answer.json() : null };
}

function done(edit, body) {
  if (body?.go) return window.location.assign(body.go);
  adopt(body ?? {});
  if (body?.said) told.textContent = body.said;
  edit.done?.(body);
}

/** Take the server's word, then foresee again what still waits. */
function adopt(body) {
  take(body);
  for (const edit of queue) edit.foresee?.();
}

/** Something that was foreseen will not come. */
function foreseeAgain() {
  for (const output of document.querySelectorAll("#deck-rows output")) output.textContent = output.dataset.n;
  forget();
  for (const edit of queue) edit.foresee?.();
}

function refused(edit, body) {
  const why = body?.error ?? words.lost_sheet;
  if (!edit.failed?.(why)) toast(fill(words.refused, { why }), { tone: "bad" });
  refresh();
}

/** No answer, or none that helps: keep the edit and try again, later and later. */
function later(edit) {
  edit.unsure = true;
  failures += 1;
  tell();
  toast(words.offline, { name: "offline", tone: "bad", buttons: [[words.again, pump]] });
  waiting = setTimeout(pump, Math.min(LONGEST_WAIT, 500 * 2 ** failures));
}

/** Another window was quicker. Nothing is overwritten: the player decides. */
function stale(edit, seen, body) {
  if (edit.unsure && next(seen) === body.state.revision && !edit.body.has("add") && !edit.body.has("remove")) {
    // The answer to our own undo or redo was lost, not the edit.
    queue.shift();
    adopt(body);
    keep();
    tell();
    return pump();
  }
  conflict = body;
  const settle = (mine) => () => {
    conflict = null;
    if (!mine) queue.length = 0;
    adopt(body);
    keep();
    tell();
    pump();
  };
  const text = [words.stale, ...(body.changes.length ? [body.changes.join("; ")] : [])].join(" ");
  const buttons = [
    [words.stale_merge, settle(true)],
    [words.stale_drop, settle(false)],
  ];
  toast(text, { name: "stale", tone: "bad", buttons });
  tell();
}

function next(revision) {
  const [version, number] = revision.split(".");
  return `${version}.${Number(number) + 1}`;
}

/** Look whether another window has changed the deck, when this one comes back into sight. */
export async function refresh() {
  if (busy || queue.length || conflict) return;
  try {
    const address = `${urls.state}?revision=${encodeURIComponent(state.revision)}`;
    const answer = await fetch(address, { headers: { "X-Requested-With": "fetch" } });
    if (answer.status === 200 && !queue.length) {
      const body = await answer.json();
      const moved = body.state.revision !== state.revision;
      if (body.state.cards !== state.cards || body.state.upgrading !== state.upgrading) return window.location.reload();
      adopt(body);
      if (moved) toast(words.taken_over);
    }
  } catch {
    // Without a connection there is nothing to learn; the next edit will tell.
  }
}

function tell() {
  const name = failures || conflict ? "unsaved" : queue.length ? "saving" : "saved";
  mark.textContent = mark.dataset[name];
  mark.className = `saved is-${name}`;
}

function keep() {
  const rows = queue.map(({ url, body, key }) => [url, String(body), key]);
  if (rows.length) sessionStorage.setItem(KEPT, JSON.stringify(rows));
  else sessionStorage.removeItem(KEPT);
}

/** Edits that a reload interrupted; their keys see to it that none is made twice. */
function restore() {
  const rows = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
  for (const [url, body, key] of rows) queue.push({ url, body: new URLSearchParams(body), key, unsure: true });
  if (rows.length) pump();
}

export function beginSaving() {
  window.addEventListener("online", pump);
  window.addEventListener("beforeunload", (event) => {
    if (!isSaved()) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") refresh();
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) refresh();
  });
  restore();
}

// Every edit reaches the server, once and in order: a queue, in which an edit stays until the server has answered.

import { fill, forget, state, urls, words } from "./state.js";
import { dismiss, toast } from "./toasts.js";
import { take } from "./swap.js";

/**
 * @typedef {object} Edit
 * @property {string} url
 * @property {URLSearchParams} body
 * @property {() => boolean} [guard] asked when everything before this edit is answered: is it still wanted?
 * @property {() => void} [stopped] called instead of sending it if not
 * @property {() => void} [foresee] shows in the page what the server will most likely answer
 * @property {(body: any) => void} [done]
 * @property {(why: string) => boolean} [failed] returns whether it has shown the reason
 *
 * @typedef {Edit & { key: string, seen: string }} Queued `seen` is the revision with which it was first sent
 */

const KEPT = `unsaved ${urls.slots}`;
const LONGEST_WAIT = 30_000;
/** Browsers refuse requests that outlive the page if these are sent with more bytes. */
const LARGEST_KEPT_ALIVE = 60_000;

const mark = document.getElementById("saved");
const announced = document.getElementById("announced");
/** @type {Queued[]} */
const queue = [];
let busy = false;
let failures = 0;
let waiting = 0;
/** @type {any} */
let conflict = null;

export function send(/** @type {Edit} */ edit) {
  queue.push({ key: crypto.randomUUID(), seen: "", ...edit });
  edit.foresee?.();
  keep();
  showState();
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
  if (!queue.length) return showState();
  busy = true;
  clearTimeout(waiting);
  const edit = queue[0];
  const again = Boolean(edit.seen);
  edit.seen ||= state.revision;
  keep();
  const answer = await post(edit).catch(lost);
  busy = false;
  if (!answer || !isFinal(answer)) return later(answer ? words.busy : words.offline);
  failures = 0;
  dismiss("offline");
  const { status, body } = answer;
  if (status === 409 && body?.code === "stale") return stale(edit, again, body);
  queue.shift();
  keep();
  if (status >= 400) refused(edit, body);
  else done(edit, body);
  showState();
  pump();
}

/** @typedef {{ status: number, body: any }} Answer */

/** @returns {Answer} */
const lost = () => null;

async function post(/** @type {Queued} */ edit) {
  const body = new URLSearchParams(edit.body);
  body.set("revision", edit.seen);
  body.set("key", edit.key);
  const token = document.querySelector("[name=csrfmiddlewaretoken]");
  const answer = await fetch(edit.url, {
    method: "POST",
    body,
    keepalive: String(body).length < LARGEST_KEPT_ALIVE,
    headers: { "X-Requested-With": "fetch", "X-CSRFToken": token.value },
  });
  const json = answer.headers.get("Content-Type")?.includes("json");
  return { status: answer.status, body: json ? await answer.json() : null };
}

/** Whether the server has decided. A busy server has not, nor has a page that something on the way put in. */
function isFinal(/** @type {Answer} */ { status, body }) {
  return status < 400 ? body !== null : status < 500 && status !== 429;
}

function done(/** @type {Queued} */ edit, /** @type {any} */ body) {
  if (body.go) return window.location.assign(body.go);
  // The signs of another file of cards mean other cards.
  if (body.state && body.state.cards !== state.cards) return window.location.reload();
  adopt(body);
  if (body.message) announced.textContent = body.message;
  if (body.notice) toast(body.notice);
  edit.done?.(body);
}

/** Take the server's word, then show again what is expected of the edits that still wait. */
function adopt(/** @type {any} */ body) {
  take(body);
  for (const edit of queue) edit.foresee?.();
}

/** Take back what was expected of an edit that is not made. */
function foreseeAgain() {
  for (const output of document.querySelectorAll("#deck-rows output")) output.textContent = output.dataset.n;
  forget();
  for (const edit of queue) edit.foresee?.();
}

function refused(/** @type {Queued} */ edit, /** @type {any} */ body) {
  const why = body?.error ?? words.not_loaded;
  foreseeAgain();
  if (!edit.failed?.(why)) toast(fill(words.refused, { why }), { tone: "bad" });
  refresh();
}

/** No answer, or none that helps: keep the edit and try again, later and later. */
function later(/** @type {string} */ why) {
  failures += 1;
  showState();
  toast(why, { name: "offline", tone: "bad", buttons: [[words.again, pump]] });
  waiting = setTimeout(pump, Math.min(LONGEST_WAIT, 500 * 2 ** failures));
}

/** Another window was quicker. Nothing is overwritten: the player decides. */
function stale(/** @type {Queued} */ edit, /** @type {boolean} */ again, /** @type {any} */ body) {
  // Edits have keys, but undo and redo have none: if only the answer to them was lost, this is that answer.
  const own = [urls.undo, urls.redo].includes(edit.url) && again && next(edit.seen) === body.state.revision;
  const settle = (/** @type {boolean} */ mine) => () => {
    conflict = null;
    if (own) queue.shift();
    else if (!mine) queue.length = 0;
    for (const waiting of queue) waiting.seen = "";
    adopt(body);
    keep();
    showState();
    pump();
  };
  if (own) return settle(true)();
  conflict = body;
  const text = [words.stale, ...(body.changes.length ? [body.changes.join("; ")] : [])].join(" ");
  /** @type {[string, () => void][]} */
  const buttons = [
    [words.stale_merge, settle(true)],
    [words.stale_drop, settle(false)],
  ];
  toast(text, { name: "stale", tone: "bad", buttons });
  showState();
}

function next(/** @type {string} */ revision) {
  const [version, number] = revision.split(".");
  return `${version}.${Number(number) + 1}`;
}

/** Look whether another window has changed the deck, when this one comes back into sight. */
export async function refresh() {
  const seen = state.revision;
  const isBusy = () => busy || queue.length || conflict || state.revision !== seen;
  if (isBusy()) return;
  try {
    const address = `${urls.state}?revision=${encodeURIComponent(seen)}`;
    const answer = await fetch(address, { headers: { "X-Requested-With": "fetch" } });
    const body = answer.status === 200 ? await answer.json() : null;
    // An edit that was made meanwhile knows more.
    if (!body || isBusy()) return;
    if (body.state.cards !== state.cards || body.state.upgrading !== state.upgrading) return window.location.reload();
    adopt(body);
    if (body.state.revision !== seen) toast(words.taken_over);
  } catch {
    // Without a connection there is nothing to learn; the next edit will show it.
  }
}

function showState() {
  const name = failures || conflict ? "unsaved" : queue.length ? "saving" : "saved";
  mark.textContent = mark.dataset[name];
  mark.className = `saved is-${name}`;
}

function keep() {
  const rows = queue.map(({ url, body, key, seen }) => [url, String(body), key, seen]);
  try {
    if (rows.length) sessionStorage.setItem(KEPT, JSON.stringify(rows));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // Without storage an edit is only in memory, and the page warns before it is left.
  }
}

/** Edits that a reload interrupted; their keys and revisions see to it that none is made twice. */
function restore() {
  const rows = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
  for (const [url, body, key, seen] of rows) queue.push({ url, body: new URLSearchParams(body), key, seen });
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

// Plus, minus, number keys and forms: each becomes an edit in the queue.

import { byCode } from "./cards.js";
import { CLOSED, ROOM, copies, foresee, reason, state, urls, words } from "./state.js";
import { openDialog, closeDialog, reloadDialog, showFailure } from "./dialog.js";
import { send } from "./saving.js";
import { toastWithButton } from "./toasts.js";
import { openWhy } from "./why.js";
import { address } from "./row.js";

const signOf = (/** @type {string} */ code) => state.signs[byCode.get(code)?.place] ?? ROOM;

/**
 * A card in a part of the deck; `held` is the printing that the deck holds.
 * @typedef {{ code: string, where: string, held?: string }} Place
 * @typedef {(copies: number) => number} Change
 */

/**
 * The number changes at once; the server's answer is the truth.
 * @param {string} code @param {string} where @param {string} held @param {Change} change
 */
function show(code, where, held, change) {
  const number = Math.max(0, change(copies(code, where)));
  const output = document.querySelector(`#deck-rows [data-held="${CSS.escape(held)}"][data-where="${where}"] output`);
  if (output) output.textContent = String(Math.max(0, change(Number(output.textContent))));
  foresee(code, where, number);
}

/** @param {Record<string, string>} body @param {Place} place @param {Change} change */
function edit(body, { code, where, held = code }, change, extra = {}) {
  send({ url: urls.slots, body: new URLSearchParams(body), foresee: () => show(code, where, held, change), ...extra });
}

/** Add one copy. If the rules leave no room, show why first; `anyway` adds it nevertheless. */
export function add(/** @type {string} */ code, where = "main", { held = code, anyway = false } = {}) {
  if (state.upgrading && where !== "side" && isBought(code)) {
    if (where === "main" && !anyway && signOf(code) === CLOSED) return stopped(code);
    // Where a place is empty, nothing has to be chosen: one press buys, and the ledger gives back.
    if (state.empty[where]) return send({ url: urls.buy, body: new URLSearchParams({ cheapest: code, where }) });
    return openDialog(address("options", code) + (where === "extra" ? "?where=extra" : ""));
  }
  const guard = () => anyway || where !== "main" || signOf(code) === ROOM;
  if (!guard()) return stopped(code);
  edit({ add: `${where}:${held}` }, { code, where, held }, (n) => n + 1, { guard, stopped: () => stopped(code) });
}

export function remove(/** @type {string} */ code, where = "main", held = code) {
  if (!copies(code, where)) return;
  if (state.upgrading && where !== "side" && isBought(code)) {
    return send({ url: urls.take_out, body: new URLSearchParams({ code: held, where }) });
  }
  edit({ remove: `${where}:${held}` }, { code, where, held }, (n) => n - 1);
}

/**
 * Set the number of copies.
 * @param {string} code @param {string} where @param {number} number
 */
export function setCopies(code, where, number) {
  const now = copies(code, where);
  if (now === number) return;
  if (state.upgrading && isBought(code)) return number > now ? add(code, where) : remove(code, where);
  if (number > now && where === "main") return addSeveral(code, number - now);
  edit({ set: `${where}:${code}`, quantity: String(number) }, { code, where }, () => number);
}

/** Add copies one by one: the number keys stop where plus stops. */
function addSeveral(/** @type {string} */ code, /** @type {number} */ number) {
  let isStopped = false;
  const guard = () => !isStopped && signOf(code) === ROOM;
  const stop = () => {
    if (!isStopped) stopped(code);
    isStopped = true;
  };
  if (!guard()) return stop();
  for (let copy = 0; copy < number; copy += 1) {
    edit({ add: `main:${code}` }, { code, where: "main" }, (n) => n + 1, { guard, stopped: stop });
  }
}

const isBought = (/** @type {string} */ code) => byCode.get(code)?.kind === "player";

function stopped(/** @type {string} */ code) {
  if (openWhy(code)) return;
  const why = `${byCode.get(code)?.name ?? code}: ${reason(signOf(code))}`;
  toastWithButton(why, words.anyway, () => add(code, "main", { anyway: true }));
}

export const undo = () => step("undo");
export const redo = () => step("redo");

function step(/** @type {string} */ name) {
  if (document.getElementById(name)?.getAttribute("aria-disabled") === "true") return;
  send({ url: urls[name], body: new URLSearchParams() });
}

/** Send a form that edits the deck. Without JavaScript the browser sends it. */
function submitted(/** @type {SubmitEvent} */ event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("form[data-edit]")) return;
  event.preventDefault();
  const button = event.submitter;
  if (pressed(button)) return;
  if (button?.getAttribute("aria-disabled") === "true") return;
  const body = new URLSearchParams(new FormData(form, button));
  body.delete("csrfmiddlewaretoken");
  send({
    url: button?.getAttribute("formaction") ?? form.getAttribute("action"),
    body,
    done: () => {
      if (form.hasAttribute("data-closes")) closeDialog();
      if (form.hasAttribute("data-again")) reloadDialog();
    },
    failed: (why) => form.closest("dialog") && showFailure(why),
  });
}

/** Plus and minus of a row, in the deck or among the cards. */
function pressed(/** @type {any} */ button) {
  const row = button?.closest("[data-code]");
  if (!row || !["add", "remove"].includes(button.name)) return false;
  const { code, held = code } = row.dataset;
  const where = row.dataset.where ?? document.getElementById("adding-to").value;
  if (button.name === "add") add(code, where, { held });
  else remove(code, where, held);
  return true;
}

/** “Add anyway” below the answer to “why not”. */
function clicked(/** @type {MouseEvent} */ event) {
  const anyway = event.target.closest("[data-anyway]");
  if (!anyway) return;
  anyway.closest("details").open = false;
  add(anyway.dataset.anyway, "main", { anyway: true });
}

export function beginEdits() {
  document.addEventListener("submit", submitted);
  document.addEventListener("click", clicked);
}

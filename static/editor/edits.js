// What do plus, minus, numbers and forms mean? Each becomes an edit in the queue.

import { byCode } from "./cards.js";
import { CLOSED, ROOM, copies, foresee, reason, state, urls, words } from "./state.js";
import { openSheet, closeSheet, reloadSheet, sheetFailed } from "./sheet.js";
import { send } from "./saving.js";
import { ask } from "./toasts.js";
import { openWhy } from "./why.js";
import { address } from "./row.js";

const signOf = (code) => state.signs[byCode.get(code)?.place] ?? ROOM;

/** The number changes at once; the server's answer is the truth. */
function show(code, where, held, change) {
  const number = Math.max(0, change(copies(code, where)));
  const output = document.querySelector(`#deck-rows [data-held="${CSS.escape(held)}"][data-where="${where}"] output`);
  if (output) output.textContent = Math.max(0, change(Number(output.textContent)));
  foresee(code, where, number);
}

function edit(body, { code, where, held = code }, change, extra = {}) {
  send({ url: urls.slots, body: new URLSearchParams(body), foresee: () => show(code, where, held, change), ...extra });
}

/** One copy more. Where the rules leave no room they say so first; `anyway` is the player's choice. */
export function add(code, where = "main", { held = code, anyway = false } = {}) {
  if (state.upgrading && where !== "side" && isBought(code)) {
    if (where === "main" && !anyway && signOf(code) === CLOSED) return stopped(code);
    return openSheet(address("offers", code) + (where === "extra" ? "?where=extra" : ""));
  }
  const guard = () => anyway || where !== "main" || signOf(code) === ROOM;
  if (!guard()) return stopped(code);
  edit({ add: `${where}:${held}` }, { code, where, held }, (n) => n + 1, { guard, stopped: () => stopped(code) });
}

export function remove(code, where = "main", held = code) {
  if (!copies(code, where)) return;
  if (state.upgrading && where !== "side" && isBought(code)) {
    return send({ url: urls.take_out, body: new URLSearchParams({ code: held, where }) });
  }
  edit({ remove: `${where}:${held}` }, { code, where, held }, (n) => n - 1);
}

/** So many copies, as the number keys say. */
export function setCopies(code, where, number) {
  const now = copies(code, where);
  if (now === number) return;
  if (state.upgrading && isBought(code)) return number > now ? add(code, where) : remove(code, where);
  if (number > now && where === "main" && signOf(code) === CLOSED) return stopped(code);
  edit({ set: `${where}:${code}`, quantity: number }, { code, where }, () => number);
}

const isBought = (code) => byCode.get(code)?.kind === "p";

function stopped(code) {
  if (openWhy(code)) return;
  const why = `${byCode.get(code)?.name ?? code}: ${reason(signOf(code))}`;
  ask(why, words.anyway, () => add(code, "main", { anyway: true }));
}

export const undo = () => step("undo");
export const redo = () => step("redo");

function step(name) {
  if (document.getElementById(name)?.getAttribute("aria-disabled") === "true") return;
  send({ url: urls[name], body: new URLSearchParams() });
}

/** Every form that edits the deck; without JavaScript it is sent as it is. */
function submitted(event) {
  const form = event.target;
  if (!form.matches("form[data-edit]")) return;
  event.preventDefault();
  const button = event.submitter;
  if (form.id === "deck-rows" && pressed(button)) return;
  if (button?.getAttribute("aria-disabled") === "true") return;
  const body = new URLSearchParams(new FormData(form, button));
  body.delete("csrfmiddlewaretoken");
  send({
    url: button?.getAttribute("formaction") ?? form.getAttribute("action"),
    body,
    done: () => {
      if (form.hasAttribute("data-closes")) closeSheet();
      if (form.hasAttribute("data-again")) reloadSheet();
    },
    failed: (why) => form.closest("dialog") && sheetFailed(why),
  });
}

/** Plus and minus beside the deck's rows. */
function pressed(button) {
  if (!["add", "remove"].includes(button?.name)) return false;
  const [where, held] = button.value.split(":");
  const { code } = button.closest("[data-code]").dataset;
  if (button.name === "add") add(code, where, { held });
  else remove(code, where, held);
  return true;
}

/** Plus and minus beside the cards of the pool, and “add anyway” below them. */
function clicked(event) {
  const anyway = event.target.closest("[data-anyway]");
  if (anyway) {
    anyway.closest("details").open = false;
    return add(anyway.dataset.anyway, "main", { anyway: true });
  }
  const button = event.target.closest("#pool button[name]");
  const row = button?.closest("[data-code]");
  if (!row || button.type !== "button") return;
  const where = document.getElementById("adding-to").value;
  if (button.name === "add") add(row.dataset.code, where);
  else if (button.name === "remove") remove(row.dataset.code, where);
}

export function beginEdits() {
  document.addEventListener("submit", submitted);
  document.addEventListener("click", clicked);
}

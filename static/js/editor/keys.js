// The keyboard: arrows move, numbers set copies, letters jump or act.

import { add, redo, remove, setCopies, undo } from "./edits.js";
import { whenShown } from "./pool.js";
import { beside, rowOf } from "./sight.js";
import { openWhy } from "./why.js";

const find = document.getElementById("find");
const part = () => document.getElementById("adding-to").value;
const TYPED = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
const isTyping = (/** @type {EventTarget} */ element) => element.closest(TYPED);
const ROWS = "#pool-rows [data-code], #deck-rows [data-code]";
const rowAround = (/** @type {EventTarget} */ element) => element.closest(ROWS);
const whereOf = (/** @type {HTMLElement} */ row) => row.dataset.where ?? part();

/** Tab reaches only one row of each list; the arrow keys move on from there. */
function enter(/** @type {HTMLElement} */ row) {
  if (!row) return;
  const list = row.closest("#pool-rows, #deck-rows");
  for (const control of list.querySelectorAll("[data-code] [tabindex='0']")) control.tabIndex = -1;
  for (const control of row.querySelectorAll("a, button, summary")) control.tabIndex = 0;
}

function walk(/** @type {HTMLElement} */ row, /** @type {number} */ step) {
  const inPool = Boolean(row.closest("#pool-rows"));
  const next = inPool ? beside(row, step) : inDeck(row, step);
  if (next) focusRow(next);
  else if (step < 0 && inPool) find.focus();
}

function inDeck(/** @type {HTMLElement} */ row, /** @type {number} */ step) {
  const rows = [...document.querySelectorAll("#deck-rows [data-code]")];
  return rows[rows.indexOf(row) + step];
}

function focusRow(/** @type {HTMLElement} */ row) {
  enter(row);
  row.querySelector(".card-name").focus();
  row.scrollIntoView({ block: "nearest" });
}

/** Move to the same card in the other list, or to the row that was focused there last. */
function cross(/** @type {HTMLElement} */ row, /** @type {string} */ list) {
  const place = document.querySelector(list);
  const drawn = row && list === "#pool-rows" ? rowOf(row.dataset.code) : null;
  const same = drawn ?? (row && place.querySelector(`[data-code="${CSS.escape(row.dataset.code)}"]`));
  const next = same ?? place.querySelector("[data-code]:has([tabindex='0'])") ?? place.querySelector("[data-code]");
  if (next) focusRow(next);
}

function onRow(/** @type {KeyboardEvent} */ event, /** @type {HTMLElement} */ row) {
  const { code } = row.dataset;
  const where = whereOf(row);
  if (event.key === "ArrowDown") walk(row, 1);
  else if (event.key === "ArrowUp") walk(row, -1);
  else if (event.key === "ArrowLeft") cross(row, "#deck-rows");
  else if (event.key === "ArrowRight") cross(row, "#pool-rows");
  else if (/^[0-9]$/.test(event.key)) setCopies(code, where, Number(event.key));
  else if (event.key === "+" || event.key === "=") add(code, where);
  else if (event.key === "-" || event.key === "−") remove(code, where);
  else if (event.key === "w") openWhy(code);
  else return false;
  return true;
}

function anywhere(/** @type {KeyboardEvent} */ event) {
  if (event.key === "f") find.focus(), find.select();
  else if (event.key === "?") document.getElementById("keys").showModal();
  else if (event.key === "u") undo();
  else if (event.key === "r") redo();
  else if (event.key === "v") document.querySelector("#verdict-panel a")?.focus();
  else if (event.key === "/" && !document.getElementById("top-search")?.checkVisibility()) find.focus();
  else return false;
  return true;
}

/** Escape first empties the search and shows all cards again, then leaves the field. */
function leave(/** @type {KeyboardEvent} */ event) {
  event.preventDefault();
  if (!find.value) return find.blur();
  find.value = "";
  find.dispatchEvent(new Event("input", { bubbles: true }));
}

function pressed(/** @type {KeyboardEvent} */ event) {
  if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const typing = isTyping(event.target);
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    const key = event.key.toLowerCase();
    if (typing || !["z", "y"].includes(key)) return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) redo();
    else undo();
    return;
  }
  if (event.altKey) return;
  if (typing) {
    if (event.target === find && ["ArrowDown", "Enter"].includes(event.key)) {
      event.preventDefault();
      whenShown(() => cross(null, "#pool-rows"));
    }
    if (event.target === find && event.key === "Escape") leave(event);
    return;
  }
  const row = rowAround(event.target);
  if ((row && onRow(event, row)) || anywhere(event)) event.preventDefault();
}

/** New rows are reached by the arrow keys; one row of each list by Tab. */
function rove() {
  for (const list of document.querySelectorAll("#deck-rows, #pool-rows")) {
    const fresh = list.querySelectorAll("[data-code] :is(a, button, summary):not([tabindex])");
    for (const control of fresh) control.tabIndex = -1;
    if (!list.querySelector("[data-code] [tabindex='0']")) enter(list.querySelector("[data-code]:has(a)"));
  }
}

export function beginKeys() {
  document.addEventListener("keydown", pressed);
  document.addEventListener("focusin", (event) => enter(rowAround(event.target)));
  document.addEventListener("drawn", rove);
  rove();
}

// The rows of the list of cards: the server's own template, filled in with the facts of a card.

import { lookOf, piece } from "./cards.js";
import { left } from "./finder.js";
import { CLOSED, ROOM, copies, fill, priceOf, reason, state, urls, words } from "./state.js";

/** @typedef {import("./cards.js").Card} Card */
/** @typedef {import("./finder.js").Query} Query */

/** @type {Record<string, string>} */
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escape = (/** @type {unknown} */ text) => String(text).replace(/[&<>"']/g, (sign) => ESCAPES[sign]);

/** @param {string} name @param {string} code */
export const address = (name, code) => urls[name].replace("CODE", encodeURIComponent(code));

const template = blank();

/**
 * The template's row. Tab reaches none of its controls: one row of the list gets that when it is shown. Spaces between
 * the parts of a grid are left out, for they would be a third of the nodes.
 */
function blank() {
  const row = document.getElementById("pool-row").content.firstElementChild;
  for (const control of row.querySelectorAll("a, button")) control.setAttribute("tabindex", "-1");
  for (const part of [row, ...row.querySelectorAll(".stepper, button")]) {
    for (const node of part.childNodes) if (node instanceof Text) node.data = node.data.trim();
  }
  return row.innerHTML;
}

/**
 * What stands for rows that are out of sight: their titles alone, so that the browser finds them. It is as high as
 * they were, or as rows usually are.
 * @param {Card[]} cards @param {number} height
 */
export function outline(cards, height = 0) {
  const rows = document.createElement("li");
  rows.className = "card-row is-outline";
  rows.textContent = cards.map(({ name }) => name).join("\n");
  rows.style.blockSize = height ? `${height}px` : `calc(${cards.length} * var(--row))`;
  return rows;
}

/** Draw a row; `refresh` puts in what changes with the deck. */
export function draw(/** @type {Card} */ card) {
  const row = document.createElement("li");
  row.dataset.code = card.code;
  row.innerHTML = fill(template, {
    ...lookOf(card),
    code: card.code,
    title: escape(card.title),
    name: escape(card.name),
  });
  return row;
}

/** @type {WeakMap<HTMLElement, string>} */
const shown = new WeakMap();

/**
 * Put in what the deck and the rules say of the card now; nothing is touched where nothing changed.
 * @param {HTMLElement} row @param {Card} card @param {Query} query
 */
export function refresh(row, card, query) {
  const sign = state.signs[card.place];
  const number = copies(card.code, query.to);
  const lying = left(card, query.counts);
  const cost = query.to === "side" ? null : priceOf(card.place);
  const key = [sign, number, query.to, reason(sign), lying, cost, state.left].join("|");
  if (shown.get(row) === key) return;
  shown.set(row, key);
  const closed = sign === CLOSED;
  const stopped = sign !== ROOM && query.to === "main";
  row.className = `card-row ${piece(card, "css")}${number ? " is-in" : closed ? " is-barred" : ""}`;
  const [less, output, more] = row.querySelectorAll(".stepper > *");
  output.textContent = output.dataset.n = String(number);
  toggle(less, !number);
  toggle(more, stopped, reason(sign));
  row.querySelector(":scope > .owned").textContent = lying;
  showPrice(row, cost);
  const why = row.querySelector(":scope > .why");
  if (closed && !why) row.insertAdjacentHTML("beforeend", whyNot());
  else if (!closed && why && !why.open) why.remove();
}

/** The price of a card while the deck is upgraded, and how much is missing. */
function showPrice(/** @type {HTMLElement} */ row, /** @type {number | null} */ cost) {
  const place = row.querySelector(".price-tag");
  const short = (cost ?? 0) - state.left;
  place.hidden = cost === null;
  const missing = short > 0 ? `, ${fill(words.short, { n: short })}` : "";
  place.textContent = cost === null ? "" : fill(words.price, { n: cost }) + missing;
  place.classList.toggle("is-bad", short > 0);
}

export const whyNot = () => `
  <details class="why">
    <summary tabindex="-1">${words.why}</summary>
    <div class="why__place"><p class="why__answer">${words.asking}</p></div>
  </details>`;

function toggle(/** @type {HTMLElement} */ button, /** @type {boolean} */ off, why = "") {
  if (off) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
  button.title = off ? why : "";
}

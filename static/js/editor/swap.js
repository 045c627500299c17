// Put the server's answer into the page: change what is different, and keep the focus.

import { learn } from "./state.js";

const ROW = "[data-code][data-held]";
/** The HTML of each part and of each row of the deck, as the server sent it. @type {Map<string, string>} */
const parts = new Map();
/** @type {WeakMap<Element, string>} */
const sent = new WeakMap();

/** Put an answer's parts into the page and its state into the lists. */
export function take(/** @type {any} */ answer) {
  const focused = document.activeElement?.id;
  const next = followers(document.activeElement);
  for (const [id, html] of Object.entries(answer.html ?? {})) put(id, html);
  if (answer.name) document.getElementById("deck-name").textContent = answer.name;
  if (answer.state) learn(answer.state);
  document.dispatchEvent(new Event("drawn"));
  if (!focused || document.activeElement?.id === focused) return;
  const there = [focused, ...next].map((id) => document.getElementById(id)).find(Boolean);
  there?.focus({ preventScroll: true });
}

/** @param {string} id @param {string} html */
function put(id, html) {
  const part = document.getElementById(id);
  if (!part) return;
  if (parts.get(id) === html) return part.querySelectorAll(ROW).forEach(settle);
  parts.set(id, html);
  const template = document.createElement("template");
  template.innerHTML = html;
  const fresh = template.content.firstElementChild;
  for (const row of fresh.querySelectorAll(ROW)) sent.set(row, row.outerHTML);
  change(part, fresh, new Map([...part.querySelectorAll(ROW)].map((row) => [row.id, row])));
}

/**
 * Make a node like another one. Elements are not replaced, because browsers style all that is around a new one.
 * @param {any} old @param {any} fresh @param {Map<string, Element>} rows those of the deck, by their ids
 */
function change(old, fresh, rows) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "tabindex") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (sent.has(fresh)) sent.set(old, sent.get(fresh));
  /** @type {ChildNode} */
  let next = old.firstChild;
  for (const node of [...fresh.childNodes]) {
    const row = sent.has(node) ? rows.get(node.id) : null;
    const place = row ?? (next && canBecome(next, node) ? next : null);
    if (!place) old.insertBefore(node, next);
    else {
      if (place === next) next = next.nextSibling;
      else old.insertBefore(place, next);
      if (row && sent.get(row) === sent.get(node)) settle(row);
      else change(place, node, rows);
    }
  }
  while (next) {
    const rest = next;
    next = next.nextSibling;
    rest.remove();
  }
}

/** Whether a node may be changed into another one. Rows of the deck stay rows of the same card. */
const canBecome = (/** @type {any} */ old, /** @type {any} */ fresh) =>
  old.nodeName === fresh.nodeName && !sent.has(fresh) && !old.matches?.(ROW);

/** What was expected of an edit is over: the row shows the server's number again. */
function settle(/** @type {Element} */ row) {
  const output = row.querySelector("output");
  if (output) output.textContent = output.dataset.n;
}

/** Where the focus goes if its row in the deck has gone: the rows after it, then those before. */
function followers(/** @type {Element} */ element) {
  const row = element?.closest("#deck-rows [data-code]");
  if (!row) return [];
  const rows = [...document.querySelectorAll("#deck-rows [data-code]")];
  const place = rows.indexOf(row);
  const others = [...rows.slice(place + 1), ...rows.slice(0, place).reverse()];
  return others.map((other) => other.querySelector(".card-name").id);
}

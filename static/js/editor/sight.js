// Which rows of the list are drawn: those in sight and near it. The others are outlines with a title.

import { byCode } from "./cards.js";
import { draw, outline, reduce } from "./row.js";

/** @typedef {import("./cards.js").Card} Card */

/** Rows that are drawn and reduced together. */
const BLOCK = 10;
/** Rows that stay drawn when they are out of sight. */
const MOST = 80;
/** A block is watched by its first row, so this is more than the height of a block. */
const MARGIN = "700px 0px";

const list = document.getElementById("pool");
/** Every row that was in the list, by the code of its card. @type {Map<string, HTMLElement>} */
const rows = new Map();
/** Rows that are drawn, those that were drawn first before the others. @type {Set<HTMLElement>} */
const drawn = new Set();
/** The rows of each block, by the row that is watched. @type {Map<Element, HTMLElement[]>} */
let blocks = new Map();
/** The element that scrolls: on phones the list is as high as its rows. */
const scroller = () => (getComputedStyle(list).overflowY === "visible" ? list.closest(".editor") : list);
/** @type {Set<HTMLElement>} */
const near = new Set();
/** @type {IntersectionObserver} */
let watch = null;
/** @type {(row: HTMLElement, card: Card) => void} */
let refresh = () => {};

/** Set what puts the facts of the deck into a row. */
export function onDraw(/** @type {typeof refresh} */ listener) {
  refresh = listener;
}

/** The row of a card, perhaps an outline. */
export function rowOf(/** @type {Card} */ card) {
  let row = rows.get(card.code);
  if (!row) rows.set(card.code, (row = outline(card)));
  return row;
}

/** Draw a row of the list if it is an outline; rows of the deck are always drawn. */
export function complete(/** @type {HTMLElement} */ row) {
  const card = byCode.get(row.dataset.code);
  if (!card || rows.get(card.code) !== row) return;
  if (!drawn.has(row)) {
    draw(card, row);
    drawn.add(row);
  }
  refresh(row, card);
}

/** Update the rows that are drawn. Outlines say nothing that could change. */
export function update() {
  for (const row of drawn) if (row.isConnected) complete(row);
}

/** Draw the rows of this list as they come near sight. */
export function watchRows(/** @type {HTMLElement[]} */ all) {
  blocks = new Map();
  for (let first = 0; first < all.length; first += BLOCK) blocks.set(all[first], all.slice(first, first + BLOCK));
  begin();
}

function begin() {
  watch?.disconnect();
  near.clear();
  watch = new IntersectionObserver(moved, { root: scroller(), rootMargin: MARGIN });
  for (const first of blocks.keys()) watch.observe(first);
}

window.addEventListener("resize", () => {
  if (watch && watch.root !== scroller()) begin();
});

function moved(/** @type {IntersectionObserverEntry[]} */ entries) {
  for (const { target, isIntersecting } of entries) {
    for (const row of blocks.get(target) ?? []) {
      if (!isIntersecting) near.delete(row);
      else {
        near.add(row);
        complete(row);
      }
    }
  }
  tidy();
}

/** Reduce rows that are far from sight, but none in which something is open or has the focus. */
function tidy() {
  if (drawn.size <= MOST) return;
  const far = [...drawn].filter((row) =>
    !near.has(row) && !row.contains(document.activeElement) && !row.querySelector("details[open], [tabindex='0']")
  );
  const leaving = far.slice(0, drawn.size - MOST);
  const heights = leaving.map((row) => row.offsetHeight);
  leaving.forEach((row, place) => {
    reduce(row, byCode.get(row.dataset.code), heights[place]);
    drawn.delete(row);
  });
}

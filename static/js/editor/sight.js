// Which rows of the list are drawn: those in sight and near it. Of the others, ten at a time are an outline.

import { byCode } from "./cards.js";
import { draw, outline } from "./row.js";

/**
 * @typedef {import("./cards.js").Card} Card
 * @typedef {{ rows: HTMLElement, cards: Card[] }} List the cards below one heading
 * @typedef {object} Block cards that follow each other
 * @property {Card[]} cards
 * @property {HTMLElement | null} outline what stands for the rows; null if they are drawn
 */

/** Rows that are drawn and reduced together. */
const BLOCK = 10;
/** More rows than any window shows: they are drawn at once. */
const FIRST = 30;
/** Rows that stay drawn when they are out of sight. */
const MOST = 50;
/** Drawn rows are watched by the first one, so this is more than their height. */
const MARGIN = "500px 0px";

const list = document.getElementById("pool");
/** Rows that are drawn, the oldest first; some are of lists before. @type {Map<string, HTMLElement>} */
const drawn = new Map();
/** The cards of the list. @type {Card[]} */
let order = [];
/** The block of each card. @type {Map<Card, Block>} */
let blocks = new Map();
/** The block of each element that is watched. @type {Map<Element, Block>} */
const watched = new Map();
/** @type {Set<Block>} */
const near = new Set();
/** The element that scrolls: on phones the list is as high as its rows. */
const scroller = () => (getComputedStyle(list).overflowY === "visible" ? list.closest(".editor") : list);
/** @type {IntersectionObserver} */
let watch = null;
/** @type {(row: HTMLElement, card: Card) => void} */
let refresh = () => {};

/** Set what puts the facts of the deck into a row. */
export function onDraw(/** @type {typeof refresh} */ listener) {
  refresh = listener;
}

/** Fill lists with the rows of their cards. They are drawn as they come near sight. */
export function fillLists(/** @type {List[]} */ lists) {
  order = lists.flatMap(({ cards }) => cards);
  blocks = new Map();
  let number = 0;
  for (const { rows, cards } of lists) {
    for (let first = 0; first < cards.length; first += BLOCK) {
      /** @type {Block} */
      const block = { cards: cards.slice(first, first + BLOCK), outline: null };
      for (const card of block.cards) blocks.set(card, block);
      if (number <= FIRST) rows.append(...block.cards.map(rowFor));
      else rows.append(block.outline = outline(block.cards));
      number += block.cards.length;
    }
  }
  begin();
}

/** The row of a card, with the facts of the deck. */
function rowFor(/** @type {Card} */ card) {
  let row = drawn.get(card.code);
  if (!row) drawn.set(card.code, row = draw(card));
  refresh(row, card);
  return row;
}

/** The row of a card in the list, which is drawn now; null if the list does not have the card. */
export function rowOf(/** @type {string} */ code) {
  const block = blocks.get(byCode.get(code));
  if (!block) return null;
  complete(block);
  return drawn.get(code);
}

/** The row that is this many places after a row of the list, or before it; null at either end. */
export function beside(
  /** @type {HTMLElement} */ row,
  /** @type {number} */ step,
) {
  const card = order[order.indexOf(byCode.get(row.dataset.code)) + step];
  return card ? rowOf(card.code) : null;
}

/** Update the rows that are drawn. Outlines say nothing that could change. */
export function update() {
  for (const [code, row] of drawn) {
    if (row.isConnected) refresh(row, byCode.get(code));
  }
}

function begin() {
  watch?.disconnect();
  watched.clear();
  near.clear();
  watch = new IntersectionObserver(moved, {
    root: scroller(),
    rootMargin: MARGIN,
  });
  for (const block of new Set(blocks.values())) observe(block);
}

window.addEventListener("resize", () => {
  if (watch && watch.root !== scroller()) begin();
});

const sign = (/** @type {Block} */ block) => block.outline ?? drawn.get(block.cards[0].code);

function observe(/** @type {Block} */ block) {
  watched.set(sign(block), block);
  watch.observe(sign(block));
}

function forget(/** @type {Block} */ block) {
  watched.delete(sign(block));
  watch.unobserve(sign(block));
}

function moved(/** @type {IntersectionObserverEntry[]} */ entries) {
  for (const { target, isIntersecting } of entries) {
    const block = watched.get(target);
    if (!block) continue;
    if (!isIntersecting) near.delete(block);
    else {
      near.add(block);
      complete(block);
    }
  }
  tidy();
}

/** Draw the rows of a block. */
function complete(/** @type {Block} */ block) {
  if (!block.outline) return;
  forget(block);
  block.outline.replaceWith(...block.cards.map(rowFor));
  block.outline = null;
  observe(block);
}

/** Reduce rows that are far from sight, but none in which something is open or has the focus. */
function tidy() {
  let number = drawn.size;
  /** @type {Set<Block>} */
  const leaving = new Set();
  for (const [code, row] of drawn) {
    if (number <= MOST) break;
    const block = row.isConnected ? blocks.get(byCode.get(code)) : null;
    if (!block) {
      drawn.delete(code);
      number -= 1;
    } else if (
      !near.has(block) && !leaving.has(block) && !rowsOf(block).some(isUsed)
    ) {
      leaving.add(block);
      number -= block.cards.length;
    }
  }
  const heights = [...leaving].map((block) => rowsOf(block).reduce((sum, row) => sum + row.offsetHeight, 0));
  [...leaving].forEach((block, place) => reduce(block, heights[place]));
}

const rowsOf = (/** @type {Block} */ block) => block.cards.map(({ code }) => drawn.get(code));

const isUsed = (/** @type {HTMLElement} */ row) =>
  row.contains(document.activeElement) ||
  row.querySelector("details[open], [tabindex='0']");

/** Replace the rows of a block by an outline that is as high as they were. */
function reduce(/** @type {Block} */ block, /** @type {number} */ height) {
  const [first, ...others] = rowsOf(block);
  forget(block);
  block.outline = outline(block.cards, height);
  first.replaceWith(block.outline);
  for (const row of others) row.remove();
  for (const { code } of block.cards) drawn.delete(code);
  observe(block);
}

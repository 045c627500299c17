// How is a card of the pool drawn? The same row as the server draws, from the card's facts.

import { CLOSED, ROOM, copies, fill, reason, state, urls, words } from "./state.js";
import { left } from "./finder.js";

const drawn = document.querySelector(".topbar use, .brand use");
const SPRITE = drawn?.getAttribute("href").split("#")[0] ?? "/static/icons.svg";
const MARKS = ["permanent", "exceptional", "myriad", "exile", "researched", "reward", "customizable", "fast"];
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escape = (text) => String(text).replace(/[&<>"']/g, (sign) => ESCAPES[sign]);

export const icon = (name, extra = "") =>
  `<svg class="icon ${extra}" aria-hidden="true"><use href="${SPRITE}#i-${name}"/></svg>`;

export const address = (name, code) => urls[name].replace("CODE", encodeURIComponent(code));

export function coin(card) {
  if (card.kind === "b") return `<span class="coin coin--mark">${icon("basic-weakness")}</span>`;
  if (card.kind === "w") return `<span class="coin coin--mark">${icon("weakness")}</span>`;
  if (card.keywords.includes("permanent")) return `<span class="coin coin--mark">${icon("permanent")}</span>`;
  if (card.type === "skill") return `<span class="coin coin--skill">–</span>`;
  const shape = card.type === "event" ? " coin--event" : "";
  const second = card.classes.length > 1 ? ` and-${card.classes[1]}` : "";
  return `<span class="coin${shape}${second}"><span class="vh">${words.cost} </span>${card.cost ?? "–"}</span>`;
}

const icons = (names) => names.map((name) => icon(name)).join("");

export function pips(card) {
  if (!card.level) return "";
  const said = fill(words.level, { n: card.level });
  return ` <span class="pips" data-n="${card.level}"><span class="vh">${said}</span></span>`;
}

export function flags(card) {
  const named = MARKS.filter((name) => card.keywords.includes(name));
  if (!named.length) return "";
  const said = escape(named.map((name) => words.keywords[name]).join(", "));
  return ` <span class="flags" role="img" aria-label="${said}" title="${said}">${icons(named)}</span>`;
}

const apart = (card) => (card.apart ? ` <small class="apart">${escape(card.apart)}</small>` : "");

export function skills(card) {
  if (!card.icons.length) return "<span></span>";
  const said = escape(card.icons.map((name) => words.skills[name]).join(", "));
  return `<span class="skills" role="img" aria-label="${said}">${icons(card.icons)}</span>`;
}

export const classIcons = (card) =>
  card.classes.map((name) => `<span class="is-${name}">${icon(name, "icon--class")}</span>`).join("");

export function typeAndSlot(card) {
  const type = card.kind === "b" ? words.basic : card.kind === "w" ? words.weakness : words.types[card.type];
  const counted = new Map();
  for (const slot of card.slots) counted.set(slot, (counted.get(slot) ?? 0) + 1);
  const slots = [...counted].map(([slot, n]) => words.slots[slot] + (n > 1 ? ` ×${n}` : ""));
  return [type, ...slots].join(" · ");
}

export function classOf(card) {
  const [first = "neutral", second] = card.classes;
  return `is-${first}${second ? ` and-${second}` : ""}`;
}

/** A new row; `refresh` puts in what changes with the deck. */
export function draw(card) {
  const row = document.createElement("li");
  row.dataset.code = card.code;
  row.innerHTML = `
    <span class="stepper">
      <button type="button" id="pool-less-${card.code}" name="remove" value="${card.code}" tabindex="-1"
              aria-label="${escape(fill(words.remove, card))}">${icon("minus")}</button>
      <output></output>
      <button type="button" id="pool-more-${card.code}" name="add" value="${card.code}" tabindex="-1"
              aria-label="${escape(fill(words.add, card))}">${icon("plus")}</button>
    </span>
    ${coin(card)}
    <div class="card-row__main">
      <a class="card-name" id="pool-card-${card.code}" href="${address("card", card.code)}"
         data-sheet tabindex="-1">${escape(card.title)}</a>${pips(card)}${apart(card)}${flags(card)}
      <p class="card-row__sub">
        ${classIcons(card)}${escape(typeAndSlot(card))}
        <span class="traits">${escape(card.traits)}</span>
      </p>
    </div>
    ${skills(card)}
    <span class="owned"></span>`;
  return row;
}

const shown = new WeakMap();

/** Put in what the deck and the rules say of the card now; nothing is touched where nothing changed. */
export function refresh(row, card, query) {
  const sign = state.signs[card.place];
  const number = copies(card.code, query.to);
  const lying = left(card, query.counts);
  const key = [sign, number, query.to, reason(sign), lying].join("|");
  if (shown.get(row) === key) return;
  shown.set(row, key);
  const closed = sign === CLOSED;
  const stopped = sign !== ROOM && query.to === "main";
  row.className = `card-row ${classOf(card)}${number ? " is-in" : closed ? " is-barred" : ""}`;
  const [less, output, more] = row.firstElementChild.children;
  output.textContent = number;
  output.dataset.n = number;
  toggle(less, !number);
  toggle(more, stopped, reason(sign));
  row.querySelector(":scope > .owned").textContent = lying;
  const why = row.querySelector(":scope > .why");
  if (closed && !why) row.insertAdjacentHTML("beforeend", whyNot());
  else if (!closed && why && !why.open) why.remove();
}

export const whyNot = () => `
  <details class="why">
    <summary tabindex="-1">${words.why}</summary>
    <div class="why__place"><p class="why__answer">${words.asking}</p></div>
  </details>`;

function toggle(button, off, why = "") {
  if (off) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
  button.title = off ? why : "";
}

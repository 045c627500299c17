// Which cards are wanted, and in which order? The form's controls, read at every keystroke.

import { answers, cards, fold, packs } from "./cards.js";
import { CLOSED, copies, elsewhere, fill, owned, state, words } from "./state.js";

const form = document.getElementById("finder");
const KINDS = { player: "p", story: "sto", weakness: "wb" };
const CLASS_ORDER = ["guardian", "seeker", "rogue", "mystic", "survivor", "neutral", "multiclass"];
const TYPE_ORDER = ["asset", "event", "skill", "treachery", "enemy", "story", "location", "key"];
const SLOT_ORDER = ["hand", "arcane", "ally", "accessory", "body", "head", "tarot"];

/** What the form asks for. */
export function asked() {
  const data = new FormData(form);
  const set = (name) => new Set(data.getAll(name));
  return {
    words: fold(data.get("q") ?? ""),
    unusable: data.has("unusable"),
    owned: data.has("owned"),
    counts: data.has("mine") ? (data.has("party") ? "both" : "mine") : data.has("party") ? "party" : "",
    kind: data.get("kind") ?? "player",
    group: data.get("group") ?? "class",
    to: data.get("to") ?? "main",
    trait: (data.get("trait") ?? "").trim().toLowerCase(),
    pack: data.get("pack") ?? "",
    class: set("class"),
    level: set("level"),
    type: set("type"),
    slot: set("slot"),
    icon: set("icon"),
    cost: set("cost"),
    keyword: set("keyword"),
  };
}

/** How many filters are set besides those always in sight. */
export function moreFilters(query) {
  const sets = query.slot.size + query.icon.size + query.cost.size + query.keyword.size;
  return sets + Boolean(query.trait) + Boolean(query.pack) + query.owned + (query.kind !== "player");
}

export const isNarrowed = (query) =>
  Boolean(query.words.length || query.class.size || query.level.size || query.type.size || moreFilters(query));

/** Cards that fit, in order; how many could be taken in all, and how many of other kinds would fit. */
export function find(query) {
  const found = [];
  let others = 0;
  let usable = 0;
  for (const card of cards) {
    const asked = KINDS[query.kind].includes(card.kind);
    if (asked && state.signs[card.place] !== CLOSED) usable += 1;
    if (!fits(card, query)) continue;
    if (asked) found.push(card);
    else if (query.words.length) others += 1;
  }
  const place = (card) => groupOf(card, query.group);
  const groups = new Map();
  for (const card of found) {
    const { key, title } = place(card);
    if (!groups.has(title)) groups.set(title, { key, title, cards: [] });
    groups.get(title).cards.push(card);
  }
  const ordered = [...groups.values()].sort((a, b) => compare(a.key, b.key));
  for (const group of ordered) group.cards.sort((a, b) => a.rank - b.rank);
  return { groups: ordered, number: found.length, usable: Math.max(usable, found.length), others };
}

function fits(card, query) {
  const held = copies(card.code) || copies(card.code, query.to);
  if (!query.unusable && state.signs[card.place] === CLOSED && !held) return false;
  if (query.class.size && !card.classes.some((name) => query.class.has(name))) return false;
  if (query.level.size && !query.level.has(String(card.level))) return false;
  if (query.type.size && !query.type.has(card.type)) return false;
  if (query.slot.size && !hasSlot(card, query.slot)) return false;
  for (const icon of query.icon) if (!card.icons.includes(icon)) return false;
  for (const keyword of query.keyword) if (!card.keywords.includes(keyword)) return false;
  if (query.cost.size && !hasCost(card, query.cost)) return false;
  if (query.trait && !card.traits.toLowerCase().includes(query.trait)) return false;
  if (query.pack && packs[card.pack]?.code !== query.pack) return false;
  if (query.owned && owned && !owned[card.code]) return false;
  return answers(card, query.words);
}

function hasSlot(card, wanted) {
  if (card.type === "asset" && !card.slots.length) return wanted.has("none");
  return card.slots.some((slot) => wanted.has(slot));
}

function hasCost(card, wanted) {
  if (card.cost === null) return false;
  return wanted.has(String(card.cost)) || (wanted.has("5-99") && card.cost >= 5);
}

/** Under which heading a card stands. */
function groupOf(card, by) {
  if (by === "level") {
    const title = card.level === null ? words.no_level : fill(words.heading_level, { n: card.level });
    return { key: [card.level ?? -1], title };
  }
  if (by === "cost") {
    const title = card.cost === null ? words.no_cost : fill(words.heading_cost, { n: card.cost });
    return { key: [card.cost === null ? -1 : card.cost === "X" ? 99 : card.cost], title };
  }
  if (by === "pack") return { key: [card.pack], title: packs[card.pack]?.title ?? "" };
  if (by === "none") return { key: [], title: "" };
  const type = TYPE_ORDER.indexOf(card.type);
  const plural = words.plural[card.type];
  if (by === "type") {
    const slot = SLOT_ORDER.find((name) => card.slots.includes(name));
    if (!slot) return { key: [type, 99], title: plural };
    return { key: [type, SLOT_ORDER.indexOf(slot)], title: `${plural} · ${words.slots[slot]}` };
  }
  const title = fill(words.heading, { class: words.classes[card.group], types: plural.toLowerCase() });
  return { key: [CLASS_ORDER.indexOf(card.group), type], title };
}

function compare(a, b) {
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}

/** Copies left in the boxes, in words; nothing where no boxes were entered. */
export function left(card, counts) {
  if (!owned) return "";
  const have = owned[card.code] ?? 0;
  if (!have) return words.unowned;
  const used = copies(card.code) + (elsewhere[counts]?.[card.code] ?? 0);
  return fill(words.left, { left: Math.max(0, have - used), owned: have });
}

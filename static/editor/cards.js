// Every card that a deck can hold, by its facts. One file, which the browser keeps for good.

import { fold, folded } from "./search.js";
import { urls, words } from "./state.js";

const CLASSES = { g: "guardian", s: "seeker", r: "rogue", m: "mystic", v: "survivor", n: "neutral" };
const ICONS = { w: "willpower", i: "intellect", c: "combat", a: "agility", x: "wild" };
const TYPES = ["asset", "event", "skill", "treachery", "enemy", "story", "location", "key"];

export const cards = [];
export const byCode = new Map();
export const packs = [];

/** Load the file and make a card of each of its columns. */
export async function loadCards() {
  const answer = await fetch(urls.cards, { credentials: "include" });
  if (!answer.ok) throw new Error(`cards: ${answer.status}`);
  const file = await answer.json();
  packs.push(...file.packs.map(([code, title, german]) => ({ code, title: (words.german && german) || title })));
  file.code.forEach((code, place) => {
    const card = read(file, place);
    cards.push(card);
    byCode.set(code, card);
  });
  const namesakes = new Map();
  const name = (card) => `${card.title} ${card.level}`;
  for (const card of cards) if (card.kind === "p") namesakes.set(name(card), (namesakes.get(name(card)) ?? 0) + 1);
  // The subtitle, where nothing else tells a card from another of its title and level.
  for (const card of cards) card.apart = namesakes.get(name(card)) > 1 ? card.subtitle : "";
  const collator = new Intl.Collator(words.german ? "de" : "en", { numeric: true });
  const ordered = [...cards].sort(
    (a, b) => collator.compare(a.sortTitle, b.sortTitle) || a.level - b.level || a.place - b.place,
  );
  ordered.forEach((card, rank) => (card.rank = rank));
}

// Straight quotes, as they are stored, in the form in which the server's pages show them.
function curled(text, [opens, closes] = "“”") {
  return text.replace(/(^|(?<=[\s(]))"/g, opens).replaceAll('"', closes).replaceAll("'", "’");
}

function read(file, place) {
  const german = words.german && file.german[place];
  const stored = german || file.title[place];
  const title = curled(stored, german ? "„“" : undefined);
  const level = file.level[place];
  const classes = [...file.classes[place]].map((letter) => CLASSES[letter]);
  const keywords = file.words[place] ? file.words[place].split(" ") : [];
  const unique = file.unique[place] === "1";
  if (unique) keywords.push("unique");
  const said = [file.title, file.german, file.subtitle, file.traits, file.uses].map((column) => column[place]);
  return {
    place,
    code: file.code[place],
    title,
    other: words.german ? curled(file.title[place]) : curled(file.german[place], "„“"),
    sortTitle: stored.replace(/^["“„']/, ""),
    name: level ? `${title} (${level})` : title,
    subtitle: curled(file.subtitle[place]),
    kind: file.kind[place],
    type: TYPES[file.type[place]],
    classes,
    group: classes.length > 1 ? "multiclass" : classes[0] ?? "neutral",
    level,
    cost: file.cost[place],
    traits: file.traits[place],
    slots: file.slots[place] ? file.slots[place].split(" ") : [],
    icons: [...file.icons[place]].map((letter) => ICONS[letter]),
    health: file.health[place],
    sanity: file.sanity[place],
    keywords,
    uses: file.uses[place],
    pack: file.pack[place],
    taboo: file.taboo[place],
    text: " " + folded([...said, keywords.join(" ")]),
  };
}

/** Does every word that was typed begin a word of the card? */
export function answers(card, wanted) {
  return wanted.every((word) => card.text.includes(" " + word));
}

export { fold };

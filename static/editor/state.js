// What does the page know of the deck? Read from the page once, replaced by every answer of the server.

const page = JSON.parse(document.getElementById("editor-state").textContent);

export const words = page.words;
export const urls = page.urls;
export const owned = page.owned;
/** Copies in use elsewhere: in my other decks, in the party's, in either. */
export const elsewhere = { mine: page.mine, party: page.party, both: page.both };
export const state = { revision: "", cards: "", held: {}, signs: "", reasons: [], upgrading: false };

const changes = new EventTarget();
let truth = page.held;

/** Take over what the server says; every list draws itself anew from it. */
export function learn(fresh) {
  Object.assign(state, fresh);
  truth = state.held;
  changes.dispatchEvent(new Event("change"));
}

/** Show what the server will most likely say; until it does, `forget` takes it back. */
export function foresee(code, where, number) {
  state.held = { ...state.held, [where]: { ...state.held[where], [code]: Math.max(0, number) } };
  changes.dispatchEvent(new Event("change"));
}

export function forget() {
  learn({ held: truth });
}

export function onChange(listener) {
  changes.addEventListener("change", listener);
}

/** A sentence with its {holes} filled. */
export function fill(sentence, facts) {
  return sentence.replace(/\{(\w+)\}/g, (hole, name) => facts[name] ?? hole);
}

/** Copies of a card in a part of the deck. */
export function copies(code, where = "main") {
  return state.held[where]?.[code] ?? 0;
}

export const ROOM = "+";
export const CLOSED = "-";

/** The rules' sign for a card: room, closed, or a letter that names the reason why there is no more room. */
export function reason(sign) {
  if (sign === ROOM) return "";
  return sign === CLOSED ? words.closed : state.reasons[sign.charCodeAt(0) - 65] ?? "";
}

for (const name of Object.keys(state)) state[name] = page[name];

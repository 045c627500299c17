// What the page says in passing, and what stays until it is settled.

import { words } from "./state.js";

const place = document.getElementById("said");
const standing = new Map();

/** Say something. With buttons it waits; a name replaces what was said under it before. */
export function toast(text, { buttons = [], name = "", tone = "" } = {}) {
  hush(name);
  const box = document.createElement("div");
  box.className = `toast${buttons.length ? "" : " toast--passing"}${tone ? ` toast--${tone}` : ""}`;
  const said = document.createElement("span");
  said.textContent = text;
  box.append(said);
  for (const [label, act] of buttons) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn btn--s";
    button.textContent = label;
    button.addEventListener("click", () => {
      box.remove();
      act?.();
    });
    box.append(button);
  }
  place.append(box);
  if (name) standing.set(name, box);
  if (!buttons.length) setTimeout(() => box.remove(), 8000);
  return box;
}

/** Take back what was said under a name. */
export function hush(name) {
  standing.get(name)?.remove();
  standing.delete(name);
}

/** A reason with the choice to go on all the same. */
export function ask(text, label, act) {
  toast(text, { name: "ask", buttons: [[label, act], [words.close]] });
}

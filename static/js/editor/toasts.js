// Messages: some disappear after a while, those with buttons stay until one is pressed.

import { words } from "./state.js";

const place = document.getElementById("toasts");
const named = new Map();

/**
 * Show a message. With buttons it stays; it replaces an earlier message of the same name.
 * @param {string} text
 * @param {{ buttons?: [string, (() => void)?][], name?: string, tone?: string }} options
 */
export function toast(text, { buttons = [], name = "", tone = "" } = {}) {
  dismiss(name);
  const box = document.createElement("div");
  box.className = `toast${buttons.length ? "" : " toast--passing"}${tone ? ` toast--${tone}` : ""}`;
  const toasts = document.createElement("span");
  toasts.textContent = text;
  box.append(toasts);
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
  if (name) named.set(name, box);
  if (!buttons.length) setTimeout(() => box.remove(), 8000);
  return box;
}

/** Remove the message of this name. */
export function dismiss(/** @type {string} */ name) {
  named.get(name)?.remove();
  named.delete(name);
}

/**
 * Show a reason, with a button to do it nevertheless.
 * @param {string} text @param {string} label @param {() => void} act
 */
export function toastWithButton(text, label, act) {
  toast(text, { name: "reason", buttons: [[label, act], [words.close]] });
}

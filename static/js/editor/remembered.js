// The filters of each deck are remembered in this browser: they are set again when the deck is opened.
// An upgrade has filters of its own, so that those of building, such as level 0, hide nothing that can be bought.

import { mode, state, urls } from "./state.js";

const KEY = `filters ${urls.find} ${state.upgrading ? "upgrading" : mode}`;
/** These are not filters of the deck, or have a memory of their own. */
const OTHERS = ["q", "to", "mine", "party"];

export function remember(/** @type {any} */ form) {
  const kept = [...new FormData(form)].filter(([name]) => !OTHERS.includes(name));
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage, the filters are as usual the next time.
  }
}

/** Set the filters as they were. An address with filters of its own is left alone. */
export function restore(/** @type {any} */ form) {
  const stored = window.location.search ? null : localStorage.getItem(KEY);
  if (!stored) return;
  /** @type {[string, string][]} */
  const kept = JSON.parse(stored);
  for (const control of form.elements) {
    if (!control.name || OTHERS.includes(control.name)) continue;
    const values = kept.filter(([name]) => name === control.name).map(([, value]) => value);
    if (["checkbox", "radio"].includes(control.type)) control.checked = values.includes(control.value);
    else if (values.length) control.value = values[0];
  }
}

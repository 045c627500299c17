// Completion of a search while it is typed: fields and their values, from the server.

/** @typedef {{ text: string, label: string, start: number, end: number }} Suggestion */

const WAIT = 90;
const SIGN = /[:<>=]\s*(?:[^\s()"“”„]*|[^()]*["“”„][^"“”„]*)$/;
const WORD = /(?:^|[\s(-])([a-z][a-z-]+)$/i;

/** Whether there may be something to offer before the caret: a field with a sign, or the beginning of a field. */
function isPromising(/** @type {string} */ before, /** @type {string[]} */ fields) {
  const word = WORD.exec(before)?.[1].toLowerCase();
  return SIGN.test(before) || Boolean(word && fields.some((name) => name.length > 1 && name.startsWith(word)));
}

export function beginCompletion(/** @type {HTMLInputElement} */ input) {
  const fields = input.dataset.fields.split(" ");
  const list = document.createElement("ul");
  list.className = "complete";
  list.id = `${input.id}-complete`;
  list.setAttribute("role", "listbox");
  list.hidden = true;
  input.after(list);
  for (
    const [name, value] of Object.entries({
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-controls": list.id,
      "aria-expanded": "false",
    })
  ) input.setAttribute(name, value);
  /** @type {Suggestion[]} */
  let offered = [];
  let chosen = -1;
  let timer = 0;
  let asking = new AbortController();

  function close() {
    clearTimeout(timer);
    asking.abort();
    show([]);
  }

  function show(/** @type {Suggestion[]} */ suggestions) {
    offered = suggestions;
    list.replaceChildren(...suggestions.map(line));
    list.hidden = !suggestions.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
    mark(-1);
  }

  function line(/** @type {Suggestion} */ suggestion, /** @type {number} */ place) {
    const item = document.createElement("li");
    item.id = `${list.id}-${place}`;
    item.setAttribute("role", "option");
    const code = document.createElement("code");
    code.textContent = suggestion.text.trim();
    item.append(code);
    if (suggestion.label !== code.textContent.replaceAll('"', "")) {
      const label = document.createElement("span");
      label.textContent = suggestion.label;
      item.append(label);
    }
    item.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      take(suggestion);
    });
    return item;
  }

  function mark(/** @type {number} */ place) {
    chosen = place;
    [...list.children].forEach((item, number) => item.setAttribute("aria-selected", String(number === place)));
    if (place < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", list.children[place].id);
  }

  function take(/** @type {Suggestion} */ { text, start, end }) {
    const after = input.value.slice(end);
    input.value = input.value.slice(0, start) + (after.startsWith(" ") ? text.trimEnd() : text) + after;
    const caret = start + text.length;
    input.setSelectionRange(caret, caret);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Whether the field already has this text, so that there is nothing to complete. */
  function isTyped(/** @type {Suggestion} */ { text, start, end }) {
    return input.value.slice(start, end).toLowerCase() === text.trim().toLowerCase();
  }

  async function fetched() {
    asking.abort();
    asking = new AbortController();
    const at = input.selectionStart ?? input.value.length;
    const parameters = new URLSearchParams({ q: input.value, at: String(at) });
    try {
      const answer = await fetch(`${input.dataset.completion}?${parameters}`, { signal: asking.signal });
      if (!answer.ok || document.activeElement !== input) return;
      const { suggestions } = await answer.json();
      show(suggestions.length === 1 && isTyped(suggestions[0]) ? [] : suggestions);
    } catch {
      // Without a connection there is no completion; the search itself reports it.
    }
  }

  function soon() {
    clearTimeout(timer);
    const before = input.value.slice(0, input.selectionStart ?? undefined);
    if (!isPromising(before, fields)) return close();
    timer = setTimeout(fetched, WAIT);
  }

  /** Arrows walk the list only after a field, so that plain words leave them to the page. */
  function pressed(/** @type {KeyboardEvent} */ event) {
    if (list.hidden || event.ctrlKey || event.metaKey || event.altKey) return;
    const values = SIGN.test(input.value.slice(0, input.selectionStart ?? undefined));
    if (event.key === "Tab" && !event.shiftKey) take(offered[Math.max(0, chosen)]);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && chosen >= 0) take(offered[chosen]);
    else if (event.key === "ArrowDown" && values) mark(Math.min(chosen + 1, offered.length - 1));
    else if (event.key === "ArrowUp" && values && chosen >= 0) mark(chosen - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  input.addEventListener("input", soon);
  input.addEventListener("keydown", pressed);
  input.addEventListener("blur", close);
}

for (const input of document.querySelectorAll("input[data-completion]")) beginCompletion(input);

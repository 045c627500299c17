// The script of a board game's table: quick taps, and forms that survive what other phones record.

/** What was tapped while the page could not send it: the form, its fields, and the name of the button.
 * @type {{ form: HTMLFormElement, fields: FormData, name: string }[]} */
let waiting = [];
/** The form whose request is on its way. @type {Element | null} */
let sender = null;
/** Whether taps wait: for the answer of a request to become the table, and for the forms of a new page to work. */
let busy = true;

/** The form that was being filled in: its label, its values, and the name of the field with the focus.
 * @type {{ label: string, values: FormData, field: string } | null} */
let entered = null;
/** The button or menu that had the focus: its command and its name.
 * @type {{ command: string, name: string } | null} */
let focused = null;

const replacesTable = (/** @type {Event} */ event) => event.detail.target?.id === "game-table";
const isPulse = (/** @type {Event} */ event) => event.detail.requestConfig.verb === "get";

/** The label of a button or menu with its investigator: a slider’s command is another one after each tap. */
function nameOf(/** @type {Element} */ element) {
  const label = element?.getAttribute("aria-label");
  return label && `${element.closest(".game-seat")?.id} ${label}`;
}

const taps = (/** @type {string} */ selectors) => [
  ...document.getElementById("game-taps").querySelectorAll(selectors),
];
const named = (/** @type {string} */ name, /** @type {string} */ selectors) =>
  name ? taps(selectors).find((each) => nameOf(each) === name) : undefined;

/** Send fields that no form of the table has, with the revision of the table.
 * @param {string} path @param {FormData} fields */
function send(path, fields) {
  for (const own of ["csrfmiddlewaretoken", "follows", "key"]) fields.delete(own);
  const { htmx } = /** @type {any} */ (globalThis);
  // Why it failed is shown like the failure of any other request.
  htmx.ajax("POST", path, { source: "#game-taps", values: fields }).catch(() => {});
}

/** Record what a menu shows, or ask first what would happen. @param {HTMLSelectElement} menu */
function choose(menu) {
  const fields = new FormData();
  fields.set("command", menu.value);
  if (menu.dataset.do) fields.set("do", menu.dataset.do);
  menu.value = "";
  touched = -Infinity;
  if (busy) waiting.push({ form: menu.form, fields, name: "" });
  else send(menu.form.getAttribute("action"), fields);
}

// A choice from a menu is a tap. Arrow keys only walk through it; Enter records.
/** @type {HTMLSelectElement | null} */
let walked = null;
/** When a menu was last touched. */
let touched = -Infinity;
document.addEventListener("pointerdown", (event) => {
  walked = null;
  if (event.target.closest("#game-table select")) touched = performance.now();
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("#game-table select")) touched = performance.now();
  const menu = event.target.closest(".game-choice");
  if (!menu) return;
  walked = event.key === "Enter" ? null : menu;
  if (walked || !menu.value) return;
  event.preventDefault();
  choose(menu);
});
document.addEventListener("change", (event) => {
  const menu = event.target.closest(".game-choice");
  if (!walked) touched = -Infinity;
  if (menu && menu !== walked && menu.value) choose(menu);
});
// What was not recorded does not look as if it was.
document.addEventListener("focusout", (event) => {
  if (event.target === walked) walked.value = "";
});

/** Whether a player is choosing from a menu. A new table would close it. Nobody chooses for longer than this. */
const isChoosing = () =>
  document.activeElement?.matches("#game-table select") && performance.now() - touched < 20_000;

// What is tapped meanwhile is sent after the answer, which has the revision that it needs.
document.addEventListener(
  "submit",
  (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!busy || !form.closest("#game-table")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Plus twice adds two, and undo twice undoes two. A form that is filled in is sent once.
    const counts = form.id === "game-taps" || form.querySelector("#undo, #redo");
    if (!counts && (form === sender || waiting.some((each) => each.form === form))) return;
    waiting.push({ form, fields: new FormData(form, event.submitter), name: nameOf(event.submitter) });
  },
  true,
);

/** Send the first of what waits. */
function goOn() {
  // What was tapped before a preview waits until that is decided.
  const isShown = Boolean(document.getElementById("preview"));
  const next = waiting.find((each) => !isShown || each.form.isConnected);
  if (!next) return;
  waiting.splice(waiting.indexOf(next), 1);
  const { form, fields, name } = next;
  const path = form.getAttribute("action");
  const command = fields.get("command") ?? fields.get("with-all");
  if (form.id !== "game-taps" || taps("button[value], option").some((each) => each.value === command)) {
    return send(path, fields);
  }
  const same = named(name, "button[value]");
  // What is no longer offered has become impossible.
  if (!same) return goOn();
  fields.set(same.name, same.value);
  send(path, fields);
}

document.addEventListener("DOMContentLoaded", () => {
  // A quick player has chosen before this script ran.
  for (const menu of document.querySelectorAll(".game-choice")) {
    if (!menu.value) continue;
    if (menu.matches(":focus-visible")) walked = menu;
    else choose(menu);
  }
  busy = false;
  goOn();
});

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!replacesTable(event)) return;
  if (!isPulse(event)) {
    busy = true;
    sender = event.detail.elt;
    // The answer of a pulse would replace the table, and the answer of this request would have no place.
    /** @type {any} */ (globalThis).htmx.trigger("#game-table", "htmx:abort");
  } else if (busy || isChoosing() || document.querySelector("#preview, #do-it-again")) {
    // What is being decided stays. If it is too late by then, the answer lists the changes.
    event.preventDefault();
  }
});

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!replacesTable(event) || !event.detail.shouldSwap) return;
  if (isPulse(event) && isChoosing()) return void (event.detail.shouldSwap = false);
  busy = true;
  const active = document.activeElement?.closest("#game-taps button, #game-taps select");
  focused = active ? { command: active.value, name: nameOf(active) } : null;
  const open = isPulse(event) ? document.querySelector("details.game-form[open]") : null;
  entered = open && {
    label: open.querySelector("summary").textContent,
    values: new FormData(open.querySelector("form")),
    field: open.contains(document.activeElement) ? document.activeElement.name : "",
  };
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (!replacesTable(event)) return;
  if (entered) restore(entered);
  if (!focused) return;
  const { command, name } = focused;
  const same = command && taps("button[value]").find((each) => each.value === command);
  (same || named(name, "button[value], select"))?.focus({ preventScroll: true });
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!replacesTable(event) || isPulse(event) || event.detail.successful) return;
  busy = false;
  waiting = [];
});

// Only now the forms of the new table send their requests without leaving the page.
document.addEventListener("htmx:afterSettle", (event) => {
  if (!replacesTable(event)) return;
  busy = false;
  // After a refusal nothing is sent that was tapped before: the player has to see it.
  if (document.getElementById("refusal")) waiting = waiting.filter(({ form }) => form.isConnected);
  goOn();
});

/** Fill in the same form of the new table.
 * @param {{ label: string, values: FormData, field: string }} before */
function restore({ label, values, field }) {
  const same = [...document.querySelectorAll("details.game-form")].find(
    (each) => each.querySelector("summary").textContent === label,
  );
  if (!same) return;
  same.open = true;
  /** @type {Map<string, FormDataEntryValue[]>} */
  const left = new Map();
  for (const each of same.querySelectorAll("input:not([type=hidden]), select")) {
    if (!left.has(each.name)) left.set(each.name, values.getAll(each.name));
    const sent = left.get(each.name);
    if (each.type === "checkbox") {
      each.checked = sent.includes(each.value);
    } else {
      const value = sent.shift();
      if (each.tagName !== "SELECT" || [...each.options].some((option) => option.value === value)) each.value = value;
    }
  }
  if (field) same.querySelector(`[name="${CSS.escape(field)}"]`)?.focus({ preventScroll: true });
}

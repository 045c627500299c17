// The script of a board game's table: quick taps, and forms that survive what other phones record.

/** What was tapped while a request was on its way: the command, and the name of its button.
 * @type {{ command: string, name: string }[]} */
const waiting = [];
let sending = false;

/** The form that was being filled in: its label, its values, and the name of the field with the focus.
 * @type {{ label: string, values: FormData, field: string } | null} */
let entered = null;
/** The command of the button that had the focus. */
let focused = "";

const optionOf = (/** @type {string} */ command) =>
  [...document.querySelectorAll(".game-choice option")].find((each) => each.value === command);

const replacesTable = (/** @type {Event} */ event) => event.detail.target?.id === "game-table";
const isPulse = (/** @type {Event} */ event) => event.detail.requestConfig.verb === "get";

/** Send a command that no button on the page has.
 * @param {string} command @param {string} how */
function send(command, how) {
  const form = document.getElementById("game-taps");
  const button = document.createElement("button");
  Object.assign(button, { hidden: true, name: "command", value: command });
  const way = document.createElement("input");
  Object.assign(way, { type: "hidden", name: "do", value: how });
  form.append(way, button);
  button.click();
  way.remove();
  button.remove();
}

/** Record what a menu shows, or ask first what would happen. @param {HTMLSelectElement} menu */
function choose(menu) {
  const command = menu.value;
  menu.value = "";
  if (command) send(command, menu.dataset.do ?? "");
}

// A choice from a menu is a tap. Arrow keys only walk through it; Enter records.
let walking = false;
document.addEventListener("pointerdown", () => (walking = false));
document.addEventListener("keydown", (event) => {
  const menu = event.target.closest(".game-choice");
  if (!menu) return;
  walking = event.key !== "Enter";
  if (walking || !menu.value) return;
  event.preventDefault();
  choose(menu);
});
document.addEventListener("change", (event) => {
  const menu = event.target.closest(".game-choice");
  if (menu && !walking) choose(menu);
});

/** The label of a button with its investigator: a slider’s command is another one after each tap. */
function nameOf(/** @type {Element} */ button) {
  const label = button.getAttribute("aria-label");
  return label && `${button.closest(".game-seat")?.id} ${label}`;
}

function buttonNamed(/** @type {string} */ name) {
  return [...document.querySelectorAll("#game-taps button[value]")].find((each) => nameOf(each) === name);
}

function buttonOf(/** @type {string} */ command) {
  return [...document.querySelectorAll("#game-taps button[value]")].find((each) => each.value === command);
}

// A tap during a request is sent after its answer, which has the revision that it needs.
document.addEventListener(
  "submit",
  (event) => {
    if (!sending || event.target.id !== "game-taps") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.submitter?.value) waiting.push({ command: event.submitter.value, name: nameOf(event.submitter) });
  },
  true,
);

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!replacesTable(event)) return;
  if (!isPulse(event)) {
    sending = true;
    // The answer of a pulse would replace the table, and the answer of this request would have no place.
    /** @type {any} */ (globalThis).htmx.trigger("#game-table", "htmx:abort");
  } else if (sending || document.querySelector("#preview, #do-it-again")) {
    // What is being decided stays. If it is too late by then, the answer lists the changes.
    event.preventDefault();
  }
});

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!replacesTable(event)) return;
  focused = document.activeElement?.closest("#game-taps button")?.value ?? "";
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
  if (focused) buttonOf(focused)?.focus({ preventScroll: true });
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!replacesTable(event) || isPulse(event) || event.detail.successful) return;
  sending = false;
  waiting.length = 0;
});

// Only now the forms of the new table send their requests without leaving the page.
document.addEventListener("htmx:afterSettle", (event) => {
  if (!replacesTable(event) || isPulse(event)) return;
  sending = false;
  // After a refusal nothing more is sent: the player has to see it.
  if (document.getElementById("refusal")) waiting.length = 0;
  const next = waiting.shift();
  if (!next) return;
  const button = buttonOf(next.command) ?? (next.name ? buttonNamed(next.name) : undefined);
  if (button) button.click();
  else if (optionOf(next.command)) send(next.command, "");
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

// The shared counters of an epic event. Every press has a key of its own and is sent until the server has it.

const RETRY = 1500;

/** @type {{ url: string, body: URLSearchParams }[]} */
const waiting = [];
let sending = false;

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches("[data-press]") || !event.submitter) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  body.set("key", crypto.randomUUID());
  const shown = form.querySelector("output");
  shown.value = String(Math.max(0, Number(shown.value) + Number(event.submitter.value)));
  waiting.push({ url: form.action, body });
  send();
});

// While presses are on their way, the numbers on the page are ahead of those that a poll would bring.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "epic-counters" && waiting.length) event.detail.shouldSwap = false;
});

async function send() {
  if (sending) return;
  sending = true;
  while (waiting.length) {
    const { url, body } = waiting[0];
    let answer = null;
    try {
      answer = await fetch(url, { method: "POST", body, headers: { "HX-Request": "true" } });
    } catch {
      answer = null;
    }
    if (!answer || answer.status >= 500 || answer.status === 429) {
      report(true);
      await new Promise((resolve) => setTimeout(resolve, RETRY));
      continue;
    }
    waiting.shift();
    report(false);
    const html = await answer.text();
    if (!waiting.length && html.includes('id="epic-counters"')) replace(html);
  }
  sending = false;
}

/** @param {string} html */
function replace(html) {
  const focused = document.activeElement;
  const counter = focused?.form?.elements.counter?.value;
  const by = focused?.value;
  document.getElementById("epic-counters").outerHTML = html;
  const now = document.getElementById("epic-counters");
  /** @type {any} */ (globalThis).htmx.process(now);
  if (!counter) return;
  for (const form of now.querySelectorAll("form")) {
    if (form.elements.counter.value === counter) form.querySelector(`button[value="${by}"]`)?.focus();
  }
}

/** @param {boolean} offline */
function report(offline) {
  const line = document.getElementById("epic-waiting");
  line.hidden = !offline;
  line.textContent = offline ? line.dataset.text : "";
}

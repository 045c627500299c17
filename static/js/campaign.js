// The script of the campaign pages.

// A select with data-submits submits its form when it changes.
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submits]")) event.target.form.requestSubmit();
});

// While a menu or select of the live part is open, it is not replaced.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "live" && document.querySelector("#live details.menu[open], #live select:focus")) {
    event.detail.shouldSwap = false;
  }
});

// What is refused on the bag page is shown in place: its answer has the reasons.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, xhr } = event.detail;
  if (target.id === "bag-poll" && xhr.status >= 400 && xhr.status < 500 && xhr.responseText.includes('id="bag-poll"')) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
});

/** Presses of plus and minus on the bag page during a request: the ids of their buttons. @type {string[]} */
const presses = [];
/** The request that is on its way. @type {XMLHttpRequest | null} */
let sending = null;

const isPress = (/** @type {Event} */ event) =>
  event.detail.target?.id === "bag-poll" && event.detail.requestConfig.verb === "post";

// They are sent after its answer, which has the revision that they need.
document.addEventListener(
  "submit",
  (event) => {
    if (!sending || event.target.id !== "test" || !event.submitter?.closest("#bag-quick")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    presses.push(event.submitter.id);
  },
  true,
);

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isPress(event)) sending = event.detail.xhr;
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { status } = event.detail.xhr;
  if (!isPress(event) || (status >= 200 && status < 400)) return;
  // After a refusal or without a connection nothing more is sent: the user has to see it.
  sending = null;
  presses.length = 0;
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (!sending || event.detail.xhr !== sending) return;
  sending = null;
  const next = presses.shift();
  if (next) document.getElementById(next)?.click();
});

// Filter the list of investigators by name.
const finder = document.getElementById("find-investigator");
if (finder) {
  finder.closest("p").hidden = false;
  // On a phone the classes are collapsed at first.
  if (window.matchMedia("(max-width: 40rem)").matches) {
    for (const group of document.querySelectorAll(".investigator-group")) {
      group.open = Boolean(group.querySelector(":checked"));
    }
  }
  finder.addEventListener("input", () => {
    const wanted = finder.value.trim().toLowerCase();
    for (const group of document.querySelectorAll(".investigator-group")) {
      const choices = [...group.querySelectorAll("label")];
      for (const choice of choices) choice.hidden = !choice.textContent.toLowerCase().includes(wanted);
      group.hidden = choices.every((choice) => choice.hidden);
      if (wanted) group.open = true;
    }
  });
  finder.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter") event.preventDefault();
  });
}

// A long way of scenarios shows the current one.
function showCurrentScenario() {
  const track = document.querySelector(".track");
  const current = track?.querySelector(".is-now") ?? track?.lastElementChild;
  if (current) track.scrollLeft += current.getBoundingClientRect().left - track.getBoundingClientRect().left;
}
showCurrentScenario();
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id === "live") showCurrentScenario();
});

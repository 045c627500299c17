// The cards page: keys, and links that remove a filter.

const form = document.getElementById("find-cards");
const search = document.getElementById("card-search");
const TYPED = "input:not([type=checkbox], [type=radio]), textarea, select";
const typing = (/** @type {EventTarget} */ element) => element.closest(TYPED);

document.addEventListener("keydown", (event) => {
  if (event.key === "f" && !typing(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    search.focus();
    search.select();
  }
  if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event);
});

// The arrow keys move between the search box and the cards.
function step(/** @type {KeyboardEvent} */ event) {
  const links = [...document.querySelectorAll("#found .card-name")];
  const place = links.indexOf(document.activeElement);
  if (place < 0 && document.activeElement !== search) return;
  event.preventDefault();
  const next = event.key === "ArrowDown" ? place + 1 : place - 1;
  (next < 0 ? search : links[Math.min(next, links.length - 1)])?.focus();
}

// A link that removes a filter resets its control, so that the rest of the form stays as it is.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-drop]");
  if (!link || event.ctrlKey || event.metaKey) return;
  const controls = [...form.elements].filter((each) => each.name === link.dataset.drop);
  const box = controls.find((each) => each.type === "checkbox" && each.value === link.dataset.value);
  const radio = controls.find((each) => each.type === "radio" && each.value === "");
  const field = controls.find((each) => each.type !== "checkbox" && each.type !== "radio");
  if (box) box.checked = false;
  else if (radio) radio.checked = true;
  else if (field && field.value === link.dataset.value) field.value = "";
  else return;
  event.preventDefault();
  form.dispatchEvent(new Event("input", { bubbles: true }));
});

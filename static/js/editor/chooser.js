// The choice of an investigator: filter the list at every keystroke.

import { fold } from "./search.js";

const form = document.getElementById("choose");
const sections = [...document.querySelectorAll(".class-group")];
const noneFound = document.getElementById("none-found");
const count = document.getElementById("chosen-count");

function narrow() {
  const data = new FormData(form);
  const wanted = fold(String(data.get("q")));
  const classes = new Set(data.getAll("class"));
  const owned = data.has("owned");
  let total = 0;
  for (const section of sections) {
    let here = 0;
    for (const investigator of section.querySelectorAll("[data-names]")) {
      const fits =
        (!classes.size || classes.has(section.dataset.class)) &&
        (!owned || "owned" in investigator.dataset) &&
        wanted.every((word) => investigator.dataset.names.includes(" " + word));
      investigator.hidden = !fits;
      here += Number(fits);
    }
    section.hidden = !here;
    section.querySelector(".num").textContent = String(here);
    total += here;
  }
  noneFound.hidden = total > 0;
  count.textContent = String(total);
}

form.addEventListener("input", narrow);
form.addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  document.querySelector(".class-group:not([hidden]) li:not([hidden]) a")?.click();
});
narrow();

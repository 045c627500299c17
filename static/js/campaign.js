// The campaign's pages: what HTML cannot do.

// A choice that leads somewhere goes there at once.
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submits]")) event.target.form.requestSubmit();
});

// Nothing is swapped under somebody's hands: while a menu of the live part is open, the page waits.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "live" && document.querySelector("#live details.menu[open], #live select:focus")) {
    event.detail.shouldSwap = false;
  }
});

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

// Among many investigators, letters of a name are enough.
const finder = document.getElementById("find-people");
if (finder) {
  finder.closest("p").hidden = false;
  // On a phone the classes are a short list to begin with.
  if (window.matchMedia("(max-width: 40rem)").matches) {
    for (const group of document.querySelectorAll(".people-group")) {
      group.open = Boolean(group.querySelector(":checked"));
    }
  }
  finder.addEventListener("input", () => {
    const wanted = finder.value.trim().toLowerCase();
    for (const group of document.querySelectorAll(".people-group")) {
      const people = [...group.querySelectorAll("label")];
      for (const person of people) person.hidden = !person.textContent.toLowerCase().includes(wanted);
      group.hidden = people.every((person) => person.hidden);
      if (wanted) group.open = true;
    }
  });
  finder.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
}

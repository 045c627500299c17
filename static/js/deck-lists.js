// Lists of decks: select all, and show how many are selected.

const boxes = () => [...document.querySelectorAll(".deck-row input[name=deck]")];

function count() {
  const all = boxes();
  const ticked = all.filter((box) => box.checked).length;
  const words = document.getElementById("ticked");
  if (words) words.textContent = words.dataset.words.replace("{n}", String(ticked));
  const every = document.getElementById("tick-all");
  if (!every) return;
  every.checked = ticked > 0 && ticked === all.length;
  every.indeterminate = ticked > 0 && ticked < all.length;
}

document.addEventListener("change", (event) => {
  if (event.target.id === "tick-all") for (const box of boxes()) box.checked = event.target.checked;
  if (event.target.id === "tick-all" || event.target.name === "deck") count();
});
addEventListener("pageshow", count);

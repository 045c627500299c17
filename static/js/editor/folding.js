// The long lists of the filters are in the page only while they are used: boxes when opened, traits when typed.

const boxes = document.querySelector("#filters .named");
const trait = document.getElementById("trait");

function fold(/** @type {DocumentFragment} */ apart) {
  if (boxes.open) boxes.append(apart);
  else if (!boxes.querySelector(":checked")) apart.append(...[...boxes.children].slice(1));
}

export function beginFolding() {
  const apart = document.createDocumentFragment();
  boxes.addEventListener("toggle", () => fold(apart));
  fold(apart);
  const { list } = trait;
  const names = [...list.children];
  list.replaceChildren();
  trait.addEventListener("focus", () => list.append(...names), { once: true });
}

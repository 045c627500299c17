// The guided page keeps what is typed, and tells at once what it would record.
const form = document.getElementById("after");
const rows = document.getElementById("notes-rows");
const more = document.getElementById("more-notes");
const MOST = 12;
let waiting = 0;

async function keep() {
  const sent = { method: "POST", body: new FormData(form), headers: { "HX-Request": "true" } };
  const answer = await fetch(form.dataset.keep, sent).catch(() => null);
  // 409: somebody else writes in the page as well, and the answer says who.
  if (!answer || answer.status === 204 || (!answer.ok && answer.status !== 409)) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of fresh.querySelectorAll("[data-live]")) {
    const shown = document.getElementById(part.id);
    // A link of the rail that has the focus stays under the finger.
    if (!shown || shown.contains(document.activeElement) || shown.isEqualNode(part)) continue;
    shown.replaceWith(part);
    part.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true }));
  }
}

function add() {
  const victory = parseInt(form.elements.victory.value.replace("−", "-"), 10) || 0;
  const bonus = parseInt(form.elements.bonus.value.replace("−", "-"), 10) || 0;
  const replay = form.elements.replay?.checked;
  document.getElementById("sum").textContent = replay ? 0 : Math.max(0, victory + bonus);
}

form?.addEventListener("input", () => {
  add();
  clearTimeout(waiting);
  waiting = setTimeout(keep, 500);
});

if (more) {
  more.hidden = rows.children.length >= MOST;
  more.addEventListener("click", () => {
    const place = rows.children.length;
    const row = rows.lastElementChild.cloneNode(true);
    for (const field of row.querySelectorAll("[name]")) {
      field.name = field.name.replace(/-\d+$/, `-${place}`);
      if (field.tagName === "INPUT") field.value = "";
    }
    rows.append(row);
    row.querySelector(".input--text").focus();
    more.hidden = rows.children.length >= MOST;
  });
}

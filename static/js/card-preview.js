// Cards by their links: a box beside the link under the pointer, a dialog where a list asks for one, scans.

/** Time to move the pointer from the link into the box. */
const GRACE = 120;
const canHover = matchMedia("(hover: hover) and (min-width: 60rem)");
const CARD = /^\/cards?\/(?:investigators\/)?(\d[0-9A-Za-z]*)\/?$/;
/** The address of a scan, with CODE in it; empty if the site has none. */
const scans = document.querySelector('meta[name="card-images"]')?.getAttribute("content") ?? "";

/** @type {Map<string, Promise<string>>} */
const loaded = new Map();
const box = document.createElement("aside");
let timer = 0;
/** @type {Element | null} */
let wanted = null;

/** The code of the card that a link leads to; empty if it leads elsewhere. */
export function codeOf(/** @type {Element | null} */ link) {
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return "";
  return CARD.exec(link.pathname)?.[1] ?? "";
}

/** The address of a scan; empty if there are none. */
export const scanOf = (/** @type {string} */ code) => scans && scans.replace("CODE", code);

function load(/** @type {string} */ code) {
  let promise = loaded.get(code);
  if (!promise) {
    promise = fetch(`/cards/${code}/preview/`).then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    });
    promise.catch(() => loaded.delete(code));
    loaded.set(code, promise);
  }
  return promise;
}

/** Put the box to the right of the link, or to the left of it, or below it: never over it. */
function place(/** @type {Element} */ link) {
  const at = link.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const right = at.right + 12;
  const left = at.left - 12 - width;
  const beside = right + width < innerWidth ? right : left > 0 ? left : Math.max(8, innerWidth - width - 8);
  const below = beside === right || beside === left ? at.top - 12 : at.bottom + 8;
  box.style.insetInlineStart = `${beside}px`;
  box.style.insetBlockStart = `${Math.max(8, Math.min(below, innerHeight - height - 8))}px`;
}

async function show(/** @type {Element} */ link) {
  try {
    const html = await load(codeOf(link));
    if (wanted !== link || !link.isConnected) return;
    box.innerHTML = html;
    box.hidden = false;
    place(link);
  } catch {
    hide();
  }
}

function hide() {
  clearTimeout(timer);
  wanted = null;
  box.hidden = true;
}

function point(/** @type {Event} */ event) {
  const link = event.target.closest?.("a");
  clearTimeout(timer);
  if (box.contains(/** @type {Node} */ (event.target)) || (link && link === wanted && !box.hidden)) return;
  if (!codeOf(link) || !canHover.matches || link.closest(".editor, dialog, .crumbs")) {
    timer = setTimeout(hide, GRACE);
    return;
  }
  wanted = link;
  show(link);
}

async function openDialog(/** @type {HTMLAnchorElement} */ link) {
  let html = "";
  try {
    html = await load(codeOf(link));
  } catch {
    location.assign(link.href);
    return;
  }
  hide();
  const dialog = document.createElement("dialog");
  dialog.className = "dialog card-dialog";
  dialog.setAttribute("aria-label", link.textContent.trim());
  dialog.innerHTML = `<div class="dialog__body">${html}</div>`;
  const foot = document.createElement("p");
  foot.className = "dialog__foot";
  const more = document.createElement("a");
  more.className = "btn";
  more.href = link.href;
  const { dataset } = link.closest("[data-card-dialog]");
  more.textContent = dataset.cardDialog;
  const close = document.createElement("button");
  close.className = "btn btn--primary";
  close.textContent = dataset.close;
  close.addEventListener("click", () => dialog.close());
  foot.append(more, close);
  dialog.append(foot);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    link.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}

document.addEventListener("pointerover", point);
document.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
  if (event.target.matches(":focus-visible")) point(event);
});
document.addEventListener("scroll", hide, { capture: true, passive: true });
document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-card-dialog] a");
  if (!codeOf(link) || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  openDialog(link);
});

// A scan that does not exist leaves no hole.
document.addEventListener("error", (event) => {
  if (event.target instanceof HTMLImageElement && event.target.matches(".scan")) event.target.remove();
}, true);

// Lists of cards as a grid of scans, where the site has scans. The choice is kept by the browser.
const GRID = "casebook:card-grid";
const lists = ".cards-table, .deck-read__list";

function drawScans(/** @type {ParentNode} */ root) {
  for (const link of root.querySelectorAll(`:is(${lists}) a.card-name:not(:has(.scan))`)) {
    const code = codeOf(link);
    if (!code) continue;
    const image = document.createElement("img");
    image.className = "scan";
    image.loading = "lazy";
    image.decoding = "async";
    image.width = 300;
    image.height = 420;
    image.alt = "";
    image.referrerPolicy = "no-referrer";
    image.src = scanOf(code);
    link.prepend(image);
  }
}

function setGrid(/** @type {boolean} */ on) {
  document.documentElement.classList.toggle("card-grid", on);
  for (const button of document.querySelectorAll("[data-grid]")) button.setAttribute("aria-pressed", String(on));
  if (on) drawScans(document);
}

if (scans) {
  setGrid(localStorage.getItem(GRID) === "1");
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-grid]")) return;
    const on = !document.documentElement.classList.contains("card-grid");
    localStorage.setItem(GRID, on ? "1" : "");
    setGrid(on);
  });
  document.addEventListener("htmx:load", () => setGrid(document.documentElement.classList.contains("card-grid")));
}

box.className = "peek peek--link";
box.hidden = true;
box.setAttribute("aria-hidden", "true");
document.body.append(box);

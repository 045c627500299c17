// The rules page: mark the open rule in the list, copy links, open the rule of the URL's anchor.

const links = () => document.querySelectorAll("a[data-rule]");

function mark(/** @type {string} */ id) {
  for (const link of links()) {
    if (link.dataset.rule === id) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

document.addEventListener("htmx:afterSwap", (event) => {
  const opener = event.detail.requestConfig.elt.closest("a[data-rule]");
  if (!opener) return;
  mark(opener.dataset.rule);
  const panel = document.getElementById("rule");
  const top = panel.getBoundingClientRect().top;
  // On a phone the rule opens above the list.
  if (top < 0 || top > innerHeight) panel.scrollIntoView();
  panel.focus({ preventScroll: true });
});

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-copy]");
  if (!link || !navigator.clipboard) return;
  event.preventDefault();
  await navigator.clipboard.writeText(link.href);
  const label = link.querySelector("[data-copy-label]");
  const before = label.textContent;
  label.textContent = label.dataset.copied;
  setTimeout(() => (label.textContent = before), 1500);
});

function openAnchor() {
  const id = decodeURIComponent(location.hash.slice(1));
  const link = [...links()].find((each) => each.dataset.rule === id);
  if (link && !link.hasAttribute("aria-current")) link.click();
}

addEventListener("hashchange", openAnchor);
openAnchor();

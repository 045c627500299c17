// htmx is loaded when the search box of the top bar is used: nothing else in the editor needs it.

const search = document.getElementById("top-search");

function load() {
  // Before that, htmx would wait for an event that may be over.
  if (document.readyState !== "complete") return window.addEventListener("load", load, { once: true });
  const script = document.createElement("script");
  script.src = document.querySelector('meta[name="htmx"]').getAttribute("content");
  script.addEventListener("load", () => search.value && search.dispatchEvent(new Event("input", { bubbles: true })));
  document.head.append(script);
}

export function beginHtmx() {
  if (document.activeElement === search) load();
  else search?.addEventListener("focus", load, { once: true });
}

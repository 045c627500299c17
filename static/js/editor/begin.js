// Another back or taboo list may offer other choices: reload the page with everything chosen so far.

const form = document.getElementById("begin");

form.addEventListener("change", (/** @type {Event} */ event) => {
  if (!["back", "taboo"].includes(event.target.name)) return;
  const kept = new URLSearchParams(new FormData(form));
  kept.delete("csrfmiddlewaretoken");
  window.location.replace(`${form.getAttribute("action")}?${kept}`);
});

// Another back has other options: the page is asked for anew, with everything chosen so far.

const form = document.getElementById("begin");

document.getElementById("id_back")?.addEventListener("change", () => {
  const kept = new URLSearchParams(new FormData(form));
  kept.delete("csrfmiddlewaretoken");
  window.location.assign(`${form.getAttribute("action")}?${kept}`);
});

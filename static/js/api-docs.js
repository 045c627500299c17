// The description of the API comes with a dark dress of its own; it follows the theme of the site.
const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

function dress() {
  const chosen = root.dataset.theme;
  root.classList.toggle("dark-mode", chosen === "dark" || (chosen !== "light" && system.matches));
}

system.addEventListener("change", dress);
new MutationObserver(dress).observe(root, { attributeFilter: ["data-theme"] });
dress();

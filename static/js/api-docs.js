// The API documentation has a dark mode of its own, which follows the theme of the site.
const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

function applyTheme() {
  const chosen = root.dataset.theme;
  root.classList.toggle("dark-mode", chosen === "dark" || (chosen !== "light" && system.matches));
}

system.addEventListener("change", applyTheme);
new MutationObserver(applyTheme).observe(root, { attributeFilter: ["data-theme"] });
applyTheme();

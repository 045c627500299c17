/**
 * The rule about contrast, applied once to each look.
 *
 * It takes nine tenths of the time of the whole check, and its result depends on what an element looks like, not on
 * what it says: a list of a hundred cards has a few dozen looks. The look of an element has its place (the elements around
 * it, with their classes), its colours, the size of its letters, and what lies behind and above it.
 *
 * @param {string[]} known The looks that have passed, on this page or another one.
 * @returns {Promise<{ violations: object[], passed: string[] }>} What the check found, and the looks that have passed now.
 */
window.checkContrast = async (known) => {
  const passedBefore = new Set(known);
  const looks = new Map();
  const layers = new Map();

  const hash = (text) => {
    let [one, two] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      one = Math.imul(one ^ code, 2654435761);
      two = Math.imul(two ^ code, 1597334677);
    }
    return (one >>> 0).toString(36) + (two >>> 0).toString(36);
  };
  const named = (element) => `${element.tagName}.${element.getAttribute("class") ?? ""}`;
  /** What may lie over or under the children of an element without being above them in the tree. */
  const layersIn = (parent) => {
    if (!layers.has(parent)) {
      const positioned = [...parent.children].filter((child) => getComputedStyle(child).position !== "static");
      const seen = new Set(positioned.map((child) => named(child) + getComputedStyle(child).backgroundColor));
      layers.set(parent, [...seen].sort().join());
    }
    return layers.get(parent);
  };
  const lookOf = (element) => {
    if (!looks.has(element)) {
      const style = getComputedStyle(element);
      const parent = element.parentElement;
      looks.set(element, hash([
        parent ? lookOf(parent) + layersIn(parent) : String(innerWidth),
        named(element), style.color, style.backgroundColor, style.backgroundImage, style.opacity, style.fontSize,
        style.fontWeight, style.textShadow, style.position, style.zIndex, style.filter, style.mixBlendMode,
        style.visibility, style.display,
      ].join("|")));
    }
    return looks.get(element);
  };
  const hasText = (element) =>
    element.matches("input, select, textarea, button") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue.trim());

  const waiting = new Map();
  for (const element of document.querySelectorAll("body, body *")) {
    if (!hasText(element) || passedBefore.has(lookOf(element))) continue;
    waiting.set(lookOf(element), [...(waiting.get(lookOf(element)) ?? []), element]);
  }
  const passed = [];
  const violations = [];
  const check = async (elements) => {
    if (!elements.length) return;
    elements.forEach((element) => element.setAttribute("data-check-contrast", ""));
    axe.configure({ rules: [{ id: "color-contrast", selector: "[data-check-contrast]" }] });
    const found = await axe.run({
      runOnly: ["color-contrast"], resultTypes: ["violations", "passes"], elementRef: true, selectors: false,
      preload: false,
    });
    elements.forEach((element) => element.removeAttribute("data-check-contrast"));
    for (const { nodes } of found.passes) {
      for (const { element } of nodes) {
        if (waiting.delete(lookOf(element))) passed.push(lookOf(element));
      }
    }
    for (const { id, help, impact, nodes } of found.violations) {
      violations.push({ id, help, impact, nodes: nodes.map(({ html }) => ({ html })) });
    }
  };
  await check([...waiting.values()].map(([first]) => first));
  // The first one may be hidden, covered or out of the window: the others of its look are checked, too.
  await check([...waiting.values()].flatMap(([, ...others]) => others));
  return { violations, passed };
};

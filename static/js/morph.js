// Changes of a page that leave what is equal where it is, so that only the rest is laid out and drawn again.

/** Make an element like another one, which is used up. @param {Element} old @param {Element} wanted */
export function morph(old, wanted) {
  if (old.isEqualNode(wanted)) return;
  for (const { name } of [...old.attributes]) {
    if (!wanted.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  morphChildren(old, [...old.childNodes], [...wanted.childNodes]);
}

/** Keep the children that are equal at the start and at the end; those between are paired in order.
 * @param {Element} parent @param {ChildNode[]} olds @param {ChildNode[]} news */
function morphChildren(parent, olds, news) {
  const most = Math.min(olds.length, news.length);
  let start = 0;
  while (start < most && olds[start].isEqualNode(news[start])) start += 1;
  let end = 0;
  while (start + end < most && olds.at(-1 - end).isEqualNode(news.at(-1 - end))) end += 1;
  const leaving = olds.slice(start, olds.length - end);
  const coming = news.slice(start, news.length - end);
  const next = olds[olds.length - end] ?? null;
  for (const [place, node] of coming.entries()) {
    const there = leaving[place];
    if (!there) parent.insertBefore(node, next);
    else if (areAlike(there, node)) morph(/** @type {Element} */ (there), /** @type {Element} */ (node));
    else there.replaceWith(node);
  }
  for (const node of leaving.slice(coming.length)) node.remove();
}

/** Whether one can become the other: elements of one name, with the same id or none.
 * Folded parts are replaced: Chromium may not draw what was changed in them unseen.
 * @param {ChildNode} old @param {ChildNode} wanted */
function areAlike(old, wanted) {
  if (!(old instanceof Element && wanted instanceof Element) || old.nodeName === "DETAILS") return false;
  return old.nodeName === wanted.nodeName && old.id === wanted.id;
}

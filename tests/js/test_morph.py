"""Unit tests of `morph`: an element becomes like another one, and what was equal stays where it was."""

import random
from typing import Any

import pytest

from tests.js.conftest import Open, run

MORPH = """
const { morph } = await import("/static/js/morph.js");
const parsed = (html) => {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
};
const old = parsed(given.old), wanted = parsed(given.wanted);
document.body.append(old);
const kept = [...old.querySelectorAll("[data-kept]")];
morph(old, parsed(given.wanted));
return { same: old.isEqualNode(wanted), kept: kept.map((each) => old.contains(each)) };
"""
TAGS = ["div", "p", "b", "form", "input"]


def tree(chance: random.Random, depth: int) -> str:
    """Return random HTML of a few tags, texts, attributes and ids."""
    tag = chance.choice(TAGS[: 3 if depth else 5])
    attributes = "".join(
        f' {name}="{chance.randrange(3)}"' for name in ("id", "class") if chance.random() < 0.4
    )
    if tag == "input":
        return f"<input{attributes}>"
    if depth and tag == "p":
        tag = "div"  # a paragraph cannot hold blocks
    inner = "".join(
        tree(chance, depth - 1) if chance.random() < 0.7 else chance.choice(["one", "two", "<!--note-->"])
        for _child in range(chance.randrange(5) if depth else 0)
    )
    return f"<{tag}{attributes}>{inner}</{tag}>"


@pytest.mark.parametrize("seed", range(40))
def test_an_element_becomes_like_the_other(open_page: Open, seed: int) -> None:
    chance = random.Random(seed)
    page = open_page("")
    for _pair in range(10):
        given = {"old": f"<main>{tree(chance, 4)}</main>", "wanted": f"<main>{tree(chance, 4)}</main>"}
        assert run(page, MORPH, given)["same"], given


@pytest.mark.parametrize(
    ("old", "wanted"),
    [
        ("<ul><li data-kept>a<li data-kept>b</ul>", "<ul><li data-kept>a<li>new<li data-kept>b</ul>"),
        ("<ul><li>first<li data-kept>b</ul>", "<ul><li data-kept>b</ul>"),
        (
            "<p data-revision=1><button data-kept value=1>+</button></p>",
            "<p data-revision=2><button data-kept value=2>+</button></p>",
        ),
        ("<p>one <b data-kept>two</b></p>", "<p>changed <b data-kept>two</b></p>"),
    ],
)
def test_what_is_equal_or_in_the_same_place_stays(open_page: Open, old: str, wanted: str) -> None:
    found: dict[str, Any] = run(open_page(""), MORPH, {"old": old, "wanted": wanted})
    assert found["same"]
    assert found["kept"], "something was to stay"
    assert all(found["kept"])


def test_an_element_with_another_id_is_replaced(open_page: Open) -> None:
    given = {"old": "<p><i id=a data-kept></i></p>", "wanted": "<p><i id=b></i></p>"}
    assert run(open_page(""), MORPH, given) == {"same": True, "kept": [False]}

"""A small page of the editor for tests of its modules: its state, and the elements that they use."""

import json
from typing import Any

WORDS = (
    *(
        "add",
        "again",
        "anyway",
        "asking",
        "busy",
        "close",
        "closed",
        "not_loaded",
        "none",
        "none_hint",
        "no_texts",
        "offline",
    ),
    *("stale", "stale_drop", "stale_merge", "taken_over", "unowned", "why"),
)
ADDRESSES = ("cards", "find", "slots", "state", "undo", "redo", "take_out", "buy")
STATE: dict[str, Any] = {
    "revision": "1.0",
    "cards": "none-en-1",
    "held": {"main": {"01020": 1}, "side": {}, "extra": {}},
    "signs": "",
    "reasons": [],
    "upgrading": False,
    "empty": {},
    "prices": "",
    "left": 0,
}


def html(**more: Any) -> str:
    page = {
        **STATE,
        "owned": None,
        "mine": {},
        "party": {},
        "both": {},
        "words": {name: name for name in WORDS}
        | {
            "refused": "Not done: {why}",
            "left": "{left} of {owned} left",
            "price": "{n} XP",
            "short": "{n} XP short",
            "found": "{found} of {of} cards",
        }
        | {"elsewhere": "{n} elsewhere"},
        "urls": {name: f"/{name}/" for name in ADDRESSES}
        | {name: f"/{name}/CODE/" for name in ("why", "options")},
        **more,
    }
    return f"""
    <script type="application/json" id="editor-state">{json.dumps(page)}</script>
    <span id="saved" data-saved="saved" data-saving="saving" data-unsaved="unsaved"></span>
    <p id="announced"></p> <div id="toasts"></div> <b id="deck-name"></b>
    <form id="finder"><input id="find" name="q">
      <select id="adding-to" name="to"><option value="main">Deck<option value="side">Side deck</select></form>
    <form id="deck-rows" data-edit><input type="hidden" name="csrfmiddlewaretoken" value="token">
      <div data-code="01020" data-held="01020" data-where="main">
        <a class="card-name" id="deck-card-01020" href="/card/01020/">Machete</a>
        <button id="deck-more-01020" name="add" value="main:01020">+</button>
        <button id="deck-less-01020" name="remove" value="main:01020">-</button>
        <output data-n="1">1</output>
      </div>
    </form>
    <form id="pool" data-edit><div id="pool-rows"></div></form>
    <template id="pool-row"><li class="card-row {{css}}" data-code="{{code}}">
      <span class="stepper">
        <button id="pool-less-{{code}}" name="remove" aria-label="Remove one {{name}}">-</button>
        <output></output>
        <button id="pool-more-{{code}}" name="add" aria-label="Add one {{name}}">+</button></span>
      {{coin}} <a class="card-name" id="pool-card-{{code}}" href="/card/{{code}}/">{{title}}</a> {{traits}}
      <span class="price-tag" hidden></span>
      <span class="owned"></span></li></template>
    <dialog id="dialog"></dialog>
    """


def file_of(*cards: dict[str, Any]) -> dict[str, Any]:
    """The file of cards, as `decks.editor.browser` makes it, for a few cards."""
    places = list(range(len(cards)))

    def column(name: str) -> dict[str, Any]:
        return {"values": [str(card.get(name, "")) for card in cards], "of": 0}

    return {
        "code": [card["code"] for card in cards],
        "title": [card["title"] for card in cards],
        "other": [card.get("other", "") for card in cards],
        "subtitle": [card.get("subtitle", "") for card in cards],
        "other_subtitle": [card.get("other_subtitle", "") for card in cards],
        **{name: column(name) for name in ("uses", "suffix", "facts")},
        "kind": {"values": [card.get("kind", "player") for card in cards], "of": 0},
        "look": {name: column(name) for name in ("css", "coin", "traits")},
        "facets": {
            name: {**column(name), "every": name in ("icon", "keyword")}
            for name in ("class", "level", "type", "slot", "icon", "cost", "keyword", "pack")
        },
        "groups": {
            "class": {**column("class"), "ranks": places},
            "pack": {**column("pack"), "ranks": places},
        },
        "columns": ["".join(chr(ord("#") + place) for place in places)],
    }


def answer(revision: str, copies: int = 1, **more: Any) -> dict[str, Any]:
    """What the server answers to an edit."""
    state = {**STATE, "revision": revision, "held": {**STATE["held"], "main": {"01020": copies}}}
    return {"html": {}, "state": {**state, **more}, "changes": []}

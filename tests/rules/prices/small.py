"""A small world: an investigator with a deck of three cards, and one card of every kind that prices know."""

from collections import Counter

from hypothesis import strategies as st

from rules.catalogue import Catalogue
from rules.model import Deck
from rules.prices.aftermath import Aftermath


def _card(code, title, level, *keywords, traits=(), effects=(), limit=2, **more):
    return {
        "code": code, "title": title, "type": "event", "classes": ["neutral"], "level": level, "limit": limit,
        "keywords": list(keywords), "traits": list(traits), "effects": list(effects), **more,
    }  # fmt: skip


SIZE = 3
CATALOGUE = Catalogue.from_facts(
    cards=[
        {
            "code": "inv",
            "title": "Somebody",
            "type": "investigator",
            "deck": {"size": SIZE, "random_weaknesses": 0},
            "options": [{"classes": ["neutral"]}],
        },
        _card("spell0", "Spell", 0, traits=["Spell"]),
        _card("spell2", "Spell", 2, traits=["Spell"]),
        _card("spell5", "Spell", 5, traits=["Spell"]),
        _card("hex1", "Hex", 1, traits=["Spell"]),
        _card("hex3", "Hex", 3, traits=["Spell"]),
        _card("tool0", "Tool", 0),
        _card("tool2", "Tool", 2),
        _card("dear2", "Dear", 2, "exceptional", limit=1),
        _card("dear3", "Dear", 3, "exceptional", limit=1),
        _card("horse0", "Horse", 0),
        _card("horse3", "Horse", 3, "permanent", limit=1),
        _card("many0", "Many", 0, "myriad", limit=3),
        _card("many2", "Many", 2, "myriad", limit=3),
        _card("flare1", "Flare", 1, "exile"),
        _card("luck3", "Luck", 3, "exile"),
        _card("book0", "Book", 0, research={"task": "read"}),
        _card("book3a", "Book", 3, "researched", research={"task": "read", "from": "book0"}),
        _card("book3b", "Book", 3, "researched", research={"task": "read", "from": "book0"}),
        _card("plain1", "Plain One", 0),
        _card("plain2", "Plain Two", 0),
        _card("plain3", "Plain Three", 0),
        _card("chained", "Chained", 0),
        _card(
            "research",
            "Research",
            0,
            "permanent",
            effects=[{"effect": "discount", "on": "upgrade", "by": 1, "first": 1, "traits": ["Spell"]}],
        ),
        _card(
            "hole",
            "Hole",
            0,
            "permanent",
            limit=1,
            effects=[
                {"effect": "discount", "on": "upgrade", "by": 1, "first": 2},
                {"effect": "surcharge", "on": "new", "by": 1},
            ],
        ),
        _card("swapper", "Swapper", 1, "permanent", effects=[{"effect": "swaps-level-0", "cards": 2}]),
        _card(
            "again",
            "Again",
            5,
            "permanent",
            effects=[{"effect": "discount", "on": "repurchase", "by": 1, "first": 3}],
        ),
        _card(
            "shrewd",
            "Shrewd",
            0,
            "permanent",
            limit=1,
            effects=[{"effect": "second-copy-free", "of": "unidentified"}],
        ),
        _card("grower", "Grower", 2, "permanent", effects=[{"effect": "deck-size", "by": 1}]),
        _card(
            "pelt",
            "Pelt",
            0,
            effects=[{"effect": "discount", "on": "new", "by": 1, "first": 1, "when": "in-hand-at-end"}],
        ),
        _card(
            "medal",
            "Medal",
            0,
            "permanent",
            effects=[
                {"effect": "discount", "on": "any", "by": 1, "first": 1, "when": "offerings-at-end", "per": 6}
            ],
        ),
    ],
    taboo_lists=[
        {
            "code": "001",
            "date": "2020-01-01",
            "cards": [{"card": "chained", "price": 2}, {"card": "tool2", "price": 1}],
        }
    ],
)

COUNTED = sorted(code for code, card in CATALOGUE.cards.items() if card.counts)
HELPERS = {"research": 2, "hole": 1, "swapper": 1, "again": 1, "shrewd": 1, "medal": 1}
BOUGHT_HELPERS = ["swapper", "again", "shrewd", "grower", "horse3", "research"]


@st.composite
def upgrades(draw):
    held = Counter(draw(st.lists(st.sampled_from(COUNTED), min_size=SIZE, max_size=SIZE)))
    kept = Counter(draw(st.lists(st.sampled_from(sorted(held.elements())), max_size=SIZE, unique=False)))
    kept &= held
    # Often an upgrade of what is there, so that the interesting pairings occur.
    titles = {CATALOGUE.cards[code].title for code in held}
    kin = [code for code in COUNTED if CATALOGUE.cards[code].title in titles] or COUNTED
    helpers = Counter(
        draw(st.lists(st.sampled_from([c for c, n in HELPERS.items() for _ in range(n)]), max_size=3))
    )
    bought = Counter(draw(st.lists(st.sampled_from(BOUGHT_HELPERS), max_size=1)))
    bought -= helpers
    size = SIZE + bought["grower"]
    wanted = size - kept.total()
    gained = draw(
        st.lists(st.one_of(st.sampled_from(kin), st.sampled_from(COUNTED)), min_size=wanted, max_size=wanted)
    )
    exiled = draw(st.lists(st.sampled_from(sorted(held.elements())), max_size=2))
    exiled = Counter(exiled) & held
    before = Deck("inv", dict(held + helpers), taboo=draw(st.sampled_from(["", "001"])))
    after = Deck("inv", dict(kept + Counter(gained) + helpers + bought), taboo=before.taboo)
    happened = {"pelt": held["pelt"] * draw(st.integers(0, 1)), "medal": draw(st.sampled_from([0, 6, 13]))}
    return before, after, Aftermath(exiled=exiled, happened=happened)

"""A small catalogue: an investigator with a deck of three cards, and one card of every kind of price."""

from collections import Counter
from random import Random

from hypothesis import strategies as st

from rules.cards.catalogue import Catalogue
from rules.cards.model import Deck, Tick
from rules.deck.limits import title_limit
from rules.outcome import Outcome, Piles


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
            "effects": [{"effect": "keeps-lower-version", "traits": ["Spell"]}],
        },
        _card("spell0", "Spell", 0, traits=["Spell"]),
        _card("spell2", "Spell", 2, traits=["Spell"]),
        _card("spell5", "Spell", 5, traits=["Spell"]),
        _card("hex1", "Hex", 1, traits=["Spell"]),
        _card("hex3", "Hex", 3, traits=["Spell"]),
        _card("sheet0", "Sheet", 0, "customizable", customizations=[{"price": 1}, {"price": 2}]),
        _card("tool0", "Tool", 0),
        _card("tool2", "Tool", 2),
        _card("dear2", "Dear", 2, "exceptional", limit=1),
        _card("dear3", "Dear", 3, "exceptional", limit=1),
        _card("horse0", "Horse", 0),
        _card("horse3", "Horse", 3, "permanent", limit=1),
        _card("alone3", "Alone", 3),
        _card("alone3x", "Alone", 3, "permanent", "exceptional", limit=1),
        _card("many0", "Many", 0, "myriad", limit=3),
        _card("many2", "Many", 2, "myriad", limit=3),
        _card("rune0", "Rune", 0, "myriad", traits=["Spell"], limit=3),
        _card("rune2", "Rune", 2, "myriad", traits=["Spell"], limit=3),
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
        _card(
            "brand",
            "Brand",
            2,
            "permanent",
            limit=1,
            effects=[{"effect": "branded", "types": ["event"], "traits": ["Spell"], "limit": 1}],
        ),
        _card("grower", "Grower", 2, "permanent", effects=[{"effect": "deck-size", "by": 1}]),
        _card(
            "pelt",
            "Pelt",
            0,
            effects=[{"effect": "discount", "on": "new", "by": 1, "first": 1, "when": "in-hand-at-end"}],
        ),
        _card(
            "refine", "Refine", 0, effects=[{"effect": "marks", "boxes": 1, "of": "any", "when": "played"}]
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
BOUGHT_HELPERS = ["swapper", "again", "shrewd", "grower", "horse3", "alone3x", "research", "brand"]


def an_upgrade(random: Random) -> tuple[Deck, Deck, Outcome]:
    """Return two decks of the right size, and the results of the scenario in between."""
    held = Counter(random.choices(COUNTED, k=SIZE))
    kept = Counter(random.sample(sorted(held.elements()), random.randint(0, SIZE)))
    some = [code for code, copies in HELPERS.items() for _ in range(copies)]
    helpers = Counter(random.sample(some, random.randint(0, 4)))
    bought = Counter(random.sample(BOUGHT_HELPERS, random.randint(0, 1))) - helpers
    beside = Counter(
        code for code in kept if "Spell" in CATALOGUE.cards[code].traits and random.random() < 0.3
    )
    # Often an upgrade of a card in the deck, so that the interesting pairings occur.
    titles = {CATALOGUE.cards[code].title for code in held}
    kin = [code for code in COUNTED if CATALOGUE.cards[code].title in titles]
    wanted = SIZE + bought["grower"] - kept.total() + beside.total()
    gained = Counter(random.choice(kin if random.random() < 0.6 else COUNTED) for _ in range(wanted))
    marks = [random.randint(0, 1), random.randint(0, 2)]
    more = [random.randint(marks[0], 1), random.randint(marks[1], 2)]
    taboo = random.choice(["", "001"])
    before = Deck("inv", dict(held + helpers), customizations=_sheet(marks), taboo=taboo)
    after = Deck(
        "inv",
        dict(kept + gained + helpers + bought),
        ignored=dict(beside),
        customizations=_sheet(more),
        taboo=taboo,
    )
    exiled = Counter(random.sample(sorted(held.elements()), random.randint(0, 2)))
    conditions = {
        "pelt": held["pelt"] * random.randint(0, 1),
        "medal": random.choice([0, 6, 13]),
        "refine": 1,
    }
    return before, after, Outcome(exiled=Piles(exiled), conditions=conditions)


def _sheet(marks: list[int]) -> dict[str, tuple[Tick, ...]]:
    return {"sheet0": tuple(Tick(box, experience) for box, experience in enumerate(marks) if experience)}


#: Every seed is one upgrade.
upgrades = st.integers(0, 2**32).map(lambda seed: an_upgrade(Random(seed)))


def within_limits(deck: Deck) -> bool:
    """Return whether the deck holds at most as many copies of any title as its versions allow."""
    copies: Counter[str] = Counter()
    limits: dict[str, int] = {}
    for code, held in deck.slots.items():
        card = CATALOGUE.cards[code]
        copies[card.title] += held
        limits[card.title] = max(limits.get(card.title, 0), title_limit(card))
    return all(copies[title] <= limit for title, limit in limits.items())

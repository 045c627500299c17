"""Properties that hold for every deck, legal or not."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.cards.model import Choices, Deck, Tick
from rules.deck import pool as pools
from rules.deck.circumstances import ANYWHERE, MODES, Circumstances, Environment, LogFacts
from rules.deck.validate import judge, pool, why
from rules.deck.verdict import Verdict
from tests.builders import a_deck, as_rows, catalogue, chosen, verdict
from tests.examples import number_of_examples

CODES = sorted(catalogue().printings)
INVESTIGATORS = sorted(code for code, card in catalogue().investigators.items() if card.investigator)
#: Cards that change the rules for the deck, so that they are tried more often than others.
SPECIAL = [
    "06167", "12181", "07303", "08031", "08046", "09077", "53010", "07110", "07122", "11080", "06241",
    "08127", "03264", "10127", "02234", "01000", "09061", "09081", "05040", "60279", "12115", "12137",
    "01020", "12020",
]  # fmt: skip
some = settings(max_examples=number_of_examples(60), deadline=None, suppress_health_check=list(HealthCheck))
few = settings(max_examples=number_of_examples(12), deadline=None, suppress_health_check=list(HealthCheck))

codes = st.one_of(st.sampled_from(CODES), st.sampled_from(SPECIAL))
circumstances = st.builds(
    Circumstances,
    mode=st.sampled_from(MODES),
    edition=st.sampled_from(["grimoire-1.1", "grimoire-1.0-de", "faq-1.7"]),
    environment=st.sampled_from([None, Environment("current"), Environment("limited", ("dwlp", "tskp"))]),
    ultimatums=st.sampled_from([frozenset(), frozenset({"ub.highlander", "ub.disaster", "boon.ancients"})]),
)


@st.composite
def decks(draw, investigators=INVESTIGATORS):
    """A legal deck to which a few other cards were added."""
    deck = a_deck(draw(st.sampled_from(investigators)), taboo=draw(st.sampled_from(["", "", "005", "010"])))
    slots = dict(deck.slots)
    for code in draw(st.lists(st.sampled_from(sorted(slots)), max_size=4, unique=True)):
        del slots[code]
    for code, copies in draw(st.lists(st.tuples(codes, st.integers(1, 4)), max_size=6)):
        slots[code] = copies
    return replace(deck, slots=slots)


def gist(found: Verdict):
    """Return a verdict without the codes of printings."""
    return (
        found.legal,
        {v.rule for v in found.violations},
        {v.rule for v in found.warnings},
        {v.rule for v in found.notes},
        found.figures,
    )


@some
@given(decks(), circumstances, st.randoms(use_true_random=False))
def test_the_order_of_slots_changes_nothing(deck, circumstances, random):
    slots = list(deck.slots.items())
    random.shuffle(slots)
    assert judge(catalogue(), replace(deck, slots=dict(slots)), circumstances) == judge(
        catalogue(), deck, circumstances
    )


@some
@given(decks(), st.sampled_from(MODES), st.randoms(use_true_random=False))
def test_the_split_over_printings_changes_nothing(deck, mode, random):
    known = catalogue()
    slots: dict[str, int] = {}
    for code, copies in deck.slots.items():
        printing = known.printings[code]
        twins = [p.code for p in known.printings_of[printing.card] if p.modified == printing.modified]
        for _ in range(copies):
            twin = random.choice(twins)
            slots[twin] = slots.get(twin, 0) + 1
    circumstances = Circumstances(mode=mode)
    assert gist(judge(known, replace(deck, slots=slots), circumstances)) == gist(
        judge(known, deck, circumstances)
    )


@few
@given(decks(), circumstances, st.lists(st.sampled_from(CODES), min_size=8, max_size=8))
def test_an_illegal_card_never_makes_an_illegal_deck_legal(deck, circumstances, codes):
    known = catalogue()
    if judge(known, deck, circumstances).legal:
        return
    rows = pool(known, deck, circumstances).cards
    for code in codes:
        row = rows.get(known.printings[code].card)
        if row is not None and not row.open:
            grown = replace(deck, slots={**deck.slots, code: deck.slots.get(code, 0) + 1})
            assert not judge(known, grown, circumstances).legal


#: Investigators with special options, with their choices made.
BUILDERS = {
    "Daniela": Deck("12001", {}),
    "Zoey, five from elsewhere": Deck("02001", {}),
    "Rex, no Fortune": Deck("02002", {}),
    "Lola, three classes": Deck("03006", {}),
    "parallel Lola, five classes": Deck("90087", {}, choices=chosen("rogue", "mystic")),
    "Subject 5U-21": Deck("89001", {}),
    "Joe, eleven Insights": Deck("05002", {}),
    "Joe, eleven Insights and ten skills": Deck("05002", {"07303": 1}),
    "Mandy, forty cards": Deck("06002", {}, choices=chosen("survivor", size=40)),
    "Tony": Deck("06003", {}, choices=chosen("guardian")),
    "Charlie, two classes": Deck("09018", {}, choices=chosen("seeker", "survivor")),
    "Carolyn, no Weapons": Deck("05001", {}),
    "parallel Wendy": Deck("90037", {}, choices=Choices(option="both")),
    "Marion": Deck("11001", {}, choices=Choices(option="gambit")),
    "Hank": Deck("10015", {}),
    "Wilson": Deck("10001", {}),
    "parallel Rex, unless Cursed": Deck("90078", {}),
    "Mandy under the taboo list": Deck("06002", {}, choices=chosen("rogue"), taboo="010"),
}


@pytest.mark.parametrize("name", BUILDERS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_deck_of_what_may_be_added_is_legal_when_full(name, seed):
    random = Random(f"{name} {seed}")
    known = catalogue()
    deck = begun(BUILDERS[name])
    candidates = [code for code, row in pool(known, deck).cards.items() if row.open]
    random.shuffle(candidates)
    for code in [*random.sample(SPECIAL, 8), *candidates]:
        figures = verdict(deck).figures
        if figures.size >= figures.size_needed:
            break
        while not why(known, deck, code) and random.random() < 0.7:
            deck = replace(deck, slots={**deck.slots, code: deck.slots.get(code, 0) + 1})
    assert as_rows(verdict(deck).violations, []) == []


@pytest.mark.parametrize(("room", "refused"), [(4, True), (5, False)])
def test_places_for_events_and_for_skills_are_kept_apart(room, refused):
    """Two Insight events for Joe and two skills for Ancestral Knowledge: no card is both."""
    known = catalogue()
    full = a_deck("05002", {"07303": 1, "12036": 0, "12037": 0, "12039": 2, "01090": 2}, short=room)
    kinds = [(known.resolve(code), copies) for code, copies in full.slots.items()]
    assert sum(n for card, n in kinds if card.type == "skill") == 8
    assert sum(n for card, n in kinds if card.type == "event" and "Insight" in card.traits) == 9
    reasons = why(known, full, "01087")
    assert [v.facts["room"] for v in reasons] == ([room] if refused else [])
    assert why(known, full, "01091") == (), "a skill is what is asked for"


def begun(deck: Deck) -> Deck:
    """Return the deck with only the cards that the investigator must have."""
    full = a_deck(deck.investigator, choices=deck.choices, taboo=deck.taboo)
    own = {code: n for code, n in full.slots.items() if not catalogue().resolve(code).standard}
    return replace(deck, slots={**own, **deck.slots})


def but_for_the_size(reasons) -> list[str]:
    """Return the reasons against a card that do not depend on the deck's size."""
    sizes = ("deck.size-exact", "deck.size-modifiers")
    return [str(v) for v in reasons if v.rule not in sizes and "room" not in v.facts]


@pytest.fixture
def without_budget(monkeypatch):
    """Let every card of a pool be checked; a used-up budget leaves the rest to the verdict."""
    monkeypatch.setattr(pools, "MOST_READING", 10**9)


@few
@given(decks(), circumstances, st.randoms(use_true_random=False))
def test_the_pool_agrees_with_why(without_budget, deck, circumstances, random):
    known = catalogue()
    found = pool(known, deck, circumstances)
    for code in [*random.sample(sorted(found.cards), 120), *(set(SPECIAL) & found.cards.keys())]:
        reasons = but_for_the_size(why(known, deck, code, circumstances))
        assert found.cards[code].room == (not reasons), (code, found.cards[code], reasons)


@pytest.mark.parametrize("investigator", ["06002", "06003", "09018", "90087", "90037"])
@pytest.mark.parametrize("cards", [(), ("01050",), ("01088", "01050", "01060")])
def test_the_pool_agrees_with_why_where_no_choice_was_recorded(investigator, cards):
    known = catalogue()
    deck = Deck(investigator, dict.fromkeys(cards, 1))
    found = pool(known, deck)
    for code in Random(investigator).sample(sorted(found.cards), 60):
        reasons = but_for_the_size(why(known, deck, code))
        assert found.cards[code].room == (not reasons), (code, found.cards[code], reasons)


@pytest.mark.parametrize(
    "deck",
    [
        pytest.param(a_deck("12001"), id="full"),
        pytest.param(
            a_deck("02001", {"12059": 2, "12058": 2, "12061": 1}, short=3), id="limited slots used up"
        ),
        pytest.param(a_deck("06003", {"12022": 2}, choices=chosen("guardian"), short=10), id="half empty"),
        pytest.param(
            a_deck("60451", {"07122": 1, "11080": 1}, attachments={"11080": ("01060",)}), id="branded"
        ),
        pytest.param(a_deck("12007", {"08046": 1}, each=1), id="one copy of each title"),
        pytest.param(a_deck("12001", {"12020": 1}), id="a modified reprint"),
        pytest.param(a_deck("12001", card_pool=("core_2026", "tom"), short=4), id="a card pool of its own"),
    ],
)
def test_the_pool_agrees_with_why_for_every_card(deck):
    found = pool(catalogue(), deck)
    disagreements = [
        code
        for code, row in found.cards.items()
        if row.room != (not but_for_the_size(why(catalogue(), deck, code)))
    ]
    assert disagreements == []


quantities = st.one_of(
    st.integers(-5, 5), st.integers(), st.none(), st.booleans(), st.floats(), st.text(max_size=3)
)
anything = st.text(max_size=6)
garbage = st.builds(
    Deck,
    investigator=st.one_of(st.sampled_from(INVESTIGATORS), codes, anything),
    slots=st.dictionaries(st.one_of(codes, anything), quantities, max_size=12),
    wish_list=st.dictionaries(codes, quantities, max_size=3),
    second_deck=st.dictionaries(st.one_of(codes, anything), quantities, max_size=4),
    ignored=st.dictionaries(st.one_of(codes, anything), quantities, max_size=4),
    choices=st.builds(
        Choices,
        front=st.one_of(st.sampled_from(INVESTIGATORS), st.just(""), anything),
        back=st.one_of(st.sampled_from(INVESTIGATORS), st.just(""), anything),
        classes=st.dictionaries(st.sampled_from(["", "faction_1", "faction_2", "x"]), anything, max_size=3),
        option=st.one_of(st.sampled_from(["", "both", "gambit"]), anything),
        size=st.one_of(st.none(), st.integers(-10, 100)),
    ),
    customizations=st.dictionaries(
        st.one_of(st.sampled_from(["09021", "09022", "09061", "09080", "09081"]), codes, anything),
        st.lists(st.builds(Tick, st.integers(-3, 20), st.integers(-3, 20), anything), max_size=5).map(tuple),
        max_size=4,
    ),
    attachments=st.dictionaries(
        codes, st.lists(st.one_of(codes, anything), max_size=4).map(tuple), max_size=3
    ),
    taboo=st.one_of(st.sampled_from(["", "001", "010"]), anything),
    card_pool=st.lists(st.one_of(st.sampled_from(["core", "dwl"]), anything), max_size=3).map(tuple),
    oddities=st.lists(
        st.dictionaries(st.sampled_from(["field", "problem", "value", "card"]), anything), max_size=2
    ).map(tuple),
)
logs = st.builds(
    LogFacts,
    bearer_of=st.dictionaries(codes, st.integers(0, 3), max_size=3),
    weaknesses=st.dictionaries(st.one_of(codes, anything), st.integers(0, 3), max_size=3),
    lost_signatures=st.frozensets(codes, max_size=3),
    granted=st.dictionaries(codes, st.integers(0, 3), max_size=2),
    branded=st.one_of(codes, anything),
)


@settings(some, max_examples=number_of_examples(300))
@given(garbage, circumstances, logs)
def test_nothing_that_is_written_down_as_a_deck_breaks_the_judge(deck, circumstances, log):
    circumstances = replace(
        circumstances, log=log, party=("?", deck.investigator), collection={"core": 1}, investigators=1
    )
    found = judge(catalogue(), deck, circumstances)
    assert json.loads(json.dumps(found.as_dict())) == found.as_dict()
    for violation in (*found.violations, *found.warnings, *found.notes):
        assert str(violation)
    why(catalogue(), deck, "01060", circumstances)


@some
@given(decks(), circumstances)
def test_no_verdict_depends_on_what_was_judged_before(deck, circumstances):
    first = judge(catalogue(), deck, circumstances)
    judge(catalogue(), replace(deck, taboo="003"), ANYWHERE)
    assert judge(catalogue(), deck, circumstances) == first

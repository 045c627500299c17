"""Cards that fit the investigator's options, and how many of them (rulebook A1's options, A4)."""

import pytest

from rules.cards.model import Choices
from rules.rulebook.editions import EDITIONS
from tests.builders import a_deck, catalogue, chosen, verdict
from tests.rules.cases import illegal, legal, rule, table

DANIELA, TOMMY, ZOEY, TONY, REX, LOLA, JOE, MANDY = (
    "12001", "60151", "02001", "06003", "02002", "03006", "05002", "06002",
)  # fmt: skip
COLLECTOR, VERSATILE = "12181", "06167"
MYSTIC_CARDS = ("12058", "12059", "12061", "12062", "12063", "12066")


@table(
    legal("Guardian, Survivor 0–2 and neutral cards for Daniela", a_deck(DANIELA, {"12083": 2})),
    illegal(
        "a Mystic card",
        a_deck(DANIELA, {"12059": 1}),
        rule("deck.options-only", card="12059", title="Cosmic Flame", level=0, classes=["mystic"], copies=1),
    ),
    illegal(
        "a Survivor card of level 3",
        a_deck(DANIELA, {"12085": 2}),
        rule("deck.options-only", card="12085", title="Meat Cleaver", level=3, levels=["0–2"], copies=2),
    ),
    illegal(
        "a code that no card has",
        a_deck(DANIELA, {"77777": 1}),
        rule("deck.options-only", code="77777"),
    ),
    illegal(
        "two unknown codes are both told",
        a_deck(DANIELA, {"77778": 1, "77777": 1}),
        rule("deck.options-only", code="77777"),
        rule("deck.options-only", code="77778"),
    ),
    legal("nothing else is needed for 0 copies of anything", a_deck(DANIELA, {"12059": 0, "77777": 0})),
)
def test_options_only(case):
    case.check()


def mystics(investigator: str, number: int, **others: int):
    """Return a deck with this number of level 0 Mystic cards."""
    cards = dict.fromkeys(MYSTIC_CARDS[: number // 2], 2)
    if number % 2:
        cards[MYSTIC_CARDS[number // 2]] = 1
    return a_deck(investigator, {**cards, **others})


@table(
    legal("five cards from other classes for Zoey", mystics(ZOEY, 5)),
    illegal(
        "six cards from other classes",
        mystics(ZOEY, 6),
        rule("deck.options-capped-line", copies=1, left_over={"12061": 1}, cards=["12061"]),
    ),
    legal("five and two that fit the free line", mystics(ZOEY, 5, **{"05118": 2})),
    illegal(
        "a card above the limited line's level",
        mystics(ZOEY, 4, **{"12068": 1}),
        rule("deck.options-only", card="12068", level=1),
    ),
)
def test_options_capped_line(case):
    case.check()


def test_the_seats_of_limited_lines_are_among_the_figures():
    [line] = verdict(mystics(ZOEY, 5, **{"05118": 2})).figures.limited
    assert (line.used, line.limit) == (5, 5)
    assert line.cards == {"12058": 2, "12059": 2, "12061": 1}


def test_seats_are_given_in_the_way_that_is_best_for_the_player():
    # Versatile takes one of the six, and Zoey's own line the other five (E-12).
    assert verdict(mystics(ZOEY, 6, **{VERSATILE: 1})).legal
    [found] = verdict(mystics(ZOEY, 6)).violations
    assert found.interpretation == "E-12"
    assert str(found).endswith("Any class level 0 (5/5).")


ROLAND = "90024"


@table(
    legal("an Insight card of another class", a_deck(ROLAND, {"12041": 2})),
    illegal(
        "an Insight card above the line's level",
        a_deck(ROLAND, {"12043": 1}),
        rule("deck.options-trait-any-class", card="12043", level=5, levels=["0–3"], traits=["Insight"]),
    ),
    illegal(
        "a Guardian Tactic of level 4 fails by class as by trait",
        a_deck(ROLAND, {"02300": 1}),
        rule("deck.options-only", card="02300", level=5, levels=["0–3"]),
    ),
)
def test_options_trait_any_class(case):
    case.check()


CAROLYN = "05001"


@table(
    illegal(
        "Weapons above level 0 are forbidden, even if they heal horror",
        a_deck(CAROLYN, {"12085": 1}),
        rule("deck.additional-requirements", card="12085", by="Carolyn Fern"),
    ),
    legal(
        "the Grimoire's exact wording is not compared, and a note says so",
        a_deck(CAROLYN, {"12072": 1}),
        noted=rule("deck.options-text-match", cards=["12072"], titles=["Aleksey Saburov"]),
    ),
    legal("the FAQ takes any wording", a_deck(CAROLYN, {"12072": 1}), noted=[], edition="faq-1.7"),
    legal("Short Rest fits as a neutral card anyway", a_deck(CAROLYN, {"11096": 1}), noted=[]),
    illegal(
        "a card that heals only damage",
        a_deck(CAROLYN, {"12073": 1}),
        rule("deck.options-only", card="12073"),
    ),
)
def test_options_text_match(case):
    case.check()


#: Forty cards with three Insight events.
FEW_INSIGHTS = (
    "12030", "12033", "12034", "12039", "12086", "12087", "12088", "12089", "12094", "12016", "12017",
    "12019", "12021", "12025", "12023", "12036", "12038", "02017", "01031", "01034",
)  # fmt: skip
#: Guardian and Rogue cards, six Seeker cards, and neutral ones.
FEW_SEEKERS = (
    "12016", "12017", "12019", "12045", "12047", "12048", "12033", "12034", "12036", "12086", "12087",
    "12088", "12089", "12094", "01090", "01091",
)  # fmt: skip


@table(
    illegal(
        "Rex and his luck",
        a_deck(REX, {"12078": 1}),
        rule("deck.additional-requirements", card="12078", by="Rex Murphy"),
    ),
    illegal(
        "Lola short of a Seeker card",
        a_deck(LOLA, dict.fromkeys(FEW_SEEKERS, 2) | {"12021": 1, "12051": 1, "01092": 1}),
        rule("deck.additional-requirements", classes=3, cards=7, enough=2),
    ),
    legal("Lola with seven of three classes", a_deck(LOLA)),
    illegal(
        "Joe needs eleven Insight events",
        a_deck(JOE, dict.fromkeys(FEW_INSIGHTS, 2)),
        rule("deck.additional-requirements", card=JOE, needed=11, have=7),
    ),
    legal("Joe with eleven, Unsolved Case among them", a_deck(JOE)),
)
def test_additional_requirements(case):
    case.check()


@table(
    legal("a choice that is offered", a_deck(TONY, choices=chosen("guardian"))),
    illegal(
        "a class that is not offered",
        a_deck(TONY, choices=chosen("mystic")),
        rule(
            "deck.additional-requirements",
            choice="Secondary Class",
            chosen="mystic",
            offered=["guardian", "seeker", "survivor"],
        ),
    ),
    illegal(
        "a class for somebody who chooses none",
        a_deck(DANIELA, choices=chosen("mystic")),
        rule("deck.additional-requirements", chosen="mystic", offered=[]),
    ),
    illegal(
        "a size that is not offered",
        a_deck(MANDY, choices=chosen("mystic", size=35)),
        rule("deck.additional-requirements", choice="Deck Size", chosen=35, offered=[30, 40, 50]),
    ),
    legal("the size that is printed", a_deck(DANIELA, choices=Choices(size=30))),
    illegal(
        "a size for somebody who has one",
        a_deck(DANIELA, choices=Choices(size=40)),
        rule("deck.additional-requirements", chosen=40, offered=[30]),
    ),
    illegal(
        "an option that is not offered",
        a_deck("11001", choices=Choices(option="lucky")),
        rule("deck.additional-requirements", chosen="lucky", offered=["improvised", "gambit", "fortune"]),
    ),
    illegal(
        "an option for somebody who has none",
        a_deck(DANIELA, choices=Choices(option="blessed")),
        rule("deck.additional-requirements", chosen="blessed", offered=[]),
    ),
    illegal(
        "one class chosen twice",
        a_deck("09018", choices=chosen("rogue", "rogue")),
        rule("deck.additional-requirements", chosen="rogue"),
    ),
    legal(
        "a choice nobody recorded is guessed from the cards",
        a_deck(TONY, {"12022": 2}),
        noted=rule("deck.additional-requirements", guess=["guardian"]),
    ),
    illegal(
        "in a campaign it must be recorded",
        a_deck(TONY),
        rule("deck.additional-requirements", guess=["guardian"]),
        mode="creation",
    ),
)
def test_choices(case):
    case.check()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("investigator", "guess"),
    [(TONY, ["guardian"]), ("06002", ["mystic", "30"]), ("11001", ["improvised"])],
    ids=["a class", "a class and a size", "an option"],
)
def test_a_choice_that_was_not_recorded(investigator, guess, edition):
    """Guessed with a note for a deck of unknown origin, an error for every other (E-50)."""
    deck = a_deck(investigator)
    free = verdict(deck, edition=edition)
    [note] = [row for row in free.notes if row.rule == "deck.additional-requirements"]
    assert (free.legal, note.interpretation) == (True, "E-50")
    assert note.facts["guess"] == guess
    for mode in ("creation", "standalone", "campaign"):
        found = [row for row in verdict(deck, mode=mode, edition=edition).violations if "guess" in row.facts]
        assert [(row.rule, row.interpretation) for row in found] == [("deck.additional-requirements", "E-50")]


@table(
    legal("Guardian and Rogue for a Guardian", a_deck(TOMMY, {"05115": 2})),
    illegal(
        "Seeker and Mystic is not neutral",
        a_deck(TOMMY, {"05116": 1}),
        rule("deck.options-only", card="05116", classes=["mystic", "seeker"]),
    ),
)
def test_multiclass_each_class(case):
    case.check()


@table(
    legal("one class open at that level is enough", a_deck(DANIELA, {"08096": 2})),
    illegal(
        "neither class is open at that level",
        a_deck("12007", {"08096": 1}),
        rule("deck.options-only", card="08096", see=["multiclass.access-one-is-enough"]),
    ),
)
def test_multiclass_access_one_is_enough(case):
    case.check()


GUARDIAN_EVENTS = ("12022", "12023", "12024", "12026", "01022")


def tonys_deck(**fields):
    cards = dict.fromkeys(GUARDIAN_EVENTS, 2) | {"08087": 1}
    return a_deck(TONY, cards, choices=chosen("guardian"), **fields)


CHARGED = "multiclass.unlimited-beats-limited"


def normans_deck(investigator="08004", *, mystics=5, scrolls=2):
    """Return Norman's deck with level 0 Mystic cards in his limited slots, and Scrolls of Secrets."""
    cards = {"01064": 2, "01065": 2, "01066": 1} if mystics == 5 else {"01064": 2, "01065": 1}
    return a_deck(investigator, {**cards, "05116": scrolls})


@table(
    legal("a card that is free by its other class takes no limited slot", tonys_deck()),
    illegal(
        "the FAQ charges it, for the option lacks the word “other”",
        tonys_deck(),
        rule("deck.options-capped-line", copies=1, see=["multiclass.unlimited-beats-limited"]),
        edition="faq-1.7",
    ),
    legal("Zoey's option has the word", mystics(ZOEY, 5, **{"05118": 2}), edition="faq-1.7"),
    legal("Norman's has it in today's print, and the Grimoires spare everybody", normans_deck()),
    legal("in German as well", normans_deck(), edition="grimoire-1.0-de"),
    illegal(
        "the FAQ names him as somebody whose option lacks it (E-48)",
        normans_deck(),
        rule("deck.options-capped-line", copies=2, see=["multiclass.one-slot-max", CHARGED]),
        edition="faq-1.7",
    ),
    legal("three Mystic cards leave it room", normans_deck(mystics=3), edition="faq-1.7"),
    illegal(
        "his promotional version is charged, too",
        normans_deck("98007"),
        rule("deck.options-capped-line", copies=2),
        edition="faq-1.7",
    ),
    legal("a card of one class takes the slots that it took", normans_deck(scrolls=0), edition="faq-1.7"),
)
def test_multiclass_unlimited_beats_limited(case):
    case.check()


def test_that_norman_is_charged_is_a_reading():
    for deck, interpretation in ((normans_deck(), "E-48"), (tonys_deck(), "E-12")):
        [found] = verdict(deck, edition="faq-1.7").violations
        assert found.interpretation == interpretation


@table(
    legal("two classes, one slot", mystics(ZOEY, 3, **{"05117": 2})),
    illegal(
        "six cards, six slots",
        mystics(ZOEY, 4, **{"05117": 2}),
        rule("deck.options-capped-line", copies=1),
    ),
)
def test_multiclass_one_slot_max(case):
    case.check()


def test_players_choose_among_five_classes_and_neutral():
    standard = {name for card in catalogue().cards.values() if card.standard for name in card.classes}
    assert standard == {"guardian", "seeker", "rogue", "mystic", "survivor", "neutral"}

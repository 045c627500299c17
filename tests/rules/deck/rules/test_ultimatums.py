"""Requirements of ultimatums and boons for decks (rulebook A15b)."""

import pytest

from rules.deck.circumstances import LogFacts
from rules.deck.verdict import Violation
from tests.builders import a_deck, verdict
from tests.rules.cases import illegal, legal, rule, table

DANIELA, MARIE, ISABELLE = "12001", "60451", "12013"


def under(*names: str) -> dict[str, frozenset[str]]:
    return {"ultimatums": frozenset(names)}


NEW = {"mode": "creation"}
ALONE = {"mode": "standalone"}
DRAWN = LogFacts(weaknesses={"12102": 1})


@table(
    illegal("a deck made by hand", a_deck(DANIELA), rule("ub.chaos"), **NEW, **under("ub.chaos")),
    legal("a deck drawn at random", a_deck(DANIELA), **NEW, **under("ub.chaos"), generated=True),
    illegal("an edited one", a_deck(DANIELA), rule("ub.chaos"), **NEW, **under("ub.chaos"), generated=False),
    legal("later on it may change", a_deck(DANIELA), mode="campaign", log=DRAWN, **under("ub.chaos")),
)
def test_chaos(case):
    case.check()


@table(
    illegal("one weakness", a_deck(DANIELA), rule("ub.disaster", held=1, owed=2), **under("ub.disaster")),
    legal("two weaknesses", a_deck(DANIELA, {"12104": 1}), noted=[], **under("ub.disaster")),
    legal("two in a new deck", a_deck(DANIELA, {"12104": 1}), **NEW, **under("ub.disaster")),
    illegal(
        "none",
        a_deck(DANIELA, {"12102": 0}),
        rule("rbw.one-required", held=0, owed=2),
        **under("ub.disaster"),
    ),
    illegal(
        "one in a standalone game",
        a_deck(DANIELA),
        rule("standalone.xp-table", held=1, owed=2),
        **ALONE,
        **under("ub.disaster"),
    ),
)
def test_disaster(case):
    case.check()


@table(
    illegal(
        "Flare in a standalone game",
        a_deck(ISABELLE, {"02115": 1}),
        rule("ub.exile", card="02115", title="Flare", see=["deck.campaign-mode-only"]),
        **ALONE,
        **under("ub.exile"),
    ),
    illegal(
        "Déjà Vu, which speaks of exile",
        a_deck(ISABELLE, {"60531": 1}),
        rule("ub.exile", card="60531", title="Déjà Vu"),
        **ALONE,
        **under("ub.exile"),
    ),
    legal("Guard Dog (2), which does not", a_deck(DANIELA, {"09034": 1}), **ALONE, **under("ub.exile")),
    legal("Flare in a campaign", a_deck(ISABELLE, {"02115": 1}), **under("ub.exile")),
    legal("Flare without the ultimatum", a_deck(ISABELLE, {"02115": 1}), **ALONE),
)
def test_exile(case):
    case.check()


@table(
    illegal(
        "two Machetes",
        a_deck(DANIELA, {"12020": 2}, each=1),
        rule("ub.highlander", title="Machete", copies=2, cards=["12020"]),
        **under("ub.highlander"),
    ),
    legal("one of each", a_deck(DANIELA, each=1), **under("ub.highlander")),
    legal("three that are required", a_deck("10009", each=1), **under("ub.highlander")),
    illegal(
        "three of a myriad card",
        a_deck("60351", {"06026": 3}, each=1),
        rule("ub.highlander", title="Easy Mark", copies=3),
        **under("ub.highlander"),
    ),
    legal("two of a weakness", a_deck(DANIELA, {"12102": 0, "12097": 2}, each=1), **under("ub.highlander")),
    illegal(
        "two levels of a title",
        a_deck(DANIELA, {"12016": 1, "12027": 1}, each=1),
        rule("ub.highlander", title="Bodyguard", copies=2, cards=["12016", "12027"]),
        **under("ub.highlander"),
    ),
)
def test_highlander(case):
    case.check()


@table(
    illegal(
        "a level 2 card (E-25)",
        a_deck(DANIELA, {"12027": 1}),
        rule("ub.induction", cards=["12027"], titles=["Bodyguard"]),
        **under("ub.induction"),
    ),
    legal("cards without a level", a_deck(DANIELA, {"12115": 1}), **under("ub.induction")),
    legal(
        "it is for campaigns",
        a_deck(DANIELA, {"12027": 1}),
        warned=rule("ub.prerequisites", ultimatum="ub.induction", because="mode"),
        **ALONE,
        **under("ub.induction"),
    ),
)
def test_induction(case):
    case.check()


@table(
    illegal("no taboo list (E-36)", a_deck(DANIELA), rule("ub.orthodoxy"), **under("ub.orthodoxy")),
    legal("a taboo list", a_deck(DANIELA, taboo="010"), **under("ub.orthodoxy")),
    illegal(
        "a list nobody knows", a_deck(DANIELA, taboo="999"), rule("ub.orthodoxy"), **under("ub.orthodoxy")
    ),
    illegal(
        "the old Machete in a new deck under list 002",
        a_deck(DANIELA, {"01020": 1}, taboo="002"),
        rule("xp.taboo-adjustment", card="01020", price=2),
        **NEW,
        **under("ub.orthodoxy"),
    ),
)
def test_orthodoxy(case):
    case.check()


LOST = LogFacts(lost_allies=frozenset({"Jim Culver"}), weaknesses={"12102": 1})


@table(
    illegal(
        "Jim Culver was lost",
        a_deck(MARIE, {"12060": 1, "60479": 1}),
        rule("ub.scream", card="12060", title="Jim Culver"),
        rule("ub.scream", card="60479", see=["deck.size-shortfall-free-level0"]),
        mode="campaign",
        log=LOST,
        **under("ub.scream"),
    ),
    legal("nobody was lost", a_deck(MARIE, {"12060": 1}), mode="campaign", log=DRAWN, **under("ub.scream")),
    legal("the lost one is gone", a_deck(MARIE), mode="campaign", log=LOST, **under("ub.scream")),
    legal("without the ultimatum", a_deck(MARIE, {"12060": 1}), mode="campaign", log=LOST),
)
def test_scream(case):
    case.check()


@table(
    legal("five experience to start with", a_deck(MARIE, {"12071": 1}), **NEW, **under("boon.ancients")),
    illegal(
        "but not six",
        a_deck(MARIE, {"12071": 1, "12068": 1}),
        rule("deck.start-xp-spendable", experience=6, start=5),
        **NEW,
        **under("boon.ancients"),
    ),
    illegal("none without the boon", a_deck(MARIE, {"12071": 1}), rule("deck.level-zero-start"), **NEW),
)
def test_ancients(case):
    case.check()


def test_the_morrigan_asks_nothing_of_a_deck():
    """Its draft is a way to draw (rules.weaknesses); the deck holds one weakness like any other."""
    assert verdict(a_deck(DANIELA), **NEW, **under("boon.morrigan")) == verdict(a_deck(DANIELA), **NEW)


@table(
    legal(
        "the FAQ has no ultimatums",
        a_deck(DANIELA),
        warned=rule("ub.prerequisites", ultimatum="ub.highlander", because="edition"),
        edition="faq-1.7",
        **under("ub.highlander"),
    ),
    legal(
        "the German Grimoire has no Morrígan",
        a_deck(DANIELA),
        warned=rule("ub.prerequisites", ultimatum="boon.morrigan", because="edition"),
        edition="grimoire-1.0-de",
        **under("boon.morrigan"),
    ),
    legal(
        "one of the group's own is a reminder",
        a_deck(DANIELA),
        warned=rule("ub.prerequisites", ultimatum="no allies", because="unknown"),
        **under("no allies"),
    ),
)
def test_prerequisites(case):
    case.check()


@pytest.mark.parametrize("mode", ["free", "creation", "standalone", "campaign"])
def test_every_ultimatum_at_once_is_judged(mode):
    from rules.rulebook.ultimatums import ULTIMATUMS

    found = verdict(a_deck(DANIELA, {"12027": 2}), mode=mode, ultimatums=frozenset({*ULTIMATUMS, "?"}))
    assert all(isinstance(v, Violation) for v in (*found.violations, *found.warnings))
    assert not found.legal

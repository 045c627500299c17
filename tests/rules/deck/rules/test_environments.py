"""Environments: the products that a deck may be built from (rulebook A14)."""

from dataclasses import replace

import pytest

from rules.cards.catalogue import Catalogue
from rules.cards.model import Pack
from rules.deck.circumstances import Circumstances, Environment
from rules.deck.rules.environments import excluded_cards, is_expansion, products, unit
from rules.deck.validate import judge
from tests.builders import a_deck, catalogue
from tests.rules.cases import illegal, legal, rule, table

DANIELA, ROLAND, ZOEY, MARIE, TOMMY = "12001", "01001", "02001", "60451", "60151"
CURRENT = Environment("current")
LEGACY = Environment("legacy")
ORIGINALS, REPRINTS = replace(LEGACY, versions="original"), replace(LEGACY, versions="modified")
LIMITED = Environment("limited", expansions=("dwlp", "tskp", "eoep"))


@table(
    legal("no environment, cards of all times", a_deck(MARIE, {"01060": 1, "12059": 1}), warned=[], noted=[]),
    illegal(
        "a deck that names its products, and has others",
        a_deck(DANIELA, {"01021": 1}, card_pool=("core_ch2", "investigator_decks_ch2")),
        rule("env.choose", card="01021", title="Guard Dog"),
        mode="creation",
    ),
    legal(
        "a deck from elsewhere has outgrown the products it was begun with",
        a_deck(DANIELA, {"01021": 1}, card_pool=("core_ch2", "investigator_decks_ch2")),
        warned=rule("env.choose", card="01021"),
    ),
    legal("a deck that keeps to its products", a_deck(DANIELA, card_pool=("core_2026", "tom")), warned=[]),
    legal(
        "other printings of what is in them",
        a_deck(DANIELA, {"01025": 2, "12025": 0}, card_pool=("core_2026", "tom")),
    ),
    legal("a cycle as arkham.build names it", a_deck(DANIELA, card_pool=("cycle:core_ch2", "tom"))),
    legal("a single card", a_deck(DANIELA, {"01021": 1}, card_pool=("core_2026", "tom", "card:01521"))),
    illegal(
        "a pack of a cycle, not the cycle of its name",
        a_deck(DANIELA, {"02106": 1}, card_pool=("core_2026", "tom", "dwl")),
        rule("env.choose", card="02106"),
        mode="standalone",
    ),
    legal(
        "a box of reprints brings the packs it reprints",
        a_deck(DANIELA, {"02106": 1}, card_pool=("core_2026", "tom", "dwlp")),
    ),
    legal(
        "rewards, story cards and weaknesses are not chosen from products",
        a_deck(DANIELA, {"12181": 1, "02040": 1, "01000": 1}, card_pool=("core_2026", "tom", "and")),
        warned=[],
    ),
    legal(
        "a sealed pool is kept and not judged (E-53)",
        a_deck(DANIELA, sealed=True),
        noted=rule("env.choose"),
        warned=[],
    ),
    illegal(
        "a pool beside it is judged all the same",
        a_deck(DANIELA, {"01021": 1}, card_pool=("core_2026", "tom"), sealed=True),
        rule("env.choose", card="01021"),
        noted=rule("env.choose"),
        mode="creation",
    ),
    legal(
        "products that nobody knows",
        a_deck(DANIELA, {"01021": 1}, card_pool=("nowhere", "card:nothing")),
        warned=[rule("env.choose", word="nowhere"), rule("env.choose", word="card:nothing")],
    ),
)
def test_choose(case):
    case.check()


@table(
    legal("cards of the 2026 core set", a_deck(DANIELA, {"12090": 2}), environment=CURRENT, noted=[]),
    illegal(
        "an investigator of 2016",
        a_deck(ROLAND),
        rule("env.current", card=ROLAND, title="Roland Banks", environment="Current"),
        environment=CURRENT,
    ),
    illegal(
        "a card of 2016",
        a_deck(MARIE, {"01060": 1}),
        rule("env.current", card="01060", title="Shrivelling"),
        environment=CURRENT,
    ),
    legal(
        "an old printing of a card that is still there (E-05)",
        a_deck(DANIELA, {"01025": 2}),
        noted=rule("env.current", card="01025", title="Vicious Blow"),
        environment=CURRENT,
    ),
    illegal(
        "the original of a modified reprint (E-05)",
        a_deck(DANIELA, {"01020": 2}),
        rule("env.current", card="01020", title="Machete"),
        environment=CURRENT,
    ),
    illegal(
        "a weakness of another box (E-19)",
        a_deck(DANIELA, {"12102": 0, "01098": 1}),
        rule("env.current", card="01098", title="Haunted"),
        environment=CURRENT,
    ),
    illegal(
        "a customizable card is in no product of Current",
        a_deck(DANIELA, {"09022": 1}),
        rule("env.current", card="09022"),
        environment=CURRENT,
    ),
    legal("the FAQ knows no environments", a_deck(ROLAND), environment=CURRENT, edition="faq-1.7"),
)
def test_current(case):
    case.check()


@table(
    legal("an expansion that was chosen", a_deck(TOMMY, {"02106": 1}), environment=LIMITED),
    illegal(
        "an expansion that was not",
        a_deck(TOMMY, {"10021": 1}),
        rule("env.limited", card="10021", environment="Limited"),
        environment=LIMITED,
    ),
    legal("old packs are one with the box that replaced them (E-33)", a_deck(TOMMY, {"02106": 1}),
          environment=Environment("limited", expansions=("dwl", "tmm", "dwlp", "tskp"))),
    illegal(
        "four expansions",
        a_deck(TOMMY),
        rule("env.limited", count=4, most=3),
        environment=replace(LIMITED, expansions=("dwlp", "tskp", "eoep", "fhvp")),
    ),
    illegal(
        "an expansion that nobody knows",
        a_deck(TOMMY),
        rule("env.limited", code="nowhere"),
        environment=replace(LIMITED, expansions=("nowhere",)),
    ),
    illegal(
        "the core set of 2016 is no expansion (E-33), and its cards stay out",
        a_deck(TOMMY, {"01021": 1}),
        rule("env.limited", code="core", pack="Core Set"),
        rule("env.limited", card="01021"),
        environment=replace(LIMITED, expansions=("core", "dwlp")),
    ),
    illegal(
        "nor is the revised one",
        a_deck(TOMMY),
        rule("env.limited", code="rcore"),
        environment=replace(LIMITED, expansions=("rcore",)),
    ),
    illegal(
        "nor a box with the campaign alone",
        a_deck(TOMMY),
        rule("env.limited", code="eoec"),
        environment=replace(LIMITED, expansions=("eoep", "eoec")),
    ),
    illegal(
        "nor one that reprints a campaign",
        a_deck(TOMMY),
        rule("env.limited", code="dwlc"),
        environment=replace(LIMITED, expansions=("dwlc", "dwlp")),
    ),
    illegal(
        "nor a promotional product, nor a parallel investigator",
        a_deck(TOMMY),
        rule("env.limited", code="hoth"),
        rule("env.limited", code="rod"),
        environment=replace(LIMITED, expansions=("hoth", "rod")),
    ),
    illegal(
        "nor a side story",
        a_deck(TOMMY),
        rule("env.limited", code="cotr"),
        environment=replace(LIMITED, expansions=("cotr",)),
    ),
    illegal(
        "nor the core set that is in it anyway",
        a_deck(TOMMY),
        rule("env.limited", code="core_2026"),
        environment=replace(LIMITED, expansions=("core_2026",)),
    ),
    legal("starter decks and returns are",
          a_deck(TOMMY, {"60110": 1}), environment=replace(LIMITED, expansions=("nat", "rtdwl", "tdcp"))),
    legal("the FAQ has no environments to choose for", a_deck(TOMMY),
          environment=replace(LIMITED, expansions=("core",)), edition="faq-1.7"),
)  # fmt: skip
def test_limited(case):
    case.check()


UNCHOSEN = Environment("limited", expansions=("tskp", "eoep"))


@table(
    illegal(
        "an investigator of an expansion that was not chosen",
        a_deck(ZOEY),
        rule("env.limited-investigator-variant", card=ZOEY, title="Zoey Samaras"),
        environment=UNCHOSEN,
    ),
    legal(
        "the variant lets her in, with her own cards",
        a_deck(ZOEY),
        environment=replace(UNCHOSEN, any_investigator=True),
    ),
    legal("her expansion was chosen", a_deck(ZOEY), environment=LIMITED),
)
def test_limited_investigator_variant(case):
    case.check()


@table(
    legal(
        "Legacy has every product", a_deck(MARIE, {"01060": 1, "60478": 1, "11095": 1}), environment=LEGACY
    ),
    illegal(
        "but no mixed versions",
        a_deck(DANIELA, {"01020": 1, "12020": 1}),
        rule("copies.modified-reprint-mix", see=["env.legacy-version-choice"]),
        environment=LEGACY,
    ),
    legal("one version each", a_deck(DANIELA, {"01020": 2}), environment=LEGACY),
    legal("the group chose originals", a_deck(DANIELA, {"01020": 2}), environment=ORIGINALS),
    illegal(
        "and the deck has the modified reprint",
        a_deck(DANIELA, {"12020": 2}),
        rule("env.legacy-version-choice", card="12020", title="Machete"),
        environment=ORIGINALS,
    ),
    legal("the group chose modified reprints", a_deck(DANIELA, {"12020": 2}), environment=REPRINTS),
    illegal(
        "and the deck has the original",
        a_deck(DANIELA, {"01020": 2}),
        rule("env.legacy-version-choice", card="01020", title="Machete"),
        environment=REPRINTS,
    ),
    legal(
        "an old printing of a card that was not modified is no other version",
        a_deck(DANIELA, {"01025": 2, "12025": 0}),
        environment=REPRINTS,
    ),
    legal("the FAQ knows no modified reprints", a_deck(DANIELA, {"01020": 2}), environment=REPRINTS,
          edition="faq-1.7"),
    legal("versions are a matter of Legacy", a_deck(DANIELA, {"12020": 2}),
          environment=replace(CURRENT, versions="original")),
    legal("a word that is no version says nothing", a_deck(DANIELA, {"12020": 2}),
          environment=replace(LEGACY, versions="newest")),
)  # fmt: skip
def test_legacy(case):
    case.check()


@pytest.mark.parametrize("edition", ["grimoire-1.1", "grimoire-1.0-de"])
def test_how_a_version_is_chosen_is_a_reading(edition):
    terms = Circumstances(environment=ORIGINALS, edition=edition)
    [found] = judge(catalogue(), a_deck(DANIELA, {"12020": 2}), terms).violations
    assert found.interpretation == "E-54"


@table(
    legal(
        "a parallel investigator is left to the group",
        a_deck("90001", {"01008": 0, "90002": 1, "01009": 0, "90003": 1}),
        warned=rule("env.outside-cards", cards=["90001", "90002", "90003"]),
        environment=CURRENT,
    ),
    legal(
        "the group has allowed it",
        a_deck("90001"),
        warned=[],
        environment=replace(CURRENT, outside_allowed=True),
    ),
    legal("in Legacy nothing is outside", a_deck("90001"), warned=[], environment=LEGACY),
)
def test_outside_cards(case):
    case.check()


@pytest.mark.parametrize(
    ("keywords", "broken"),
    [
        pytest.param({"reward"}, [], id="a reward is free of environments"),
        pytest.param(set(), ["env.current"], id="another card is not"),
    ],
)
def test_reward_environment_free(keywords, broken):
    known = catalogue()
    # No reward is out of print yet: assume that Guard Dog is one.
    cards = [
        replace(card, keywords=frozenset(keywords)) if card.code == "01021" else card
        for card in known.cards.values()
    ]
    supposed = Catalogue(cards, known.printings.values(), known.packs.values())
    circumstances = Circumstances(environment=CURRENT, rewards=frozenset({"01021"}))
    found = judge(supposed, a_deck(DANIELA, {"01021": 1}), circumstances)
    assert [violation.rule for violation in found.violations] == broken


def later(*expansions: tuple[str, str, str]) -> Catalogue:
    """Return the catalogue after these expansions: code, kind, day. They hold the cards of old packs."""
    known = catalogue()
    packs = [Pack(code, code, "later", 2, 0, day, expansion=kind) for code, kind, day in expansions]
    homes = dict(zip(("fhvp", "eoep", "tskp"), expansions, strict=False))
    printings = [
        replace(p, pack=homes[p.pack][0]) if p.pack in homes else p for p in known.printings.values()
    ]
    return Catalogue(known.cards.values(), printings, [*known.packs.values(), *packs])


def test_current_moves_with_new_expansions():
    moved = later(
        ("one", "investigator", "2026-06-01"),
        ("two", "investigator", "2026-07-01"),
        ("three", "investigator", "2026-09-01"),
    )
    assert products(moved, CURRENT) >= {"two", "three", "core_2026", "tom"}
    assert "one" not in products(moved, CURRENT)
    assert "one" in products(moved, replace(CURRENT, as_of="2026-08-01"))
    deck = a_deck(TOMMY, {"10021": 1})
    today = judge(moved, deck, Circumstances(environment=CURRENT))
    assert [v.rule for v in today.violations] == ["env.current"]
    before = judge(moved, deck, Circumstances(environment=replace(CURRENT, as_of="2026-08-01")))
    assert before.legal
    assert [(n.rule, n.facts["cards"], n.interpretation) for n in before.notes] == [
        ("env.current-rotation", ["10021"], "E-34")
    ]


@pytest.mark.parametrize(
    ("pack", "expansion"), [("dwl", "dwlp"), ("litas", "dwlp"), ("tskp", "tskp"), ("nat", "nat")]
)
def test_the_unit_of_a_pack(pack, expansion):
    assert unit(catalogue(), pack) == expansion


def test_every_product_is_an_expansion_or_not():
    found = {code for code in catalogue().packs if is_expansion(catalogue(), code)}
    assert {"dwlp", "dwl", "litas", "eoep", "tskp", "fhvp", "tdcp", "nat", "rtnotz", "rttcu"} <= found
    assert not found & {"core", "rcore", "core_2026", "tom", "dwlc", "eoec", "promo", "hoth", "aof", "blob"}
    assert not is_expansion(catalogue(), "nowhere")


@pytest.mark.parametrize("edition", ["grimoire-1.1", "grimoire-1.0-de"])
def test_what_is_no_expansion_is_a_reading(edition):
    terms = Circumstances(environment=replace(LIMITED, expansions=("rcore",)), edition=edition)
    [found] = judge(catalogue(), a_deck(TOMMY), terms).violations
    assert found.interpretation == "E-33"


def test_strangers_are_the_cards_that_no_deck_of_the_environment_may_hold():
    outside = excluded_cards(catalogue(), CURRENT)
    assert "01060" in outside
    assert not outside & {"12059", "01025", "01020", "12181"}
    assert excluded_cards(catalogue(), LEGACY) == frozenset()

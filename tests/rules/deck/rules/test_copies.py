"""Number of copies by title (rulebook A2)."""

import pytest

from rules.deck.circumstances import LogFacts
from tests.builders import a_deck, catalogue, verdict
from tests.rules.cases import illegal, legal, rule, table

DANIELA, DAISY, TOMMY, CAROLYN, ANDRE, MARIE, MIGUEL = (
    "12001", "01002", "60151", "60251", "60351", "60451", "60551",
)  # fmt: skip
ALESSANDRA, BEGUILE = "10009", "10010"


@table(
    illegal(
        "two of level 0 and one of level 2",
        a_deck(DANIELA, {"12016": 2, "12027": 1}),
        rule("copies.max-two-by-title", title="Bodyguard", copies=3, limit=2, cards=["12016", "12027"]),
    ),
    legal("one of each level", a_deck(DANIELA, {"12016": 1, "12027": 1})),
    legal("two of one level", a_deck(DANIELA, {"12027": 2})),
    illegal(
        "three of one card",
        a_deck(DANIELA, {"12016": 3}),
        rule("copies.max-two-by-title", title="Bodyguard", copies=3, limit=2, cards=["12016"]),
    ),
    illegal(
        "a quantity below zero",
        a_deck(DANIELA, {"12016": -1}),
        rule("copies.max-two-by-title", card="12016", title="Bodyguard", quantity="-1"),
    ),
    illegal(
        "a quantity beyond reason",
        a_deck(DANIELA, {"12016": 1000}),
        rule("copies.max-two-by-title", card="12016", title="Bodyguard", quantity="1000"),
    ),
)
def test_max_two_by_title(case):
    case.check()


@table(
    illegal(
        "three scrolls under three subtitles",
        a_deck(CAROLYN, {"60259": 1, "60279": 1, "60280": 1}),
        rule(
            "copies.max-two-by-title",
            title="Scroll of the Pharaohs",
            copies=3,
            see=["copies.subtitle-ignored"],
        ),
    ),
    legal("two scrolls under two subtitles", a_deck(CAROLYN, {"60259": 1, "60279": 1})),
)
def test_subtitle_ignored(case):
    case.check()


@table(
    illegal(
        "two old Sledgehammers and a new one",
        a_deck(DANIELA, {"08094": 2, "12028": 1}),
        rule("copies.max-two-by-title", title="Sledgehammer", copies=3, see=["copies.across-products"]),
    ),
    legal("one old and one new", a_deck(DANIELA, {"08094": 1, "12028": 1})),
    illegal(
        "one card from three boxes",
        a_deck(DANIELA, {"01025": 1, "12025": 1, "60169": 1}),
        rule("copies.max-two-by-title", title="Vicious Blow", copies=3, cards=["01025", "12025", "60169"]),
    ),
)
def test_across_products(case):
    case.check()


@table(
    legal("two titles that are one in German", a_deck(CAROLYN, {"12033": 2, "09048": 2})),
    illegal(
        "each of them has its own limit",
        a_deck(CAROLYN, {"12033": 3, "09048": 2}),
        rule("copies.max-two-by-title", title="Local Map", copies=3),
    ),
)
def test_canonical_title_language(case):
    case.check()


def test_german_homonyms_are_two_titles():
    cards = catalogue().cards
    for one, other in (("12033", "09048"), ("03157", "10075")):
        assert cards[one].title_de == cards[other].title_de
        assert cards[one].title != cards[other].title


NECRONOMICON = {"60233": 1}


@table(
    legal("Daisy's own Necronomicon is not counted with another", a_deck(DAISY, NECRONOMICON)),
    illegal(
        "the FAQ counts it",
        a_deck(DAISY, NECRONOMICON),
        rule(
            "copies.limit-per-deck",
            title="The Necronomicon",
            copies=2,
            limit=1,
            cards=["01009", "60233"],
            see=["copies.across-products", "copies.signature-exempt", "copies.subtitle-ignored"],
        ),
        edition="faq-1.7",
    ),
    illegal(
        "two of the other kind are too many anywhere",
        a_deck(DAISY, {"60233": 2}),
        rule("copies.limit-per-deck", title="The Necronomicon", copies=2, limit=1, cards=["60233"]),
    ),
)
def test_signature_exempt(case):
    case.check()


@table(
    legal("three copies that the investigator requires", a_deck(ALESSANDRA)),
    illegal(
        "two where three are required",
        a_deck(ALESSANDRA, {BEGUILE: 2}),
        rule(
            "signature.exact-number", card=BEGUILE, copies=2, needed="3", see=["copies.requirement-override"]
        ),
    ),
)
def test_requirement_override(case):
    case.check()


@table(
    illegal(
        "two copies of a card limited to one",
        a_deck(MARIE, {"60478": 2}),
        rule("copies.limit-per-deck", title="Arcane Experience", copies=2, limit=1),
    ),
    legal("one copy each in two decks", a_deck(MARIE, {"60478": 1}), party=("60351",)),
    legal("four dogs", a_deck(DANIELA, {"08127": 4})),
    illegal(
        "five dogs",
        a_deck(DANIELA, {"08127": 5}),
        rule("copies.limit-per-deck", title="Sled Dog", copies=5, limit=4),
    ),
    illegal(
        "the strictest limit of any version in the deck holds (E-10)",
        a_deck("12013", {"02234": 1, "10127": 1}),
        rule("copies.limit-per-deck", title="Dark Horse", copies=2, limit=1),
    ),
    legal("without the strict version two are fine", a_deck("12013", {"02234": 2})),
    illegal(
        "Rod of Carnamagos (0) and (2)",
        a_deck(MARIE, {"10085": 1, "10098": 1}),
        rule("copies.limit-per-deck", title="Rod of Carnamagos", copies=2, limit=1),
    ),
    legal("two of Rod of Carnamagos (2)", a_deck(MARIE, {"10098": 2})),
)
def test_limit_per_deck(case):
    case.check()


def test_the_strictest_limit_is_our_reading():
    [found] = verdict(a_deck("12013", {"02234": 1, "10127": 1})).violations
    assert found.interpretation == "E-10"


SACRED, ANCIENT = "07110", "07122"
BRAND, SHRIVELLING = "11080", "01060"


@table(
    legal("one of each subtitle", a_deck(MARIE, {"06241": 1, "06242": 1, "06243": 1})),
    illegal(
        "two of one subtitle",
        a_deck(MARIE, {"06241": 2}),
        rule(
            "copies.limit-per-deck-qualified",
            title="Empower Self",
            subtitle="Stamina",
            copies=2,
            limit=1,
            cards=["06241"],
        ),
    ),
    illegal(
        "four by title",
        a_deck(MARIE, {"06241": 2, "06242": 1, "06243": 1}),
        rule("myriad.three-copies", title="Empower Self", copies=4, limit=3),
    ),
    legal("Precious Memento from past and future", a_deck("12013", {"08114": 1, "08115": 1})),
    illegal(
        "Precious Memento twice from the past",
        a_deck("12013", {"08114": 2}),
        rule("copies.limit-per-deck-qualified", subtitle="From a Former Life", copies=2, limit=1),
    ),
    legal("Sacred Oath under three subtitles", a_deck("05004", {"11121": 1, "11122": 1, "11123": 1})),
    illegal(
        "Sacred Oath twice under one",
        a_deck("05004", {"11121": 2}),
        rule("copies.limit-per-deck-qualified", title="Sacred Oath", subtitle="Oath of Loyalty", copies=2),
    ),
    illegal(
        "two Covenants",
        a_deck("04001", {SACRED: 1, "07113": 1}),
        rule("deck.options-only", card="07113"),
        rule(
            "copies.limit-per-deck-qualified",
            trait="Covenant",
            copies=2,
            limit=1,
            cards=[SACRED, "07113"],
            titles=["Sacred Covenant", "Blasphemous Covenant"],
        ),
    ),
    illegal(
        "two Covenants of one's own classes",
        a_deck(DANIELA, {SACRED: 1, ANCIENT: 1}),
        rule("copies.limit-per-deck-qualified", trait="Covenant", cards=[SACRED, ANCIENT]),
    ),
    legal("one Covenant", a_deck(DANIELA, {SACRED: 1})),
    illegal(
        "a signature cannot be branded",
        a_deck("98007", {BRAND: 1}, attachments={BRAND: ("98008",)}),
        rule("copies.limit-per-deck-qualified", card=BRAND, branded="Split the Angle"),
    ),
    illegal(
        "two of the branded Spell",
        a_deck(MARIE, {BRAND: 1, SHRIVELLING: 2}, attachments={BRAND: (SHRIVELLING,)}),
        rule(
            "copies.limit-per-deck-qualified",
            card=BRAND,
            branded="Shrivelling",
            copies=2,
            limit=1,
            cards=[SHRIVELLING],
        ),
    ),
    illegal(
        "the log says which Spell",
        a_deck(MARIE, {BRAND: 1, SHRIVELLING: 1, "02306": 1}),
        rule("copies.limit-per-deck-qualified", branded="Shrivelling", copies=2),
        mode="campaign",
        log=LogFacts(branded="02306", weaknesses={"12102": 1}),
    ),
    legal(
        "one of the branded Spell",
        a_deck(MARIE, {BRAND: 1, SHRIVELLING: 1}, attachments={BRAND: (SHRIVELLING,)}),
    ),
    illegal(
        "the Brand on something that is no Spell",
        a_deck(MARIE, {BRAND: 1}, attachments={BRAND: ("12058",)}),
        rule("copies.limit-per-deck-qualified", card=BRAND, branded="Cloak of Resonance"),
    ),
    legal("the Brand on nothing yet", a_deck(MARIE, {BRAND: 1, SHRIVELLING: 2})),
)
def test_limit_per_deck_qualified(case):
    case.check()


@table(
    legal("two copies of a unique ally", a_deck(MARIE, {"12060": 2})),
    legal(
        "his namesake at the table is worth a warning",
        a_deck(MARIE, {"12060": 2}),
        warned=rule("copies.unique-is-in-play-only", card="12060", title="Jim Culver"),
        party=("02004",),
    ),
)
def test_unique_is_in_play_only(case):
    case.check()


@table(
    legal("as many as are owned", a_deck(DANIELA), warned=[], collection={"core_2026": 1, "tom": 1}),
    legal(
        "more than are owned is a warning, not an error",
        a_deck(DANIELA, {"01060": 0, "08127": 2}),
        warned=rule("copies.other-investigators-decks", card="08127", title="Sled Dog", copies=2, owned=0),
        collection={"core_2026": 1, "tom": 1},
    ),
)
def test_other_investigators_decks(case):
    case.check()


@table(
    illegal(
        "the old and the new Machete",
        a_deck(DANIELA, {"01020": 1, "12020": 1}),
        rule("copies.modified-reprint-mix", title="Machete", cards=["01020", "12020"]),
    ),
    legal("two new Machetes", a_deck(DANIELA, {"12020": 2})),
    legal("two old Machetes", a_deck(DANIELA, {"01020": 2})),
    legal("an old one from each of two old boxes", a_deck(DANIELA, {"01020": 1, "01520": 1})),
    legal("the FAQ knows no modified reprints", a_deck(DANIELA, {"01020": 1, "12020": 1}), edition="faq-1.7"),
    legal("another level is another card (E-03)", a_deck(MARIE, {"12065": 1, "03270": 1})),
    legal("old Meat Cleaver (0) and new Meat Cleaver (3)", a_deck("12013", {"05114": 1, "12085": 1})),
)
def test_modified_reprint_mix(case):
    case.check()


MODIFIED = {"12020", "12032", "12064", "12065", "12077", "12090", "12091", "12092", "12093"}


def test_nine_reprints_are_modified():
    assert {p.code for p in catalogue().printings.values() if p.modified} == MODIFIED


@table(
    legal("an unmodified reprint is a copy of the original", a_deck(DANIELA, {"12089": 1, "01088": 1})),
    legal("reworded, but not on the list (E-04)", a_deck(CAROLYN, {"12031": 1, "05024": 1})),
    *(
        illegal(
            f"{old} and {new} are two versions",
            a_deck(investigator, {old: 1, new: 1}),
            rule("copies.modified-reprint-mix", cards=[old, new]),
        )
        for investigator, old, new in (
            (DANIELA, "01020", "12020"),
            (CAROLYN, "02020", "12032"),
            ("60451", "04199", "12064"),
            ("60451", "01065", "12065"),
            ("12013", "05114", "12077"),
            (DANIELA, "01089", "12090"),
            (DANIELA, "01092", "12091"),
            (DANIELA, "01091", "12092"),
            (DANIELA, "01090", "12093"),
        )
    ),
)
def test_modified_reprint_list(case):
    case.check()


@table(
    illegal(
        "two new and one old: three copies, and mixed",
        a_deck(DANIELA, {"12090": 2, "01089": 1}),
        rule(
            "copies.max-two-by-title",
            title="Guts",
            copies=3,
            see=["copies.across-products", "copies.modified-reprint-independent-of-limit"],
        ),
        rule("copies.modified-reprint-mix", title="Guts", cards=["01089", "12090"]),
    ),
    legal("two new ones are two copies", a_deck(DANIELA, {"12090": 2})),
    illegal(
        "three new ones are no more than three",
        a_deck(DANIELA, {"12090": 3}),
        rule("copies.max-two-by-title", title="Guts", copies=3),
    ),
)
def test_modified_reprint_independent_of_limit(case):
    case.check()


@table(
    illegal(
        "Underworld Support thins the deck",
        a_deck("12007", {"08046": 1, "12045": 2}, each=1),
        rule(
            "authority.golden-rule", holder="Underworld Support", title="M1903 Hammerless", copies=2, limit=1
        ),
    ),
    legal("one copy of each title", a_deck("12007", {"08046": 1, "12045": 1}, each=1)),
    legal("signatures are not thinned", a_deck(ALESSANDRA, {"08046": 1}, each=1)),
)
def test_copies_per_title(case):
    case.check()


@pytest.mark.parametrize("code", ["60169", "12025", "01025", "01525"])
def test_every_printing_leads_to_its_card(code):
    card = catalogue().resolve(code)
    assert card is not None
    assert card.code == "01025"

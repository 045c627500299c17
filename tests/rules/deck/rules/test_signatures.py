"""Signature cards: the investigator's own are there, exactly, and no other investigator's (rulebook A5)."""

import pytest

from rules.cards.model import PLACEHOLDER, Choices
from rules.deck.circumstances import Environment, LogFacts
from rules.rulebook.editions import EDITIONS
from tests.builders import a_deck, chosen, verdict
from tests.rules.cases import illegal, legal, rule, table

DANIELA, WRENCH, HARMS_WAY = "12001", "12002", "12003"
ANDRE, TOMMY, DEXTER, MANDY, PETE, ROLAND, SILAS, LOLA = (
    "60351", "60151", "12010", "06002", "02005", "01001", "07005", "03006",
)  # fmt: skip
IN_PLAY = {"mode": "campaign"}


@table(
    legal("all of André's cards", a_deck(ANDRE)),
    illegal(
        "André without the Weight of the World",
        a_deck(ANDRE, {"60355": 0}),
        rule("deck.requirements-cards-present", card="60355", title="Weight of the World", needed=1),
    ),
    illegal(
        "Daniela without both of hers",
        a_deck(DANIELA, {WRENCH: 0, HARMS_WAY: 0}),
        rule("deck.requirements-cards-present", card=WRENCH),
        rule("deck.requirements-cards-present", card=HARMS_WAY, see=["signature.weakness-is-signature"]),
    ),
    illegal(
        "Lola without Improvisation",
        a_deck(LOLA, {"03018": 0}),
        rule("deck.requirements-cards-present", card="03018", title="Improvisation", needed=2),
    ),
    legal("another printing of the same card", a_deck(ROLAND, {"01006": 0, "01506": 1})),
)
def test_requirements_cards_present(case):
    case.check()


def mandy(size: int, copies: int, **fields):
    return a_deck(MANDY, {"06008": copies}, choices=chosen("mystic", size=size), **fields)


@table(
    legal("Mandy with 40 cards has two Occult Evidence", mandy(40, 2)),
    illegal(
        "one is too few",
        mandy(40, 1),
        rule("signature.exact-number", card="06008", title="Occult Evidence", copies=1, needed="2"),
    ),
    illegal("three are too many", mandy(40, 3), rule("signature.exact-number", copies=3, needed="2")),
    legal("one with 30", mandy(30, 1)),
    legal("three with 50", mandy(50, 3)),
    legal(
        "the taboo list makes it 50 and three",
        a_deck(MANDY, {"06008": 3}, choices=chosen("mystic"), taboo="010"),
    ),
    legal(
        "a size chosen before the list took the choice away is not used",
        a_deck(MANDY, {"06008": 3}, choices=chosen("mystic", size=30), taboo="010"),
        warned=rule("deck.additional-requirements", chosen=30, offered=[50]),
    ),
    illegal(
        "no other size is chosen under the list",
        a_deck(MANDY, {"06008": 3}, choices=chosen("mystic", size=30), taboo="010"),
        rule("deck.additional-requirements", chosen=30, offered=[50]),
        mode="creation",
    ),
    illegal(
        "nor is a deck of that size legal",
        a_deck(MANDY, {"06008": 1}, choices=chosen("mystic", size=30), taboo="010", short=20),
        rule("deck.size-exact", size=30, needed=50),
        rule("signature.exact-number", copies=1, needed="3"),
    ),
    illegal(
        "Lola's Improvisation, which five cards can replace, is told once",
        a_deck(LOLA, {"03018": 3}),
        rule("signature.exact-number", card="03018", copies=3, needed="2"),
    ),
    illegal(
        "so is the card that replaces two of Silas's",
        a_deck(SILAS, {"07014": 0, "07015": 0, "07016": 0, "98014": 2, "98015": 1}),
        rule("signature.exact-number", card="98014", copies=2, needed="1"),
    ),
    illegal(
        "two of a card that comes once",
        a_deck(DANIELA, {WRENCH: 2}),
        rule("signature.exact-number", card=WRENCH, copies=2, needed="1"),
    ),
    illegal(
        "one and one from two boxes",
        a_deck(ROLAND, {"01006": 1, "01506": 1}),
        rule("signature.exact-number", card="01006", copies=2, needed="1"),
    ),
)
def test_exact_number(case):
    case.check()


@table(
    illegal(
        "Daniela's Wrench in Tommy's deck",
        a_deck(TOMMY, {WRENCH: 1}),
        rule(
            "signature.owner-only",
            card=WRENCH,
            title="Daniela's Wrench",
            owners=["Daniela Reyes"],
            see=["deck.restriction-deck-only"],
        ),
    ),
    legal("in her own", a_deck(DANIELA)),
    illegal(
        "somebody else's weakness",
        a_deck(TOMMY, {HARMS_WAY: 1}),
        rule("signature.owner-only", card=HARMS_WAY),
    ),
    legal(
        "the namesake's version stands in for one's own (E-18)",
        a_deck(TOMMY, {"60152": 0, "06006": 1}),
        warned=rule("signature.owner-only", card="06006", title="Becky", investigator="Tommy Muldoon"),
    ),
    illegal(
        "both versions together",
        a_deck(TOMMY, {"06006": 1}),
        rule("signature.owner-only", card="06006", owners=["Tommy Muldoon"]),
    ),
    illegal(
        "a card of the same title that is not a namesake's",
        a_deck(DEXTER, {"12012": 0, "01009": 1}),
        rule("deck.requirements-cards-present", card="12012"),
        rule("signature.owner-only", card="01009", owners=["Daisy Walker"]),
    ),
)
def test_owner_only(case):
    case.check()


@table(
    legal(
        "neutral signatures under the Ultimatum of the Highlander",
        a_deck("10009", each=1),
        ultimatums=frozenset({"ub.highlander"}),
    ),
    legal("a signature of another class", a_deck("12010")),
    illegal(
        "what is no signature must fit the options",
        a_deck("12010", {"12016": 1}),
        rule("deck.options-only", card="12016"),
    ),
)
def test_no_options_check(case):
    case.check()


LOST_DUKE = LogFacts(lost_signatures=frozenset({"02014"}), weaknesses={"12102": 1})


@table(
    illegal(
        "Pete without Duke",
        a_deck(PETE, {"02014": 0}),
        rule("deck.requirements-cards-present", card="02014", title="Duke"),
    ),
    legal(
        "Duke was lost in the campaign (E-17)",
        a_deck(PETE, {"02014": 0}),
        noted=rule("signature.requirement-lapses", card="02014", title="Duke"),
        **IN_PLAY,
        log=LOST_DUKE,
    ),
    legal("so says the FAQ itself", a_deck(PETE, {"02014": 0}), **IN_PLAY, log=LOST_DUKE, edition="faq-1.7"),
    legal(
        "a lost replacement leaves its partner behind",
        a_deck(PETE, {"02014": 0, "02015": 0, "90048": 1}),
        **IN_PLAY,
        log=LogFacts(lost_signatures=frozenset({"90047"}), weaknesses={"12102": 1}),
    ),
    illegal(
        "Duke was lost, and is there",
        a_deck(PETE),
        rule("signature.exact-number", cards=["02014"], lost=["Duke"]),
        **IN_PLAY,
        log=LOST_DUKE,
    ),
    illegal(
        "Duke was lost, and his replacement came",
        a_deck(PETE, {"02014": 0, "90047": 1}),
        rule("signature.exact-number", cards=["90047"], lost=["Duke"]),
        **IN_PLAY,
        log=LOST_DUKE,
    ),
    legal(
        "one of Lola's two Improvisations was lost",
        a_deck(LOLA, {"03018": 1}),
        **IN_PLAY,
        log=LogFacts(lost_signatures=frozenset({"03018"}), weaknesses={"12102": 1}),
    ),
    illegal(
        "and both are there",
        a_deck(LOLA),
        rule("signature.exact-number", cards=["03018"], lost=["Improvisation"]),
        **IN_PLAY,
        log=LogFacts(lost_signatures=frozenset({"03018"}), weaknesses={"12102": 1}),
    ),
    illegal(
        "a Yithian remembers what deck it had",
        a_deck("01004", {"01012": 0}, transformed="04244"),
        rule("deck.requirements-cards-present", card="01012"),
    ),
)
def test_requirement_lapses(case):
    case.check()


HOMUNCULUS, GREAT_WORK = "11068b", "11068a"
#: Agnes without her own cards, with two basic weaknesses in their place.
USURPED = {"01012": 0, "01013": 0, "12104": 1, "01000": 1}
TWO_MISSING = (
    rule("deck.requirements-cards-present", card="01012"),
    rule("deck.requirements-cards-present", card="01013"),
)
BELIEVED = (
    rule("rbw.one-required", count=1),
    rule("rbw.more-later", more=2),
)


def usurped(investigator="01004", cards=None, transformed=HOMUNCULUS, **fields):
    return a_deck(investigator, USURPED if cards is None else cards, transformed=transformed, **fields)


@table(
    legal(
        "the Lost Homunculus took Agnes's place, and her cards became weaknesses",
        usurped(),
        warned=[],
        noted=[
            rule("signature.requirement-lapses", card="01012", heir="Lost Homunculus"),
            rule("signature.requirement-lapses", card="01013"),
            *BELIEVED,
        ],
    ),
    legal(
        "one weakness is missing for it",
        usurped(cards={**USURPED, "01000": 0}),
        warned=rule("signature.requirement-lapses", held=2, expected=3),
    ),
    illegal(
        "The Great Work is still in the deck, so nobody came of it",
        usurped(cards={**USURPED, GREAT_WORK: 1}),
        *TWO_MISSING,
        warned=rule("signature.requirement-lapses", heir="Lost Homunculus"),
    ),
    illegal(
        "Roland cannot have had The Great Work",
        usurped(ROLAND, {"01006": 0}),
        rule("deck.requirements-cards-present", card="01006"),
        warned=rule("signature.requirement-lapses", investigator="Roland Banks"),
    ),
    legal("unless he is versatile", usurped(ROLAND, {"01006": 0, "06167": 1, "12104": 1})),
    legal("with all cards of his own there is nothing to say", usurped(ROLAND, {}), warned=[]),
    illegal(
        "at creation nothing has happened",
        usurped(cards={**USURPED, "01000": 0, "12104": 0}),
        *TWO_MISSING,
        mode="creation",
    ),
    illegal(
        "nor in a standalone game",
        usurped(cards={**USURPED, "01000": 0, "12104": 0}),
        *TWO_MISSING,
        mode="standalone",
    ),
    illegal(
        "in a campaign the log says so, or it did not happen",
        usurped(cards={**USURPED, "01000": 0, "12104": 0}),
        *TWO_MISSING,
        warned=rule("signature.requirement-lapses", heir="Lost Homunculus"),
        **IN_PLAY,
        log=LogFacts(weaknesses={"12102": 1}),
    ),
    legal(
        "and the log says so",
        usurped(cards={**USURPED, "01000": 0}, transformed=""),
        **IN_PLAY,
        log=LogFacts(lost_signatures=frozenset({"01012", "01013"}), weaknesses={"12102": 1, "12104": 1}),
    ),
)
def test_a_card_took_the_investigators_place(case):
    case.check()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mode", ["creation", "standalone", "campaign"])
def test_no_edition_believes_a_deck_that_nothing_can_have_happened_to(edition, mode):
    found = verdict(usurped(), mode=mode, edition=edition)
    assert [row.facts["card"] for row in found.violations if row.rule.startswith("deck.req")] == [
        "01012",
        "01013",
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_group_may_take_the_exact_number_by_its_letter(edition, house_edition):
    deck = a_deck(PETE, {"02014": 0})
    house = house_edition(edition, lost_required_card_lapses=False)
    assert verdict(deck, mode="campaign", log=LOST_DUKE, edition=edition).legal
    found = verdict(deck, mode="campaign", log=LOST_DUKE, edition=house)
    assert [row.rule for row in found.violations] == ["deck.requirements-cards-present"]
    assert verdict(a_deck(PETE), mode="campaign", log=LOST_DUKE, edition=house).legal


def test_a_lost_signature_is_a_reading_of_the_grimoire_and_the_letter_of_the_faq():
    deck = a_deck(PETE, {"02014": 0})
    notes = {
        edition: verdict(deck, mode="campaign", log=LOST_DUKE, edition=edition).notes
        for edition in ("grimoire-1.1", "faq-1.7")
    }
    assert notes["grimoire-1.1"][0].interpretation == "E-17"
    assert notes["faq-1.7"][0].interpretation == ""


ADVANCED_ONLY = a_deck(ROLAND, {"01006": 0, "90030": 1})
BOTH = a_deck(ROLAND, {"98005": 1, "98006": 1})
NEW = {"mode": "creation"}


@table(
    legal("advanced together", a_deck(ROLAND, {"01006": 0, "01007": 0, "90030": 1, "90031": 1}), **NEW),
    legal("replacements together", a_deck(ROLAND, {"01006": 0, "01007": 0, "98005": 1, "98006": 1}), **NEW),
    illegal(
        "an advanced card and a plain weakness",
        ADVANCED_ONLY,
        rule(
            "signature.exact-number",
            cards=["90030"],
            titles=["Roland's .38 Special"],
            absent=["Cover Up"],
            keyword="advanced",
        ),
        **NEW,
    ),
    legal(
        "which a challenge scenario may have brought to a deck from elsewhere",
        ADVANCED_ONLY,
        warned=rule("signature.exact-number", cards=["90030"], keyword="advanced"),
    ),
    illegal(
        "an advanced card and a replacement's weakness",
        a_deck(ROLAND, {"01006": 0, "01007": 0, "90030": 1, "98006": 1}),
        rule("signature.exact-number", cards=["90030"], keyword="advanced"),
        rule("signature.exact-number", cards=["98006"], keyword="replacement"),
        **NEW,
    ),
    illegal(
        "the plain cards and their replacements",
        BOTH,
        rule("signature.exact-number", cards=["01006", "98005"]),
        rule("signature.exact-number", cards=["01007", "98006"]),
        **NEW,
    ),
    legal(
        "in a deck from elsewhere they are only doubtful",
        BOTH,
        warned=[
            rule("signature.exact-number", cards=["01006", "98005"]),
            rule("signature.exact-number", cards=["01007", "98006"]),
        ],
    ),
    illegal(
        "but never two copies of one",
        a_deck(ROLAND, {"98005": 2, "98006": 1}),
        rule("signature.exact-number", card="98005", copies=2, needed="1"),
    ),
    legal(
        "one card that replaces two of Silas",
        a_deck(SILAS, {"07014": 0, "07015": 0, "07016": 0, "98014": 1, "98015": 1}),
        warned=[],
    ),
    illegal(
        "it replaces both or none",
        a_deck(SILAS, {"07014": 0, "07016": 0, "98014": 1, "98015": 1}),
        rule("signature.exact-number", cards=["07015", "98014"]),
        **NEW,
    ),
    legal(
        "five cards that replace one of Lola",
        a_deck(LOLA, {"03018": 0, "03019": 0, "90093": 1, **{f"900{n}": 1 for n in range(88, 93)}}),
        warned=[],
    ),
    illegal(
        "four of the five",
        a_deck(LOLA, {"03018": 0, "03019": 0, "90093": 1, **{f"900{n}": 1 for n in range(88, 92)}}),
        rule("deck.requirements-cards-present", card="90092", needed=1),
        warned=(),
    ),
)
def test_advanced_and_replacement_signatures(case):
    case.check()


@table(
    legal("the promotional twin has the same deck", a_deck("98004")),
    legal("a twin with cards of its own", a_deck("99001")),
    legal(
        "the original may take the twin's", a_deck("05006", {"05018": 0, "05019": 0, "99002": 1, "99003": 1})
    ),
    illegal(
        "not both",
        a_deck("05006", {"99002": 1}),
        rule("signature.exact-number", cards=["05018", "99002"]),
    ),
)
def test_promotional_twins(case):
    case.check()


DIRECTIVES = ("90025", "90026", "90027", "90028", "90029")


@table(
    legal("parallel Roland with three Directives", a_deck("90024")),
    illegal(
        "with two",
        a_deck("90024", {"90027": 0}),
        rule("deck.requirements-cards-present", needed="3", held=2, cards=["90025", "90026"]),
    ),
    illegal(
        "with four",
        a_deck("90024", {"90028": 1}),
        rule("deck.requirements-cards-present", needed="3", held=4),
    ),
    illegal(
        "with the same one thrice",
        a_deck("90024", {"90025": 3, "90026": 0, "90027": 0}),
        rule("deck.requirements-cards-present", held=3, cards=["90025"]),
    ),
    legal("his front with the plain back", a_deck(ROLAND, choices=Choices(front="90024"))),
    illegal(
        "his front without Directives",
        a_deck(ROLAND, dict.fromkeys(DIRECTIVES, 0), choices=Choices(front="90024")),
        rule("deck.requirements-cards-present", needed="3", held=0),
    ),
    legal("his back with the plain front asks for none", a_deck(ROLAND, choices=Choices(back="90024"))),
    illegal(
        "and takes none",
        a_deck(ROLAND, {"90025": 1}, choices=Choices(back="90024")),
        rule("signature.exact-number", card="90025", investigator="Roland Banks"),
    ),
)
def test_parallel_roland(case):
    case.check()


@table(
    legal("parallel Wendy with her Tidal Memento", a_deck("90037", choices=Choices(option="blessed"))),
    illegal(
        "without it",
        a_deck("90037", {"90038": 0}, choices=Choices(option="blessed")),
        rule("deck.requirements-cards-present", needed="1", held=0, among=["Tidal Memento"]),
    ),
    legal("Blessed and Cursed cards and five places more", a_deck("90037", {"07018": 1, "10075": 1},
                                                                 choices=Choices(option="both"))),
    illegal(
        "with 30 cards",
        a_deck("90037", choices=Choices(option="both"), short=5),
        rule("deck.size-exact", size=30, needed=35),
    ),
    illegal(
        "Cursed cards for the Blessed",
        a_deck("90037", {"10075": 1}, choices=Choices(option="blessed")),
        rule("deck.options-only", card="10075"),
    ),
)  # fmt: skip
def test_parallel_wendy(case):
    case.check()


LILY, BURDEN = "08010", "08015"
WORTH_14, WORTH_15 = {"02300": 2, "60131": 1}, {"02300": 2, "60132": 1}
EARNED = {0: LogFacts(weaknesses={"12102": 1}), 30: LogFacts(weaknesses={"12102": 1}, experience_earned=30)}


@table(
    legal("Lily with one Discipline and one Burden", a_deck(LILY)),
    legal("with three and three", a_deck(LILY, {"08012a": 1, "08013a": 1, BURDEN: 3})),
    illegal(
        "with two Disciplines and one Burden",
        a_deck(LILY, {"08012a": 1}),
        rule("signature.exact-number", card=BURDEN, copies=1, needed="2"),
    ),
    illegal(
        "with none",
        a_deck(LILY, {"08011a": 0, BURDEN: 0}),
        rule("deck.requirements-cards-present", needed="1–4", held=0),
    ),
    legal(
        "three after 30 experience",
        a_deck(LILY, {"08012a": 1, "08013a": 1, BURDEN: 3}),
        **IN_PLAY,
        log=EARNED[30],
    ),
    legal("she may, but need not", a_deck(LILY), **IN_PLAY, log=EARNED[30]),
    illegal(
        "four after 30 experience",
        a_deck(LILY, {"08012a": 1, "08013a": 1, "08014a": 1, BURDEN: 4}),
        rule("deck.requirements-cards-present", needed="1–3", held=4),
        **IN_PLAY,
        log=EARNED[30],
    ),
    illegal(
        "two in a new deck",
        a_deck(LILY, {"08012a": 1, BURDEN: 2}),
        rule("deck.requirements-cards-present", needed="1", held=2),
        mode="creation",
    ),
    illegal(
        "two in a standalone deck without experience",
        a_deck(LILY, {"08012a": 1, BURDEN: 2}),
        rule("deck.requirements-cards-present", needed="1", held=2),
        mode="standalone",
    ),
    illegal(
        "two with 14 experience in it",
        a_deck(LILY, {"08012a": 1, BURDEN: 2, **WORTH_14, PLACEHOLDER: 1}),
        rule("deck.requirements-cards-present", needed="1", held=2),
        mode="standalone",
    ),
    legal(
        "two with 15",
        a_deck(LILY, {"08012a": 1, BURDEN: 2, **WORTH_15, PLACEHOLDER: 1}),
        mode="standalone",
    ),
    legal("one with 15", a_deck(LILY, {**WORTH_15, PLACEHOLDER: 1}), mode="standalone"),
    illegal(
        "the same Discipline twice",
        a_deck(LILY, {"08011a": 2, BURDEN: 2}),
        rule("deck.requirements-cards-present", held=2, cards=["08011a"]),
    ),
)
def test_lily(case):
    case.check()


VINCENT, MEND = "09004", "09006"


@table(
    legal("Vincent with four On the Mend, as nobody says how many play", a_deck(VINCENT, {MEND: 4})),
    legal("or with one", a_deck(VINCENT, {MEND: 1})),
    illegal("or with none", a_deck(VINCENT, {MEND: 0}), rule("deck.requirements-cards-present", card=MEND)),
    legal("two for two players", a_deck(VINCENT, {MEND: 2}), investigators=2),
    illegal(
        "four for two players",
        a_deck(VINCENT, {MEND: 4}),
        rule("signature.exact-number", card=MEND, copies=4, needed="2"),
        investigators=2,
    ),
    illegal(
        "five for anybody",
        a_deck(VINCENT, {MEND: 5}),
        rule("signature.exact-number", copies=5, needed="1–4"),
    ),
)
def test_vincent(case):
    case.check()


@table(
    legal("Gloria's Prophecies are part of her requirements", a_deck("11014", choices=chosen("seeker"))),
    legal("Subject 5U-21", a_deck("89001")),
    illegal(
        "a Regurgitation too few",
        a_deck("89001", {"89003": 2}),
        rule("signature.exact-number", title="Regurgitation", copies=2, needed="3"),
    ),
)
def test_several_copies(case):
    case.check()


ALLIES = ("12016", "12018", "12030", "12032", "12046", "12060", "12072", "01018", "01032")
SHADE, SLED_DOG, TWO_CLASSES = "90053", "08127", "08083"


def jim(*allies: str, cards=None):
    second_deck = {code: allies.count(code) for code in allies}
    return a_deck("90049", cards, second_deck=second_deck)


@table(
    legal("nine different allies and the Shade", jim(*ALLIES, SHADE)),
    illegal(
        "eight",
        jim(*ALLIES[:8], SHADE),
        rule("deck.additional-requirements", size=8, needed=9),
    ),
    illegal(
        "without the Shade",
        jim(*ALLIES),
        rule("deck.additional-requirements", card=SHADE, title="Vengeful Shade"),
    ),
    legal(
        "without the Shade, which the log says is lost",
        jim(*ALLIES),
        mode="campaign",
        log=LogFacts(weaknesses={"12102": 1}, lost_signatures=frozenset({SHADE})),
    ),
    illegal(
        "the same spirit twice",
        jim(*ALLIES[:8], ALLIES[0], SHADE),
        rule("deck.additional-requirements", title="Bodyguard", copies=2),
    ),
    illegal(
        "a spirit that is no ally",
        jim(*ALLIES[:8], "12020", SHADE),
        rule("deck.additional-requirements", card="12020", title="Machete"),
    ),
    illegal(
        "a neutral ally is of no class",
        jim(*ALLIES[:8], SLED_DOG, SHADE),
        rule("deck.additional-requirements", card=SLED_DOG, title="Sled Dog"),
    ),
    legal("one of two classes is of a class", jim(*ALLIES[:8], TWO_CLASSES, SHADE)),
    illegal(
        "a spirit of level 4",
        jim(*(code for code in ALLIES if code != "12060"), "60479", SHADE),
        rule("deck.additional-requirements", card="60479"),
    ),
    illegal(
        "a spirit nobody knows",
        jim(*ALLIES, SHADE, "77777"),
        rule("deck.additional-requirements", code="77777"),
    ),
    illegal(
        "the Shade in the deck itself",
        jim(*ALLIES, SHADE, cards={SHADE: 1}),
        rule("signature.exact-number", card=SHADE),
    ),
    legal(
        "ArkhamDB keeps no second deck",
        a_deck("90049"),
        noted=rule("deck.additional-requirements", investigator="Jim Culver"),
    ),
    illegal(
        "in a campaign it belongs on record",
        a_deck("90049"),
        rule("deck.additional-requirements", investigator="Jim Culver"),
        mode="creation",
    ),
    illegal(
        "somebody who has no second deck",
        a_deck(DANIELA, second_deck={"12016": 1}),
        rule("deck.additional-requirements", investigator="Daniela Reyes", copies=1),
    ),
)
def test_parallel_jims_spirits(case):
    case.check()


@pytest.mark.parametrize("edition", EDITIONS)
def test_that_neutral_is_no_class_is_a_reading(edition):
    for spirit, interpretation in ((SLED_DOG, "E-46"), ("12020", "")):
        [found] = verdict(jim(*ALLIES[:8], spirit, SHADE), edition=edition).violations
        assert (found.facts["card"], found.interpretation) == (spirit, interpretation)


# Bodyguard is level 2 and in the core set of 2026; Peter Sylvestre is level 2 and only in an older box.
COSTLY_ALLIES = ("12027", "02035", *ALLIES[1:8], SHADE)


@table(
    illegal(
        "spirits above level 0 in a new deck without experience",
        jim(*COSTLY_ALLIES),
        rule("deck.level-zero-start", cards=["02035", "12027"], experience=4),
        mode="creation",
    ),
    legal("paid from what it starts with", jim(*COSTLY_ALLIES), mode="creation", starting_experience=4),
    illegal(
        "one more than it starts with",
        jim(*COSTLY_ALLIES),
        rule("deck.start-xp-spendable", experience=4, start=3),
        mode="creation",
        starting_experience=3,
    ),
    illegal(
        "experience of both decks together asks for weaknesses",
        jim(*COSTLY_ALLIES, cards={"12095": 2}),
        rule("standalone.xp-table", experience=10, held=1, owed=2),
        mode="standalone",
    ),
    illegal(
        "Ultimatum of Induction",
        jim(*COSTLY_ALLIES),
        rule("ub.induction", cards=["02035", "12027"]),
        ultimatums=frozenset({"ub.induction"}),
    ),
    illegal(
        "a spirit from a product that the environment has not",
        jim(*COSTLY_ALLIES),
        rule("env.current", card="01018"),
        rule("env.current", card="02035"),
        environment=Environment("current"),
    ),
    legal(
        "two at one table",
        jim(*COSTLY_ALLIES),
        warned=rule("copies.unique-is-in-play-only", card="12060"),
        party=("12001",),
    ),
)
def test_spirits_are_chosen_and_bought_like_other_cards(case):
    case.check()

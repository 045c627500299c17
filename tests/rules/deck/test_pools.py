"""The number of cards that each investigator can take, counted by other means.

A mistake in the rules changes one. Counted are standard cards that are accepted freely and through limited
lines, with any choices; then the same among cards that were printed in 2026 or later.
"""

import pytest

from rules.cards.model import NO_CHOICES, Deck
from rules.deck.circumstances import ANYWHERE, Circumstances
from rules.deck.options import apply_choices, possible_choices
from rules.deck.validate import Examined, pool
from tests.builders import a_deck, catalogue

#: Investigator: free, limited; free and limited among the cards of chapter two.
POOLS = {
    "01001": (523, 0, 83, 0),
    "01002": (525, 0, 81, 0),
    "01003": (530, 0, 85, 0),
    "01004": (548, 0, 89, 0),
    "01005": (536, 0, 87, 0),
    "02001": (339, 467, 51, 97),
    "02002": (338, 445, 52, 91),
    "02003": (338, 464, 53, 95),
    "02004": (339, 474, 52, 97),
    "02005": (335, 469, 53, 95),
    "03001": (372, 0, 59, 0),
    "03002": (549, 0, 89, 0),
    "03003": (519, 0, 82, 0),
    "03004": (369, 0, 53, 0),
    "03005": (527, 0, 85, 0),
    "03006": (1206, 0, 201, 0),
    "04001": (536, 0, 85, 0),
    "04002": (380, 0, 54, 0),
    "04003": (325, 235, 52, 49),
    "04004": (382, 0, 52, 0),
    "04005": (394, 0, 59, 0),
    "05001": (331, 273, 58, 46),
    "05002": (535, 0, 84, 0),
    "05003": (493, 0, 85, 0),
    "05004": (533, 0, 84, 0),
    "05005": (391, 0, 66, 0),
    "05006": (367, 229, 52, 48),
    "06001": (544, 0, 88, 0),
    "06002": (345, 225, 52, 41),
    "06003": (343, 243, 53, 44),
    "06004": (529, 0, 84, 0),
    "06005": (522, 0, 82, 0),
    "07001": (520, 0, 80, 0),
    "07002": (379, 0, 61, 0),
    "07003": (526, 0, 85, 0),
    "07004": (543, 0, 86, 0),
    "07005": (366, 0, 56, 0),
    "08001": (336, 118, 51, 25),
    "08004": (346, 113, 53, 23),
    "08007": (344, 121, 53, 24),
    "08010": (314, 113, 48, 21),
    "08016": (332, 122, 53, 25),
    "09001": (335, 215, 51, 41),
    "09004": (335, 290, 58, 50),
    "09008": (383, 0, 61, 0),
    "09011": (374, 0, 55, 0),
    "09015": (520, 0, 85, 0),
    "09018": (1054, 0, 177, 0),
    "10001": (363, 13, 59, 0),
    "10004": (378, 0, 57, 0),
    "10009": (364, 0, 60, 0),
    "10012": (406, 0, 48, 0),
    "10015": (336, 79, 53, 9),
    "11001": (389, 101, 55, 24),
    "11004": (548, 0, 86, 0),
    "11007": (378, 106, 57, 22),
    "11008": (354, 120, 52, 24),
    "11011": (365, 0, 64, 0),
    "11014": (338, 242, 52, 42),
    "11017": (337, 241, 53, 49),
    "12001": (542, 0, 88, 0),
    "12004": (535, 0, 84, 0),
    "12007": (527, 0, 85, 0),
    "12010": (543, 0, 86, 0),
    "12013": (521, 0, 82, 0),
    "60101": (337, 0, 51, 0),
    "60151": (334, 0, 51, 0),
    "60201": (343, 0, 52, 0),
    "60251": (345, 0, 52, 0),
    "60301": (338, 0, 53, 0),
    "60351": (339, 0, 53, 0),
    "60401": (338, 0, 52, 0),
    "60451": (339, 0, 52, 0),
    "60501": (336, 0, 53, 0),
    "60551": (338, 0, 53, 0),
    "89001": (641, 0, 129, 0),
    "90001": (323, 229, 50, 46),
    "90008": (384, 0, 61, 0),
    "90017": (375, 0, 53, 0),
    "90024": (431, 0, 75, 0),
    "90037": (432, 0, 62, 0),
    "90046": (411, 92, 68, 20),
    "90049": (385, 118, 47, 25),
    "90059": (383, 98, 54, 20),
    "90062": (408, 112, 61, 23),
    "90078": (374, 100, 59, 22),
    "90081": (352, 9, 45, 0),
    "90084": (319, 64, 52, 11),
    "90087": (1294, 0, 208, 0),
    "98001": (338, 464, 53, 95),
    "98004": (523, 0, 83, 0),
    "98007": (346, 113, 53, 23),
    "98010": (331, 273, 58, 46),
    "98013": (366, 0, 56, 0),
    "98016": (543, 0, 86, 0),
    "98019": (338, 242, 52, 42),
    "99001": (367, 229, 52, 48),
}


#: Its higher levels open only after deck creation; the cards that it begins with are counted.
BEGINS_AT_LEVEL_0 = "89001"


def test_every_investigator_who_builds_decks_is_counted():
    assert {card.code for card in catalogue().investigators.values() if card.investigator} == POOLS.keys()


@pytest.mark.parametrize("code", POOLS, ids=[f"{code} {catalogue().cards[code].title}" for code in POOLS])
def test_the_size_of_the_pool(code):
    known = catalogue()
    facts = known.cards[code].investigator
    assert facts is not None
    circumstances = Circumstances(mode="creation") if code == BEGINS_AT_LEVEL_0 else ANYWHERE
    free: set[str] = set()
    limited: set[str] = set()
    for choices in possible_choices(apply_choices(facts, NO_CHOICES).unmade, NO_CHOICES):
        found = pool(known, Deck(code, {}, choices=choices), circumstances)
        free |= {card.code for card in found.free() if not card.reward}
        limited |= {card.code for card in found.limited() if not card.reward}
    limited -= free
    new = {p.card for p in known.printings.values() if known.packs[p.pack].chapter == 2}
    assert (len(free), len(limited), len(free & new), len(limited & new)) == POOLS[code]


@pytest.mark.parametrize("mode", ["creation", "campaign"])
def test_a_reason_that_was_found_for_another_card_names_this_one(mode):
    found = pool(catalogue(), a_deck("12004"), Circumstances(mode=mode))
    reasons = [(row.card, row.reason) for row in found.cards.values() if row.reason]
    assert len(reasons) > 20
    for card, reason in reasons:
        assert card.title in str(reason)
        assert reason.facts.get("task") in (None, card.research and card.research.task)


def test_a_limit_of_copies_for_each_title_concerns_the_titles_in_the_deck():
    underworld_support = {"08046": 1}
    examined = Examined(catalogue(), a_deck("01001", underworld_support, each=1))
    limited = {
        code
        for code, row in examined.pool.cards.items()
        if row.open and any(reason.rule == "authority.golden-rule" for reason in examined.why(code))
    }
    assert limited
    reasons = [(code, row.reason.rule) for code, row in examined.pool.cards.items() if row.reason]
    assert {code for code, rule in reasons if rule == "authority.golden-rule"} == limited

"""Copies are counted as the products contain them."""

import pytest

from rules.cards.catalogue import Catalogue
from rules.cards.ownership import boxes, copies_of, copies_owned


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue.from_facts(
        packs=[
            {"code": "old1", "title": "Old 1", "cycle": "c", "replaced": True},
            {"code": "old2", "title": "Old 2", "cycle": "c", "replaced": True},
            {
                "code": "player",
                "title": "Box",
                "cycle": "c",
                "reprints": ["old1", "old2"],
                "reprint_type": "player",
            },
            {
                "code": "story",
                "title": "Tale",
                "cycle": "c",
                "reprints": ["old1", "old2"],
                "reprint_type": "campaign",
            },
            {"code": "core", "title": "Core", "cycle": "c"},
        ],
        cards=[
            {"code": "1", "title": "Knife", "type": "asset", "level": 0},
            {"code": "2", "title": "Ally", "type": "asset", "encounter_set": "s"},
            {"code": "01000", "title": "Random", "type": "treachery", "weakness": "basic"},
        ],
        printings=[
            {"code": "1", "card": "1", "pack": "old1", "quantity": 2},
            {"code": "1b", "card": "1", "pack": "old2", "quantity": 1},
            {"code": "1c", "card": "1", "pack": "core", "quantity": 4},
            {"code": "2", "card": "2", "pack": "old1", "quantity": 1},
            {"code": "01000", "card": "01000", "pack": "core", "quantity": 15},
        ],
    )


@pytest.mark.parametrize(
    ("owned", "knives", "allies"),
    [
        pytest.param({}, 0, 0, id="nothing"),
        pytest.param({"old1": 1}, 2, 1, id="an old pack holds both kinds"),
        pytest.param(
            {"player": 1}, 3, 0, id="a box of player cards stands for its packs, without their story"
        ),
        pytest.param({"story": 2}, 0, 2, id="a campaign box holds the story alone"),
        pytest.param({"old1": 1, "player": 1}, 5, 1, id="old packs and the new box add up"),
        pytest.param({"core": 2, "old2": 1}, 9, 0, id="reprints and boxes add up"),
        pytest.param({"unheard of": 3}, 0, 0, id="unknown packs hold nothing"),
    ],
)
def test_copies_add_up_over_boxes(catalogue, owned, knives, allies):
    assert copies_of(catalogue, "1", owned) == knives
    assert copies_of(catalogue, "2", owned) == allies
    assert copies_owned(catalogue, owned) == {
        code: copies for code, copies in (("1", knives), ("2", allies)) if copies
    }


def test_boxes_show_where_a_card_is(catalogue):
    assert boxes(catalogue)["1"] == {"old1": 2, "old2": 1, "player": 3, "core": 4}
    assert "01000" not in boxes(catalogue)

"""The pool of random basic weaknesses is physical, filtered with reasons, and its draws are verifiable."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.cards.catalogue import Catalogue
from rules.chance import Chance
from rules.deck.circumstances import CAMPAIGN, STANDALONE
from rules.weaknesses import Draw, EmptyPool, LeftOut, draft, draw, find_in, pool_of, settle, verify

SINGLES = ["12098", "12099", "12100", "12102", "12103", "12104"]


def weakness(code, title, **facts):
    return {
        "code": code,
        "title": title,
        "type": "treachery",
        "weakness": "basic",
        "classes": ["neutral"],
        **facts,
    }


def printing(code, card, pack, quantity=1):
    return {"code": code, "card": card, "pack": pack, "quantity": quantity}


CATALOGUE = Catalogue.from_facts(
    cards=[
        weakness("01000", "Random Basic Weakness"),
        weakness("01096", "Amnesia", traits=["Madness"]),
        weakness("01097", "Paranoia", traits=["Madness"]),
        *(weakness(code, f"Single {code}") for code in SINGLES),
        weakness("60154", "Overconfident"),
        weakness("02038", "Internal Injury", traits=["Injury"]),
        weakness("06037", "Narcolepsy", keywords=["multiplayer-only"], traits=["Madness"]),
        weakness("09124", "Lurker in the Dark", only={"classes": ["guardian"]}),
        weakness("04038", "Dark Pact", keywords=["campaign-only"]),
        {"code": "04039", "title": "The Price of Failure", "type": "treachery", "weakness": "other"},
        {"code": "12003", "title": "In Harm's Way", "type": "treachery", "weakness": "other"},
        {"code": "12001", "title": "Daniela Reyes", "type": "investigator", "classes": ["guardian"]},
        {"code": "12004", "title": "Joe Diamond", "type": "investigator", "classes": ["seeker"]},
    ],
    printings=[
        printing("01000", "01000", "core", 15),
        printing("01096", "01096", "core", 2),
        printing("01097", "01097", "core", 2),
        printing("12097", "01096", "core_2026", 2),
        printing("12101", "01097", "core_2026", 2),
        *(printing(code, code, "core_2026") for code in SINGLES),
        printing("12003", "12003", "core_2026"),
        printing("60154", "60154", "tom"),
        printing("02038", "02038", "dwl", 2),
        printing("06037", "06037", "tde"),
        printing("09124", "09124", "tskp"),
        printing("04038", "04038", "tfa"),
        printing("04039", "04039", "tfa"),
    ],
    packs=[
        {"code": "dwl", "title": "The Dunwich Legacy", "cycle": "dwl"},
        {"code": "dwlp", "title": "The Dunwich Legacy Investigator Expansion", "cycle": "dwl",
         "reprints": ["dwl", "tmm"], "reprint_type": "player"},
        {"code": "dwlc", "title": "The Dunwich Legacy Campaign Expansion", "cycle": "dwl",
         "reprints": ["dwl", "tmm"], "reprint_type": "campaign"},
    ],
)  # fmt: skip


def pool(owned, *, investigator="12001", investigators=2, mode=CAMPAIGN, **more):
    return pool_of(
        CATALOGUE, owned=owned, investigator=investigator, investigators=investigators, mode=mode, **more
    )


@pytest.mark.parametrize(
    ("owned", "more", "size"),
    [
        pytest.param(["core_2026"], {}, 10, id="one core set of 2026 has ten"),
        pytest.param(["core_2026", "core_2026", "tom"], {}, 11, id="a second copy of a product adds nothing"),
        pytest.param(["dwl"], {}, 2, id="the old pack"),
        pytest.param(["dwlp"], {}, 2, id="the new box stands for the old packs"),
        pytest.param(["dwl", "dwlp"], {}, 2, id="old packs and the new box count once"),
        pytest.param(["dwlc"], {}, 0, id="a campaign box holds no player cards"),
        pytest.param(["core", "core_2026"], {}, 14, id="two products, two sets of copies"),
        pytest.param(["core_2026", "dwl"], {"allowed": ["core_2026"]}, 10, id="the environment's"),
        pytest.param(["core_2026", "dwl"], {"allowed": ["core_2026", "dwlp"]}, 12, id="its box"),
        pytest.param(["core_2026"], {"taken": ["12097", "12102"]}, 8, id="two in use leave eight"),
        pytest.param(["core_2026"], {"taken": ["01096"]}, 9, id="a deck may name the first printing"),
        pytest.param(["core_2026"], {"taken": ["99999", "01020"]}, 10, id="codes that are no weakness"),
        pytest.param(["core_2026"], {"traits": ["Madness"]}, 4, id="a kind of weakness"),
        pytest.param([], {}, 0, id="nothing owned"),
    ],
)  # fmt: skip
def test_the_size_of_the_pool(owned, more, size):
    assert pool(owned, **more).size == size


@pytest.mark.parametrize(
    ("owned", "more", "reason"),
    [
        pytest.param(
            ["tde"], {"investigators": 1}, "Narcolepsy: only for two or more investigators", id="alone"
        ),
        pytest.param(
            ["tskp"], {"investigator": "12004"}, "Lurker in the Dark: only for guardian", id="class"
        ),
        pytest.param(["tfa"], {"mode": STANDALONE}, "Dark Pact: only in a campaign", id="standalone"),
        pytest.param(["tom"], {"taken": ["60154"]}, "Overconfident: already in use", id="in use"),
        pytest.param(["dwl"], {"traits": ["Madness"]}, "Internal Injury: not Madness", id="another kind"),
        pytest.param(
            ["tom"], {"allowed": ["dwl"]}, "Overconfident: not in this environment", id="environment"
        ),
    ],
)
def test_what_is_left_out_has_a_reason(owned, more, reason):
    found = pool(owned, **more)
    assert (found.size, [str(each) for each in found.left_out]) == (0, [reason])


@pytest.mark.parametrize(
    ("code", "owned", "more", "printing"),
    [
        pytest.param("01096", ["core", "core_2026"], {}, "01096", id="the printing that is named"),
        pytest.param("12097", ["core", "core_2026"], {}, "12097", id="a later one that is named"),
        pytest.param("01096", ["core_2026"], {}, "12097", id="the card, in the box that is owned"),
        pytest.param("12097", ["core"], {}, "01096", id="another box than the one named"),
        pytest.param("01096", ["core", "core_2026"], {"taken": ["01096"] * 2}, "12097", id="what is left"),
    ],
)  # fmt: skip
def test_a_card_is_found_in_the_pool(code, owned, more, printing):
    assert find_in(CATALOGUE, pool(owned, **more), code) == printing


@pytest.mark.parametrize(
    ("code", "owned", "more", "rule"),
    [
        pytest.param("01096", ["core"], {"taken": ["01096"] * 2}, "rbw.pool-excludes-in-use", id="in use"),
        pytest.param("06037", ["tde"], {"investigators": 1}, "rbw.pool-text-restrictions", id="alone"),
        pytest.param("02038", ["core"], {}, "rbw.pool-one-copy-of-each-product", id="in no box"),
        pytest.param("60154", ["tom"], {"allowed": ["dwl"]}, "env.choose", id="environment"),
        pytest.param("12003", ["core_2026"], {}, "rbw.pool-excludes-signature", id="signature"),
        pytest.param("04039", ["tfa"], {}, "rbw.pool-excludes-signature", id="follow-up"),
        pytest.param("01000", ["core"], {}, "rbw.pool-excludes-signature", id="placeholder"),
    ],
)  # fmt: skip
def test_a_card_that_is_not_in_the_pool_is_not_there_for_a_reason(code, owned, more, rule):
    found = find_in(CATALOGUE, pool(owned, **more), code)
    assert isinstance(found, LeftOut)
    assert found.rule == rule
    assert CATALOGUE.resolve(code).title in str(found)


@pytest.mark.parametrize(
    ("owned", "more"),
    [(["tde"], {"investigators": 2}), (["tskp"], {"investigator": "12001"}), (["tfa"], {"mode": CAMPAIGN})],
)
def test_a_restricted_weakness_that_applies_may_be_drawn(owned, more):
    assert pool(owned, **more).size == 1


def test_signatures_placeholders_and_follow_ups_are_never_in_the_pool():
    found = pool(["core", "core_2026", "tfa"])
    assert not {"01000", "12003", "04039"} & found.copies.keys()


def test_a_weakness_that_was_replaced_does_not_come_back():
    # Dark Pact became The Price of Failure: the party's list of taken weaknesses still names it.
    assert pool(["tfa"], taken=["04038"]).size == 0


def test_draws_are_uniform_over_physical_copies():
    """Chi-square over 100,000 draws: ten copies in eight printings, Amnesia and Paranoia twice as likely."""
    copies, draws = pool(["core_2026"]).copies, 100_000
    chance = Chance("a seed for the test")
    seen = Counter(draw(copies, chance).result for _ in range(draws))
    expected = {code: draws * count / 10 for code, count in copies.items()}
    chi_square = sum((seen[code] - awaited) ** 2 / awaited for code, awaited in expected.items())
    assert seen.keys() == copies.keys()
    # With 7 degrees of freedom a fair draw exceeds 24.3 once in a thousand seeds.
    assert chi_square < 24.3


def test_the_same_seed_gives_the_same_weakness_whatever_order_the_pool_is_in():
    copies = dict(pool(["core_2026"]).copies)
    backwards = dict(reversed(copies.items()))
    assert draw(copies, Chance("x")).result == draw(backwards, Chance("x")).result


def test_a_recorded_draw_can_be_shown_to_be_honest():
    chance = Chance("2026-11-16 table three")
    for _ in range(5):
        drawn = draw(pool(["core_2026"]).copies, chance)
        assert verify(drawn)
        other = next(code for code in drawn.pool if code != drawn.result)
        assert not verify(Draw(drawn.seed, drawn.pool, other, drawn.taken))


def test_a_draw_from_another_pool_is_not_honest():
    drawn = draw({"60154": 1}, Chance("x"))
    assert not verify(Draw("x", {"12102": 1}, drawn.result))
    assert not verify(Draw("x", {}, "60154"))
    assert not verify(Draw("x", {"60154": 1}, "60154", taken=10**9))


def test_nothing_can_be_drawn_from_an_empty_pool():
    with pytest.raises(EmptyPool):
        draw({}, Chance("x"))


class TestTheMorrigan:
    def test_three_are_drawn_one_returned_and_one_of_two_kept(self):
        kept = Counter()
        for seed in range(400):
            drafted = draft({"A": 1, "B": 1, "C": 1}, Chance(str(seed)))
            assert sorted(drafted.drafted) == ["A", "B", "C"]
            settled = settle(drafted, "A")
            assert verify(settled)
            kept[settled.result] += 1
        assert kept.keys() == {"B", "C"}
        assert min(kept.values()) > 150

    def test_two_copies_of_one_weakness_may_both_be_drafted(self):
        drafted = draft({"A": 2, "B": 1}, Chance("x"))
        assert sorted(drafted.drafted) == ["A", "A", "B"]
        assert settle(drafted, "B").result == "A"

    def test_what_was_not_drafted_cannot_be_returned(self):
        with pytest.raises(ValueError, match="was not drafted"):
            settle(draft({"A": 1, "B": 1, "C": 1}, Chance("x")), "D")

    def test_a_small_pool_gives_what_it_has(self):
        assert settle(draft({"A": 1}, Chance("x")), "A").result == "A"

    def test_a_returned_weakness_cannot_be_swapped_afterwards(self):
        drafted = draft({"A": 1, "B": 1, "C": 1}, Chance("x"))
        settled = settle(drafted, "A")
        assert not verify(Draw(settled.seed, settled.pool, "A", settled.taken, settled.drafted, "A"))

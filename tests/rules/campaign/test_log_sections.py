"""Sections of the log: names with marks, supplies that cost points, and sections of the group's own."""

from __future__ import annotations

import pytest

from rules.campaign import Game, replay, steps
from rules.campaign.log_sections import parts_of, was_reached
from tests.rules.campaign.party import BAG, CATALOGUE, DANIELA, JOE, Party, count_of, scenario

STORY = {
    "id": "boa",
    "title": "A Story",
    "order": ["wilds", "threads", "beyond"],
    "bags": {"standard": BAG},
    "supply_points": [[10, 7, 5, 4], [8, 5, 4, 3]],
    "resupply_after": "threads",
    "supplies": [
        {"id": "provisions", "title": "Provisions", "cost": 1, "multiple": True},
        {"id": "rope", "title": "Rope", "cost": 3, "sold": ["start"]},
        {"id": "gasoline", "title": "Gasoline", "cost": 1, "multiple": True, "sold": ["resupply"]},
        {"id": "idol", "title": "Idol", "cost": 0, "sold": []},
    ],
    "log": [
        {"id": "supplies", "title": "Supplies", "kind": "supplies"},
        {"id": "mementos", "title": "Mementos", "kind": "names", "names": [{"id": "doll", "title": "Doll"}]},
        {
            "id": "cultists",
            "title": "Cultists",
            "kind": "names",
            "exclusive": True,
            "names": [{"id": "drew", "title": "Drew"}, {"id": "ruth", "title": "Ruth"}],
            "marks": [{"id": "asked", "title": "Interrogated"}, {"id": "away", "title": "Got away"}],
        },
        {
            "id": "keys",
            "title": "Keys",
            "kind": "names",
            "picked": True,
            "names": [{"id": "red", "title": "Red"}, {"id": "blue", "title": "Blue"}],
            "marks": [
                {
                    "id": "bearer",
                    "title": "Bearer",
                    "kind": "bearer",
                    "choices": [{"id": "enemy", "title": "An enemy"}],
                },
                {"id": "charges", "title": "Charges", "kind": "count", "most": 2},
                {"id": "here", "title": "Here", "single": True},
            ],
        },
        {
            "id": "missing",
            "title": "Missing",
            "kind": "names",
            "names": [{"id": "penny", "title": "Penny"}],
            "marks": [
                {
                    "id": "fate",
                    "title": "Fate",
                    "kind": "choice",
                    "choices": [{"id": "alive", "title": "Alive"}, {"id": "dead", "title": "Dead"}],
                }
            ],
        },
        {
            "id": "day",
            "title": "Day",
            "kind": "names",
            "single": True,
            "names": [{"id": "one", "title": "1"}, {"id": "two", "title": "2"}],
        },
    ],
    "scenarios": [scenario("wilds"), scenario("threads"), scenario("beyond")],
}
GAME = Game.from_facts(CATALOGUE, [STORY])


def writes(do, section, key="", seat="", **facts):
    return steps.LogWritten(changes=(steps.LogChange(do=do, section=section, key=key, seat=seat, **facts),))


@pytest.fixture
def party() -> Party:
    return Party(game=GAME).started(DANIELA, JOE).with_decks()


def marks(party: Party, section: str) -> set[str]:
    return {
        where.removeprefix(f"{section}|").strip("|")
        for where, value in party.state.counts.items()
        if value and where.startswith(f"{section}|")
    }


class TestMarks:
    def test_a_name_is_picked_and_taken_off_again(self, party):
        party.do(writes("tick", "mementos", "doll"))
        assert marks(party, "mementos") == {"doll"}
        party.do(writes("clear", "mementos", "doll"))
        assert marks(party, "mementos") == set()

    def test_an_exclusive_mark_replaces_the_other(self, party):
        for key in ("drew asked", "ruth away", "drew away"):
            party.do(writes("tick", "cultists", key))
        assert marks(party, "cultists") == {"drew away", "ruth away"}

    def test_a_choice_replaces_the_earlier_one(self, party):
        party.do(writes("tick", "missing", "penny fate:alive"))
        party.do(writes("tick", "missing", "penny fate:dead"))
        assert marks(party, "missing") == {"penny fate:dead"}

    def test_a_name_has_one_bearer(self, party):
        party.do(writes("tick", "keys", "red bearer", DANIELA))
        party.do(writes("tick", "keys", "blue bearer", DANIELA))
        party.do(writes("tick", "keys", "red bearer", JOE))
        assert marks(party, "keys") == {f"blue bearer|{DANIELA}", f"red bearer|{JOE}"}
        party.do(writes("tick", "keys", "red bearer:enemy"))
        assert marks(party, "keys") == {f"blue bearer|{DANIELA}", "red bearer:enemy"}

    def test_only_one_name_has_a_single_mark(self, party):
        for key in ("red here", "blue here"):
            party.do(writes("tick", "keys", key))
        assert marks(party, "keys") == {"blue here"}
        for key in ("one", "two"):
            party.do(writes("tick", "day", key))
        assert marks(party, "day") == {"two"}

    def test_a_name_that_is_taken_off_loses_its_marks(self, party):
        party.do(writes("tick", "keys", "red")).do(writes("tick", "keys", "red here"))
        party.do(writes("tick", "keys", "red bearer", JOE)).do(writes("tick", "keys", "blue"))
        party.do(writes("clear", "keys", "red"))
        assert marks(party, "keys") == {"blue"}

    def test_a_counted_mark_has_its_limit(self, party):
        party.do(writes("count", "keys", "red charges", number=2))
        assert party.refused(writes("count", "keys", "red charges", number=1)) == ("log.contents",)

    @pytest.mark.parametrize(
        ("section", "key", "seat"),
        [
            ("mementos", "flute", ""),
            ("mementos", "doll", DANIELA),
            ("cultists", "drew", ""),
            ("cultists", "drew eaten", ""),
            ("missing", "penny fate", ""),
            ("missing", "penny fate:lost", ""),
            ("keys", "red bearer", ""),
            ("keys", "red bearer:enemy", JOE),
            ("keys", "red bearer:friend", ""),
            ("keys", "a|b|c", ""),
        ],
    )
    def test_what_the_section_does_not_have_is_refused(self, party, section, key, seat):
        assert party.refused(writes("tick", section, key, seat)) == ("log.contents",)

    def test_a_key_has_parts(self):
        assert parts_of("penny fate:dead") == ("penny", "fate", "dead")
        assert parts_of("doll") == ("doll", "", "")


class TestSupplies:
    def test_they_cost_points_and_more_than_there_are_is_refused(self, party):
        party.do(writes("tick", "supplies", "rope", DANIELA))
        party.do(writes("count", "supplies", "provisions", DANIELA, number=4))
        assert count_of(party.state, "supplies", "points 0", DANIELA) == 7
        assert party.refused(writes("count", "supplies", "provisions", DANIELA, number=1)) == (
            "setup.per-investigator-base",
        )
        party.do(writes("count", "supplies", "provisions", JOE, number=7))

    def test_what_is_put_back_is_paid_back(self, party):
        party.do(writes("tick", "supplies", "rope", DANIELA)).do(writes("clear", "supplies", "rope", DANIELA))
        assert count_of(party.state, "supplies", "points 0", DANIELA) == 0
        party.do(writes("count", "supplies", "provisions", DANIELA, number=7))

    def test_points_depend_on_the_number_of_investigators(self):
        alone = Party(game=GAME).started(DANIELA).with_decks()
        alone.do(writes("count", "supplies", "provisions", DANIELA, number=10))
        assert alone.refused(writes("count", "supplies", "provisions", DANIELA, number=1))

    def test_the_supplies_of_the_resupply_are_not_sold_before(self, party):
        assert party.refused(writes("count", "supplies", "gasoline", DANIELA, number=1)) == ("log.contents",)

    def test_the_resupply_has_points_of_its_own(self, party):
        party.do(writes("count", "supplies", "provisions", DANIELA, number=7))
        party.begun("wilds")
        party.do(writes("count", "supplies", "provisions", DANIELA, number=-5))
        party.do(writes("tick", "supplies", "idol", DANIELA))
        assert count_of(party.state, "supplies", "points 0", DANIELA) == 7, "used up is not paid back"
        party.ended()
        party.do(writes("count", "supplies", "provisions", JOE, number=9))
        party.begun("threads").ended()
        party.do(writes("count", "supplies", "gasoline", DANIELA, number=5))
        assert party.refused(writes("count", "supplies", "provisions", DANIELA, number=1))
        assert party.refused(writes("tick", "supplies", "rope", DANIELA))
        assert count_of(party.state, "supplies", "points 1", DANIELA) == 5

    def test_at_the_resupply_nothing_is_paid_back_for_earlier_supplies(self, party):
        party.do(writes("count", "supplies", "provisions", DANIELA, number=7))
        party.begun("wilds").ended().begun("threads").ended()
        party.do(writes("count", "supplies", "provisions", DANIELA, number=-5))
        assert count_of(party.state, "supplies", "points 1", DANIELA) == 0
        assert party.refused(writes("count", "supplies", "gasoline", DANIELA, number=6))

    def test_a_group_may_waive_the_limit(self, party):
        change = steps.LogChange(do="count", section="supplies", key="provisions", seat=JOE, number=9)
        rule = frozenset({"setup.per-investigator-base"})
        party.do(steps.LogWritten(changes=(change,), waives=rule, note="We start rich."))
        assert count_of(party.state, "supplies", "provisions", JOE) == 9


class TestOwnSections:
    def test_they_are_added_renamed_and_removed(self, party):
        party.do(writes("add-section", "", "checklist", text="  To do "))
        section = party.state.sections[0]
        assert (section.title, section.kind) == ("To do", "checklist")
        party.do(writes("record", section.id, text="Buy rope"))
        item = party.state.notes[0]
        party.do(writes("tick", section.id, item.id))
        party.do(writes("rename-section", section.id, text="Plans"))
        assert party.state.sections[0].title == "Plans"
        assert count_of(party.state, section.id, item.id) == 1
        party.do(writes("remove-section", section.id))
        assert party.state.sections == party.state.notes == ()
        assert not any(where.startswith(section.id) for where in party.state.counts)

    def test_a_removed_section_returns_when_the_step_is_undone(self, party):
        party.do(writes("add-section", "", "count", text="Favours"))
        party.do(writes("count", party.state.sections[0].id, number=3))
        before = party.state
        party.do(writes("remove-section", before.sections[0].id))
        assert replay(party.steps[:-1], GAME) == before

    @pytest.mark.parametrize("kind", ["entries", "count", "checklist", "names"])
    def test_kinds(self, party, kind):
        party.do(writes("add-section", "", kind, text="x"))
        assert party.state.sections[0].kind == kind

    def test_a_log_without_facts_has_them_too(self):
        party = Party(game=GAME).started(DANIELA, campaign="", title="Ours", bag=BAG)
        party.do(writes("add-section", "", "count", text="Debts"))
        party.do(writes("count", party.state.sections[0].id, number=1))
        assert count_of(party.state, party.state.sections[0].id) == 1

    @pytest.mark.parametrize(
        ("step", "rule"),
        [
            (writes("add-section", "", "count", text=" "), "log.contents"),
            (writes("add-section", "", "count", text="x" * 121), "log.contents"),
            (writes("add-section", "", "poem", text="x"), "step.known-section"),
            (writes("rename-section", "cultists", text="x"), "step.known-section"),
            (writes("remove-section", "own.9.9"), "step.known-section"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, party, step, rule):
        assert party.refused(step) == (rule,)

    def test_there_is_a_limit(self, party):
        changes = [steps.LogChange(do="add-section", key="count", text=str(n)) for n in range(41)]
        party.do(steps.LogWritten(changes=tuple(changes[:40])))
        assert len({section.id for section in party.state.sections}) == 40
        assert party.refused(steps.LogWritten(changes=(changes[40],))) == ("log.contents",)

    def test_lines_of_another_section_cannot_be_ticked(self, party):
        party.do(writes("add-section", "", "checklist", text="x"))
        party.do(writes("record", "campaign_notes", text="a note"))
        section, note = party.state.sections[0], party.state.notes[0]
        assert party.refused(writes("tick", section.id, note.id)) == ("log.contents",)


def test_the_story_reaches_what_was_begun_or_is_next(party):
    assert was_reached(party.state, ())
    assert not was_reached(party.state, ["wilds"])
    party.advanced("wilds")
    assert was_reached(party.state, ["wilds", "beyond"])
    party.do(steps.BeginScenario(scenario="wilds", lead=DANIELA)).ended()
    assert was_reached(party.state, ["wilds"])
    assert not was_reached(party.state, ["beyond"])

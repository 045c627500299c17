"""Tests of the conversion of older backups, change by change."""

from importlib import import_module
from typing import Any

import pytest
from django.db.migrations import AddConstraint, AddField, AddIndex, AlterField, CreateModel

from campaigns.adapters import KINDS
from operations import backup_conversion as conversion
from operations.backup_conversion import converted, format_number, rename_model
from tests.test_architecture import PACKAGES, ROOT

#: Operations of migrations after which rows of an older backup still fit.
ADDING = (CreateModel, AddField, AddIndex, AddConstraint)
#: Fields that were altered and accept every value that they accepted before, with what has changed.
WIDENED = {"campaigns.campaign.facts": "an index"}


def row(model: str, pk: int = 1, /, **fields: Any) -> dict[str, Any]:
    return {"model": model, "pk": pk, "fields": fields}


def from_format_1(*rows: dict[str, Any]) -> list[dict[str, Any]]:
    return list(converted(rows, 1))


def version(pk: int, number: int, **aftermath: Any) -> dict[str, Any]:
    parts = {"side": {"a": 1}, "extra": {}, "exiled": []}
    return row("decks.deckversion", pk, deck=7, number=number, **parts, aftermath=aftermath)


def draft(page: str, **fields: Any) -> dict[str, Any]:
    return row("campaigns.draft", campaign=3, page=page, fields=fields, revision=2, by=5, changed="then")


def test_formats_are_known_by_name():
    known = ("casebook-backup-1", "casebook-backup-2", "casebook-backup-3")
    assert [format_number(name) for name in known] == [1, 2, 3]
    assert [format_number(name) for name in ("casebook-backup-4", "something else", None, 1)] == [None] * 4
    assert conversion.CHANGES.keys() == conversion.MIGRATIONS.keys() == set(range(1, conversion.CURRENT))


def later_migrations() -> list[tuple[str, str]]:
    """Return the migrations of our apps since the one that began the current format."""
    last = {app: names[1] for app, names in conversion.MIGRATIONS[conversion.CURRENT - 1].items()}
    found = []
    for app in PACKAGES:
        names = sorted(path.stem for path in (ROOT / app / "migrations").glob("0*.py"))
        began = [name for name in names if name > last.get(app, "")][:1]
        found += [(app, name) for name in names if name not in began and name > last.get(app, "")]
    return found


def test_migrations_of_the_current_format_only_add():
    """A backup that was made before them can be restored: its rows get defaults."""
    for app, name in later_migrations():
        for each in import_module(f"{app}.migrations.{name}").Migration.operations:
            where = f"{app}.{name}: {each.describe()}: increase CURRENT in operations/backup_conversion.py"
            if isinstance(each, AlterField):
                assert f"{app}.{each.model_name}.{each.name}" in WIDENED, f"{where}, or add it to WIDENED"
                continue
            assert isinstance(each, ADDING), where
            if isinstance(each, AddField):
                usual = each.field.has_default() or each.field.null or each.field.many_to_many
                assert usual, f"{app}.{name}: give the field a default, or {where}"


def test_rows_of_the_current_format_stay_as_they_are():
    rows = [row("campaigns.act", upon=1), draft("after")]
    assert list(converted(rows, conversion.CURRENT)) == rows


def test_a_renamed_model_retains_its_content_type():
    rename = rename_model("campaigns.act", "campaigns.step")
    kind = row("contenttypes.contenttype", 9, app_label="campaigns", model="act")
    other = row("contenttypes.contenttype", 8, app_label="decks", model="act")
    assert list(rename([row("campaigns.act"), kind, other])) == [
        row("campaigns.step"),
        row("contenttypes.contenttype", 9, app_label="campaigns", model="step"),
        other,
    ]


def test_fields_are_renamed():
    (found,) = from_format_1(row("campaigns.act", upon=3, touched=9, payload={"kind": "advance"}))
    assert found["model"] == "campaigns.step"
    assert found["fields"] == {"previous": 3, "revision": 9, "payload": {"kind": "advance"}}
    (found,) = from_format_1(row("decks.purchase", repeats="over-size", card="01001"))
    assert found["fields"] == {"removal_reason": "over-size", "card": "01001"}


def test_patches_of_edits_name_the_new_columns():
    forward = {"side": {"a": 1}, "extra": {"b": None}, "purchase": {"card": "c", "repeats": ""}}
    backward = {"side": {"a": None}, "purchases": [{"repeats": "x"}], "deck": {"name": "side"}}
    (found,) = from_format_1(row("decks.edit", forward=forward, backward=backward))
    assert found["fields"]["forward"] == {
        "wish_list": {"a": 1},
        "second_deck": {"b": None},
        "purchase": {"card": "c", "removal_reason": ""},
    }
    assert found["fields"]["backward"] == {
        "wish_list": {"a": None},
        "purchases": [{"removal_reason": "x"}],
        "deck": {"name": "side"},
    }
    (undone,) = from_format_1(row("decks.edit", forward={}, backward={"purchase": None, "purchases": 2}))
    assert undone["fields"]["backward"] == {"purchase": None, "purchases": 2}


def test_the_version_of_the_campaign_is_found_even_if_it_comes_later():
    rows = [version(1, 1), version(2, 2, after=3, happened={"x": 1}), version(3, 3, mode="creation")]
    found = {each["pk"]: each["fields"] for each in from_format_1(*rows)}
    assert [found[pk]["campaign_version"] for pk in (1, 2, 3)] == [None, 3, None]
    assert [found[pk]["mode_before"] for pk in (1, 2, 3)] == ["", "", "creation"]
    assert [found[pk]["outcome"] for pk in (1, 2, 3)] == [{}, {"conditions": {"x": 1}}, {}]
    assert not any({"aftermath", "exiled"} & fields.keys() for fields in found.values())
    assert (found[1]["wish_list"], found[1]["second_deck"]) == ({"a": 1}, {})
    (lost,) = from_format_1(version(1, 1, after=8))
    assert lost["fields"]["campaign_version"] is None


def test_tables_of_entries_become_one():
    rows = [
        row("campaigns.experienceentry", 4, act=1, place=2, seat="s1", amount=0, reason="victory", card="",
            earned=True, shopping=True),
        row("campaigns.deckentry", 4, act=2, place=0, seat="s1", deck={"slots": {}}, reason="chosen",
            version="", cause="", row=33),
        row("campaigns.logentry", 1, act=3, place=0, note="3-1", section="n", text="Saved", key="",
            number=0, seat=""),
        row("campaigns.exileentry", 1, act=3, place=1, seat="s1", card="05236", copies=2, extra=1),
        row("campaigns.exileentry", 2, act=3, place=2, seat="s1", card="02115", copies=1, extra=0),
        row("campaigns.bookentry", 1, act=4, place=1, kind="SeatEntry", facts={"seat": "s2", "title": "T"}),
    ]  # fmt: skip
    assert from_format_1(*rows) == [
        row("campaigns.entry", 1, step=1, position=2, kind="experience", seat="s1", deck_version=None,
            facts={"amount": 0, "reason": "victory", "earned": True, "with_purchases": True}),
        row("campaigns.entry", 2, step=2, position=0, kind="deck", seat="s1", deck_version=33,
            facts={"deck": {"slots": {}}, "reason": "chosen"}),
        row("campaigns.entry", 3, step=3, position=0, kind="note", seat="", deck_version=None,
            facts={"note": "3-1", "section": "n", "text": "Saved", "number": 0}),
        row("campaigns.entry", 4, step=3, position=1, kind="exile", seat="s1", deck_version=None,
            facts={"card": "05236", "copies": 2, "from_second_deck": 1}),
        row("campaigns.entry", 5, step=3, position=2, kind="exile", seat="s1", deck_version=None,
            facts={"card": "02115", "copies": 1}),
        row("campaigns.entry", 6, step=4, position=1, kind="seat", seat="s2", deck_version=None,
            facts={"title": "T"}),
    ]  # fmt: skip


#: Kinds of entries that no backup of format 1 can contain.
LATER_KINDS = {"log-section"}


def test_every_kind_of_entry_has_a_name_of_today():
    tables = {kind for kind, _defaults in conversion.ENTRY_TABLES.values()}
    assert tables | set(conversion.ENTRY_KINDS.values()) == KINDS.keys() - LATER_KINDS


DECK = row("decks.deck", 41, public_id="d-1")
DRAFTS = [
    (
        draft("after", **{"of-scenario": ["2 smoke"], "victory": ["3"]}),
        [
            row(
                "campaigns.scenariodraft",
                campaign=3,
                scenarios_before=2,
                scenario="smoke",
                answers={"victory": ["3"]},
                revision=2,
                by=5,
                changed="then",
            ),
        ],
    ),
    (
        draft("values", **{"-": {"skull": -2}, "smoke": {"tablet": -3}}),
        [
            row("campaigns.tokenmodifier", 1, campaign=3, scenario="", token="skull", modifier=-2),
            row("campaigns.tokenmodifier", 2, campaign=3, scenario="smoke", token="tablet", modifier=-3),
        ],
    ),
    (
        draft(
            "draws",
            draws=[{"key": "k", "tokens": ["0"], "total": "+0", "scenario": "", "by": "x", "at": "t"}],
        ),
        [
            row(
                "campaigns.tokendraw",
                campaign=3,
                key="k",
                scenario="",
                tokens=["0"],
                total="+0",
                at="t",
                by=None,
            )
        ],
    ),
    (
        draft("random-s1", seed="x", like="d-1", trauma=1, cards=["c"]),
        [
            row(
                "campaigns.randomdeck",
                campaign=3,
                seat="s1",
                seed="x",
                trauma=1,
                cards=["c"],
                like=41,
                changed="then",
            )
        ],
    ),
    (
        draft("draft-s-2", seed="x", pool={"a": 1}, drafted=["a"]),
        [
            row(
                "campaigns.weaknessdraft",
                campaign=3,
                seat="s-2",
                seed="x",
                pool={"a": 1},
                drafted=["a"],
                changed="then",
            )
        ],
    ),
    (
        draft("deck-s1", deck="d-1"),
        [row("campaigns.newdeck", campaign=3, seat="s1", deck=41, changed="then")],
    ),
    (draft("deck-s1", deck="deleted"), []),
]


@pytest.mark.parametrize(("old", "new"), DRAFTS)
def test_drafts_get_tables_of_their_own(old, new):
    assert from_format_1(DECK, old) == [DECK, *new]

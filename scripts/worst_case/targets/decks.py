"""Requests about decks: prices, comparisons, checks, and the pages of a stored deck."""

from __future__ import annotations

import json
from urllib.parse import urlencode

from accounts.models import User
from decks.adapters import version_fields
from decks.importing import preview
from decks.models import Deck, DeckVersion
from decks.models.versions import LONGEST_HISTORY
from decks.services.editing import LONGEST_NOTES
from decks.services.importing import save_import
from decks.services.upgrading import begin_upgrade
from rules.deck.circumstances import MODES
from rules.rulebook.editions import EDITIONS
from scripts.worst_case.materials import Input
from scripts.worst_case.measuring import FORM, Request
from scripts.worst_case.targets.base import Stored, Target


class Price(Target):
    """POST /api/v1/price."""

    def seeds(self) -> list[Input]:
        nothing: Input = {
            "before": {"investigator_code": "01004", "slots": {}, "meta": {}},
            "after": {"investigator_code": "01004", "slots": {}, "meta": {}},
            "exiled": {},
        }
        legal_deck = self.materials.legal_deck()
        upgrade = {
            "before": legal_deck,
            "after": {**legal_deck, "slots": dict(legal_deck["slots"])},
            "exiled": {},
        }
        return [nothing, upgrade, {"before": None, "after": legal_deck}, self.every_discount()]

    def every_discount(self) -> Input:
        """Return titles of several levels, upgraded, exiled and bought again, with all Spell discounts."""
        helpers = {"08059": 1, "04109": 2, "02110": 2, "60531": 2}
        cards = self.materials.catalogue.cards
        spells = [codes for codes in self.materials.families if "Spell" in cards[codes[0]].traits]
        before, after, exiled = dict(helpers), dict(helpers), dict[str, int]()
        for codes in [each for each in spells if len(each) > 2][:4]:
            low, middle, *_more, high = sorted(codes, key=lambda code: cards[code].level or 0)
            before |= {low: 2, middle: 2}
            after |= {middle: 1, high: 1}
            exiled |= {low: 2, middle: 1}
        return {
            "before": {"investigator_code": "01004", "slots": before},
            "after": {"investigator_code": "01004", "slots": after},
            "exiled": exiled,
        }

    def change(self, given: Input) -> Input:
        new: Input = json.loads(json.dumps(given))
        for _turn in range(self.chance.choice((1, 1, 2, 4, 12))):
            self._change(new)
        for side in self._sides(new):
            new[side]["slots"] = {code: copies for code, copies in new[side]["slots"].items() if copies}
        return new

    def _sides(self, given: Input) -> list[str]:
        return [side for side in ("before", "after") if given[side] is not None]

    def _change(self, new: Input) -> None:
        made, chance = self.materials, self.chance
        sides = self._sides(new)
        what = chance.random()
        if what < 0.4:
            codes = chance.choice(made.families)
            for side in sides:
                for code in chance.sample(codes, min(len(codes), chance.choice((1, 2, 3)))):
                    new[side]["slots"][code] = chance.choice((0, 1, 1, 2, 2, 3))
        elif what < 0.55:
            code = chance.choice(made.helpers)
            for side in sides:
                new[side]["slots"][code] = chance.choice((1, 2, 3))
        elif what < 0.65 and new["before"]:
            held = list(new["before"]["slots"]) or ["01030"]
            new.setdefault("exiled", {})[chance.choice(held)] = chance.choice((1, 2))
        elif what < 0.8:
            side = chance.choice(sides)
            new[side]["slots"] = made.slots(new[side]["slots"])
        elif what < 0.87:
            side = chance.choice(sides)
            meta = new[side].get("meta") or {}
            new[side]["meta"] = made.meta(json.loads(meta) if isinstance(meta, str) else meta)
        elif what < 0.9:
            field = chance.choice(("removed", "conditions", "marks"))
            new.setdefault(field, {})[chance.choice(made.helpers)] = chance.choice((1, 2, 9))
        elif what < 0.92:
            new["attached_to"] = made.code()
        elif what < 0.96:
            new["edition"] = chance.choice(list(EDITIONS))
        else:
            investigator = chance.choice(made.investigators)
            for side in sides:
                new[side]["investigator_code"] = investigator

    def request(self, given: Input, stored: Stored) -> Request:
        return Request.json("POST", "/api/v1/price", given)


def store_deck(owner: User, deck: Input, *, versions: int = 1, last: Input | None = None) -> Deck:
    """Store a deck with the given number of equal versions; the last one holds other cards, if given."""
    rows = [preview(json.dumps({"name": "climbed", **each}))[0] for each in (deck, last or deck)]
    [made] = save_import(rows[:1], owner=owner)
    first = made.working
    assert first is not None
    fields = {field.attname: getattr(first, field.attname) for field in DeckVersion._meta.concrete_fields}
    fields |= {"id": None, "previous_id": first.pk}
    versions = min(versions, LONGEST_HISTORY)
    more = [DeckVersion(**{**fields, "number": number}) for number in range(2, versions + 1)]
    if more and rows[1].record:
        record = rows[1].record
        for name, value in version_fields(record.deck, record.meta.annotations).items():
            setattr(more[-1], name, value)
    for version in more[:-1:2]:
        version.slots = {}
    DeckVersion.objects.bulk_create(more)
    made.working = made.versions.order_by("number").last()
    made.save(update_fields=["working"])
    return made


class Compare(Price):
    """GET /decks/compare/: two versions of a deck, among many versions and many decks."""

    stores = True

    def seeds(self) -> list[Input]:
        legal_deck = self.materials.legal_deck()
        after = {**legal_deck, "slots": dict(legal_deck["slots"])}
        return [{"before": legal_deck, "after": after, "versions": 1, "decks": 1}]

    def change(self, given: Input) -> Input:
        what = self.chance.random()
        if what < 0.15:
            return {**given, "decks": self.materials.number(given["decks"], 1, 500)}
        if what < 0.3:
            return {**given, "versions": self.materials.number(given["versions"], 1, LONGEST_HISTORY)}
        if what < 0.5:
            legal_deck = self.materials.legal_deck()
            same = [
                each
                for each in self.materials.legal_decks
                if each["investigator_code"] == legal_deck["investigator_code"]
            ]
            other = self.chance.choice(same)
            after = {key: other[key] for key in ("investigator_code", "slots", "meta") if key in other}
            return {**given, "before": legal_deck, "after": after}
        return super().change(given)

    def store(self, given: Input) -> Stored:
        owner = self.owner()
        deck = store_deck(owner, given["before"], versions=given["versions"] + 1, last=given["after"])
        Deck.objects.bulk_create(Deck(owner=owner, name=f"Another deck, {n}") for n in range(given["decks"]))
        return {"deck": str(deck.public_id)}

    def request(self, given: Input, stored: Stored) -> Request:
        deck = stored["deck"]
        return Request("GET", f"/decks/compare/?a={deck}:1&b={deck}")


class Checks(Target):
    """POST /api/v1/check, /api/v1/check/party, and the check on the first page."""

    #: Entries of a deck's meta, of which there may be any number.
    ENTRIES = {"annotation": "x", "cus": "1|1,2|2,9|9"}

    def seeds(self) -> list[Input]:
        empty = {"investigator_code": "09018", "slots": {}, "meta": {}}
        return [
            {"where": "check", "decks": [empty], "mode": "free", "edition": "grimoire-1.1"},
            {"where": "party", "decks": [self.materials.legal_deck() for _deck in range(4)], "mode": "free",
             "edition": "grimoire-1.1"},
            {"where": "page", "decks": [self.materials.legal_deck()], "mode": "creation",
             "edition": "grimoire-1.1"},
        ]  # fmt: skip

    def change(self, given: Input) -> Input:
        new: Input = json.loads(json.dumps(given))
        made, chance = self.materials, self.chance
        most = {"check": 1, "party": 16, "page": 5}[new["where"]]
        deck = chance.choice(new["decks"])
        what = chance.random()
        if what < 0.4:
            deck["slots"] = made.slots(deck["slots"])
        elif what < 0.5:
            deck["sideSlots"] = made.slots(deck.get("sideSlots", {}))
        elif what < 0.6:
            meta = deck.get("meta") or {}
            deck["meta"] = made.meta(json.loads(meta) if isinstance(meta, str) else meta)
        elif what < 0.7:
            deck["entries"] = [chance.choice(list(self.ENTRIES)), chance.choice((10, 1000, 50_000))]
        elif what < 0.75:
            deck["slots"] = {f"9{n:04}": 99 for n in range(200)}
        elif what < 0.8:
            deck["investigator_code"] = chance.choice(made.investigators)
        elif what < 0.9:
            new["decks"] = [dict(deck) for _deck in range(most)]
        elif what < 0.95:
            new["mode"] = chance.choice(MODES)
        else:
            new["edition"] = chance.choice(list(EDITIONS))
        return new

    def request(self, given: Input, stored: Stored) -> Request:
        parameters = f"mode={given['mode']}&edition={given['edition']}"
        decks = [self.filled(deck) for deck in given["decks"]]
        if given["where"] == "check":
            return Request.json("POST", f"/api/v1/check?{parameters}", decks[0])
        if given["where"] == "party":
            return Request.json("POST", f"/api/v1/check/party?{parameters}", decks)
        form = {"text": json.dumps(decks), "mode": given["mode"], "edition": given["edition"]}
        return Request("POST", "/check/", urlencode(form).encode(), FORM)

    def filled(self, deck: Input) -> Input:
        """Return a deck with as many further entries in its meta as the input says."""
        if "entries" not in deck:
            return deck
        name, count = deck["entries"]
        meta = deck.get("meta") or {}
        more = {f"{name}_{number:05}": self.ENTRIES[name] for number in range(count)}
        return {**deck, "meta": {**(json.loads(meta) if isinstance(meta, str) else meta), **more}}


class DeckPages(Target):
    """All pages of one stored deck: editor, pool, page, print, figures, odds, an edit, an upgrade."""

    stores = True
    READ = (
        *("edit/", "edit/state/", "", "print/", "pull/", "edit/settings/", "edit/weakness/", "upgrade/"),
        *("edit/why/01030/", "edit/card/01030/", "export/md/"),
    )
    QUERIES = (
        *("pool/", "verdict/", "figures/", "odds/", "hand/", "pull-list/", "export/?history=1", "versions/"),
        "cards/01030/why-not/",
    )
    DONE: tuple[tuple[str, str, Input], ...] = (
        ("cards/01030/", "PUT", {"quantity": 1}),
        ("draw-weaknesses/", "POST", {}),
        ("clone/", "POST", {}),
        ("upgrade/options/", "POST", {"card": "01030"}),
        ("upgrade/buy/", "POST", {"card": "01030"}),
        ("upgrade/finish/", "POST", {}),
        ("versions/1/restore/", "POST", {}),
    )
    CLICKS = ("add=01030", "set=01030&quantity=2", "set=side:01030&quantity=2")
    #: Parts of notes, which are repeated.
    NOTES = (
        *("*a* [b](c) ", "> ", "[", "![", "- x\n", "|a|b\n|-|-\n", "1. a\n", "a\n=\n", "**a", "`", "<a"),
        "&",
    )
    SETTINGS: dict[str, tuple[str, ...]] = {
        "mode": MODES,
        "edition": tuple(EDITIONS),
        "environment": ("", "current", "legacy"),
        "taboo": ("", "001", "005", "010"),
    }

    def seeds(self) -> list[Input]:
        large = {"investigator_code": "09018", "slots": self.materials.slots({}, 200), "meta": {}}
        return [
            {"deck": large, "where": ["page", "edit/"], "versions": 1, "upgrading": False},
            {
                "deck": self.materials.legal_deck(),
                "where": ["api", "pool/"],
                "versions": 1,
                "upgrading": True,
            },
        ]

    def change(self, given: Input) -> Input:
        new: Input = json.loads(json.dumps(given))
        made, chance = self.materials, self.chance
        deck = new["deck"]
        what = chance.random()
        if what < 0.35:
            deck["slots"] = made.slots(deck["slots"])
        elif what < 0.42:
            deck["sideSlots"] = made.slots(deck.get("sideSlots", {}))
        elif what < 0.52:
            meta = deck.get("meta") or {}
            deck["meta"] = made.meta(json.loads(meta) if isinstance(meta, str) else meta)
        elif what < 0.62:
            deck["investigator_code"] = chance.choice(made.investigators)
        elif what < 0.67:
            new["deck"] = made.legal_deck()
        elif what < 0.72:
            new["versions"] = made.number(new["versions"], 1, LONGEST_HISTORY)
        elif what < 0.77:
            new["upgrading"] = not new["upgrading"]
        elif what < 0.8:
            new["notes"] = [chance.choice(self.NOTES), chance.choice((100, 2_000, 4_900, LONGEST_NOTES))]
        elif what < 0.85:
            name = chance.choice(list(self.SETTINGS))
            new["settings"] = {**new.get("settings", {}), name: chance.choice(self.SETTINGS[name])}
        else:
            new["where"] = chance.choice(
                (
                    ["page", chance.choice(self.READ)],
                    ["api", chance.choice(self.QUERIES)],
                    ["do", chance.randrange(len(self.DONE))],
                    ["click", chance.choice(self.CLICKS)],
                )
            )
        return new

    def store(self, given: Input) -> Stored:
        piece, times = given.get("notes", ["", 0])
        deck = store_deck(self.owner(), given["deck"], versions=given["versions"])
        settings = {**given.get("settings", {}), "notes": (piece * times)[:LONGEST_NOTES]}
        for name, value in settings.items():
            setattr(deck, name, value)
        deck.save(update_fields=list(settings))
        if given["upgrading"]:
            begin_upgrade(deck, experience=99)
        return {"deck": str(deck.public_id)}

    def request(self, given: Input, stored: Stored) -> Request:
        kind, what = given["where"]
        if kind == "page":
            return Request("GET", f"/decks/{stored['deck']}/{what}")
        if kind == "api":
            return Request("GET", f"/api/v1/decks/{stored['deck']}/{what}")
        if kind == "click":
            return Request("POST", f"/decks/{stored['deck']}/edit/slots/", what.encode(), FORM, fetched=True)
        path, method, body = self.DONE[what]
        return Request.json(method, f"/api/v1/decks/{stored['deck']}/{path}", body)

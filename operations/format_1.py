"""Conversion of the JSON in backups of format 1 to its present shape. Only restore uses it.

In format 1 exiled copies were counted twice, all of them in `exiled` and those from the second deck again in
`exiled_extra`; now each copy is in one of two piles. Conditions were called claims or happened, and removed
copies lost or taken. In a deck the second deck was called extra, and the wish list side.
Steps were called acts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

Plain = dict[str, Any]


def piles(copies: Mapping[str, int], second_deck: Mapping[str, int]) -> Plain:
    """Return the piles of copies, of which some left the second deck."""
    deck = {code: left for code, n in copies.items() if (left := n - second_deck.get(code, 0))}
    return _without_empty({"deck": deck, "second_deck": dict(second_deck)})


def deck(old: Plain) -> Plain:
    """Return a deck as steps, entries and states hold it."""
    names = {"side": "wish_list", "extra": "second_deck"}
    return {names.get(part, part): value for part, value in old.items()}


def _with_decks(old: Plain) -> Plain:
    """Return a step, an entry or a seat with the present names of the parts of its decks."""
    decks = {name: deck(old[name]) for name in ("deck", "baseline") if isinstance(old.get(name), dict)}
    return old | decks


def step(payload: Plain) -> Plain:
    """Return the payload of a step."""
    new = _with_decks(payload)
    if new.get("kind") == "cards-exiled":
        new["cards"] = piles(new["cards"], new.pop("extra", {}))
    if "fates" in new:
        new["fates"] = fates(new["fates"])
    if carried := new.get("carried"):
        new["carried"] = {**carried, "seats": [_with_decks(_with_piles(seat)) for seat in carried["seats"]]}
    return new


def fates(old: Mapping[str, Plain]) -> dict[str, Plain]:
    """Return the results of a scenario for each seat."""
    return {seat: _fate(fate) for seat, fate in old.items()}


def _fate(old: Plain) -> Plain:
    names = {"claims": "conditions", "mental_claims": "mental_conditions"}
    return {names.get(key, key): value for key, value in _with_piles(old).items()}


def _with_piles(old: Plain) -> Plain:
    """Return a fate, or a seat that is carried to another campaign, with its cards in piles."""
    new = {key: value for key, value in old.items() if key not in ("exiled", "exiled_extra", "taken")}
    exiled = piles(old.get("exiled", {}), old.get("exiled_extra", {}))
    return new | _without_empty({"exiled": exiled, "removed": piles(old.get("taken", {}), {})})


def state(old: Plain) -> Plain:
    """Return the state of a campaign. A seat now holds the conditions of its last scenario itself."""
    new = dict(old)
    for part in ("history", "notes", "memories", "research", "waivers"):
        if part in new:
            new[part] = [_with_step(row) for row in new[part]]
    if "history" in new:
        new["history"] = [
            {**played, "fates": fates(played["fates"])} if "fates" in played else played
            for played in new["history"]
        ]
    last = {seat: fate for played in new.get("history", ()) for seat, fate in played.get("fates", {}).items()}
    if "seats" in new:
        new["seats"] = {name: _seat(seat, last.get(name, {})) for name, seat in new["seats"].items()}
    return new


def _with_step(old: Plain) -> Plain:
    """Return a part of a state that names the step that recorded it, which was called its act."""
    return {"step" if key == "act" else key: value for key, value in old.items()}


def _seat(old: Plain, last: Plain) -> Plain:
    new = _with_decks(_with_piles(old))
    cards = {key: new.pop(key) for key in ("exiled", "removed") if key in new}
    conditions = {key: last[key] for key in ("conditions", "attached_to") if key in last}
    return new | _without_empty({"outcome": cards | conditions})


def aftermath(exiled: list[str], old: Plain) -> Plain:
    """Return the aftermath of a version of a deck, which had its exiled cards in a column of their own."""
    names = {"lost": "removed", "happened": "conditions"}
    new = {names.get(key, key): value for key, value in old.items() if key != "exiled_extra"}
    new["exiled"] = piles(Counter(exiled), old.get("exiled_extra", {}))
    new["removed"] = piles(new.get("removed", {}), {})
    return _without_empty(new)


def draft(old: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Return the fields of a form that was not finished."""
    return {_field(name): values for name, values in old.items()}


def _field(name: str) -> str:
    if name.startswith("exile-"):
        return name.replace("-extra-", "-second-deck-")
    for old, new in (("claim-", "condition-"), ("happened-", "price-condition-")):
        if name.startswith(old):
            return new + name.removeprefix(old)
    return name


def _without_empty(values: Plain) -> Plain:
    return {key: value for key, value in values.items() if value not in ({}, "")}


def _version(fields: Plain) -> Plain:
    new = dict(fields)
    return new | {"aftermath": aftermath(new.pop("exiled"), new["aftermath"])}


def _entry(fields: Plain) -> Plain:
    if "fates" not in fields["facts"]:
        return fields
    return fields | {"facts": fields["facts"] | {"fates": fates(fields["facts"]["fates"])}}


ROWS: Mapping[str, Callable[[Plain], Plain]] = {
    "campaigns.act": lambda fields: fields | {"payload": step(fields["payload"])},
    "campaigns.bookentry": _entry,
    "campaigns.deckentry": _with_decks,
    "campaigns.campaign": lambda fields: fields | {"state": state(fields["state"])},
    "campaigns.draft": lambda fields: fields | {"fields": draft(fields["fields"])},
    "decks.deckversion": _version,
}

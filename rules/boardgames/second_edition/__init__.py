"""Arkham Horror, 2nd edition: the rules of its tracker. Citations are pages of the rulebook."""

from rules.boardgames.edition import Edition, handlers_of, kinds_of
from rules.boardgames.second_edition import (
    battle,
    cards,
    commands,
    course,
    gates,
    investigators,
    mythos,
    places,
    seat_commands,
)
from rules.boardgames.second_edition.consequences import banners, proposals, questions
from rules.boardgames.second_edition.corrections import correctable, impossible
from rules.boardgames.second_edition.limits import tracks
from rules.boardgames.second_edition.state import State

EDITION = Edition(
    id="second",
    state=State,
    commands=kinds_of(commands, seat_commands),
    handlers=handlers_of(course, mythos, gates, places, investigators, cards, battle),
    proposals=proposals,
    questions=questions,
    banners=banners,
    tracks=tracks,
    correctable=correctable,
    check=impossible,
)

__all__ = ["EDITION", "State"]

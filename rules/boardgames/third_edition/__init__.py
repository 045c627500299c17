"""Arkham Horror Third Edition (2018), by the numbered rules of its Rules Reference."""

from rules.boardgames.edition import Edition, handlers_of, kinds_of
from rules.boardgames.third_edition import (
    actions,
    clues,
    codex,
    cup,
    doom,
    harm,
    monsters,
    phases,
    possessions,
    setup,
    turns,
)
from rules.boardgames.third_edition.advice import banners, tracks
from rules.boardgames.third_edition.correcting import check, correctable
from rules.boardgames.third_edition.proposals import proposals
from rules.boardgames.third_edition.questions import questions
from rules.boardgames.third_edition.state import State

_MODULES = (actions, clues, codex, cup, doom, harm, monsters, phases, possessions, setup, turns)

EDITION = Edition(
    id="third",
    state=State,
    commands=kinds_of(*_MODULES),
    handlers=handlers_of(*_MODULES),
    proposals=proposals,
    questions=questions,
    banners=banners,
    tracks=tracks,
    correctable=correctable,
    check=check,
)

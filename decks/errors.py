"""Errors of the decks app. The message of each names the next thing to do."""

from __future__ import annotations

from web.shared.errors import Refusal


class BadQuestion(Refusal):
    """A mode, edition, taboo list or environment that does not exist."""

    status = 400
    code = "bad_question"


class NotADeck(Refusal):
    """The input cannot be read as a deck."""

    status = 400
    code = "not_a_deck"


class StaleEdit(Refusal):
    """The deck was changed by another request after the version that this edit is based on."""

    status = 409
    code = "stale"


class NothingToUndo(Refusal):
    code = "nothing_to_undo"


class NothingToRedo(Refusal):
    code = "nothing_to_redo"


class UnknownInvestigator(Refusal):
    status = 400
    code = "unknown_investigator"


class BadEdit(Refusal):
    """An edit that is invalid for any deck, for example an impossible code or quantity."""

    status = 400
    code = "bad_edit"


class CardsTakenOut(Refusal):
    """Cards were taken out during an upgrade, and nothing has replaced them yet."""

    code = "cards_taken_out"


class IllegalDeck(Refusal):
    """The action requires a legal deck."""

    code = "illegal"


class TooManyVersions(Refusal):
    """The deck's history is as long as it can be."""

    code = "too_many_versions"


class UpgradeUnderWay(Refusal):
    code = "upgrade_under_way"


class InPlay(Refusal):
    """The deck is played in a campaign, which decides what is in it."""

    code = "in_play"


class NoUpgradeUnderWay(Refusal):
    code = "no_upgrade_under_way"


class NotForSale(Refusal):
    """Rules forbid this purchase."""

    code = "not_for_sale"


class NotEnoughExperience(Refusal):
    code = "not_enough_experience"


class NoWeaknessLeft(Refusal):
    code = "no_weakness_left"

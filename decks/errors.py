"""What may not be done with a deck, and why? Each refusal says what to do next."""

from __future__ import annotations

from accounts.errors import Refusal


class BadQuestion(Refusal):
    """A mode, edition, taboo list or environment that there is not."""

    status = 400
    code = "bad_question"


class NotADeck(Refusal):
    """What was given cannot be read as a deck."""

    status = 400
    code = "not_a_deck"


class StaleEdit(Refusal):
    """Somebody else, or another window, has changed the deck since this one looked at it."""

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
    """An edit that makes no sense, whatever the deck: a code that cannot be one, a quantity beyond reason."""

    status = 400
    code = "bad_edit"


class IllegalDeck(Refusal):
    """The game demands a legal deck here."""

    code = "illegal"


class UpgradeUnderWay(Refusal):
    code = "upgrade_under_way"


class InPlay(Refusal):
    """The deck is played in a campaign, whose record says what is in it."""

    code = "in_play"


class NoUpgradeUnderWay(Refusal):
    code = "no_upgrade_under_way"


class NotForSale(Refusal):
    """Rules speak against this purchase."""

    code = "not_for_sale"


class NotEnoughExperience(Refusal):
    code = "not_enough_experience"


class NoWeaknessLeft(Refusal):
    code = "no_weakness_left"

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

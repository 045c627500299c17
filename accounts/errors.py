"""How does the site say no to somebody? With a sentence that tells what to do next."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refusal(Exception):
    """Something that may not be done, and why. Pages show the sentence, the API sends it with its code."""

    status = 409
    code = "refused"

    def __init__(self, message: str | Promise, **facts: object) -> None:
        super().__init__(str(message))
        self.message = message
        self.facts = facts
        """More for programs: what the API adds to the error."""


class TooMany(Refusal):
    status = 429
    code = "too_many"

    def __init__(self, seconds: int = 60) -> None:
        super().__init__(_("That was tried too often. Please wait a few minutes and try again."))
        self.seconds = seconds
        """After which it may be tried again."""

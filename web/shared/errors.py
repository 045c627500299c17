"""Base classes of refusals: errors with a message for the user that explains what to do next."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refusal(Exception):
    """Something that is not allowed, and why. Pages show the message, the API sends it with its code."""

    status = 409
    code = "refused"

    def __init__(self, message: str | Promise, **facts: object) -> None:
        super().__init__(str(message))
        self.message = message
        self.facts = facts
        """Further details, which the API adds to the error."""


class TooMany(Refusal):
    status = 429
    code = "too_many"

    def __init__(self, seconds: int = 60) -> None:
        super().__init__(_("Too many attempts. Wait a few minutes and try again."))
        self.seconds = seconds
        """Seconds after which the request may be repeated."""

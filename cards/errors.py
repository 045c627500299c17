"""Errors of the cards app."""

from django.utils.functional import Promise

from web.shared.errors import Refusal


class NotInCatalogue(Refusal):
    """A card, investigator or rule that does not exist."""

    status = 404
    code = "not_found"


class MarkRefused(Refusal):
    """A mark on a card that is not possible, with the reason."""

    code = "mark"
    status = 400


class CollectionRefused(Refusal):
    """A change of a collection that is not possible, with the reason."""

    code = "collection"

    def __init__(self, message: str | Promise, *, status: int = 409, **facts: object) -> None:
        super().__init__(message, **facts)
        self.status = status

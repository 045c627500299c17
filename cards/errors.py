"""Errors of the cards app."""

from web.shared.errors import Refusal


class NotInCatalogue(Refusal):
    """A card, investigator or rule that does not exist."""

    status = 404
    code = "not_found"

"""How do the catalogue's pages say no?"""

from accounts.errors import Refusal


class NotInCatalogue(Refusal):
    """Somebody asked for a card, an investigator or a rule that nobody knows."""

    status = 404
    code = "not_found"

"""What a user prefers for decks: the taboo list and rules of new ones, and how the editor lists cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from decks.editor.facets import GROUPS
from rules.cards.catalogue import Catalogue
from rules.rulebook.editions import DEFAULT, EDITIONS

#: The taboo list that is the newest when a deck is begun.
NEWEST = "newest"


@dataclass(frozen=True, slots=True)
class Preferences:
    """Preferences of a user, as they are stored with the account."""

    taboo: str = ""
    """The code of a list, `newest`, or empty for none."""
    edition: str = DEFAULT
    owned: bool = True
    """The editor begins with own cards, if there is a collection."""
    group: str = "class"

    def of_new_deck(self, catalogue: Catalogue) -> dict[str, str]:
        """Return the initial settings of a new deck. A list that is gone is none."""
        taboo = max(catalogue.taboo_lists, default="") if self.taboo == NEWEST else self.taboo
        return {"taboo": taboo if taboo in catalogue.taboo_lists else "", "edition": self.edition}

    def as_stored(self) -> dict[str, Any]:
        return asdict(self)


USUAL = Preferences()


def preferences_of(user: User | AnonymousUser) -> Preferences:
    """Return the user's preferences; what is unknown or was never chosen is as usual."""
    stored: Mapping[str, Any] = user.preferences if isinstance(user, User) else {}
    known = {each.name: stored[each.name] for each in fields(Preferences) if each.name in stored}
    if known.get("edition") not in EDITIONS:
        known.pop("edition", None)
    if known.get("group") not in dict(GROUPS):
        known.pop("group", None)
    return Preferences(**known)

"""Models of campaigns: acts, the entries that they write, members and invitations."""

from campaigns.models.books import (
    BearerEntry,
    BookEntry,
    DeckEntry,
    ExileEntry,
    ExperienceEntry,
    LogEntry,
    PurchaseEntry,
    TokenChange,
    TraumaEntry,
    WeaknessDraw,
)
from campaigns.models.guides import Guide
from campaigns.models.record import Act, Campaign, Draft
from campaigns.models.table import Invitation, Membership, Role

__all__ = [
    "Act",
    "BearerEntry",
    "BookEntry",
    "Campaign",
    "DeckEntry",
    "Draft",
    "ExileEntry",
    "ExperienceEntry",
    "Guide",
    "Invitation",
    "LogEntry",
    "Membership",
    "PurchaseEntry",
    "Role",
    "TokenChange",
    "TraumaEntry",
    "WeaknessDraw",
]

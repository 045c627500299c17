"""Models of campaigns: acts, the entries that they write, members and invitations."""

from campaigns.models.campaigns import Act, Campaign, Draft
from campaigns.models.entries import (
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
from campaigns.models.imported import Guide
from campaigns.models.members import Invitation, Membership, Role

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

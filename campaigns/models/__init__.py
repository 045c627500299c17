"""Models of campaigns: steps, the entries that they write, unfinished work, members and invitations."""

from campaigns.models.campaigns import Campaign, Step
from campaigns.models.chaos_tokens import TokenDraw, TokenModifier
from campaigns.models.entries import Entry
from campaigns.models.imported import Guide
from campaigns.models.members import Invitation, Membership, Role, TakenSeat
from campaigns.models.unfinished import NewDeck, RandomDeck, ScenarioDraft, WeaknessDraft

__all__ = [
    "Campaign",
    "Entry",
    "Guide",
    "Invitation",
    "Membership",
    "NewDeck",
    "RandomDeck",
    "Role",
    "ScenarioDraft",
    "Step",
    "TakenSeat",
    "TokenDraw",
    "TokenModifier",
    "WeaknessDraft",
]

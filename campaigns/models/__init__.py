"""Models of campaigns: steps, the entries that they write, unfinished work, members, campaign files."""

from campaigns.models.campaigns import Campaign, SavedState, Step
from campaigns.models.chaos_tokens import TokenDraw, TokenModifier, TokenTally
from campaigns.models.entries import Entry
from campaigns.models.epic import EpicCounter, EpicEvent, EpicGroup, EpicPress
from campaigns.models.imported import CampaignFile, Guide
from campaigns.models.members import Invitation, Membership, TakenSeat
from campaigns.models.unfinished import NewDeck, RandomDeck, ScenarioDraft, WeaknessDraft

__all__ = [
    "Campaign",
    "CampaignFile",
    "Entry",
    "EpicCounter",
    "EpicEvent",
    "EpicGroup",
    "EpicPress",
    "Guide",
    "Invitation",
    "Membership",
    "NewDeck",
    "RandomDeck",
    "SavedState",
    "ScenarioDraft",
    "Step",
    "TakenSeat",
    "TokenDraw",
    "TokenModifier",
    "TokenTally",
    "WeaknessDraft",
]

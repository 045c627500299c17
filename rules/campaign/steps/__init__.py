"""Acts: everything that players can record in a campaign, by kind. `rules.campaign.apply` judges them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.campaign.codec import Unreadable, from_plain, to_plain
from rules.campaign.steps.campaigns import (
    CampaignEnded,
    CarriedSeat,
    SettingsChanged,
    StartCampaign,
    Transfer,
    UltimatumDrawn,
    UltimatumsChosen,
)
from rules.campaign.steps.decks import (
    BearerChange,
    BearersChanged,
    CardsBought,
    CardsExiled,
    DeckChanged,
    DeckChosen,
    ExperienceAdjusted,
    SignatureLost,
    WeaknessDrawn,
    WeaknessDrawnByGroup,
    WeaknessGained,
    WeaknessRemoved,
    WeaknessReplaced,
)
from rules.campaign.steps.log import (
    Corrected,
    LogChange,
    LogWritten,
    RememberedThat,
    ResearchDone,
    RewardsUnlocked,
    TokensChanged,
    TokensReleased,
    TokensSealed,
)
from rules.campaign.steps.party import (
    InvestigatorLost,
    SeatJoins,
    SeatLeaves,
    SeatRetires,
    SeatReturns,
    TraumaChanged,
)
from rules.campaign.steps.scenarios import (
    Advance,
    BeginScenario,
    CountExperience,
    EndScenario,
    InterludePlayed,
    PricePaid,
)
from rules.campaign.steps.step import Act

__all__ = [
    "KINDS",
    "Act",
    "Advance",
    "BearerChange",
    "BearersChanged",
    "BeginScenario",
    "CampaignEnded",
    "CardsBought",
    "CardsExiled",
    "CarriedSeat",
    "Corrected",
    "CountExperience",
    "DeckChanged",
    "DeckChosen",
    "EndScenario",
    "ExperienceAdjusted",
    "InterludePlayed",
    "InvestigatorLost",
    "LogChange",
    "LogWritten",
    "PricePaid",
    "RememberedThat",
    "ResearchDone",
    "RewardsUnlocked",
    "SeatJoins",
    "SeatLeaves",
    "SeatRetires",
    "SeatReturns",
    "SettingsChanged",
    "SignatureLost",
    "StartCampaign",
    "TokensChanged",
    "TokensReleased",
    "TokensSealed",
    "Transfer",
    "TraumaChanged",
    "UltimatumDrawn",
    "UltimatumsChosen",
    "WeaknessDrawn",
    "WeaknessDrawnByGroup",
    "WeaknessGained",
    "WeaknessRemoved",
    "WeaknessReplaced",
    "act_from_plain",
    "act_to_plain",
]

KINDS: Mapping[str, type[Act]] = {
    act.kind: act
    for act in (
        StartCampaign,
        SettingsChanged,
        UltimatumsChosen,
        UltimatumDrawn,
        CampaignEnded,
        SeatJoins,
        SeatLeaves,
        SeatReturns,
        SeatRetires,
        InvestigatorLost,
        TraumaChanged,
        DeckChosen,
        CardsBought,
        DeckChanged,
        CardsExiled,
        ExperienceAdjusted,
        WeaknessDrawn,
        WeaknessDrawnByGroup,
        WeaknessGained,
        WeaknessReplaced,
        WeaknessRemoved,
        BearersChanged,
        SignatureLost,
        Advance,
        BeginScenario,
        EndScenario,
        CountExperience,
        PricePaid,
        InterludePlayed,
        LogWritten,
        RememberedThat,
        ResearchDone,
        TokensChanged,
        TokensSealed,
        TokensReleased,
        RewardsUnlocked,
        Corrected,
    )
}


def act_to_plain(act: Act) -> dict[str, Any]:
    """Return the act as JSON, with its kind."""
    return {"kind": act.kind, **to_plain(act)}


def act_from_plain(value: Any) -> Act:
    """Return the act that JSON describes; Unreadable gives the fault and its place."""
    if not isinstance(value, Mapping):
        raise Unreadable("should be an object")
    kind = value.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise Unreadable("is not a known kind of step", "kind")
    act: Act = from_plain(KINDS[kind], {key: item for key, item in value.items() if key != "kind"})
    return act

"""Names of scenarios, tokens, log sections and statuses."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.utils.translation import gettext_lazy as _

from campaigns.campaign_rules import campaign_facts, facts_of
from campaigns.models.imported import OF_FILES
from cards.adapters import guides_version
from cards.importing.shipped import CATALOGUE, load
from cards.text.names import german
from rules.campaign import CampaignState
from rules.campaign.facts import SIDE
from rules.campaign.state import LOST
from rules.chaos_bag import AUTO_FAIL, BLESS, BLOOD, CURSE, ELDER_SIGN, FROST, SYMBOLS, TOKENS

Facts = dict[str, Any]

DIFFICULTIES = {
    "easy": _("Easy"),
    "standard": _("Standard"),
    "hard": _("Hard"),
    "expert": _("Expert"),
}
OUTCOMES = {
    "survived": _("Survived"),
    "resigned": _("Resigned"),
    "damage": _("Damage"),
    "horror": _("Horror"),
    "both": _("Damage and horror"),
    "effect": _("By a card"),
    "empty-deck": _("Empty deck"),
    "last-agenda": _("Last agenda"),
}
STATUSES = {
    "active": _("active"),
    "left": _("away"),
    "retired": _("retired"),
    "killed": _("killed"),
    "insane": _("insane"),
    "devoured": _("devoured"),
}
#: What an effect can make of an investigator who is in play.
LOST_STATUSES = [(id, text) for id, text in STATUSES.items() if id in LOST]
#: Causes that forms record.
REVEALED = "revealed"
CAUSES = {REVEALED: _("revealed")}
PHASES = {
    "setup": _("before the first scenario"),
    "ready": _("ready for the next scenario"),
    "scenario": _("playing a scenario"),
    "results": _("experience not recorded yet"),
    "between": _("between scenarios"),
    "ended": _("ended"),
}
VERSIONS = {
    "day": _("by day"),
    "night": _("by night"),
    "v1": _("v. I"),
    "v2": _("v. II"),
    "single_group": _("single group"),
    "epic": _("epic multiplayer"),
}
TOKEN_NAMES = {
    "skull": _("skull"),
    "cultist": _("cultist"),
    "tablet": _("tablet"),
    "elder_thing": _("elder thing"),
    AUTO_FAIL: _("auto-fail"),
    ELDER_SIGN: _("elder sign"),
    BLESS: _("bless"),
    CURSE: _("curse"),
    FROST: _("frost"),
    BLOOD: _("blood"),
}
ICONS = {
    name: name.replace("_", "-") for name in (*SYMBOLS, AUTO_FAIL, ELDER_SIGN, BLESS, CURSE, FROST, BLOOD)
}
LOOKS = {
    AUTO_FAIL: "bad",
    ELDER_SIGN: "good",
    BLESS: "bless",
    CURSE: "curse",
    FROST: "frost",
    BLOOD: "blood",
}
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


def in_language(row: Facts, key: str = "title") -> str:
    return str((row.get(f"{key}_de") if german() else "") or row.get(key, ""))


@lru_cache(maxsize=2)
def _scenarios_of(version: str) -> dict[tuple[str, str], Facts]:
    return {
        (facts["id"], row["id"]): row for facts in facts_of(version).values() for row in facts["scenarios"]
    }


def _scenarios() -> dict[tuple[str, str], Facts]:
    return _scenarios_of(guides_version())


@lru_cache(maxsize=2)
def _anywhere(version: str) -> dict[str, Facts]:
    return {id: row for (_campaign, id), row in reversed(_scenarios_of(version).items())}


def scenario_facts(campaign: str, scenario: str) -> Facts:
    """Return the facts of a scenario of this campaign or of a side story; empty for a custom scenario."""
    known = _scenarios()
    found = known.get((campaign, scenario)) or _of_file(campaign, scenario)
    return found or known.get((SIDE, scenario)) or {}


def _of_file(campaign: str, scenario: str) -> Facts | None:
    """Return a scenario of a campaign file, which is not among the campaigns for all users."""
    if not campaign.startswith(OF_FILES):
        return None
    rows = campaign_facts().get(campaign, {}).get("scenarios", ())
    return next((row for row in rows if row["id"] == scenario), None)


def scenario_name(campaign: str, scenario: str) -> str:
    row = scenario_facts(campaign, scenario) or _anywhere(guides_version()).get(scenario, {})
    return in_language(row) if row else scenario


@lru_cache(maxsize=2)
def _by_title(version: str) -> dict[str, Facts]:
    rows = list(reversed(_scenarios_of(version).values()))
    return {row[key]: row for key in ("title_de", "title") for row in rows if key in row}


def cause_text(cause: str) -> str:
    """Return the cause of a step in the reader's language if it is the name of a scenario or interlude.

    Forms record the name in the language of their author. Other causes are text that a member entered.
    """
    found = _by_title(guides_version()).get(cause)
    return in_language(found) if found else str(CAUSES.get(cause, cause))


#: What a guide calls its parts without a number; the facts have no German words for these.
HEADERS = {"Interlude": _("Interlude"), "Scenario": _("Scenario")}


def full_name(campaign: str, scenario: str) -> str:
    """Return the name with what it is in the guide: “Interlude I: Armitage's Fate”."""
    row = scenario_facts(campaign, scenario)
    header, name = in_language(row, "header"), scenario_name(campaign, scenario)
    return f"{HEADERS.get(header, header)}: {name}" if header and header not in name else name


def campaign_title(facts_id: str) -> str:
    return in_language(campaign_facts().get(facts_id, {}))


def guide_title(name: str, state: CampaignState) -> str:
    """Return the title of the campaign that is played, unless the group named its own campaign like it."""
    title = campaign_title(state.campaign)
    return "" if title == name else title


def by_release(facts: Facts) -> tuple[int, int, bool]:
    """Return the sort key of a campaign by release: its place in its chapter, a return after its campaign."""
    return facts.get("chapter", 1), facts["position"], bool(facts.get("return_of"))


#: Parts of a guide that are read when no numbered resolution was reached.
ENDINGS = {
    "no_resolution": _("No resolution"),
    "no_resolution_resigned": _("No resolution (investigators resigned)"),
    "no_resolution_defeated": _("No resolution (investigators defeated)"),
    "investigator_defeat": _("If you were defeated"),
}


def resolution_name(resolution: str) -> str:
    if resolution in ENDINGS:
        return str(ENDINGS[resolution])
    if resolution[:1] == "R" and resolution[1:].isdigit():
        return str(_("Resolution %(n)s")) % {"n": resolution[1:]}
    if not resolution.replace("_", "").islower():
        return resolution  # The words of the group.
    return resolution.replace("_", " ").capitalize()


def roman(number: int) -> str:
    tens, ones = divmod(number, 10)
    return "X" * tens + ROMAN[ones]


def token_name(token: str) -> str:
    return str(TOKEN_NAMES.get(token, token.replace("-", "−")))


def in_order(tokens: Any) -> list[str]:
    """Return the tokens in display order: numbers from best to worst, symbols, then the rest."""
    known = [token for token in TOKENS if token in tokens]
    return [*known, *sorted(token for token in tokens if token not in TOKENS)]


@lru_cache(maxsize=1)
def _tokens() -> list[Facts]:
    return list(load(CATALOGUE / "tokens.json"))


def _token_rows(campaign: str) -> list[Facts]:
    """Return the rows of token values. Those of an imported campaign come before the shipped ones."""
    return [*campaign_facts().get(campaign, {}).get("tokens", ()), *_tokens()]


def token_facts(campaign: str, scenario: str, side: str) -> Facts:
    """Return the token values of a scenario, from its reference card or else its own encounter set."""
    row = scenario_facts(campaign, scenario)
    if not row:
        return {}
    sets = row.get("encounter_sets", ())
    rows = _token_rows(campaign)
    for facts in rows:
        if row.get("reference_card") and facts.get("reference_card") == row["reference_card"]:
            return dict(facts.get(side, {}))
    for facts in rows:
        if sets and facts.get("encounter_set") == sets[0]:
            return dict(facts.get(side, {}))
    return {}


def is_numbered(campaign: str, scenario: str) -> bool:
    """Return whether the scenario counts among those of the party; interludes and prologues do not."""
    facts = scenario_facts(campaign, scenario)
    return facts.get("kind", "scenario") == "scenario" and not facts.get("premade")


def numeral_of(state: CampaignState, scenario: str) -> str:
    """Return the position of the scenario in this campaign as it was played: I, II, III."""
    return numerals(state).get(scenario, "")


def numerals(state: CampaignState) -> dict[str, str]:
    """Return the positions of all scenarios that were played or are being played."""
    played = [each.scenario for each in state.history if each.is_scenario]
    if state.playing and is_numbered(state.campaign, state.playing.scenario):
        played.append(state.playing.scenario)
    found: dict[str, str] = {}
    for number, scenario in enumerate(played, 1):
        found.setdefault(scenario, roman(number))
    return found


@lru_cache(maxsize=1)
def reward_facts() -> dict[str, Facts]:
    """Return where rewards are earned, as far as the catalogue knows."""
    return dict(load(CATALOGUE / "written" / "rewards.json"))

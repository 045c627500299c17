"""The guided page after a scenario: its fields with the saved values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from campaigns import bag
from campaigns.drawing import draws
from campaigns.forms import guide_prices
from campaigns.forms.story_cards import losable
from campaigns.guidance import proposals
from campaigns.guidance.reminders import after_scenario
from campaigns.log import form as log_form
from campaigns.log import page as log_page
from campaigns.log import tables as log_tables
from campaigns.models import Campaign
from campaigns.party import summary as party_summary
from campaigns.scenario_form import question_text, reader
from campaigns.text import names as campaign_names
from campaigns.text.log_words import note_text
from campaigns.text.steps import card_title
from cards.collections.selectors import all_rewards
from decks import conditions
from rules.campaign import (
    CampaignState,
    Game,
    Seat,
    cards_due,
    may_bring,
    questions,
)
from rules.campaign import outcomes as outcome_rules
from rules.campaign.log_sections import CHECKLIST
from rules.cards import effects
from rules.rulebook.ultimatums import ULTIMATUMS

#: Outcomes that most scenarios have; the others are hidden under “More”.
USUAL = ("survived", "resigned", "damage", "horror", "effect")


def form(campaign: Campaign, state: CampaignState, game: Game, given: QueryDict) -> dict[str, Any]:
    """Return all fields of the page, section by section."""
    assert state.playing is not None
    scenario = state.playing.scenario
    known = game.scenario(state.campaign, scenario)
    may = may_bring(state, known)
    seats = [_seat(state, game, state.seats[id], given) for id in state.playing.seats]
    playing = [row["seat"] for row in seats]
    proposed = proposals.proposals(may, playing, given)
    return {
        "given": {name: given.get(name, "") for name in ("victory", "bonus", "replay", "won")},
        "scenario_name": campaign_names.scenario_name(state.campaign, scenario),
        "numeral": campaign_names.numeral_of(state, scenario),
        "alone": state.mode == "standalone",
        "seats": seats,
        "statuses": campaign_names.LOST_STATUSES,
        "exiles_others": any(n for seat in seats for _row, _name, n in seat["exile_others"]),
        **_result(state, given),
        **_harm(state, game, given),
        **_gains(state, game, seats, given),
        **_weaknesses(state, game, seats, given),
        **_rewards(state, given),
        "sales": guide_prices.sales(known.prices if known else (), playing, given, len(playing)),
        "pays": any(name.startswith("price-") and given[name] for name in given),
        **log_fields(state, game, may, given),
        "proposals": proposed,
        "proposed_bonus": sum(tick.bonus for each in proposed for tick in each.ticks if tick.on),
        "proposes": any(name.startswith("may-") for name in given),
        "bag": bag.view(state),
        "reminders_of": after_scenario(state, game),
        "memories": [section for section in log_page.other_sections(state) if section.id == "remembered"],
    }


def _scenario(state: CampaignState) -> str:
    return state.playing.scenario if state.playing else ""


def _result(state: CampaignState, given: QueryDict) -> dict[str, Any]:
    facts = campaign_names.scenario_facts(state.campaign, _scenario(state))
    return {
        "resolutions": [(id, campaign_names.resolution_name(id)) for id in facts.get("resolutions", ())],
        "resolution": given.get("resolution", ""),
    }


def _harm(state: CampaignState, game: Game, given: QueryDict) -> dict[str, Any]:
    """Return how an investigator can leave the scenario, and the ultimatums and boons that matter then."""
    edition = game.edition(state.edition)
    outcomes = [
        (id, text)
        for id, text in campaign_names.OUTCOMES.items()
        if edition is None or outcome_rules.is_possible(id, edition)
    ]
    return {
        "outcomes": [row for row in outcomes if row[0] in USUAL],
        "rare_outcomes": [row for row in outcomes if row[0] not in USUAL],
        "in_force": [each for each in ULTIMATUMS.values() if each.at_end and each.id in state.in_force],
        "osiris": "boon.osiris" in state.in_force,
        "allies": [
            (code, title, code in given.getlist("ally")) for code, title in reader.allies(state, game)
        ],
    }


def _gains(state: CampaignState, game: Game, seats: list[dict[str, Any]], given: QueryDict) -> dict[str, Any]:
    """Return the story cards of the scenario, those that the guide gives for sealed tokens, and research."""
    return {
        "story_other": given.get("story-other", ""),
        "gains": any(name.startswith("gain-") for name in given),
        "story_cards": [
            (
                code,
                card_title(code),
                [(seat["each"], given.get(f"gain-{code}-{seat['seat'].id}")) for seat in seats],
            )
            for code in reader.offered_story_cards(state, game, _scenario(state), given)
        ],
        "due": [
            {
                "card": card_title(each.card),
                "who": state.seats[each.seat].title,
                "token": campaign_names.token_name(each.token),
                "n": each.sealed,
            }
            for each in cards_due(state, game)
        ],
        "research": [
            (task, title, holders, given.getlist("research"), given.get(f"research-value-{task}", ""))
            for task, title, holders in reader.research_tasks(state, game)
        ],
    }


def _weaknesses(
    state: CampaignState, game: Game, seats: list[dict[str, Any]], given: QueryDict
) -> dict[str, Any]:
    chosen = given.getlist("weakness-trait")
    return {
        "weakness_traits": [
            (trait, trait in chosen) for trait in reader.weakness_traits(state.campaign, _scenario(state))
        ],
        "traits_chosen": bool(chosen),
        "all_weaknesses": draws.basic_weaknesses(game),
        "drew": any(each for seat in seats for each in seat["drew"]),
    }


def _rewards(state: CampaignState, given: QueryDict) -> dict[str, Any]:
    chosen = given.getlist("reward")
    return {
        "chosen_rewards": chosen,
        "rewards": [
            (card, card.code in chosen)
            for card in all_rewards()
            if card.code not in state.rewards and _may_be_earned(card.code, state.campaign, _scenario(state))
        ],
    }


def log_fields(state: CampaignState, game: Game, may: Mapping[str, Any], given: QueryDict) -> dict[str, Any]:
    """Return the fields for the log and the bag, which an interlude has as well."""
    picked = [(name, given.get(name, "")) for name in map(reader.phrase_field, range(reader.PHRASE_ROWS))]
    return {
        "notes": _notes(given),
        "sections": log_page.note_sections(state),
        "note_choices": log_form.note_choices(state),
        "picked": picked,
        "picks": any(phrase for _name, phrase in picked),
        "standing": [
            (note, note_text(note.text, note.key), note.id in given.getlist("cross"))
            for note in state.notes
            if not note.crossed
        ],
        "crosses": given.getlist("cross"),
        "counters": [
            (
                f"count|{section.id}|{counter.key}|{counter.seat}",
                counter.label if counter.label == section.title else f"{section.title}, {counter.label}",
                counter.value,
                given.get(f"count|{section.id}|{counter.key}|{counter.seat}", ""),
            )
            for section in log_page.log(state)
            if section.kind not in (*log_tables.TABLES, CHECKLIST)
            for counter in section.counters
        ],
        "lists": log_page.list_titles(state),
        **_tokens(state, game, may, given),
    }


def _seat(state: CampaignState, game: Game, seat: Seat, given: QueryDict) -> dict[str, Any]:
    id = seat.id
    rows = [(row, row.field(seat), given.get(row.field(seat), "")) for row in reader.exilable(seat, game)]
    fields = {
        name: given.get(f"{name}-{id}", "")
        for name in ("choice", "lost", "physical", "mental", "osiris", "xp", "draw")
    }
    how = given.get(f"how-{id}", "survived")
    return {
        "each": party_summary.glance(state, seat, game),
        "seat": seat,
        "how": how,
        "more": how not in USUAL or any(value for name, value in fields.items() if name != "draw"),
        "exile": [each for each in rows if each[0].certain],
        "exile_others": [each for each in rows if not each[0].certain],
        "questions": [
            (
                q,
                card_title(q.card),
                question_text.question_text(q),
                question_text.is_answered_by_a_tick(q),
                given.get(f"condition-{id}-{q.card}", ""),
                (reader.mental_field(q), given.get(reader.mental_field(q), "")) if q.chooses_trauma else (),
            )
            for q in questions(state, game)
            # A card that its own condition exiles is among the cards to exile.
            if q.seat == id and q.effect.kind != effects.EXILED_WHEN
        ],
        "conditions": conditions.condition_fields(
            reader.price_questions(seat, game), given, reader.price_condition_field(seat)
        ),
        "story": losable(seat, given),
        "fields": fields,
        "drew_field": reader.drew_field(seat),
        "drew": reader.drew(seat, given) or [""],
    }


def _notes(given: QueryDict) -> list[dict[str, Any]]:
    """Return the note lines: every filled one, and at least three."""
    filled = [row for row in range(reader.NOTE_ROWS) if given.get(f"note-text-{row}")]
    return [
        {
            "row": row,
            **{name: given.get(f"note-{name}-{row}", "") for name in ("section", "text", "number", "seat")},
        }
        for row in range(max(3, max(filled, default=0) + 1))
    ]


def _tokens(state: CampaignState, game: Game, may: Mapping[str, Any], given: QueryDict) -> dict[str, Any]:
    """Return the tokens in the bag and those that this scenario uses, then the others, shown on request."""
    near = set(state.bag.tokens)
    for names in (*may.get("tokens", ()), *may.get("tokens_lost", ())):
        near.update([names] if isinstance(names, str) else names)
    rows = [
        (token, state.bag.tokens.get(token, 0), given.get(f"token-{token}", ""), token in near)
        for token in bag.offered(reader.TOKENS, state, game)
    ]
    return {
        "tokens": [row[:3] for row in rows if row[3] or row[2]],
        "other_tokens": [row[:3] for row in rows if not row[3] and not row[2]],
    }


def _may_be_earned(code: str, campaign: str, scenario: str) -> bool:
    """Return whether a reward may be earned here; True if the catalogue does not know where it is earned."""
    where = campaign_names.reward_facts().get(code, {})
    return not where or (where.get("campaign") in ("", campaign) and where.get("scenario") in ("", scenario))

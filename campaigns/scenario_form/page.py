"""The guided page after a scenario: its fields with the saved values, and a preview of what they record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns import bag
from campaigns.drawing import draws
from campaigns.drawing.requests import ToDraw, WeaknessToDraw
from campaigns.forms import guide_prices
from campaigns.guidance import proposals
from campaigns.guidance.reminders import after_scenario
from campaigns.log import form as log_form
from campaigns.log import page as log_page
from campaigns.log import tables as log_tables
from campaigns.models import Campaign, Step
from campaigns.party import summary as party_summary
from campaigns.scenario_form import question_text, reader
from campaigns.text import names as campaign_names
from campaigns.text.history import StepText, StepTexts
from campaigns.text.steps import card_title
from cards.collections.selectors import all_rewards
from decks import conditions
from rules.campaign import (
    CampaignState,
    Game,
    Seat,
    advise,
    apply,
    cards_due,
    may_bring,
    questions,
    step_to_json,
    steps,
)
from rules.campaign import Refusal as Refused
from rules.campaign.log_sections import CHECKLIST
from rules.cards import effects
from rules.deck.verdict import Violation
from rules.rulebook.ultimatums import ULTIMATUMS
from web.shared.errors import Refusal

#: Outcomes that most scenarios have; the others are hidden under “More”.
USUAL = ("survived", "resigned", "damage", "horror", "effect")
#: Ultimatums and boons that have an effect at the end of a scenario.
AT_THE_END = (
    "ub.finality",
    "ub.spiral",
    "ub.survival",
    "ub.scream",
    "boon.osiris",
    "boon.persephone",
)


def form(campaign: Campaign, state: CampaignState, game: Game, given: QueryDict) -> dict[str, Any]:
    assert state.playing is not None
    scenario = state.playing.scenario
    facts = campaign_names.scenario_facts(state.campaign, scenario)
    known = game.scenario(state.campaign, scenario)
    may = may_bring(state, known)
    due = cards_due(state, game)
    seats = [_seat(state, game, state.seats[id], given) for id in state.playing.seats]
    outcomes = [(id, text) for id, text in campaign_names.OUTCOMES.items() if _is_known(state, game, id)]
    rewards = [card for card in all_rewards() if card.code not in state.rewards]
    return {
        "given": {name: given.get(name, "") for name in ("victory", "bonus", "replay", "won")},
        "story_other": given.get("story-other", ""),
        "gains": any(name.startswith("gain-") for name in given),
        "exiles_others": any(n for seat in seats for _row, _name, n in seat["exile_others"]),
        "chosen_rewards": given.getlist("reward"),
        "statuses": campaign_names.LOST_STATUSES,
        "scenario_name": campaign_names.scenario_name(state.campaign, scenario),
        "numeral": campaign_names.numeral_of(state, scenario),
        "resolutions": [(id, campaign_names.resolution_name(id)) for id in facts.get("resolutions", ())],
        "resolution": given.get("resolution", ""),
        "seats": seats,
        "outcomes": [row for row in outcomes if row[0] in USUAL],
        "rare_outcomes": [row for row in outcomes if row[0] not in USUAL],
        "in_force": [ULTIMATUMS[id] for id in AT_THE_END if id in state.in_force and id in ULTIMATUMS],
        "story_cards": [
            (
                code,
                card_title(code),
                [(seat["each"], given.get(f"gain-{code}-{seat['seat'].id}")) for seat in seats],
            )
            for code in reader.offered_story_cards(state, game, scenario, given)
        ],
        "due": [
            {
                "card": card_title(each.card),
                "who": state.seats[each.seat].title,
                "token": campaign_names.token_name(each.token),
                "n": each.sealed,
            }
            for each in due
        ],
        "weakness_traits": [
            (trait, trait in given.getlist("weakness-trait"))
            for trait in reader.weakness_traits(state.campaign, scenario)
        ],
        "traits_chosen": bool(given.getlist("weakness-trait")),
        "all_weaknesses": draws.basic_weaknesses(game),
        "drew": any(each for seat in seats for each in seat["drew"]),
        "research": [
            (task, title, holders, given.getlist("research"), given.get(f"research-value-{task}", ""))
            for task, title, holders in reader.research_tasks(state, game)
        ],
        "allies": [
            (code, title, code in given.getlist("ally")) for code, title in reader.allies(state, game)
        ],
        "rewards": [
            (card, card.code in given.getlist("reward"))
            for card in rewards
            if _may_be_earned(card.code, state.campaign, scenario)
        ],
        "sales": guide_prices.sales(
            known.prices if known else (),
            [row["seat"] for row in seats],
            given,
            len(state.playing.seats),
        ),
        "pays": any(name.startswith("price-") and given[name] for name in given),
        **log_fields(state, game, may, given),
        "proposals": proposals.proposals(may, [row["seat"] for row in seats], given),
        "proposes": any(name.startswith("may-") for name in given),
        "bag": bag.view(state),
        "osiris": "boon.osiris" in state.in_force,
        "alone": state.mode == "standalone",
        "reminders_of": after_scenario(state, game),
        "memories": [section for section in log_page.other_sections(state) if section.id == "remembered"],
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
            (note, note.text or note.key.replace("_", " "), note.id in given.getlist("cross"))
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
        "story": [
            (code, card_title(code), given.get(f"lose-{id}-{code}")) for code in (*seat.story, *seat.granted)
        ],
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


def _is_known(state: CampaignState, game: Game, outcome: str) -> bool:
    edition = game.edition(state.edition)
    switches = edition.switches if edition else None
    if outcome == "empty-deck":
        return bool(switches and switches.empty_deck_defeats)
    if outcome == "last-agenda":
        return bool(switches and switches.last_agenda_defeats)
    return True


def _may_be_earned(code: str, campaign: str, scenario: str) -> bool:
    """Return whether a reward may be earned here; True if the catalogue does not know where it is earned."""
    where = campaign_names.reward_facts().get(code, {})
    return not where or (where.get("campaign") in ("", campaign) and where.get("scenario") in ("", scenario))


@dataclass(frozen=True, slots=True)
class Harm:
    """The changes to one seat, according to the form."""

    seat: Seat
    physical: int
    mental: int
    experience: int
    status: str


@dataclass(frozen=True, slots=True)
class Stage:
    """One section of the page in its side navigation, with a short summary of what was entered."""

    id: str
    title: str
    text: str
    done: bool


def preview(campaign: Campaign, state: CampaignState, game: Game, given: QueryDict) -> dict[str, Any]:
    """Return a preview of what the form would record, as far as it is known."""
    try:
        found = reader.Reader(campaign, state, game, given).read()
        after, lines, against = _apply(campaign, state, game, found, given)
    except Refusal as error:
        return {
            "lines": [],
            "problem": str(error.message),
            "against": (),
            "harm": [_harm(state, state, id, game) for id in _playing(state)],
            "earned": None,
            "rail": list(_rail(given, None, [])),
        }
    harm = [_harm(state, after or state, id, game) for id in _playing(state)]
    return {
        "lines": lines,
        "problem": "",
        "against": against,
        "advice": advise(state, found.end, game),
        "harm": harm,
        "accepted": after is not None,
        "earned": max(0, (found.end.victory or 0) + found.end.bonus),
        "rail": list(_rail(given, found, harm)),
    }


def _playing(state: CampaignState) -> tuple[str, ...]:
    return tuple(state.playing.seats) if state.playing else ()


def _apply(
    campaign: Campaign, state: CampaignState, game: Game, found: reader.EnteredScenario, given: QueryDict
) -> tuple[CampaignState | None, list[StepText], tuple[Violation, ...]]:
    """Return the state after the form is applied, or None and the rules that it breaks."""
    texts, lines = StepTexts(state), []
    after: CampaignState | None = state
    number = campaign.steps.count()
    against: tuple[Violation, ...] = ()
    for each in found.all:
        number += 1
        lines.append(_preview_line(texts, number, each))
        if after is None:
            continue
        outcome = apply(after, each.made(campaign, after) if isinstance(each, ToDraw) else each, game, number)
        if isinstance(outcome, Refused):
            # Until a resolution is chosen the form is unfinished, not wrong.
            against, after = (outcome.violations if given.get("resolution") else ()), None
        elif not isinstance(each, ToDraw):
            # The result of a draw is not known yet: this only checks that the draw is possible.
            after = outcome
    return after, lines, against


def _preview_line(texts: StepTexts, number: int, each: steps.Step | ToDraw) -> StepText:
    if not isinstance(each, WeaknessToDraw):
        assert isinstance(each, steps.Step)
        return texts.of(Step(number=number, kind=each.kind, payload=step_to_json(each)))
    drawn = Step(number=number, kind=steps.WeaknessDrawn.kind, payload={"seat": each.seat})
    return replace(texts.of(drawn), rows=(("dice", _("drawn when this is recorded")),))


def _harm(before: CampaignState, after: CampaignState, id: str, game: Game) -> Harm:
    old, new = before.seats[id], after.seats[id]
    card = game.card(new.front or new.investigator)
    marks = []
    if new.physical and card and card.health:
        marks.append(_("%(n)d of %(of)d health marked") % {"n": new.physical, "of": card.health})
    if new.mental and card and card.sanity:
        marks.append(_("%(n)d of %(of)d sanity marked") % {"n": new.mental, "of": card.sanity})
    status = ", ".join([str(campaign_names.STATUSES[new.status]), *marks])
    return Harm(
        new, new.physical - old.physical, new.mental - old.mental, new.experience - old.experience, status
    )


def _rail(given: QueryDict, found: reader.EnteredScenario | None, harm: list[Harm]) -> Iterator[Stage]:
    resolution = given.get("resolution", "").strip()
    yield Stage("result", _("Result"), campaign_names.resolution_name(resolution), bool(resolution))
    counted = bool(given.get("victory") or given.get("bonus") or given.get("replay"))
    earned = max(0, (found.end.victory or 0) + found.end.bonus) if found else 0
    yield Stage("experience", _("Experience"), _("%(n)d each") % {"n": earned} if counted else "", counted)
    yield Stage("harm", _("Defeat and trauma"), _harmed(harm), bool(resolution))
    cards, notes = _cards_counted(found), _notes_counted(found)
    yield Stage("cards", _("Cards lost and gained"), cards, bool(cards))
    yield Stage("notes", _("Log and bag"), notes, bool(notes))


def _harmed(harm: list[Harm]) -> str:
    parts = []
    if physical := sum(each.physical for each in harm):
        parts.append(_("%(n)d physical trauma") % {"n": physical})
    if mental := sum(each.mental for each in harm):
        parts.append(_("%(n)d mental trauma") % {"n": mental})
    if lost := [each.seat.title for each in harm if each.seat.is_lost]:
        parts.append(_("lost: %(who)s") % {"who": ", ".join(lost)})
    return ", ".join(parts)


def _cards_counted(found: reader.EnteredScenario | None) -> str:
    if found is None:
        return ""
    exiled = sum(len(fate.exiled.codes) for fate in found.end.fates.values())
    drawn = (WeaknessToDraw, steps.WeaknessDrawnByGroup)
    weaknesses = sum(isinstance(each, drawn) for each in found.others)
    changes = [c for step in found.others if isinstance(step, steps.BearersChanged) for c in step.changes]
    research = sum(isinstance(step, steps.ResearchDone) for step in found.others)
    counts = [
        (exiled, ngettext("%(n)d exiled", "%(n)d exiled", exiled)),
        (len(changes), ngettext("%(n)d story card", "%(n)d story cards", len(changes))),
        (weaknesses, ngettext("%(n)d weakness", "%(n)d weaknesses", weaknesses)),
        (research, ngettext("%(n)d task", "%(n)d tasks", research)),
    ]
    return ", ".join(template % {"n": n} for n, template in counts if n)


def _notes_counted(found: reader.EnteredScenario | None) -> str:
    if found is None:
        return ""
    notes = sum(len(step.changes) for step in found.others if isinstance(step, steps.LogWritten))
    changed = [step.tokens for step in found.others if isinstance(step, steps.TokensChanged)]
    tokens = sum(abs(by) for each in changed for by in each.values())
    counts = [
        (notes, ngettext("%(n)d note", "%(n)d notes", notes)),
        (tokens, ngettext("%(n)d token", "%(n)d tokens", tokens)),
    ]
    return ", ".join(template % {"n": n} for n, template in counts if n)

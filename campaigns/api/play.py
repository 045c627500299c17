"""API views that help during play: available campaigns, next steps, setup, chaos bag, log, party cards."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns import bag
from campaigns.api import outputs as shapes
from campaigns.api.base import CampaignView, player, valid
from campaigns.campaign_rules import campaign_facts, game
from campaigns.drawing import draws
from campaigns.errors import BadStep
from campaigns.forms import guide_prices
from campaigns.guidance import to_do
from campaigns.log import page as log_page
from campaigns.party import deck_verdicts
from campaigns.party.collection import collection_of
from campaigns.party.shared_cards import party_cards
from campaigns.selectors import state_of
from campaigns.services.tokens import draw_tokens, draws_of
from campaigns.text import names
from cards.collections import selectors as collection_selectors
from decks.text import sentence, verdict_with_text
from rules.campaign import (
    CampaignState,
    Price,
    cards_due,
    prices_open,
    scenarios_next,
    selectable,
    side_stories,
    to_json,
)
from rules.campaign.facts import SIDE
from rules.campaign.guide_prices import number_of_payers, whole_price
from rules.setup import scenario_setup
from web.shared.numbers import read_whole

LIST = {"type": "array", "items": {"type": "object"}}


class Guides(APIView):
    """The campaigns that can be played. Open to everyone; titles of later scenarios are not revealed."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="guides", responses={200: LIST})
    def get(self, request: Request) -> Response:
        """Campaigns with their difficulties and chaos bags, and scenarios that can be played alone."""
        rows = sorted(campaign_facts().values(), key=names.by_release)
        return Response([_guide(facts) for facts in rows])


def _guide(facts: dict[str, Any]) -> dict[str, Any]:
    return {
        "campaign": facts["id"],
        "title": names.in_language(facts),
        "return_of": facts.get("return_of", ""),
        "is_campaign": facts["id"] != SIDE,
        "bags": facts.get("bags", {}),
        "standalone": [
            {"scenario": row["id"], "title": names.in_language(row), "difficulties": row["standalone"]}
            for row in facts["scenarios"]
            if row.get("standalone") and row["kind"] == "scenario"
        ],
    }


def _number(request: Request, name: str, otherwise: int) -> int:
    text = request.query_params.get(name, "")
    if not text:
        return otherwise
    number = read_whole(text, most=99)
    if number is None:
        raise BadStep(_("%(name)s must be a number from 0 to 99.") % {"name": name})
    return number


class Next(CampaignView):
    @extend_schema(operation_id="what_is_next", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, public_id: UUID) -> Response:
        """What to do next, the possible scenarios, the cost of side stories, and the verdict on every deck.

        In an `open` campaign an `advance` or `interlude-played` may have any name that the group gives.

        Also what the guide currently sells for experience, and which cards are due for sealed tokens.
        """
        campaign = self.visible(public_id)
        state = state_of(campaign)
        verdicts = deck_verdicts.verdicts(campaign, state, game())
        return Response(
            {
                "phase": state.phase,
                "todo": [
                    {"do": each.do, "seat": each.seat, "text": str(each.text)}
                    for each in to_do.todos(campaign, state, game())
                ],
                "scenarios": [
                    {
                        "scenario": id,
                        "title": names.scenario_name(state.campaign, id),
                        "kind": names.scenario_facts(state.campaign, id).get("kind", "scenario"),
                    }
                    for id in scenarios_next(state, game())
                ],
                "open": game().is_open(state.campaign),
                "side_stories": [
                    {
                        "scenario": id,
                        "title": names.scenario_name(SIDE, id),
                        "price": game().price_of(state.campaign, id),
                    }
                    for id in side_stories(state, game())
                ],
                "prices": [_price(state, each) for each in prices_open(state, game())],
                "cards_due": [to_json(each) for each in cards_due(state, game())],
                "verdicts": {id: verdict_with_text(each) for id, each in verdicts.items()},
                "investigators": list(selectable(state, game(), deck_verdicts.owned(campaign, game()))),
            }
        )


def _price(state: CampaignState, price: Price) -> dict[str, Any]:
    return {
        "price": price.id,
        "text": guide_prices.price_text(price),
        "experience": whole_price(price, number_of_payers(state)),
        "by_group": price.by_group,
        "points": price.points,
        "heals": price.heals,
    }


class Setup(CampaignView):
    @extend_schema(
        operation_id="setup_aid",
        parameters=[OpenApiParameter("lead", str, description="The seat that leads.")],
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request, public_id: UUID) -> Response:
        """Setup of the current or next scenario: starting values of seats, bag, encounter sets, steps."""
        campaign = self.visible(public_id)
        state = state_of(campaign)
        if not (state.playing or state.next_scenario):
            raise BadStep(_("Advance to a scenario first."))
        collection, lead = collection_of(campaign), request.query_params.get("lead", "")
        setup = scenario_setup(
            state,
            game(),
            lead=lead if lead in state.active else "",
            owned=set(collection_selectors.packs_owned(collection)) if collection else None,
        )
        plain: dict[str, Any] = to_json(setup)
        plain["steps"] = [{"id": step.id, "text": sentence(step.message, {})} for step in setup.steps]
        return Response(plain)


class Bag(CampaignView):
    @extend_schema(
        operation_id="odds",
        parameters=[OpenApiParameter("skill", int), OpenApiParameter("difficulty", int)],
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request, public_id: UUID) -> Response:
        """The chaos bag, the value of each token in this scenario, and the exact odds of a test."""
        campaign = self.visible(public_id)
        state = state_of(campaign)
        shown = bag.view(state, bag.entered_values(campaign, state))
        skill, difficulty = _number(request, "skill", 4), _number(request, "difficulty", 3)
        chance = shown.odds.chance(skill, difficulty)
        return Response(
            {
                "tokens": [
                    {"token": pile.token, "copies": pile.count, "known": pile.known}
                    | {"value": to_json(pile.value)}
                    for pile in shown.piles
                ],
                "sealed": to_json(state.bag.sealed),
                "test": {"skill": skill, "difficulty": difficulty}
                | {"chance": [chance.numerator, chance.denominator]},
                "chart": [
                    {"margin": margin, "chance": [found.numerator, found.denominator]}
                    for margin, found in shown.odds.chart(bag.MARGINS)
                ],
            }
        )


class Draws(CampaignView):
    @extend_schema(operation_id="draws", responses={200: LIST})
    def get(self, request: Request, public_id: UUID) -> Response:
        """The tokens drawn from the bag, newest first."""
        return Response(draws_of(self.visible(public_id)))

    @extend_schema(
        operation_id="draw_tokens",
        request=shapes.TokenDrawSerializer,
        responses=OpenApiTypes.OBJECT,
    )
    def post(self, request: Request, public_id: UUID) -> Response:
        """Draw a token, and further ones that it reveals. They return to the bag; no step is recorded.

        With `skill` and `difficulty`, the answer has `passed`.
        """
        campaign = self.actable(public_id)
        wanted = valid(shapes.TokenDrawSerializer, request.data)
        test = (wanted["skill"], wanted["difficulty"]) if {"skill", "difficulty"} <= wanted.keys() else None
        key = str(wanted.get("key") or uuid4())
        return Response(draw_tokens(campaign, by=player(request), key=key, test=test))


class Log(CampaignView):
    @extend_schema(
        operation_id="campaign_log",
        parameters=[OpenApiParameter("q", str, description="Words of a note.")],
        responses={200: LIST},
    )
    def get(self, request: Request, public_id: UUID) -> Response:
        """The campaign log by section, with everything that was recorded."""
        campaign = self.visible(public_id)
        state = state_of(campaign)
        find = request.query_params.get("q", "")[:100]
        sections = [each for each in log_page.log(state, find=find) if each.written]
        if not find:
            sections += log_page.other_sections(state, draws.draws_of(campaign))
        return Response([_section(each) for each in sections])


def _section(section: log_page.Section) -> dict[str, Any]:
    return {
        "section": section.id,
        "title": section.title,
        "notes": [
            {
                "id": line.note.id if line.note else "",
                "text": line.text,
                "number": line.number,
                "crossed_out": bool(line.note and line.note.crossed),
                "where": line.where,
            }
            for line in section.lines
        ],
        "counts": [
            {"key": each.key, "seat": each.seat, "label": each.label, "value": each.value}
            for each in section.counters
        ],
    }


class PartyCards(CampaignView):
    @extend_schema(operation_id="party_cards", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, public_id: UUID) -> Response:
        """The party's decks compared with the shared collection: missing copies, and cards by product."""
        campaign = self.visible(public_id)
        found = party_cards(campaign, state_of(campaign), game())
        return Response(
            {
                "has_collection": found.has_boxes,
                "conflicts": [
                    {
                        "card": row.card.code,
                        "title": row.card.title,
                        "owned": row.owned,
                        "missing": row.missing,
                        "wanted": {seat.id: n for seat, n in row.wanted},
                    }
                    for row in found.conflicts
                ],
                "boxes": [
                    {
                        "box": box,
                        "cards": [
                            {"card": row.card.code, "title": row.title, "copies": row.copies}
                            | {"seats": {seat.id: n for seat, n in row.who}}
                            for row in rows
                        ],
                    }
                    for box, rows in found.boxes
                ],
            }
        )

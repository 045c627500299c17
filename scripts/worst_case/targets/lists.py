"""Lists and exports of a player who stores as much as the limits allow."""

from __future__ import annotations

from django.conf import settings

from campaigns.campaign_rules import game
from campaigns.models import Campaign, Membership, Role
from cards.models import Collection
from decks.adapters import judged_with
from decks.models import Deck, DeckVersion
from rules.campaign import EMPTY, Refusal, apply, steps, to_json
from scripts.worst_case.materials import Input
from scripts.worst_case.measuring import Request
from scripts.worst_case.targets.base import Stored, Target


class Lists(Target):
    """Pages that show or export everything that a player has."""

    stores = True
    WHERE = (
        *("/", "/decks/", "/campaigns/", "/api/v1/decks/?page_size=100", "/api/v1/campaigns/?page_size=100"),
        *(
            "/account/",
            "/search/?q=a",
            "/decks/deleted/",
            "/decks/compare/",
            "/cards/",
            "/decks/?q=a&order=name",
        ),
        *("/account/export/", "/api/v1/account/export/", "/collection/"),
    )

    def seeds(self) -> list[Input]:
        return [
            {"where": "/decks/", "decks": 100, "slots": 40, "campaigns": 2, "notes": 10, "collections": 1},
            {"where": "/campaigns/", "decks": 2, "slots": 40, "campaigns": 20, "notes": 10, "collections": 1},
        ]

    def change(self, given: Input) -> Input:
        made, new = self.materials, dict(given)
        quota = settings.QUOTAS["player"]
        what = self.chance.choice(("where", "decks", "slots", "campaigns", "notes", "collections"))
        most = {
            "decks": quota["decks"],
            "slots": 200,
            "campaigns": quota["campaigns"],
            "notes": 900,
            "collections": 50,
        }
        new[what] = (
            self.chance.choice(self.WHERE) if what == "where" else made.number(new[what], 0, most[what])
        )
        return new

    def store(self, given: Input) -> Stored:
        owner, made = self.owner(), self.materials
        slots = dict.fromkeys(made.codes[: given["slots"]], 1)
        decks = Deck.objects.bulk_create(
            Deck(
                owner=owner,
                name=f"Deck {n}",
                investigator="01001",
                notes="x" * 500,
                is_legal=False,
                # Otherwise the site would judge them all when it starts.
                judged_with=judged_with(made.catalogue),
            )
            for n in range(given["decks"])
        )
        versions = DeckVersion.objects.bulk_create(
            DeckVersion(deck=deck, number=1, slots=slots) for deck in decks
        )
        for deck, version in zip(decks, versions, strict=True):
            deck.working = version
        Deck.objects.bulk_update(decks, ["working"], batch_size=500)
        start = apply(EMPTY, steps.StartCampaign(campaign="boa", difficulty="standard", title="x"), game())
        assert not isinstance(start, Refusal)
        lines = tuple(
            steps.LogChange(do="record", text=f"Something, {n}. " + "y" * 80) for n in range(given["notes"])
        )
        state = apply(start, steps.LogWritten(changes=lines), game()) if lines else start
        plain = to_json(state)
        campaigns = Campaign.objects.bulk_create(
            Campaign(owner=owner, name=f"Campaign {n}", facts="boa", state=plain)
            for n in range(given["campaigns"])
        )
        Membership.objects.bulk_create(
            Membership(campaign=campaign, user=owner, role=Role.OWNER) for campaign in campaigns
        )
        Collection.objects.bulk_create(
            Collection(owner=owner, name=f"Collection {n}") for n in range(given["collections"])
        )
        return {}

    def request(self, given: Input, stored: Stored) -> Request:
        return Request("GET", given["where"])

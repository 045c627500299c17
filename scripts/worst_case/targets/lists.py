"""Lists and exports of a player who stores as much as the limits allow."""

from __future__ import annotations

from django.conf import settings

from accounts.members import Role
from accounts.quotas import FIXED
from boardgames.models import Game, GameMember
from boardgames.services.templates import save_template
from boardgames.template_kinds import SCENARIO
from campaigns.campaign_rules import game
from campaigns.models import Campaign, Membership
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
        *("/campaigns/statistics/", "/api/v1/campaigns/statistics/", "/epic/", "/games/", "/games/new/"),
        *(
            "/games/new/third/",
            "/games/templates/",
            "/games/templates/export/",
            "/api/v1/games/?page_size=100",
        ),
    )

    def seeds(self) -> list[Input]:
        plain = {"decks": 2, "slots": 40, "campaigns": 2, "notes": 10, "collections": 1}
        games = {"games": 20, "templates": 20, "facts": 5}
        return [
            {"where": "/decks/", **plain, **games, "decks": 100},
            {"where": "/campaigns/", **plain, **games, "campaigns": 20},
            {"where": "/games/templates/", **plain, **games, "templates": 100},
        ]

    def change(self, given: Input) -> Input:
        made, new = self.materials, dict(given)
        quota = settings.QUOTAS["player"]
        what = self.chance.choice(("where", "where", *given.keys() - {"where"}))
        most = {
            "decks": quota["decks"],
            "slots": 200,
            "campaigns": quota["campaigns"],
            "notes": 900,
            "collections": 50,
            "games": FIXED["games"][0],
            "templates": FIXED["templates"][0],
            "facts": 400,
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
        self.store_games(given)
        return {}

    def store_games(self, given: Input) -> None:
        """Store games that are finished, and scenarios with as many parts as a template may have."""
        owner = self.owner()
        games = Game.objects.bulk_create(
            Game(
                owner=owner,
                edition="third",
                name=f"Game {n}",
                state={},
                status="won",
                subject="x" * 80,
                players=4,
                score=n,
                honours=[f"Citizen {n}"],
                investigators=[f"Somebody {n}", "Somebody else"],
            )
            for n in range(given.get("games", 0))
        )
        GameMember.objects.bulk_create(GameMember(game=game, user=owner, role=Role.OWNER) for game in games)
        cards = [{"number": str(n), "title": "x" * 60} for n in range(given.get("facts", 0))]
        for number in range(given.get("templates", 0)):
            save_template(owner, "third", SCENARIO, f"Scenario {number}", {"cards": cards})

    def request(self, given: Input, stored: Stored) -> Request:
        return Request("GET", given["where"])

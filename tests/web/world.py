"""Test data with an object of every kind, and users of every role."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from accounts import keys
from accounts.models import User
from accounts.services import create_guest
from boardgames.models import GameMember
from boardgames.services.members import invite as invite_to_game
from boardgames.services.recording import delete_game, start_game
from boardgames.services.templates import save_template
from campaigns import described
from campaigns.models import Campaign, EpicEvent, EpicGroup, Membership
from campaigns.services.campaign_files import create_file
from campaigns.services.creation import start_campaign
from campaigns.services.members import invite
from campaigns.services.recording import delete_campaign
from cards import adapters
from cards.collections import selectors as collection_selectors
from cards.models import Collection
from cards.services import collections as collection_services
from decks import services
from decks.editor import browser, card_texts
from decks.models import Deck
from jobs.models import Job
from rules.campaign import steps
from rules.rulebook import RULEBOOK
from tests.campaigns.conftest import FIRST, Walk, make_deck
from tests.rules.boardgames.second_edition.table import beginning
from tests.web.permission_table import ROLES


def patterns(found: list[Any], before: str = "/") -> Iterator[tuple[str, URLPattern]]:
    """Every URL outside of the admin site, by its name, or by its route if it has none."""
    for pattern in found:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":
                yield from patterns(pattern.url_patterns, route)
        else:
            yield pattern.name or route, pattern


ADDRESSES = dict(patterns(get_resolver().url_patterns))

#: A word that does not occur by chance.
MARK = "Xyzzyva"


@dataclass
class World:
    """A deck, a collection, a campaign and more of one owner, and six other users."""

    users: dict[str, User]
    deck: Deck
    collection: Collection
    campaign: Campaign
    arguments: dict[str, Any]
    special: dict[str, dict[str, Any]]
    """Objects for URLs that need another than the usual one: for example one that was deleted, or offered."""
    secrets: dict[str, str]
    """Private texts, and the roles that may read them."""
    cookies: dict[str, Any] = field(default_factory=dict)

    def path(self, name: str) -> str:
        if name.startswith("/"):
            return name
        known = {**self.arguments, **self.special.get(name, {})}
        return reverse(name, kwargs={key: known[key] for key in self.needs(name)})

    def needs(self, name: str) -> set[str]:
        """Return the names of the parameters of a URL."""
        routes = get_resolver().reverse_dict.getlist(name)
        return {key for _route, keys in routes[0][0] for key in keys} if routes else set()


def make_world() -> World:
    users = {
        role: User.objects.create_user(role, f"{role}@example.org", "a long password")
        for role in ROLES
        if role not in ("anonymous", "guest", "staff")
    }
    users["guest"] = create_guest()
    users["staff"] = User.objects.create_superuser("staff", "staff@example.org", "a long password")
    owner = users["owner"]

    deck = make_deck(owner, FIRST, name=f"{MARK} deck")
    services.write_notes(deck, notes=f"{MARK} notes")
    linked = services.share(services.create_deck(owner=owner, investigator="01001", name="By a link"))
    upgrading = services.create_deck(owner=owner, investigator="01001", name=f"{MARK} upgrade")
    services.begin_upgrade(upgrading, experience=5)
    hunches = services.create_deck(owner=owner, investigator="05002", name=f"{MARK} hunches")
    shown = [
        services.create_deck(owner=owner, investigator=code, name="In a party") for code in ("01001", "01002")
    ]
    together = services.publish_party(shown, owner=owner, name="A party")
    gone = services.delete_deck(services.create_deck(owner=owner, investigator="01002", name=f"{MARK} gone"))

    collection = collection_services.create_collection(owner=owner, name=f"{MARK} shelf")
    offered = collection_services.create_collection(owner=owner, name="Offered")
    for role, may_edit in (("reader", False), ("player", True)):
        collection_services.share_collection(collection=collection, username=role, may_edit=may_edit)
        collection_services.accept_share(collection_selectors.invitations_of(users[role]).get())
    collection_services.share_collection(collection=offered, username="stranger", may_edit=False)

    start = steps.StartCampaign(campaign="boa", difficulty="standard", title=f"{MARK} campaign")
    campaign = start_campaign(start, owner=owner, name=f"{MARK} campaign", collection=collection).campaign
    companion = User.objects.create_user("companion")
    for user, role in ((users["reader"], "reader"), (users["player"], "player"), (companion, "player")):
        Membership.objects.create(campaign=campaign, user=user, role=role)
    client = Client()
    client.force_login(owner)
    walk = Walk(client, campaign)
    walk.sit(make_deck(owner, FIRST, name=f"{MARK} at the table"))
    walk.begin("spreading_flames")
    campaign.refresh_from_db()
    ended = start_campaign(start, owner=owner, name=f"{MARK} ended").campaign
    delete_campaign(ended)
    link = invite(campaign, role="player")

    file = create_file({**described.EXAMPLE, "title": f"{MARK} file"}, owner=owner)

    event = EpicEvent.objects.create(
        owner=owner,
        name=f"{MARK} event",
        facts="side",
        scenario="war_of_the_outer_gods",
        difficulty="standard",
        token="event-token",
    )
    EpicGroup.objects.create(event=event, name=f"{MARK} group", campaign=campaign)

    table = start_game("second", beginning(2), owner=owner, name=f"{MARK} table")
    cleared = start_game("second", beginning(2), owner=owner, name=f"{MARK} cleared")
    delete_game(cleared)
    for role in ("reader", "player"):
        GameMember.objects.create(game=table, user=users[role], role=role)
    table_link = invite_to_game(table, role="player")
    template = save_template(owner, "second", "investigator", f"{MARK} investigator", {})
    scenario = save_template(owner, "third", "scenario", f"{MARK} scenario", {})

    job = Job.objects.create(kind="jobs.wait", owner=owner, message=f"{MARK} job")
    keys.create_key(owner, name=f"{MARK} key")
    secrets = {
        f"{MARK} deck": "owner",
        f"{MARK} notes": "owner",
        f"{MARK} gone": "owner",
        f"{MARK} upgrade": "owner",
        f"{MARK} shelf": "reader player owner",
        f"{MARK} campaign": "reader player owner",
        f"{MARK} at the table": "reader player owner",
        f"{MARK} ended": "owner",
        f"{MARK} file": "owner",
        f"{MARK} event": "reader player owner",
        f"{MARK} group": "reader player owner",
        f"{MARK} table": "reader player owner",
        f"{MARK} cleared": "owner",
        f"{MARK} investigator": "owner",
        str(table_link.token): "owner",
        f"{MARK} job": "owner staff",
        f"{MARK} key": "owner",
        str(link.token): "owner",
        str(linked.share_token): "owner",
        owner.email: "owner",
    }
    return World(
        users=users,
        deck=deck,
        collection=collection,
        campaign=campaign,
        arguments={
            "deck": deck.public_id,
            "deck_id": deck.public_id,
            "party": together.public_id,
            "party_id": together.public_id,
            "public_id": campaign.public_id,
            "pk": collection.pk,
            "code": "01020",
            "number": 1,
            "form": "json",
            "name": "companion",
            "day": "2026-04-01",
            "username": "reader",
            "role": "player",
            "seat": "s1",
            "token": linked.share_token,
            "facts_id": "boa",
            "file_id": file.public_id,
            "event_id": event.public_id,
            "rule_id": next(iter(RULEBOOK)),
            "entry_id": "fast",
            "template_id": template.public_id,
        },
        special={
            "player": {"username": "owner"},
            "deck-edit-apart": {"deck_id": hunches.public_id, "code": "05002"},
            "deck-upgrade-options": {"deck_id": upgrading.public_id, "code": "01088"},
            "deck-undelete": {"deck_id": gone.public_id},
            "api-deck-undelete": {"deck": gone.public_id},
            "campaign-undelete": {"public_id": ended.public_id},
            "api-campaign-undelete": {"public_id": ended.public_id},
            "campaign-join": {"token": link.token},
            "epic-join": {"token": event.token},
            "campaign-chronicle-shared": {"token": link.token},
            **{
                name: {"public_id": table.public_id}
                for name in ADDRESSES
                if name.startswith(("game-", "api-game"))
            },
            "game-undelete": {"public_id": cleared.public_id},
            "game-join": {"token": table_link.token},
            "game-scenario": {"template_id": scenario.public_id},
            "collection-accept": {"pk": offered.pk},
            "api-invitation-detail": {"pk": offered.pk},
            "account-key-end": {"pk": keys.keys_of(owner)[0].pk},
            "job-detail": {"pk": job.pk},
            "api-job-detail": {"pk": job.pk},
            "investigator-detail": {"code": "01001"},
            "api-investigator-detail": {"code": "01001"},
            "api-investigator-pool": {"code": "01001"},
            "deck-new-for": {"code": "01001"},
            "deck-cards": {"name": browser.browser_cards(adapters.catalogue()).name},
            "deck-card-texts": {"name": card_texts.browser_texts(adapters.catalogue()).name},
            "api-pack-detail": {"code": "core"},
            "arkhamdb-pack-cards": {"code": "core"},
            "arkhamdb-deck": {"name": str(deck.pk)},
            "deck-redirect": {"number": str(deck.pk)},
            "arkhamdb-decklist": {"name": str(deck.pk)},
            "api-taboo-detail": {"code": "010"},
            "password-reset-confirm": {
                "uidb64": urlsafe_base64_encode(force_bytes(owner.pk)),
                "token": default_token_generator.make_token(owner),
            },
        },
        secrets=secrets,
    )

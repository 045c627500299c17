"""Every address, every role, every method: who gets in is as `permission_table` says.

Requests are really sent. A refused one writes nothing to the database; reading writes nothing, whoever reads;
and no answer holds a secret of somebody who has not shared it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from accounts import keys
from accounts.models import User
from accounts.services import BACKEND, create_guest
from campaigns.models import Campaign, Membership
from campaigns.services.record import delete_campaign
from campaigns.services.starting import start_campaign
from campaigns.services.table import invite
from cards import adapters, collections
from cards.models import Collection
from decks import services
from decks.editor import browser
from decks.models import Deck
from jobs.models import Job
from rules.campaign import acts
from rules.rulebook import RULEBOOK
from tests.campaigns.conftest import FIRST, Walk, make_deck
from tests.config.permission_table import OPEN_WHEN_PUBLISHED, ROLES, TABLE_OF_ADDRESSES

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
WRITES = re.compile(r'^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+"?(\w+)')
#: What an invitation tells to whoever has it.
SHOWN_BY_LINK = {"campaign-join": ["Xyzzyva campaign"]}
#: Where a visit may be noted.
SESSIONS = {"django_session"}


# --- Addresses ------------------------------------------------------------------------------------------


def patterns(found: list[Any], before: str = "/") -> Iterator[tuple[str, URLPattern]]:
    """Every address outside of the administration, by its name; without one, by its route."""
    for pattern in found:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":
                yield from patterns(pattern.url_patterns, route)
        else:
            yield pattern.name or route, pattern


ADDRESSES = dict(patterns(get_resolver().url_patterns))


def spread(table: Iterable[tuple[str, str, str]]) -> Iterator[tuple[tuple[str, str], str]]:
    """The lines of a table by address and method."""
    for who, methods, names in table:
        for name in names.split():
            for method in methods.split():
                yield (name, method), who


LINES = list(spread(TABLE_OF_ADDRESSES))
EXPECTED = dict(LINES)
PUBLISHED = {**EXPECTED, **dict(spread(OPEN_WHEN_PUBLISHED))}


def test_every_address_is_in_the_table():
    listed = {name for name, _method in EXPECTED}
    assert sorted(set(ADDRESSES) - listed) == [], "say in permission_table who may do what there"
    assert sorted(listed - set(ADDRESSES)) == [], "there is no such address"
    assert len(LINES) == len(EXPECTED), "an address is listed twice"
    assert all(len(who) == len(ROLES) and set(who) <= set("oshf") for who in EXPECTED.values())


# --- The world ------------------------------------------------------------------------------------------

#: Nobody writes such a word by chance.
MARK = "Xyzzyva"


@dataclass
class World:
    """A deck, a collection, a campaign and more of one owner, and six others who would like to have them."""

    users: dict[str, User]
    deck: Deck
    collection: Collection
    campaign: Campaign
    arguments: dict[str, Any]
    special: dict[str, dict[str, Any]]
    """Where an address needs another thing than the usual: one that was deleted, or offered."""
    secrets: dict[str, str]
    """What may not be read, and the roles that may."""
    cookies: dict[str, Any] = field(default_factory=dict)

    def path(self, name: str) -> str:
        if name.startswith("/"):
            return name
        known = {**self.arguments, **self.special.get(name, {})}
        return reverse(name, kwargs={key: known[key] for key in self.needs(name)})

    def needs(self, name: str) -> set[str]:
        """The names of what an address is made with."""
        routes = get_resolver().reverse_dict.getlist(name)
        return {key for _route, keys in routes[0][0] for key in keys} if routes else set()


@pytest.fixture
def world(db: None) -> World:
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
    gone = services.delete_deck(services.create_deck(owner=owner, investigator="01002", name=f"{MARK} gone"))

    shelf = collections.create_collection(owner=owner, name=f"{MARK} shelf")
    offered = collections.create_collection(owner=owner, name="Offered")
    for role, may_edit in (("reader", False), ("player", True)):
        collections.share_collection(collection=shelf, username=role, may_edit=may_edit)
        collections.accept_share(collections.invitations_of(users[role]).get())
    collections.share_collection(collection=offered, username="stranger", may_edit=False)

    start = acts.StartCampaign(campaign="boa", difficulty="standard", title=f"{MARK} campaign")
    campaign = start_campaign(start, owner=owner, name=f"{MARK} campaign", collection=shelf).campaign
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
        f"{MARK} job": "owner staff",
        f"{MARK} key": "owner",
        str(link.token): "owner",
        str(linked.share_token): "owner",
        owner.email: "owner",
    }
    return World(
        users=users,
        deck=deck,
        collection=shelf,
        campaign=campaign,
        arguments={
            "deck": deck.public_id,
            "deck_id": deck.public_id,
            "public_id": campaign.public_id,
            "pk": shelf.pk,
            "code": "01020",
            "number": 1,
            "form": "json",
            "name": "companion",
            "username": "reader",
            "role": "player",
            "seat": "s1",
            "token": linked.share_token,
            "facts_id": "boa",
            "rule_id": next(iter(RULEBOOK)),
        },
        special={
            "deck-upgrade-offers": {"deck_id": upgrading.public_id, "code": "01088"},
            "deck-undelete": {"deck_id": gone.public_id},
            "api-deck-undelete": {"deck": gone.public_id},
            "campaign-undelete": {"public_id": ended.public_id},
            "api-campaign-undelete": {"public_id": ended.public_id},
            "campaign-join": {"token": link.token},
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
            "api-pack-detail": {"code": "core"},
            "api-taboo-detail": {"code": "010"},
            "password-reset-confirm": {
                "uidb64": urlsafe_base64_encode(force_bytes(owner.pk)),
                "token": default_token_generator.make_token(owner),
            },
        },
        secrets=secrets,
    )


# --- Requests -------------------------------------------------------------------------------------------

#: What a form must hold so that it names something that there is.
FORMS = {"collection-unshare": {"user": "reader"}}


@contextmanager
def watched() -> Iterator[list[str]]:
    """The tables in which rows were changed."""
    written: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if (found := WRITES.match(sql)) and context["cursor"].rowcount:
            written.append(found[1])
        return result

    with connection.execute_wrapper(note):
        yield written


def client_of(world: World, role: str) -> Client:
    """A browser of this role, as it was before anything was asked."""
    client = Client(raise_request_exception=False)
    if role != "anonymous":
        if role not in world.cookies:
            client.force_login(world.users[role], backend=BACKEND)
            world.cookies[role] = client.cookies
        client.cookies = world.cookies[role].copy()
    return client


def send(client: Client, name: str, method: str, path: str) -> Any:
    if method == "GET":
        return client.get(path, {"q": MARK[:5]})
    if path.startswith("/api/"):
        return client.generic(method, path, "{}", "application/json")
    form = urlencode(FORMS.get(name, {}))
    return client.generic(method, path, form, "application/x-www-form-urlencoded")


def outcome(answer: Any) -> str:
    """The letter of the table, or the status where there is none."""
    to_sign_in = answer.status_code == 302 and answer["Location"].startswith(reverse("login"))
    if answer.status_code == 401 or to_sign_in:
        return "s"
    known = {403: "f", 404: "h", 405: "405"}
    return known.get(answer.status_code, "o" if answer.status_code < 500 else str(answer.status_code))


def complaints(world: World, name: str, method: str, role: str, who: str | None = None) -> Iterator[str]:
    """Send the request, take back what it did, and say what is not as it should be."""
    who = who or EXPECTED.get((name, method))
    expected = {who[ROLES.index(role)]} if who else {"405"}
    if who is None and role == "anonymous":
        expected.add("s")  # some ask who it is before they look at the method
    client = client_of(world, role)
    point = transaction.savepoint()
    with watched() as written:
        answer = send(client, name, method, world.path(name))
        found, said = outcome(answer), answer.getvalue().decode(errors="replace")
    transaction.savepoint_rollback(point)
    if found not in expected:
        yield f"got {found} ({answer.status_code}), expected {' or '.join(sorted(expected))}"
    if (found != "o" or method == "GET") and set(written) - SESSIONS:
        yield f"wrote to {sorted(set(written) - SESSIONS)}"
    for secret, readers in world.secrets.items():
        shown = name in SHOWN_BY_LINK and secret in SHOWN_BY_LINK[name]
        if secret in said and role not in readers.split() and secret not in world.path(name) and not shown:
            yield f"tells “{secret}”"


def area(name: str) -> str:
    """The app that answers at an address."""
    view = ADDRESSES[name].callback
    return str(getattr(view, "cls", view).__module__).split(".")[0]


@pytest.mark.parametrize("app", sorted({area(name) for name in ADDRESSES}))
def test_the_table_holds(world, app):
    wrong = [
        f"{method} {name} as {role}: {problem}"
        for name in sorted(ADDRESSES)
        if area(name) == app
        for method in METHODS
        # A method that nobody may use is refused whoever asks: the first and the last in rights will do.
        for role in (ROLES if (name, method) in EXPECTED else ("anonymous", "owner"))
        for problem in complaints(world, name, method, role)
    ]
    assert not wrong, "\n".join(wrong)


def test_a_published_deck_is_read_and_copied_by_anybody_and_changed_by_its_owner(world):
    services.publish(world.deck)
    for secret in (f"{MARK} deck", f"{MARK} notes", str(world.deck.share_token)):
        world.secrets.pop(secret, None)
    wrong = [
        f"{method} {name} as {role}: {problem}"
        for name, method in EXPECTED
        if {"deck", "deck_id"} & world.needs(name) and name not in world.special
        for role in ROLES
        for problem in complaints(world, name, method, role, PUBLISHED[name, method])
    ]
    assert not wrong, "\n".join(wrong)

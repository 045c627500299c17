"""Tests of permissions: non-members find nothing, readers read, players step, the owner manages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from accounts.models import User
from campaigns.api import urls as api_urls
from campaigns.errors import NotAllowed
from campaigns.models import Campaign, Membership, ScenarioDraft, TokenDraw
from campaigns.services.members import invite, join, withdraw
from campaigns.views import urls as page_urls
from tests.campaigns.conftest import FIRST, Walk, make_deck

pytestmark = pytest.mark.django_db

METHODS = ("get", "post", "put", "patch", "delete")


def names() -> Iterator[str]:
    """The names of all URLs of a campaign, of the pages and of the API."""
    for module in (page_urls, api_urls):
        for pattern in module.urlpatterns:
            assert isinstance(pattern, URLPattern)
            if "public_id" in pattern.pattern.converters:
                assert pattern.name
                yield pattern.name


ALL = sorted(names())


def address(name: str, campaign: Any, seat: str = "s1") -> str:
    wanted = {"public_id": campaign, "seat": seat, "name": "alice", "role": "player"}
    for _route, params in get_resolver().reverse_dict.getlist(name)[0][0]:
        return reverse(name, kwargs={key: wanted[key] for key in params})
    raise AssertionError(name)


def ask(client: Client, method: str, path: str) -> int:
    given = {"step": {"kind": "tokens-changed", "tokens": {"skull": 1}}, "until": 1, "role": "player"}
    kind = {"content_type": "application/json"} if path.startswith("/api/") and method != "get" else {}
    return getattr(client, method)(
        path, given if method in ("get", "post") or kind else None, **kind
    ).status_code


@pytest.fixture
def table(walk: Walk, alice: User) -> Campaign:
    walk.sit(make_deck(alice, FIRST))
    walk.campaign.refresh_from_db()
    return walk.campaign


def test_there_are_addresses_to_try() -> None:
    assert len(ALL) >= 30


def test_a_stranger_cannot_tell_a_campaign_from_none(
    table: Campaign, as_mallory: Client, client: Client
) -> None:
    before = table.revision
    for name in ALL:
        for somebody in (as_mallory, client):
            for method in METHODS:
                theirs = ask(somebody, method, address(name, table.public_id))
                none = ask(somebody, method, address(name, uuid4()))
                assert theirs == none, (name, method, theirs, none)
                unknown = somebody is client and theirs in (401, 302)
                assert theirs in (404, 405) or unknown, (name, method, theirs)
    table.refresh_from_db()
    assert (table.revision, table.deleted_at) == (before, None)


#: Readers may branch what they can read.
OPEN_TO_READERS = {"campaign-branch", "api-campaign-branch"}


def test_a_reader_changes_nothing(table: Campaign, as_bob: Client, bob: User) -> None:
    Membership.objects.filter(campaign=table, user=bob).update(role="reader")
    before = (table.revision, table.steps.count(), table.members.count())
    for name in ALL:
        for method in METHODS:
            if method != "get" and name in OPEN_TO_READERS:
                continue
            status = ask(as_bob, method, address(name, table.public_id))
            # 400: there is no scenario to set up yet.
            fine = (200, 302, 400, 403, 405) if method == "get" else (403, 404, 405)
            assert status in fine, (name, method, status)
    table.refresh_from_db()
    assert (table.revision, table.steps.count(), table.members.count()) == before
    assert (
        table.deleted_at,
        ScenarioDraft.objects.count() + TokenDraw.objects.count(),
        table.invitations.count(),
    ) == (None, 0, 0)


@pytest.mark.parametrize("what", ["delete", "invite", "withdraw", "renew", "hand-over", "remove", "role"])
def test_a_player_does_not_keep_the_table(table: Campaign, as_bob: Client, bob: User, what: str) -> None:
    invite(table, role="player")
    member = table.members.get(user=bob)
    fields = {"do": what, "role": "player", "member": member.pk}
    assert as_bob.post(reverse("campaign-settings", args=[table.public_id]), fields).status_code == 403
    table.refresh_from_db()
    assert (table.deleted_at, table.members.count(), table.invitations.count()) == (None, 2, 1)
    assert table.members.get(user=bob).role == "player"


def test_a_link_is_withdrawn_and_renewed(table: Campaign, as_mallory: Client, mallory: User) -> None:
    first = invite(table, role="player").token
    withdraw(table, role="player")
    second = invite(table, role="player").token
    assert first != second
    assert as_mallory.get(reverse("campaign-join", args=[first])).status_code == 404
    assert as_mallory.post(reverse("campaign-join", args=[first])).status_code == 404
    assert as_mallory.get(reverse("campaign-join", args=[second])).status_code == 200
    assert not table.members.filter(user=mallory).exists(), "looking is not joining"
    assert as_mallory.post(reverse("campaign-join", args=[second])).status_code == 302
    assert table.members.get(user=mallory).role == "player"


def test_a_link_to_a_deleted_campaign_leads_nowhere(table: Campaign, as_mallory: Client, walk: Walk) -> None:
    token = invite(table, role="reader").token
    walk.did("settings", do="delete")
    assert as_mallory.post(reverse("campaign-join", args=[token])).status_code == 404
    for name in ALL:
        if name != "campaign-undelete":
            assert ask(walk.client, "get", address(name, table.public_id)) in (404, 405)
    assert ask(as_mallory, "post", address("campaign-undelete", table.public_id)) == 404
    assert ask(walk.client, "post", address("campaign-undelete", table.public_id)) == 302
    table.refresh_from_db()
    assert table.deleted_at is None


def test_who_was_removed_or_left_finds_nothing(
    table: Campaign, as_bob: Client, bob: User, walk: Walk
) -> None:
    assert as_bob.get(walk.url("detail")).status_code == 200
    walk.did("settings", do="remove", member=table.members.get(user=bob).pk)
    assert as_bob.get(walk.url("detail")).status_code == 404
    assert as_bob.get(f"/api/v1/campaigns/{table.public_id}/").status_code == 404


def test_a_better_place_is_kept_when_a_link_is_followed_twice(table: Campaign, bob: User) -> None:
    join(invite(table, role="reader"), bob)
    assert table.members.get(user=bob).role == "player"
    Membership.objects.filter(campaign=table, user=bob).update(role="reader")
    join(invite(table, role="player"), bob)
    assert table.members.get(user=bob).role == "player"


def test_the_owner_cannot_be_removed_or_demoted(table: Campaign, walk: Walk, alice: User) -> None:
    own = table.members.get(user=alice)
    for fields in ({"do": "remove"}, {"do": "leave"}, {"do": "role", "role": "reader"}):
        assert walk.post("settings", member=own.pk, **fields).status_code in (400, 403)
    assert table.members.get(user=alice).role == "owner"


def test_a_table_handed_over_has_one_owner(table: Campaign, walk: Walk, alice: User, bob: User) -> None:
    walk.did("settings", do="hand-over", member=table.members.get(user=bob).pk)
    table.refresh_from_db()
    assert table.owner == bob
    assert {row.user: row.role for row in table.members.all()} == {alice: "player", bob: "owner"}


@pytest.mark.parametrize("by", ["page", "api"])
def test_who_was_removed_does_not_come_back_by_the_same_link(
    table: Campaign, as_alice: Client, as_bob: Client, as_mallory: Client, bob: User, walk: Walk, by: str
) -> None:
    links = [invite(table, role=role).token for role in ("player", "reader")]
    if by == "page":
        walk.did("settings", do="remove", member=table.members.get(user=bob).pk)
    else:
        gone = as_alice.delete(reverse("api-campaign-member", args=[table.public_id, "bob"]))
        assert gone.status_code == 204
    for token in links:
        assert as_bob.post(reverse("campaign-join", args=[token])).status_code == 404
        joined = as_bob.post(reverse("api-campaign-join"), {"token": token}, "application/json")
        assert joined.status_code == 404
    assert not table.members.filter(user=bob).exists()
    new = invite(table, role="player").token
    assert as_mallory.post(reverse("campaign-join", args=[new])).status_code == 302


def test_who_left_of_their_own_accord_may_come_back(
    table: Campaign, as_bob: Client, bob: User, walk: Walk
) -> None:
    token = invite(table, role="player").token
    as_bob.post(walk.url("settings"), {"do": "leave"})
    assert not table.members.filter(user=bob).exists()
    assert as_bob.post(reverse("campaign-join", args=[token])).status_code == 302


def test_who_shall_only_read_does_not_play_again_by_the_same_link(
    table: Campaign, as_bob: Client, bob: User, walk: Walk
) -> None:
    player, reader = invite(table, role="player").token, invite(table, role="reader").token
    walk.did("settings", do="role", role="reader", member=table.members.get(user=bob).pk)
    assert as_bob.post(reverse("campaign-join", args=[player])).status_code == 404
    assert as_bob.post(reverse("campaign-join", args=[reader])).status_code == 302
    assert table.members.get(user=bob).role == "reader"


def test_a_link_that_is_withdrawn_while_somebody_joins_by_it(table: Campaign, mallory: User) -> None:
    found = invite(table, role="player")
    withdraw(table, role="player")
    with pytest.raises(NotAllowed):
        join(found, mallory)
    assert not table.members.filter(user=mallory).exists()

"""Tests of permissions: non-members find nothing, readers read, players step, the owner manages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from accounts.members import NotAllowed
from accounts.models import User
from campaigns import urls
from campaigns.models import Campaign, Membership, ScenarioDraft, TokenDraw
from campaigns.services.members import invite, join, withdraw
from tests.campaigns.conftest import FIRST, Walk, make_deck

pytestmark = pytest.mark.django_db

METHODS = ("get", "post", "put", "patch", "delete")


def names() -> Iterator[str]:
    """The names of all URLs of a campaign, of the pages and of the API."""
    for pattern in (*urls.pages, *urls.api):
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


def status_of(client: Client, method: str, path: str) -> int:
    given = {"step": {"kind": "tokens-changed", "tokens": {"skull": 1}}, "until": 1, "role": "player"}
    kind = {"content_type": "application/json"} if path.startswith("/api/") and method != "get" else {}
    return getattr(client, method)(
        path, given if method in ("get", "post") or kind else None, **kind
    ).status_code


@pytest.fixture
def shared(walk: Walk, alice: User) -> Campaign:
    walk.sit(make_deck(alice, FIRST))
    walk.campaign.refresh_from_db()
    return walk.campaign


def test_there_are_addresses_to_try() -> None:
    assert len(ALL) >= 30


def test_a_stranger_cannot_distinguish_a_campaign_from_none(
    shared: Campaign, as_mallory: Client, client: Client
) -> None:
    before = shared.revision
    for name in ALL:
        for visitor in (as_mallory, client):
            for method in METHODS:
                theirs = status_of(visitor, method, address(name, shared.public_id))
                none = status_of(visitor, method, address(name, uuid4()))
                assert theirs == none, (name, method, theirs, none)
                unknown = visitor is client and theirs in (401, 302)
                assert theirs in (404, 405) or unknown, (name, method, theirs)
    shared.refresh_from_db()
    assert (shared.revision, shared.deleted_at) == (before, None)


#: Readers may branch what they can read.
OPEN_TO_READERS = {"campaign-branch", "api-campaign-branch"}


def test_a_reader_changes_nothing(shared: Campaign, as_bob: Client, bob: User) -> None:
    Membership.objects.filter(campaign=shared, user=bob).update(role="reader")
    before = (shared.revision, shared.steps.count(), shared.members.count())
    for name in ALL:
        for method in METHODS:
            if method != "get" and name in OPEN_TO_READERS:
                continue
            status = status_of(as_bob, method, address(name, shared.public_id))
            # 400: there is no scenario to set up yet.
            fine = (200, 302, 400, 403, 405) if method == "get" else (403, 404, 405)
            assert status in fine, (name, method, status)
    shared.refresh_from_db()
    assert (shared.revision, shared.steps.count(), shared.members.count()) == before
    assert (
        shared.deleted_at,
        ScenarioDraft.objects.count() + TokenDraw.objects.count(),
        shared.invitations.count(),
    ) == (None, 0, 0)


@pytest.mark.parametrize("what", ["delete", "invite", "withdraw", "renew", "hand-over", "remove", "role"])
def test_a_player_does_not_manage_the_campaign(
    shared: Campaign, as_bob: Client, bob: User, what: str
) -> None:
    invite(shared, role="player")
    member = shared.members.get(user=bob)
    fields = {"do": what, "role": "player", "member": member.pk}
    assert as_bob.post(reverse("campaign-settings", args=[shared.public_id]), fields).status_code == 403
    shared.refresh_from_db()
    assert (shared.deleted_at, shared.members.count(), shared.invitations.count()) == (None, 2, 1)
    assert shared.members.get(user=bob).role == "player"


def test_a_link_is_withdrawn_and_renewed(shared: Campaign, as_mallory: Client, mallory: User) -> None:
    first = invite(shared, role="player").token
    withdraw(shared, role="player")
    second = invite(shared, role="player").token
    assert first != second
    assert as_mallory.get(reverse("campaign-join", args=[first])).status_code == 404
    assert as_mallory.post(reverse("campaign-join", args=[first])).status_code == 404
    assert as_mallory.get(reverse("campaign-join", args=[second])).status_code == 200
    assert not shared.members.filter(user=mallory).exists(), "looking is not joining"
    assert as_mallory.post(reverse("campaign-join", args=[second])).status_code == 302
    assert shared.members.get(user=mallory).role == "player"


def test_a_link_to_a_deleted_campaign_leads_nowhere(shared: Campaign, as_mallory: Client, walk: Walk) -> None:
    token = invite(shared, role="reader").token
    walk.did("settings", do="delete")
    assert as_mallory.post(reverse("campaign-join", args=[token])).status_code == 404
    for name in ALL:
        if name != "campaign-undelete":
            assert status_of(walk.client, "get", address(name, shared.public_id)) in (404, 405)
    assert status_of(as_mallory, "post", address("campaign-undelete", shared.public_id)) == 404
    assert status_of(walk.client, "post", address("campaign-undelete", shared.public_id)) == 302
    shared.refresh_from_db()
    assert shared.deleted_at is None


def test_who_was_removed_or_left_finds_nothing(
    shared: Campaign, as_bob: Client, bob: User, walk: Walk
) -> None:
    assert as_bob.get(walk.url("detail")).status_code == 200
    walk.did("settings", do="remove", member=shared.members.get(user=bob).pk)
    assert as_bob.get(walk.url("detail")).status_code == 404
    assert as_bob.get(f"/api/v1/campaigns/{shared.public_id}/").status_code == 404


def test_a_better_role_stays_when_a_link_is_followed_twice(shared: Campaign, bob: User) -> None:
    join(invite(shared, role="reader"), bob)
    assert shared.members.get(user=bob).role == "player"
    Membership.objects.filter(campaign=shared, user=bob).update(role="reader")
    join(invite(shared, role="player"), bob)
    assert shared.members.get(user=bob).role == "player"


def test_the_owner_cannot_be_removed_or_demoted(shared: Campaign, walk: Walk, alice: User) -> None:
    own = shared.members.get(user=alice)
    for fields in ({"do": "remove"}, {"do": "leave"}, {"do": "role", "role": "reader"}):
        assert walk.post("settings", member=own.pk, **fields).status_code in (400, 403)
    assert shared.members.get(user=alice).role == "owner"


def test_a_campaign_handed_over_has_one_owner(shared: Campaign, walk: Walk, alice: User, bob: User) -> None:
    walk.did("settings", do="hand-over", member=shared.members.get(user=bob).pk)
    shared.refresh_from_db()
    assert shared.owner == bob
    assert {row.user: row.role for row in shared.members.all()} == {alice: "player", bob: "owner"}


@pytest.mark.parametrize("by", ["page", "api"])
def test_who_was_removed_does_not_come_back_by_the_same_link(
    shared: Campaign, as_alice: Client, as_bob: Client, as_mallory: Client, bob: User, walk: Walk, by: str
) -> None:
    links = [invite(shared, role=role).token for role in ("player", "reader")]
    if by == "page":
        walk.did("settings", do="remove", member=shared.members.get(user=bob).pk)
    else:
        gone = as_alice.delete(reverse("api-campaign-member", args=[shared.public_id, "bob"]))
        assert gone.status_code == 204
    for token in links:
        assert as_bob.post(reverse("campaign-join", args=[token])).status_code == 404
        joined = as_bob.post(reverse("api-campaign-join"), {"token": token}, "application/json")
        assert joined.status_code == 404
    assert not shared.members.filter(user=bob).exists()
    new = invite(shared, role="player").token
    assert as_mallory.post(reverse("campaign-join", args=[new])).status_code == 302


def test_who_left_of_their_own_accord_may_come_back(
    shared: Campaign, as_bob: Client, bob: User, walk: Walk
) -> None:
    token = invite(shared, role="player").token
    as_bob.post(walk.url("settings"), {"do": "leave"})
    assert not shared.members.filter(user=bob).exists()
    assert as_bob.post(reverse("campaign-join", args=[token])).status_code == 302


def test_who_shall_only_read_does_not_play_again_by_the_same_link(
    shared: Campaign, as_bob: Client, bob: User, walk: Walk
) -> None:
    player, reader = invite(shared, role="player").token, invite(shared, role="reader").token
    walk.did("settings", do="role", role="reader", member=shared.members.get(user=bob).pk)
    assert as_bob.post(reverse("campaign-join", args=[player])).status_code == 404
    assert as_bob.post(reverse("campaign-join", args=[reader])).status_code == 302
    assert shared.members.get(user=bob).role == "reader"


def test_a_link_that_is_withdrawn_while_a_user_joins_by_it(shared: Campaign, mallory: User) -> None:
    found = invite(shared, role="player")
    withdraw(shared, role="player")
    with pytest.raises(NotAllowed):
        join(found, mallory)
    assert not shared.members.filter(user=mallory).exists()

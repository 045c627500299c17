"""Tests of guests: everything can be tried without an account, and signing up loses nothing."""

import json
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import jobs, services
from accounts.jobs import clear_stale_guests as clear_in_background
from accounts.members import Role
from accounts.models import User
from campaigns.models import Membership
from campaigns.services.creation import start_campaign
from jobs.models import Job
from jobs.registry import JobFailed
from rules.campaign import steps
from web.shared.errors import Refusal, TooMany

pytestmark = pytest.mark.django_db
PASSWORD = "a long password"


@pytest.fixture
def request_of_a_stranger(rf):
    request = rf.post("/")
    request.user, request.session = AnonymousUser(), SessionStore()
    return request


def test_the_first_save_makes_a_guest_with_a_session(request_of_a_stranger):
    guest = services.user_for_saving(request_of_a_stranger)
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert request_of_a_stranger.user == guest
    assert services.user_for_saving(request_of_a_stranger) == guest
    assert User.objects.count() == 1


def test_a_player_saves_as_themselves(rf, alice):
    request = rf.post("/")
    request.user = alice
    assert services.user_for_saving(request) == alice
    assert User.objects.count() == 1


def test_one_address_cannot_make_guests_without_end(request_of_a_stranger, settings):
    settings.GUESTS_PER_HOUR = 2
    for _time in range(2):
        request_of_a_stranger.user = AnonymousUser()
        services.user_for_saving(request_of_a_stranger)
    request_of_a_stranger.user = AnonymousUser()
    with pytest.raises(TooMany):
        services.user_for_saving(request_of_a_stranger)


def test_signing_up_claims_the_guest_in_place(client, guest, things):
    things.books[guest.pk] = ["De Vermis Mysteriis"]
    page = client.get(reverse("signup")).content.decode()
    assert "1 book" in page

    response = client.post(
        reverse("signup"), {"username": "daisy", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    )
    assert response.status_code == 302
    player = User.objects.get()
    assert (player.pk, player.username, player.is_guest) == (guest.pk, "daisy", False)
    assert things.books[player.pk] == ["De Vermis Mysteriis"]
    assert client.get(reverse("account")).status_code == 200, "still signed in"


@pytest.mark.parametrize("name", ["guest-1", "Guest-of-honour", "guest", "ALICE"])
def test_a_name_that_is_taken_or_reserved_is_refused_and_nothing_is_lost(client, guest, alice, name):
    answer = client.post(reverse("signup"), {"username": name, "password1": PASSWORD, "password2": PASSWORD})
    assert answer.status_code == 200
    assert answer.context["form"].errors["username"]
    guest.refresh_from_db()
    assert guest.is_guest


def test_the_database_itself_refuses_names_that_differ_in_case_alone(alice):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(username="Alice")


def test_signing_in_brings_the_guests_things_along(client, guest, alice, things):
    things.books = {guest.pk: ["Necronomicon"], alice.pk: ["Old Book of Lore"]}
    job = Job.objects.create(kind="jobs.wait", owner=guest)
    assert "1 book" in client.get(reverse("login")).content.decode()

    client.post(reverse("login"), {"username": "alice", "password": PASSWORD, "bring": "yes"})
    assert things.books == {alice.pk: ["Old Book of Lore", "Necronomicon"]}
    job.refresh_from_db()
    assert job.owner == alice
    assert not User.objects.filter(pk=guest.pk).exists()


def test_signing_in_may_leave_them_behind(client, guest, alice, things):
    things.books = {guest.pk: ["Necronomicon"]}
    client.post(reverse("login"), {"username": "alice", "password": PASSWORD, "bring": "no"})
    assert things.books == {guest.pk: ["Necronomicon"]}
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_a_wrong_password_leaves_the_guest_as_it_was(client, guest, alice, things):
    things.books = {guest.pk: ["Necronomicon"]}
    client.post(reverse("login"), {"username": "alice", "password": "wrong", "bring": "yes"})
    assert things.books == {guest.pk: ["Necronomicon"]}
    assert client.session["_auth_user_id"] == str(guest.pk)


def test_signing_out_warns_a_guest_first(client, guest, things):
    things.books = {guest.pk: ["Necronomicon"]}
    page = client.get(reverse("logout")).content.decode()
    assert "will be lost: 1 book" in page
    assert client.session["_auth_user_id"] == str(guest.pk)
    client.post(reverse("logout"))
    assert "_auth_user_id" not in client.session


def test_a_guest_can_export_and_delete_too(client, guest, things):
    things.books = {guest.pk: ["Necronomicon"]}
    export = json.loads(client.get(reverse("account-export")).content)
    assert export["books"] == ["Necronomicon"]
    assert export["account"]["guest"] is True
    client.post(reverse("account-delete"), {"confirmation": "delete"})
    assert not User.objects.exists()


def test_only_guests_that_stay_away_are_cleared(alice, capsys):
    today = timezone.localdate()
    for days in (10, 200):
        guest = services.create_guest()
        User.objects.filter(pk=guest.pk).update(last_seen=today - timedelta(days=days))
    User.objects.filter(pk=alice.pk).update(last_seen=today - timedelta(days=2000))

    call_command("clear_stale_guests")
    assert capsys.readouterr().out == "1 guest deleted.\n"
    assert User.objects.count() == 2
    call_command("clear_stale_guests", days=5)
    assert list(User.objects.all()) == [alice]


def guests(*days):
    """Create guests who were last here this many days ago."""
    for number in days:
        guest = services.create_guest()
        seen = timezone.localdate() - timedelta(days=number)
        User.objects.filter(pk=guest.pk).update(last_seen=seen)


def test_a_clock_that_jumps_ahead_deletes_no_guest(alice, monkeypatch):
    guests(0, 0, 0, 1, 2, 2, 3, 40)
    User.objects.filter(pk=alice.pk).update(last_seen=timezone.localdate() - timedelta(days=1))
    later = timezone.localdate() + timedelta(days=100)
    monkeypatch.setattr(timezone, "localdate", lambda: later)
    with pytest.raises(CommandError, match=r"No activity between .* Nothing was deleted"):
        call_command("clear_stale_guests")
    # There are visits on the wrong day and on the next, so the dates alone no longer show the jump.
    services.see(alice)
    with pytest.raises(CommandError, match="No activity"):
        call_command("clear_stale_guests")
    monkeypatch.setattr(timezone, "localdate", lambda: later + timedelta(days=1))
    with pytest.raises(CommandError, match="8 of 8 guests would be deleted at once"):
        call_command("clear_stale_guests")
    with pytest.raises(JobFailed, match="8 of 8 guests"):
        clear_in_background(None)
    assert User.objects.filter(is_guest=True).count() == 8
    call_command("clear_stale_guests", force=True)
    assert list(User.objects.all()) == [alice]


@pytest.mark.parametrize(
    ("stale", "fresh", "cleared"),
    [
        pytest.param(3, 0, True, id="a few, however many there are"),
        pytest.param(4, 11, False, id="more than a quarter"),
        pytest.param(4, 12, True, id="a quarter"),
        pytest.param(0, 5, True, id="none"),
    ],
)
def test_many_guests_do_not_go_at_once(stale, fresh, cleared, alice):
    guests(*[100] * stale, *[1] * (fresh or 0))
    User.objects.filter(pk=alice.pk).update(last_seen=timezone.localdate() - timedelta(days=1))
    if cleared:
        assert services.clear_stale_guests(days=90) == stale
    else:
        with pytest.raises(Refusal):
            services.clear_stale_guests(days=90)
    assert User.objects.filter(is_guest=True).count() == (fresh if cleared else stale + fresh)


@pytest.mark.parametrize(("silence", "cleared"), [(14, True), (15, False)])
def test_guests_survive_a_long_silence(silence, cleared):
    guests(200, silence, 0)
    if cleared:
        assert services.clear_stale_guests(days=90) == 1
    else:
        with pytest.raises(Refusal):
            services.clear_stale_guests(days=90)


def stale_guests(number):
    made = [services.create_guest() for _ in range(number)]
    User.objects.filter(is_guest=True).update(last_seen=timezone.localdate() - timedelta(days=100))
    return made


def test_guests_with_nothing_to_hand_over_are_deleted_together(db):
    counted = []
    for number in (2, 12):
        stale_guests(number)
        with CaptureQueriesContext(connection) as queries:
            assert services.clear_stale_guests(days=90, force=True) == number
        counted.append(len(queries))
    assert counted[0] == counted[1]
    assert not User.objects.exists()


def test_guests_are_deleted_in_batches(db, monkeypatch):
    monkeypatch.setattr(services, "GUESTS_AT_ONCE", 2)
    pauses = []
    monkeypatch.setattr(services, "give_way", lambda: pauses.append(User.objects.count()))
    stale_guests(5)
    assert services.clear_stale_guests(days=90, force=True) == 5
    assert pauses == [3, 1, 0]


def test_campaigns_of_guests_are_handed_over_before(db, alice):
    giver, heir = stale_guests(2)
    campaign = start_campaign(steps.StartCampaign(campaign="boa", difficulty="easy"), owner=giver).campaign
    for member in (heir, alice):
        Membership.objects.create(campaign=campaign, user=member, role=Role.PLAYER)
    stale_guests(0)
    assert services.clear_stale_guests(days=90, force=True) == 2
    campaign.refresh_from_db()
    assert campaign.owner == alice


def test_sessions_are_deleted_in_batches(db, monkeypatch):
    monkeypatch.setattr(jobs, "SESSIONS_AT_ONCE", 2)
    now = timezone.now()
    for number in range(5):
        Session.objects.create(
            session_key=f"old{number}", session_data="", expire_date=now - timedelta(days=1)
        )
    Session.objects.create(session_key="new", session_data="", expire_date=now + timedelta(days=1))
    assert jobs.clear_expired_sessions(None)["message"] == "5 sessions deleted."
    assert list(Session.objects.values_list("pk", flat=True)) == ["new"]


def test_a_site_without_visitors_has_nothing_to_clear(db):
    assert services.clear_stale_guests(days=90) == 0


def test_a_visit_is_noted_once_a_day(client, guest, django_assert_num_queries):
    long_ago = timezone.localdate() - timedelta(days=80)
    User.objects.filter(pk=guest.pk).update(last_seen=long_ago)
    client.get("/")
    guest.refresh_from_db()
    assert guest.last_seen == timezone.localdate()
    with CaptureQueriesContext(connection) as queries:
        client.get("/")
    assert [query["sql"] for query in queries if not query["sql"].startswith("SELECT")] == []
    client.get("/rules/")
    with django_assert_num_queries(2):  # the session and the user
        client.get("/rules/")


def test_a_guest_can_never_be_staff(guest):
    guest.is_staff = True
    with pytest.raises(IntegrityError), transaction.atomic():
        guest.save()


@pytest.mark.django_db(transaction=True)
def test_nothing_is_locked_while_a_password_is_hashed(monkeypatch):
    """Hashing is slow on purpose; with a lock on SQLite, all writers would wait."""
    inside = []
    monkeypatch.setattr(User, "set_password", lambda user, raw: inside.append(connection.in_atomic_block))
    services.sign_up(user=User(), username="ada", email="", password=PASSWORD)
    assert inside == [False]
    assert User.objects.get().username == "ada"

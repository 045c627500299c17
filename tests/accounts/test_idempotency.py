"""Tests of idempotency keys: a key is stored together with what its request created."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts import idempotency
from accounts.idempotency import NO_KEY, IdempotencyKey, KeyReused, ResultDeleted
from accounts.models import CompletedRequest, User
from cards.models import Collection
from decks.models import Deck
from jobs.services import submit
from tests.threads import at_once

KEY, OTHER_KEY = IdempotencyKey("a" * 64), IdempotencyKey("b" * 64)


def create(owner, key):
    """Create something, as a service does."""
    with transaction.atomic():
        if earlier := key.claim(owner, Collection):
            return earlier[0]
        made = Collection.objects.create(owner=owner, name=f"Shelf {Collection.objects.count()}")
        key.save_result(made)
        return made


@pytest.mark.django_db
def test_the_second_request_finds_what_the_first_created(alice):
    assert create(alice, KEY) == create(alice, KEY)
    assert create(alice, OTHER_KEY) != create(alice, KEY)


@pytest.mark.django_db
def test_without_a_key_each_request_creates(alice):
    assert create(alice, NO_KEY) != create(alice, NO_KEY)
    assert CompletedRequest.objects.count() == 0


@pytest.mark.django_db
def test_several_rows_come_back_in_their_order(alice):
    rows = [Collection.objects.create(owner=alice, name=name) for name in ("b", "a", "c")]
    KEY.claim(alice, Collection)
    KEY.save_result(*reversed(rows))
    assert KEY.claim(alice, Collection) == rows[::-1]


@pytest.mark.django_db
def test_a_request_that_created_nothing_may_be_sent_again(alice):
    """For example an import in which no deck can be read."""
    KEY.claim(alice, Collection)
    KEY.save_result()
    assert KEY.claim(alice, Collection) == []


@pytest.mark.django_db
def test_a_failed_request_leaves_its_key_free(alice):
    def fail():
        with transaction.atomic():
            KEY.claim(alice, Collection)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert CompletedRequest.objects.count() == 0


@pytest.mark.django_db
def test_a_key_with_another_body_is_refused(alice):
    create(alice, IdempotencyKey("a" * 64, "one"))
    with pytest.raises(KeyReused):
        create(alice, IdempotencyKey("a" * 64, "two"))


@pytest.mark.django_db
def test_a_key_of_another_kind_of_thing_is_refused(alice):
    create(alice, KEY)
    with pytest.raises(KeyReused):
        KEY.claim(alice, Deck)


@pytest.mark.django_db
def test_what_was_deleted_is_not_created_again(alice):
    create(alice, KEY).delete()
    with pytest.raises(ResultDeleted):
        create(alice, KEY)


@pytest.mark.django_db
def test_what_was_given_away_is_not_shown(alice, bob):
    Collection.objects.filter(pk=create(alice, KEY).pk).update(owner=bob)
    with pytest.raises(ResultDeleted):
        create(alice, KEY)


@pytest.mark.django_db(transaction=True)
def test_a_key_cannot_be_claimed_outside_a_transaction(alice):
    with pytest.raises(transaction.TransactionManagementError):
        KEY.claim(alice, Collection)
    assert NO_KEY.claim(alice, Collection) == []


@pytest.fixture
def old_and_new(alice):
    for digest, age in [("old", timedelta(hours=25)), ("new", timedelta(hours=23))]:
        CompletedRequest.objects.create(digest=digest, owner=alice, kind="cards.Collection")
        CompletedRequest.objects.filter(digest=digest).update(created=timezone.now() - age)


def test_keys_expire_after_a_day(old_and_new):
    assert idempotency.delete_expired() == 1
    assert CompletedRequest.objects.get().digest == "new"


def test_the_daily_job_clears_expired_keys(old_and_new, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        submit("accounts.clear-sessions")
    assert CompletedRequest.objects.get().digest == "new"


@pytest.mark.django_db(transaction=True)
def test_of_many_requests_at_the_same_moment_one_creates(alice):
    assert len({made.pk for made in at_once(lambda number: create(alice, KEY), threads=6)}) == 1
    assert Collection.objects.filter(owner=alice).count() == 1


def first_forms(fields):
    """Send first forms of one visitor at the same time; return their URLs and the signed-in users."""
    visitor = Client(enforce_csrf_checks=True)
    visitor.get("/sign-in/")
    token = visitor.cookies["csrftoken"].value

    def send(number):
        browser = Client(enforce_csrf_checks=True)
        browser.cookies["csrftoken"] = token
        answer = browser.post("/decks/example/", {**fields(number), "csrfmiddlewaretoken": token})
        return answer["Location"], browser.session["_auth_user_id"]

    return at_once(send, threads=5)


@pytest.mark.django_db(transaction=True)
def test_a_visitor_who_clicks_many_times_is_one_guest_with_one_deck():
    assert len(set(first_forms(lambda number: {"key": "the same"}))) == 1
    assert User.objects.filter(is_guest=True).count() == 1
    assert Deck.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_visitor_with_several_first_forms_is_one_guest_with_all_decks():
    found = first_forms(lambda number: {"key": f"tab {number}"})
    assert len({guest for _address, guest in found}) == 1
    assert User.objects.filter(is_guest=True).count() == 1
    assert len({address for address, _guest in found}) == 5

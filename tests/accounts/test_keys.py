"""Tests of API keys: several with names, shown once, stored as digests, deleted with the password."""

import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.contrib.auth.hashers import make_password
from django.core import mail
from django.core.management import call_command
from django.db import connections
from django.urls import reverse
from django.utils import timezone

from accounts import keys
from accounts.models import ApiKey, User
from operations.backup import write_backup
from web.shared.errors import Refusal

pytestmark = pytest.mark.django_db
PASSWORD, NEW = "a long password", "another long password"


@pytest.fixture
def key(alice):
    return keys.create_key(alice, name="a script")


def who(client, key, scheme="Bearer"):
    return client.get(reverse("api-account"), headers={"authorization": f"{scheme} {key}"})


# --- On the account page --------------------------------------------------------------------------------


def test_a_key_is_shown_once_and_works(as_alice, client):
    page = as_alice.post(reverse("account-key-new"), {"name": "my script"}).content.decode()
    key = re.search(r'value="(casebook_[\w-]{43})"', page)[1]
    listed = as_alice.get(reverse("account")).content.decode()
    assert "my script" in listed
    assert key not in listed
    assert who(client, key).json()["username"] == "alice"


def test_keys_are_several_and_end_one_by_one(as_alice, alice, client):
    first, second = (keys.create_key(alice, name=name) for name in ("first", "second"))
    as_alice.post(reverse("account-key-end", args=[keys.keys_of(alice)[0].pk]))
    assert who(client, first).status_code == 401
    assert who(client, second).status_code == 200
    assert [row.name for row in keys.keys_of(alice)] == ["second"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "\x00"])
def test_a_key_needs_a_name(as_alice, name):
    answer = as_alice.post(reverse("account-key-new"), {"name": name})
    assert answer.status_code in (200, 400)
    assert not ApiKey.objects.exists()


def test_another_users_key_is_not_ended(as_bob, alice, key, client):
    assert as_bob.post(reverse("account-key-end", args=[keys.keys_of(alice)[0].pk])).status_code == 404
    assert who(client, key).status_code == 200


def test_a_guest_gets_no_key(client, guest):
    answer = client.post(reverse("account-key-new"), {"name": "x"})
    assert answer["Location"] == reverse("signup")
    with pytest.raises(Refusal):
        keys.create_key(guest, name="x")
    assert not ApiKey.objects.exists()


def test_a_key_is_not_made_or_ended_by_a_link(as_alice, alice, key):
    assert as_alice.get(reverse("account-key-new")).status_code == 405
    assert as_alice.get(reverse("account-key-end", args=[keys.keys_of(alice)[0].pk])).status_code == 405


def test_keys_are_not_made_without_end(as_alice, alice):
    for number in range(keys.MOST_KEYS):
        keys.create_key(alice, name=str(number))
    assert as_alice.post(reverse("account-key-new"), {"name": "one more"}).status_code == 409
    assert keys.keys_of(alice).count() == keys.MOST_KEYS


@pytest.mark.django_db(transaction=True)
def test_keys_made_at_once_all_work(alice, client):
    barrier = threading.Barrier(6)

    def make(number):
        try:
            barrier.wait()
            return keys.create_key(alice, name=str(number))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as threads:
        made = list(threads.map(make, range(6)))
    assert [who(client, key).status_code for key in made] == [200] * 6


@pytest.mark.django_db(transaction=True)
def test_the_last_key_is_made_once(alice, monkeypatch):
    monkeypatch.setattr(keys, "MOST_KEYS", 2)
    keys.create_key(alice, name="first")
    barrier = threading.Barrier(4)

    def make(number):
        try:
            barrier.wait()
            keys.create_key(alice, name=str(number))
        except Refusal:
            return 0
        finally:
            connections.close_all()
        return 1

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(make, range(4))) == 1


# --- In a request ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "Token", "token"])
def test_a_key_is_sent_in_either_way(client, key, scheme):
    assert who(client, key, scheme).json()["username"] == "alice"


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Token one two",
        "Bearer casebook_nonsense",
        "Bearer \xff\xfe",
        "Bearer " + "x" * 5000,
        "Basic YWxpY2U6YSBsb25nIHBhc3N3b3Jk",
    ],
)
def test_what_is_not_a_key_is_refused(client, key, header):
    answer = client.get(reverse("api-account"), headers={"authorization": header})
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert answer.json()["error"]["message"]


def test_a_digest_is_not_a_key(client, key):
    assert who(client, ApiKey.objects.get().digest).status_code == 401


def test_the_key_of_a_closed_account_is_refused(client, alice, key):
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert who(client, key).status_code == 401


def test_a_key_writes_without_a_form(client, key):
    deck = {"investigator": "01001", "name": "By a program"}
    made = client.post(
        reverse("api-deck-list"), deck, "application/json", headers={"authorization": f"Bearer {key}"}
    )
    assert made.status_code == 201


def test_the_day_of_the_last_use_is_noted_once(client, alice, key, django_assert_num_queries):
    row = keys.keys_of(alice).get()
    assert row.last_used is None
    who(client, key)
    row.refresh_from_db()
    assert row.last_used == timezone.localdate()
    with django_assert_num_queries(1):
        who(client, key)
    ApiKey.objects.update(last_used=timezone.localdate() - timedelta(days=3))
    who(client, key)
    row.refresh_from_db()
    assert row.last_used == timezone.localdate()


# --- Ended with the password ----------------------------------------------------------------------------


def test_a_new_password_ends_all_keys(as_alice, client, alice, key):
    keys.create_key(alice, name="another")
    fields = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    as_alice.post(reverse("password-change"), fields)
    assert who(client, key).status_code == 401
    assert not ApiKey.objects.exists()


def test_a_refused_password_ends_nothing(as_alice, client, key):
    fields = {"old_password": "wrong", "new_password1": NEW, "new_password2": NEW}
    as_alice.post(reverse("password-change"), fields)
    assert who(client, key).status_code == 200


def test_a_password_by_mail_ends_all_keys(client, alice, key):
    client.post(reverse("password-reset"), {"email": alice.email})
    path = re.search(r"http://testserver(/password/\S+)", mail.outbox[0].body)
    target = client.get(path[1], follow=True).redirect_chain[-1][0]
    client.post(target, {"new_password1": NEW, "new_password2": NEW})
    assert who(client, key).status_code == 401


def test_a_password_set_by_the_keeper_ends_all_keys(client, staff, alice, key):
    client.force_login(staff)
    address = reverse("admin:auth_user_password_change", args=[alice.pk])
    fields = {"usable_password": "true", "password1": NEW, "password2": NEW, "set-password": "1"}
    assert client.post(address, fields).status_code == 302
    assert not ApiKey.objects.exists()


def test_taking_the_password_away_ends_all_keys(alice, key):
    alice.set_unusable_password()
    alice.save()
    assert not ApiKey.objects.exists()
    User.objects.filter(pk=alice.pk).update(password=make_password(PASSWORD))
    keys.create_key(alice, name="later")
    alice.save()
    assert ApiKey.objects.exists(), "it was taken away once, not with each later change"


def test_other_changes_and_a_better_hash_end_nothing(client, alice, key, settings):
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.ScryptPasswordHasher",
        "django.contrib.auth.hashers.MD5PasswordHasher",
    ]
    assert client.login(username="alice", password=PASSWORD)
    alice.refresh_from_db()
    assert alice.password.startswith("scrypt")
    alice.email = "other@example.org"
    alice.save()
    assert ApiKey.objects.exists()


# --- At rest --------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_no_backup_and_no_export_holds_a_key(as_alice, alice, key, client, tmp_path):
    path = tmp_path / "all.jsonl"
    write_backup(path)
    backup = path.read_text()
    digest = ApiKey.objects.get().digest
    assert key not in backup
    assert digest in backup, "so keys go on working after a restore"
    export = as_alice.get(reverse("account-export")).content.decode()
    assert "a script" in export
    assert key not in export
    assert digest not in export
    ApiKey.objects.all().delete()
    call_command("restore", path, yes=True, verbosity=0)
    assert who(client, key).status_code == 200


def test_the_administration_shows_no_keys(client, staff, alice, key):
    client.force_login(staff)
    digest = ApiKey.objects.get().digest
    for address in ("/admin/", "/admin/accounts/", f"/admin/accounts/user/{alice.pk}/change/"):
        page = client.get(address).content.decode()
        assert "API key" not in page
        assert digest not in page
    assert client.get("/admin/accounts/apikey/").status_code == 404


def test_the_schema_describes_how_to_send_a_key(client):
    answer = client.get(reverse("api-schema"), {"format": "json"}, headers={"accept": "application/json"})
    schema = json.loads(answer.content)
    assert schema["components"]["securitySchemes"]["key"]["scheme"] == "bearer"
    assert {"key": []} in schema["paths"]["/api/v1/account/"]["get"]["security"]
    assert "Authorization: Bearer" in schema["info"]["description"]

"""Tests of the account pages: what players can do, and what others cannot."""

import json
import re

import pytest
from django.core import mail
from django.db import IntegrityError
from django.urls import reverse

from accounts import account_data
from accounts.models import User
from accounts.views import MOST_RESETS

pytestmark = pytest.mark.django_db
PASSWORD = "a long password"


def test_a_stranger_signs_up(client):
    answer = client.post(
        reverse("signup"),
        {"username": "norman", "email": "n@example.org", "password1": PASSWORD, "password2": PASSWORD},
        follow=True,
    )
    assert "Welcome, norman." in answer.content.decode()
    assert not User.objects.get(username="norman").is_guest


def test_of_two_who_want_a_name_at_once_the_second_is_refused(client, monkeypatch):
    def too_late(**wanted):
        raise IntegrityError

    monkeypatch.setattr("accounts.services.sign_up", too_late)
    page = client.post(reverse("signup"), {"username": "wendy", "password1": PASSWORD, "password2": PASSWORD})
    assert "already taken" in page.content.decode()


@pytest.mark.parametrize("name", ["signup", "login"])
def test_who_is_signed_in_is_sent_on(as_alice, name):
    assert as_alice.get(reverse(name)).status_code == 302


@pytest.mark.parametrize("nonsense", ["²", "nowhere", "http://[", "//evil.example"])
def test_they_are_redirected_to_the_requested_page(as_alice, nonsense):
    answer = as_alice.get(reverse("login"), {"next": nonsense})
    assert answer.status_code == 302
    assert "evil" not in answer["Location"]


@pytest.mark.parametrize("name", ["account", "account-export", "account-delete", "password-change"])
def test_account_pages_redirect_visitors_to_sign_in(client, name):
    answer = client.get(reverse(name))
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("login"))


@pytest.mark.parametrize("name", ["account", "account-delete", "password-change", "logout"])
def test_account_pages_open(as_alice, name):
    assert as_alice.get(reverse(name)).status_code == 200


def test_signing_in_does_not_lead_away_from_the_site(client, alice):
    evil = {"username": "alice", "password": PASSWORD, "next": "https://evil.example/"}
    assert client.post(reverse("login"), evil)["Location"] == "/"


def test_guessing_passwords_comes_to_an_end(client, alice):
    wrong = {"username": "alice", "password": "guess"}
    answers = [client.post(reverse("login"), wrong).status_code for _guess in range(11)]
    assert answers == [200] * 10 + [429]
    right = client.post(reverse("login"), {"username": "alice", "password": PASSWORD})
    assert right.status_code == 429
    assert "Wait a few minutes" in right.content.decode()


def test_trying_one_password_on_many_names_comes_to_an_end(client, db, monkeypatch):
    monkeypatch.setattr("accounts.password_guesses.MOST_FROM_A_NETWORK", 3)
    answers = [
        client.post(reverse("login"), {"username": f"somebody{number}", "password": "123456"}).status_code
        for number in range(4)
    ]
    assert answers == [200, 200, 200, 429]


def test_an_address_cannot_sign_up_without_end(client, settings):
    settings.GUESTS_PER_HOUR = 1
    for name, status in (("norman", 302), ("agnes", 429)):
        client.logout()
        given = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
        assert client.post(reverse("signup"), given).status_code == status
    assert list(User.objects.values_list("username", flat=True)) == ["norman"]


def test_names_cannot_be_tried_without_end(client, alice, settings):
    settings.GUESTS_PER_HOUR = 1
    taken = {"username": "alice", "password1": PASSWORD, "password2": PASSWORD}
    answers = [client.post(reverse("signup"), taken).status_code for _try in range(6)]
    assert answers == [200] * 5 + [429]


def test_a_markup_name_is_shown_and_not_run(client, alice):
    page = client.post(reverse("login"), {"username": '"><script>alert(1)</script>', "password": "x"})
    assert "<script>alert" not in page.content.decode()


def test_the_email_can_be_changed_and_taken_away(as_alice, alice):
    as_alice.post(reverse("account"), {"email": "new@example.org", "password": PASSWORD})
    alice.refresh_from_db()
    assert alice.email == "new@example.org"
    broken = as_alice.post(reverse("account"), {"email": "not an address", "password": PASSWORD})
    assert broken.context["form"].errors["email"]
    as_alice.post(reverse("account"), {"email": "", "password": PASSWORD})
    alice.refresh_from_db()
    assert alice.email == ""


@pytest.mark.parametrize("password", ["", "a guess"])
def test_the_email_is_not_changed_by_who_only_found_the_browser_open(as_alice, alice, password):
    """A mail to a new address could be used to reset the password."""
    page = as_alice.post(reverse("account"), {"email": "thief@example.org", "password": password})
    assert page.context["form"].errors["password"]
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert alice.check_password(PASSWORD)


def test_a_broken_email_does_not_rename_the_page(as_alice):
    """The form is bound to a copy: a refused change must not show elsewhere on the page."""
    page = as_alice.post(reverse("account"), {"email": "x" * 300})
    assert page.context["user"].email == "alice@example.org"


def test_the_password_can_be_changed(as_alice, alice):
    new = "another long password"
    as_alice.post(
        reverse("password-change"), {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    )
    alice.refresh_from_db()
    assert alice.check_password(new)
    assert as_alice.get(reverse("account")).status_code == 200, "still signed in"


def test_a_forgotten_password_is_replaced_by_mail(client, alice):
    client.post(reverse("password-reset"), {"email": "alice@example.org"})
    assert len(mail.outbox) == 1
    path = re.search(r"http://testserver(/password/\S+)", mail.outbox[0].body)
    form = client.get(path[1], follow=True)
    new = "another long password"
    target = form.redirect_chain[-1][0]
    client.post(target, {"new_password1": new, "new_password2": new})
    alice.refresh_from_db()
    assert alice.check_password(new)
    assert "has already been used" in client.get(path[1]).content.decode()


def test_a_letter_box_is_not_filled(client, alice):
    statuses = [
        client.post(
            reverse("password-reset"), {"email": "Alice@example.org"}, REMOTE_ADDR=f"10.0.0.{number}"
        ).status_code
        for number in range(MOST_RESETS + 1)
    ]
    assert statuses == [302] * MOST_RESETS + [429]
    assert len(mail.outbox) == MOST_RESETS


def test_nor_are_many_from_one_place(client, db):
    for number in range(MOST_RESETS):
        client.post(reverse("password-reset"), {"email": f"{number}@example.org"})
    assert client.post(reverse("password-reset"), {"email": "one.more@example.org"}).status_code == 429


def test_an_unknown_address_gets_no_mail_and_the_same_answer(client, db):
    answer = client.post(reverse("password-reset"), {"email": "nobody@example.org"})
    assert answer["Location"] == reverse("password-reset-sent")
    assert mail.outbox == []


def test_the_export_holds_the_data_of_every_app(as_alice, alice, things):
    things.books[alice.pk] = ["Necronomicon"]
    answer = as_alice.get(reverse("account-export"))
    assert answer["Content-Disposition"].startswith("attachment")
    export = json.loads(answer.content)
    assert export["account"]["username"] == "alice"
    assert set(export) >= {kind.name for kind in account_data.kinds()}
    assert "password" not in answer.content.decode().lower()


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"confirmation": "alice"}, id="no password"),
        pytest.param({"confirmation": "Alice", "password": PASSWORD}, id="a slip in the name"),
        pytest.param({"confirmation": "alice", "password": "wrong"}, id="a wrong password"),
    ],
)
def test_an_account_is_not_deleted_by_a_slip(as_alice, alice, typed):
    assert as_alice.post(reverse("account-delete"), typed).status_code == 200
    assert User.objects.filter(pk=alice.pk).exists()


def test_an_account_is_deleted_when_meant(as_alice, alice, bob, things):
    things.books = {alice.pk: ["Necronomicon"], bob.pk: ["Knife"]}
    as_alice.post(reverse("account-delete"), {"confirmation": "alice", "password": PASSWORD})
    assert list(User.objects.all()) == [bob]
    assert things.books == {bob.pk: ["Knife"]}
    assert as_alice.get(reverse("account")).status_code == 302


def test_the_api_gives_the_same_export(as_alice, alice, things):
    things.books[alice.pk] = ["Necronomicon"]
    assert as_alice.get(reverse("api-account-export")).json()["books"] == ["Necronomicon"]


def test_new_passwords_have_the_same_hint_everywhere(as_alice, client, alice):
    client.post(reverse("password-reset"), {"email": alice.email})
    path = re.search(r"http://testserver(/password/\S+)", mail.outbox[0].body)
    assert path
    by_mail = client.get(path[1], follow=True).content.decode()
    for page in (by_mail, as_alice.get(reverse("password-change")).content.decode()):
        assert "At least 8 characters." in page
        assert "Password again" in page
        assert "too similar" not in page, "a hint of Django"

"""Tests of theme and language, which are saved in cookies and in the account."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_system_decides_until_the_visitor_chooses(client):
    page = client.get("/").content.decode()
    assert "data-theme" not in page
    assert '<html lang="en"' in page


def test_a_choice_holds_on_the_next_page(client, german):
    answer = client.post("/display/", {"theme": "dark", "language": "de", "next": "/sign-in/"})
    assert answer["Location"] == "/sign-in/"
    page = client.get("/").content.decode()
    assert '<html lang="de" data-theme="dark">' in page


def test_a_choice_follows_the_player_to_another_browser(as_alice, alice, german):
    as_alice.post("/display/", {"theme": "light", "language": "de"})
    alice.refresh_from_db()
    assert (alice.theme, alice.language) == ("light", "de")
    elsewhere = Client()
    elsewhere.force_login(alice)
    assert '<html lang="de" data-theme="light">' in elsewhere.get("/").content.decode()


def test_a_language_that_is_not_offered_is_not_claimed(alice, settings):
    settings.LANGUAGES = [("en", "English")]
    alice.language = "de"
    alice.save()
    browser = Client(headers={"accept-language": "de"})
    browser.cookies["django_language"] = "de"
    page = browser.get("/").content.decode()
    assert '<html lang="en"' in page
    assert "Deutsch" not in page
    browser.cookies.clear()
    browser.force_login(alice)
    assert '<html lang="en"' in browser.get("/").content.decode()


@pytest.mark.parametrize("wrong", [{"theme": "purple"}, {"language": "xx"}, {"theme": '"><script>'}, {}])
def test_an_unknown_choice_changes_nothing(as_alice, alice, wrong):
    answer = as_alice.post("/display/", wrong)
    assert answer.status_code == 302
    assert not {"theme", "django_language"} & set(answer.cookies)
    alice.refresh_from_db()
    assert (alice.theme, alice.language) == ("system", "")


def test_a_forged_cookie_changes_nothing(client):
    client.cookies["theme"] = '"><script>'
    assert "data-theme" not in client.get("/").content.decode()


@pytest.mark.parametrize("next_page", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_the_way_back_stays_on_the_site(client, next_page):
    assert client.post("/display/", {"theme": "dark", "next": next_page})["Location"] == "/"


def test_a_script_may_request_no_new_page(client):
    answer = client.post("/display/", {"theme": "dark"}, headers={"X-Requested-With": "fetch"})
    assert answer.status_code == 204
    assert answer.cookies["theme"].value == "dark"


def test_a_link_cannot_change_it(client):
    assert client.get("/display/?theme=dark").status_code == 405

"""Tests of what all pages share: security headers, the page frame, and working links."""

import re

import pytest
from django.core.management import call_command
from django.urls import get_resolver, reverse

from web import navigation

pytestmark = pytest.mark.django_db
OPEN_PAGES = ["home", "login", "signup", "password-reset", "password-reset-sent", "api-docs"]


@pytest.mark.parametrize("name", OPEN_PAGES)
def test_pages_are_safe_by_their_headers(client, name):
    answer = client.get(reverse(name))
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("name", OPEN_PAGES)
def test_pages_hold_nothing_that_the_policy_forbids(client, name):
    page = client.get(reverse(name)).content.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)", page), "an inline script"
    assert not re.search(r"<style|\sstyle=", page), "an inline style"
    assert not re.search(r"\son[a-z]+=", page), "an inline handler"


@pytest.mark.parametrize("name", OPEN_PAGES)
def test_pages_have_one_heading_and_a_way_past_the_frame(client, name):
    page = client.get(reverse(name)).content.decode()
    assert 'href="#main"' in page
    assert '<main id="main"' in page
    assert page.count("<title>") == 1


def test_the_links_of_the_frame_lead_somewhere(client):
    page = client.get("/").content.decode()
    for address in set(re.findall(r'href="(/[^"#]*)"', page)) - {"/"}:
        if not address.startswith("/static/"):
            assert client.get(address).status_code in (200, 302), address


def test_the_frame_marks_where_we_are(client):
    for link in navigation.links("/"):
        page = client.get(link.url, follow=True).content.decode()
        assert re.search(rf'href="{re.escape(link.url)}" aria-current="page"', page), link.url


@pytest.mark.parametrize("address", ["/parties/", "/parties/x/", "/players/ada/", "/d/token/", "/decks/new/"])
def test_pages_of_decks_are_marked_as_decks(address):
    assert [link.url for link in navigation.links(address) if link.here] == ["/decks/"]


def test_a_page_costs_no_queries_for_strangers(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(reverse("login"))


def test_head_is_answered_like_get(client):
    assert client.head("/").status_code == 200


@pytest.mark.parametrize("address", ["/cards/", "/collection/", "/rules/", "/api/v1/packs/"])
def test_answers_are_compressed_for_who_takes_it(client, address):
    small = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert small["Content-Encoding"] == "gzip"
    assert len(small.content) < len(client.get(address).content) / 3


def test_the_schema_of_the_api_is_sound(capsys):
    call_command("spectacular", "--validate", "--fail-on-warn")
    assert "openapi: 3" in capsys.readouterr().out


def test_no_two_views_share_a_name():
    names = [name for name in get_resolver().reverse_dict if isinstance(name, str)]
    assert len(names) == len(set(names))
    assert all(len(get_resolver().reverse_dict.getlist(name)) == 1 for name in names)


def test_the_admin_opens(client, staff):
    client.force_login(staff)
    assert client.get("/admin/").status_code == 200
    assert client.get("/admin/accounts/user/").status_code == 200
    assert client.get(f"/admin/accounts/user/{staff.pk}/change/").status_code == 200

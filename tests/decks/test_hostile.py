"""Tests that user input is shown as text on every page and never runs."""

import json
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from decks import services
from decks.formats.export import FORMATS
from decks.importing import preview
from decks.models import Deck
from tests.hostile import EVIL, Watch, assert_harmless

pytestmark = pytest.mark.django_db

MARKDOWN = f"""{EVIL}

[link](javascript:alert(1)) [two](data:text/html,<xss-probe>) ![x](x" onerror="alert(1))
<img src=x onerror=alert(1)> <a href="javascript:alert(1)">a</a>

```
{EVIL}
```
"""


@pytest.fixture
def deck(alice: User) -> Deck:
    record = {
        "id": 7,
        "name": EVIL,
        "investigator_code": "12001",
        "description_md": MARKDOWN,
        "slots": {"12020": 2, "12002": 1, EVIL[:30]: 1, "09080": 1},
        "sideSlots": {"12029": 1, EVIL[:20]: 1},
        "tags": f"{EVIL[:38]}, two",
        "meta": json.dumps({"annotation_12020": MARKDOWN, "cus_09080": f"0|1|{EVIL[:20]}", EVIL: EVIL}),
        EVIL: EVIL,
    }
    (deck,) = services.save_import(preview(json.dumps(record)), owner=alice)
    services.set_folder(deck, folder=EVIL)
    services.annotate(deck, code="12020", text=MARKDOWN)
    services.begin_upgrade(deck, experience=3, remark=EVIL)
    services.cancel_upgrade(deck)
    return services.publish(deck)


def test_the_watch_barks():
    watch = Watch()
    watch.feed(EVIL + '<a href="javascript:x">' + '<p onclick="x">')
    assert len(watch.alarms) == 5


PAGES = [
    "", "print/", "pull/", "share/", "edit/", "edit/settings/", "edit/notes/", "edit/card/12020/",
    "edit/card/09080/", "edit/why/01060/", "edit/weakness/", "upgrade/",
]  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_on_every_page_of_the_deck(as_alice: Client, deck: Deck, path: str) -> None:
    page = as_alice.get(f"/decks/{deck.public_id}/{path}")
    assert page.status_code == 200
    assert_harmless(page.content.decode(), path)


def test_where_others_see_it(as_alice: Client, as_mallory: Client, deck: Deck) -> None:
    other = services.clone_deck(deck, owner=deck.owner)
    addresses = (
        f"/d/{deck.share_token}/",
        f"/decks/{deck.public_id}/",
        "/decks/public/",
        f"/decks/public/?q={EVIL[:60]}&card={EVIL[:60]}&tag={EVIL[:60]}&class={EVIL}",
        f"/decks/compare/?a={deck.public_id}&b={EVIL}",
    )
    for address in addresses:
        page = as_mallory.get(address)
        assert page.status_code == 200
        assert_harmless(page.content.decode(), address)
    mine = (
        *("/decks/", "/decks/?archived=yes", "/", "/collection/"),
        f"/decks/?folder={EVIL}&q={EVIL}&tag={EVIL[:38]}",
        f"/decks/compare/?a={deck.public_id}&b={other.public_id}",
        f"/search/?q={EVIL}",
    )
    for address in mine:
        page = as_alice.get(address)
        assert page.status_code == 200, address
        assert_harmless(page.content.decode(), address)
    page = as_alice.post(f"/decks/{other.public_id}/delete/", follow=True)
    assert_harmless(page.content.decode(), "deleted")
    assert_harmless(as_alice.get("/decks/deleted/").content.decode(), "deleted decks")


def test_the_card_for_other_sites_holds_the_name_as_text(as_mallory: Client, deck: Deck) -> None:
    page = as_mallory.get(f"/d/{deck.share_token}/").content.decode()

    class Meta(HTMLParser):
        found: dict[str, str] = {}

        def handle_starttag(self, tag, attrs):
            given = dict(attrs)
            if tag == "meta" and "property" in given:
                self.found[given["property"]] = given["content"]

    meta = Meta()
    meta.feed(page)
    assert meta.found["og:title"] == deck.name
    assert meta.found["og:url"] == f"http://testserver/d/{deck.share_token}/"
    assert "Daniela Reyes" in meta.found["og:description"]
    assert "alice" not in page or deck.visibility == "public"


def test_while_it_is_imported(client: Client, deck: Deck) -> None:
    record = json.dumps({"name": EVIL, "investigator_code": EVIL, "slots": {EVIL: EVIL}, "meta": EVIL})
    lists = f"# {EVIL}\nDaniela Reyes\n2x {EVIL}\n{EVIL}\n1x Machete ({EVIL[:30]})\nTags: {EVIL}"
    for text in (record, lists, f"[{record}, {record}]", EVIL, f'{{"{EVIL}'):
        for address, field in (("/decks/import/", "text"), ("/check/", "deck")):
            page = client.post(address, {field: text, "text": text})
            assert page.status_code in (200, 400), address
            assert_harmless(page.content.decode(), address)


def test_edits_answer_with_text(as_alice: Client, deck: Deck) -> None:
    answer = as_alice.post(
        reverse("deck-edit-slots", args=[deck.public_id]),
        {"add": "12019"},
        headers={"X-Requested-With": "fetch"},
    ).json()
    for part, html in answer["html"].items():
        assert_harmless(html, part)


def test_exports_are_files_and_no_pages(as_alice: Client, deck: Deck) -> None:
    for form, kind in FORMATS.items():
        answer = as_alice.get(f"/decks/{deck.public_id}/export/{form}/")
        assert answer["Content-Type"] == kind.media_type
        assert "html" not in kind.media_type
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Content-Disposition"].startswith("attachment")
        assert '"' not in answer["Content-Disposition"].removeprefix('attachment; filename="')[:-1]

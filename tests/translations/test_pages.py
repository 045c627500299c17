"""Tests of pages in other languages: no message stays English, and longer texts fit.

The made-up language of `scripts.translations.pseudo` is there before any translation is. Languages that are
offered are tested in the same way.
"""

import html
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.utils import translation

from config.languages import offered
from decks import services
from rules.rulebook import RULEBOOK
from rules.rulebook.books import LIBRARY
from rules.rulebook.timing import CHARTS
from rules.rulebook.ultimatums import ULTIMATUMS
from scripts.translations.messages import ROOT, all_messages
from scripts.translations.pseudo import LANGUAGE
from tests.browser import DESKTOP, PHONE
from tests.pages.editor import come_in
from tests.web.permission_table import TABLE_OF_ADDRESSES
from tests.web.world import make_world

OFFERED = [code for code, _name in offered(ROOT / "locale") if code != "en"]
NAMES = [
    name
    for _who, methods, names in TABLE_OF_ADDRESSES
    for name in names.split()
    if "GET" in methods.split() and not name.startswith(("api", "arkhamdb", "/"))
]
READ_ATTRIBUTES = re.compile(r'\b(?:title|aria-label|alt|placeholder)="([^"]*)"')
#: Pages with many controls, tables or long sentences.
PAGES = (
    *("/", "/decks/", "/decks/new/", "/decks/import/", "/cards/", "/cards/01020/", "/collection/"),
    *("/campaigns/", "/campaigns/new/", "/rules/", "/rules/books/?q=hunter", "/rules/books/fast/"),
    *("/rules/timing/", "/sign-in/"),
)
#: Texts of the rulebook, which has English and German, that happen to be messages as well.
IN_THE_RULEBOOK = {
    *(section.name("en") for section in RULEBOOK.sections),
    *(ultimatum.name for ultimatum in ULTIMATUMS.values()),
    *(step.text[0] for chart in CHARTS.values() for step in chart.steps),
    *(entry.title("en") for entry in LIBRARY.values()),
}


def texts_of(markup: str) -> Iterator[str]:
    """Yield the texts that a reader sees or hears."""
    markup = re.sub(r"<(script|style|svg|code|pre|template)\b.*?</\1>", " ", markup, flags=re.DOTALL)
    for text in (*re.split(r"<[^>]*>", markup), *READ_ATTRIBUTES.findall(markup)):
        yield html.unescape(" ".join(text.split()))


def messages_in(language: str) -> set[str]:
    """Return the English messages of three words or more that the language has other words for."""
    with translation.override(language):
        return {
            " ".join(message.text.split())
            for message in all_messages().values()
            if len(message.text.split()) > 2
            and not message.context
            and message.text not in IN_THE_RULEBOOK
            and translation.gettext(message.text) != message.text
        }


@pytest.mark.django_db
@pytest.mark.parametrize("language", [LANGUAGE, *OFFERED])
def test_no_page_has_an_english_message(pseudo, settings, language):
    settings.LANGUAGES = [*settings.LANGUAGES, *((code, code) for code in OFFERED)]
    world = make_world()
    client = Client(headers={"accept-language": language})
    client.force_login(world.users["owner"])
    english, left, visited = messages_in(language), {}, 0
    for name in NAMES:
        answer = client.get(world.path(name))
        if answer.status_code == 200 and "html" in answer.get("content-type", ""):
            visited += 1
            assert answer["Content-Language"] == language, name
            if found := english & set(texts_of(answer.content.decode())):
                left[name] = sorted(found)
    assert left == {}
    assert visited > 80


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/rules/deck.one-investigator/", RULEBOOK["deck.one-investigator"].sentence),
        ("/rules/deck.one-investigator/", RULEBOOK["deck.one-investigator"].cases[0]),
        ("/rules/timing/", CHARTS["round"].steps[1].text[0]),
    ],
)
def test_texts_of_the_rulebook_are_marked_as_english_in_a_third_language(client, pseudo, path, text):
    page = client.get(path, headers={"accept-language": LANGUAGE}).content.decode()
    before = page.partition(html.escape(text))[0]
    assert re.findall(r'lang="([\w-]+)"', before)[-1] == "en"


@pytest.mark.slow
@pytest.mark.parametrize("language", [LANGUAGE, *OFFERED])
def test_every_page_of_a_member_fits_a_phone(live_server, page, pseudo, settings, language):
    settings.LANGUAGES = [*settings.LANGUAGES, *((code, code) for code in OFFERED)]
    world = make_world()
    # Titles that cannot be broken between words.
    for code in ("60178", "12028"):
        services.set_quantity(world.deck, code=code, quantity=2)
    client = Client(headers={"accept-language": language})
    client.force_login(world.users["owner"])
    come_in(page.context, live_server, world.users["owner"])
    page.set_viewport_size(PHONE)
    page.set_extra_http_headers({"Accept-Language": language})
    wide, visited = {}, 0
    for name in NAMES:
        answer = client.get(world.path(name))
        if answer.status_code == 200 and b"<html" in answer.content:
            visited += 1
            page.goto(live_server.url + world.path(name))
            width = page.evaluate("document.documentElement.scrollWidth")
            if width > PHONE["width"]:
                wide[name] = width
    assert wide == {}
    assert visited > 60


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_longer_texts_fit(live_server, page, pseudo, window):
    page.set_viewport_size(window)
    page.set_extra_http_headers({"Accept-Language": LANGUAGE})
    wide = {}
    for path in PAGES:
        page.goto(live_server.url + path)
        assert page.locator("html").get_attribute("lang") == LANGUAGE
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > window["width"]:
            wide[path] = width
    assert wide == {}

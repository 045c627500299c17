"""ArkhamDB's public API as a source: cards, packs and taboo lists, in the languages of this site.

Only ArkhamDB's own hosts are called, and redirects are not followed. Time and size are limited.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from cards.generation.source import (
    LARGEST_FILE,
    Source,
    SourceError,
    add_answer,
    add_translated_answer,
    load,
)
from cards.importing.download import download

SITES = {"en": "https://arkhamdb.com", "de": "https://de.arkhamdb.com"}
PACKS, CARDS, TABOOS = "packs/", "cards/?encounter=1", "taboos/"
#: What is loaded in each language. Taboo lists have no translations.
ANSWERS = [("en", PACKS), ("en", CARDS), ("en", TABOOS), ("de", PACKS), ("de", CARDS)]

Progress = Callable[[str], None]


class SiteUnavailable(SourceError):
    """ArkhamDB did not send card data. The message describes how to import from files instead."""

    def __init__(self, url: str, fault: str) -> None:
        super().__init__(urlsplit(url).hostname or url, "", fault)
        self.args = (f"{self.args[0]}. {how_to_import_from_files()}",)


def how_to_import_from_files() -> str:
    """Return the sentences for operators whose site has no connection to the Internet."""
    pages = ", ".join(address_of(language, answer) for language, answer in ANSWERS[:3])
    return _(
        "To import from files, save %(pages)s as .json files in one folder, on any machine that can open "
        "them, copy the folder here and run: ./run manage import_cards FOLDER"
    ) % {"pages": pages}


def address_of(language: str, answer: str) -> str:
    return f"{SITES[language]}/api/public/{answer}"


def fetch_site(progress: Progress = lambda message: None) -> Source:
    """Load everything. SiteUnavailable if anything of it is missing or is not JSON."""
    source = Source()
    with tempfile.TemporaryDirectory(prefix="casebook-import-") as made:
        for number, (language, answer) in enumerate(ANSWERS):
            url = address_of(language, answer)
            file = Path(made) / f"answer{number}.json"
            _load_file(url, file, progress)
            try:
                content = load(file, file.parent)
                if language == "en":
                    add_answer(source, url, content)
                else:
                    add_translated_answer(source, url, content, language)
            except SourceError as error:
                where = f"{error.place}: " if error.place else ""
                raise SiteUnavailable(url, f"{url} is not card data: {where}{error.fault}") from None
    if not source.rows:
        raise SiteUnavailable(SITES["en"], "sent no cards")
    return source


def _load_file(url: str, file: Path, progress: Progress) -> None:
    progress(_("Loading %(url)s") % {"url": url})
    announced = 0

    def watch(written: int) -> None:
        nonlocal announced
        if written // 1_000_000 > announced:
            announced = written // 1_000_000
            progress(_("Loading %(url)s: %(size)d MB") % {"url": url, "size": announced})

    try:
        download(url, file, internal=True, redirects=False, largest=LARGEST_FILE, watch=watch)
    except SourceError as error:
        raise SiteUnavailable(url, error.fault) from None

"""Benchmarks of cards: searching, the pages of the catalogue, and building it."""

from collections.abc import Callable, Iterator
from itertools import cycle
from urllib.parse import urlencode

from django.test import Client

from bench.measuring import Aim
from cards import adapters
from cards.search.engine import search
from cards.search.reading import read_query

#: Typical searches: the first letters of words, filters, both, and nothing.
ADDRESSES: list[dict[str, str]] = [
    {"q": "s"},
    {"q": "sh"},
    {"q": "shriv"},
    {"q": "knowledge is power"},
    {"q": "o'toole"},
    {"q": "glück"},
    {"q": "the"},
    {"q": "draw cards"},
    {},
    {"class": "guardian,seeker", "level": "0-2", "trait": "Ally"},
    {"usable_by": "01001", "level": "0"},
    {"usable_by": "09018", "q": "a", "sort": "title"},
    {"pack": "dwlp", "type": "asset,event"},
    {"icon": "wild:2", "sort": "cost"},
    {"keyword": "permanent", "sort": "pack"},
    {"q": "class:seeker level<=2 trait:tome -permanent"},
    {"q": '(trait:spell or trait:ritual) cost:3+ icons:willpower usable-by:"Agnes Baker"'},
    {"q": 'box:"revised core" fast or keyword:myriad'},
]

PAGES = ["/cards/", "/cards/01020/", "/cards/investigators/", "/cards/investigators/09018/", "/collection/"]
AIMS = {"cards: search": Aim(cpu_ms=20), "cards: catalogue from the database": Aim(cpu_ms=1_000)}


def benches() -> Iterator[tuple[str, str, Callable[[], int]]]:
    addresses = cycle(ADDRESSES)

    def one_search() -> int:
        query, _errors = read_query(next(addresses), adapters.catalogue())
        search(query)
        return 1

    yield "cards: search", "search", one_search

    visitor = Client(headers={"host": "localhost"})
    keys = cycle(ADDRESSES)

    def one_keystroke() -> int:
        """A request through all of Django, as htmx sends it."""
        address = f"/cards/?{urlencode(next(keys))}"
        answer = visitor.get(address, headers={"HX-Request": "true", "HX-Target": "found"})
        assert answer.status_code == 200, address
        return 1

    for _address in ADDRESSES:
        one_keystroke()
    yield "cards: a keystroke, answered", "keystroke", one_keystroke

    pages = cycle(PAGES)

    def one_page() -> int:
        address = next(pages)
        assert visitor.get(address).status_code == 200, address
        return 1

    for _page in PAGES:
        one_page()
    yield "cards: pages of the catalogue", "page", one_page

    def one_catalogue() -> int:
        adapters.build_catalogue()
        return 1

    yield "cards: catalogue from the database", "catalogue", one_catalogue


def sizes() -> Iterator[tuple[str, Callable[[], object]]]:
    yield "cards: the catalogue in memory", adapters.build_catalogue

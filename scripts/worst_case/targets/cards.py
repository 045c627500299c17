"""Searches: words, filters, orders and pages of everything that can be searched."""

from __future__ import annotations

from urllib.parse import urlencode

from cards.search.page import CONDITIONS
from cards.search.query import CLASSES, GROUPS, ICONS, KEYWORDS, SLOTS, SORTS, TAGS, TYPES
from scripts.worst_case.ground import LONGEST_LINE
from scripts.worst_case.materials import Input
from scripts.worst_case.measuring import Request
from scripts.worst_case.targets.base import Stored, Target


class Search(Target):
    """GET on the pages and endpoints that search."""

    WHERE = (
        *("/cards/", "/api/v1/cards/", "/search/", "/rules/", "/decks/public/", "/decks/", "/api/v1/decks/"),
        *("/api/v1/decks/public/", "/cards/investigators/", "/rules/coverage/", "/collection/"),
    )
    OTHERS = ("tag", "investigator", "folder", "order", "mode", "legal", "state", "subject")

    def seeds(self) -> list[Input]:
        return [
            {"where": "/cards/", "parameters": [["q", "a"]], "part": False},
            {
                "where": "/api/v1/cards/",
                "parameters": [["q", '"a b" -c (3)'], ["page_size", "100"]],
                "part": False,
            },
            {"where": "/search/", "parameters": [["q", "e"]], "part": True},
        ]

    def value(self, name: str) -> str:
        chance, made = self.chance, self.materials
        card = made.catalogue.cards[made.code()]
        known: dict[str, tuple[str, ...]] = {
            "class": CLASSES,
            "type": TYPES,
            "slot": SLOTS,
            "icon": ICONS,
            "keyword": KEYWORDS,
            "tag": TAGS,
            "sort": SORTS,
            "group": GROUPS,
            "level": ("0-5", "none", "0"),
            "cost": ("0-99", "x", "none"),
            "weakness": ("basic", "other", "any", "no"),
            "page": ("1", "2", "33", "99999999"),
            "page_size": ("1", "100", "9999"),
            "owned": ("yes", "no"),
            "usable_by": tuple(made.investigators),
            "pack": tuple(made.catalogue.packs),
            "trait": (*card.traits, "a", "e", "", "i,t,a,l"),
            "taboo": tuple(made.catalogue.taboo_lists),
        }
        if name in known and chance.random() < 0.8:
            return chance.choice(known[name])
        return chance.choice(
            (
                card.title,
                " ".join(
                    chance.choice("abcdefghijklmnopqrstuvwxyz")
                    for _word in range(chance.choice((1, 20, 100)))
                ),
                " ".join(f"-{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"),
                " ".join(f'"{letter}"' for letter in "aeiourstln"),
                '"' * chance.choice((1, 50, 199)),
                "(a+)+$" * 30,
                "%" * 60,
                "_%" * 40,
                "," * 500,
                ",".join("abcdefghij") * 20,
                "ä" * 200,
                "a" * chance.choice((1, 100, 200, 2_000)),
                "",
            )
        )

    def change(self, given: Input) -> Input:
        chance = self.chance
        parameters = [list(pair) for pair in given["parameters"]]
        new = {**given, "parameters": parameters}
        for _turn in range(chance.choice((1, 1, 2, 8, 60))):
            what = chance.random()
            if what < 0.2 and parameters:
                del parameters[chance.randrange(len(parameters))]
            elif what < 0.3:
                new["where"] = chance.choice(self.WHERE)
            elif what < 0.35:
                new["part"] = not new["part"]
            elif what < 0.45 and parameters:
                parameters.append(list(chance.choice(parameters)))
            else:
                name = chance.choice(
                    (*CONDITIONS, *self.OTHERS, "q", "q", "sort", "group", "page", "page_size")
                )
                parameters.append([name, self.value(name)])
        return new

    def request(self, given: Input, stored: Stored) -> Request:
        room = LONGEST_LINE - len("GET ?HTTP/1.1   ") - len(given["where"])
        query = urlencode([(name, value) for name, value in given["parameters"]])
        while len(query) > room:
            query = query[: query.rfind("&")] if "&" in query else query[:room]
        content = "text/html; htmx" if given["part"] else "text/html"
        return Request("GET", f"{given['where']}?{query}", content_type=content)

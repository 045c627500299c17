"""Questions to the books of rules in two languages, searches in the language of the card search, and dice."""

from __future__ import annotations

from urllib.parse import urlencode

from cards.search.grammar import LONGEST_QUERY
from cards.search.vocabulary import FIELDS
from rules.rulebook.books import LANGUAGES, LIBRARY
from scripts.worst_case.ground import LONGEST_LINE
from scripts.worst_case.materials import Input
from scripts.worst_case.measuring import Request
from scripts.worst_case.targets.base import Stored, Target

COMMON = {
    "en": "what happens when an investigator is defeated by damage and an enemy attacks in the phase of",
    "de": "was passiert wenn ein ermittler besiegt wird durch schadensmarker und gegnerangriffe in der phase",
}


class Questions(Target):
    """Words in any order, to every page that reads a question or a search."""

    BOOKS = ("/rules/books/", "/rules/", "/rules/coverage/", "/search/")
    CARDS = ("/cards/", "/api/v1/cards/", "/cards/completion/", "/collection/", "/search/")
    OTHERS = ("/rules/timing/", "/rules/questions/", "/rules/editions/", "/cards/help/", "/games/dice/")
    SIGNS = ("(", ")", "-", "or", '"', '""', "<=", ":", ",", "not", "(3)", "*", "“", "-(")
    LONGEST = {"/rules/books/": 200, "/rules/": 200, "/rules/coverage/": 200, "/search/": 200}

    def seeds(self) -> list[Input]:
        return [
            {"where": "/rules/books/", "words": COMMON[language].split(), "language": language, "part": False}
            for language in LANGUAGES
        ] + [
            {
                "where": "/cards/",
                "words": [field.example for field in FIELDS[:9]],
                "language": "en",
                "part": True,
            },
            {"where": "/api/v1/cards/", "words": ["a", "or", "e"], "language": "de", "part": False},
        ]

    def change(self, given: Input) -> Input:
        chance = self.chance
        words = list(given["words"])
        new = {**given, "words": words}
        for _turn in range(chance.choice((1, 1, 3, 10, 40))):
            what = chance.random()
            if what < 0.2 and words:
                del words[chance.randrange(len(words))]
            elif what < 0.25:
                new["where"] = chance.choice((*self.BOOKS, *self.CARDS, *self.OTHERS))
            elif what < 0.3:
                new["language"] = chance.choice(LANGUAGES)
            elif what < 0.33:
                new["part"] = not new["part"]
            elif what < 0.38 and words:
                chance.shuffle(words)
            else:
                words.insert(chance.randint(0, len(words)), self.word(new))
        return new

    def word(self, given: Input) -> str:
        chance, made = self.chance, self.materials
        if given["where"] in self.CARDS and chance.random() < 0.8:
            field = chance.choice(FIELDS)
            sign = chance.choice((":", ":", "<=", ">=", "!=", "="))
            value = chance.choice(
                (
                    *(
                        field.example.partition(":")[2] or "2",
                        chance.choice("aeionrst"),
                        "0-99",
                        "a,e,i,o,n,r",
                    ),
                    made.code(),
                    f'"{made.catalogue.cards[made.code()].title}"',
                )
            )
            return chance.choice(
                (f"{field.name}{sign}{value}", f"-{field.name}:{value}", *self.SIGNS, chance.choice("aeiou"))
            )
        entry = LIBRARY[chance.choice(list(LIBRARY))]
        title = entry.title(given["language"]).split()
        return chance.choice(
            (
                *title,
                *COMMON[given["language"]].split(),
                "".join(title)[:60],
                chance.choice("abcdefghijklmnopqrstuvwxyz"),
                str(chance.randint(1, 40)),
                "schaden" * chance.choice((1, 5, 28)),
            )
        )

    def request(self, given: Input, stored: Stored) -> Request:
        text = " ".join(given["words"])[: self.LONGEST.get(given["where"], LONGEST_QUERY)]
        room = LONGEST_LINE - len("GET ?HTTP/1.1   ") - len(given["where"])
        query = urlencode({"q": text})
        while len(query) > room:
            text = text[:-10]
            query = urlencode({"q": text})
        return Request(
            "GET",
            f"{given['where']}?{query}",
            content_type="text/html; htmx" if given["part"] else "text/html",
            language=given["language"],
        )

"""Bodies that are nothing but large: JSON and forms of every shape, to any address that reads them."""

from __future__ import annotations

from scripts.worst_case.materials import Input
from scripts.worst_case.measuring import FORM, Request, multipart
from scripts.worst_case.targets.base import Stored, Target

#: As much as a request may have.
LARGEST = 4_990_000


class Bodies(Target):
    """A piece of text, repeated until the body is as large as it can be."""

    JSON = (
        *("/api/v1/check", "/api/v1/check/party", "/api/v1/price", "/api/v1/decks/import/preview/"),
        *("/api/v1/decks/import/", "/api/v1/campaigns/import/", "/api/v1/campaigns/", "/api/v1/decks/"),
        *("/api/v1/decks/bulk/", "/api/v1/collections/import/", "/api/v1/collections/"),
    )
    #: Forms that take a file, and may therefore be as large.
    FILES = ("/decks/import/", "/campaigns/import/", "/collection/import/", "/collection/1/import/")
    FORMS = ("/check/", "/decks/import/", "/campaigns/import/", "/sign-in/", "/decks/new/01001/", "/display/")
    #: The beginning, the part that is repeated, and the end.
    PIECES = (
        ("[", "[],", "[]]"),
        ("[", "{},", "{}]"),
        ("[", "1,", "1]"),
        ("[", '"",', '""]'),
        ("[", "1.5,", "1]"),
        ("{", '"%d":1,', '"":1}'),
        ('{"slots":{', '"%d":1,', '"":1}}'),
        ('{"slots":{},"meta":{', '"cus_%d":"1|1",', '"":1}}'),
        ('{"text":"', "[],", '"}'),
        ('{"text":"', "%d\\n", '"}'),
        ('{"text":"[', "{},", '{}]"}'),
        ('{"text":"', "\\u00e9", '"}'),
        ('{"format":"casebook-campaign-1","steps":[', '{"number":%d},', "{}]}"),
        ("", "{x}\n", ""),
        ("[" * 900, "1,", "1" + "]" * 900),
        ("", "9", ""),
    )
    SIGNS = (
        "text=%22",
        "%22",
        "&a=b",
        "&text=x",
        "+",
        "%C3%A9",
        "&line-1=01030",
        "&deck=1",
        "text=[],",
        "{},",
    )

    def seeds(self) -> list[Input]:
        return [
            {"path": "/api/v1/check", "piece": 0, "size": 10_000},
            {"path": "/check/", "piece": 0, "size": 10_000},
        ]

    def change(self, given: Input) -> Input:
        new, chance = dict(given), self.chance
        what = chance.random()
        if what < 0.4:
            new["file"] = chance.random() < 0.3
            new["path"] = chance.choice(self.FILES if new["file"] else (*self.JSON, *self.FORMS))
        elif what < 0.8:
            new["piece"] = chance.randrange(len(self.PIECES))
        else:
            new["size"] = self.materials.number(new["size"], 100, LARGEST)
        return new

    def request(self, given: Input, stored: Stored) -> Request:
        if given["path"] in self.FORMS and not given.get("file"):
            sign = self.SIGNS[given["piece"] % len(self.SIGNS)]
            body = "text=" + sign * (given["size"] // len(sign))
            return Request("POST", given["path"], body.encode(), FORM)
        before, piece, after = self.PIECES[given["piece"]]
        many = given["size"] // (len(piece) + 4 * ("%d" in piece))
        middle = "".join(piece.replace("%d", str(number)) for number in range(many))
        text = before + middle + after
        if given.get("file"):
            return multipart(given["path"], {"text": text, "name": "x"})
        return Request("POST", given["path"], text.encode())

"""Published decks: lists with filters, players, parties, likes, and the addresses of ArkhamDB's API."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlencode

from django.utils import timezone

from accounts.models import User
from cards.text.names import CLASSES
from decks.adapters import judged_with
from decks.models import Deck, DeckTag, DeckVersion, Like, PublishedCard, PublishedParty, Visibility
from decks.published import SORTS
from decks.services.publishing import LONGEST_NOTES
from scripts.worst_case.ground import LONGEST_LINE
from scripts.worst_case.materials import Input
from scripts.worst_case.measuring import FORM, Request
from scripts.worst_case.targets.base import Stored, Target

#: More decks would take too long to store for each request.
MOST_DECKS = 1_500


class Published(Target):
    """Pages that show published decks, of a site that has many."""

    stores = True
    WHERE = (
        *("/decks/public/", "/decks/public/", "/api/v1/decks/public/", "/parties/", "PARTY", "PLAYER"),
        *(
            "DAY",
            "DECK",
            "LIKE",
            "PAGE",
            "/api/public/cards/",
            "/api/public/cards/core",
            "/api/public/card/01001",
        ),
        *("/", "/search/", "/decks/?visibility=public", "/api/v1/decks/"),
    )
    NAMES = (
        *(
            "q",
            "investigator",
            "class",
            "card",
            "card",
            "without",
            "tag",
            "legal",
            "xp_min",
            "xp_max",
            "since",
        ),
        *("owned", "sort", "page", "page_size"),
    )

    def seeds(self) -> list[Input]:
        many = {"decks": 300, "slots": 20, "notes": 100, "parameters": [["q", "a"]]}
        return [{"where": where, **many} for where in ("/decks/public/", "DAY", "PLAYER")]

    def change(self, given: Input) -> Input:
        made, chance = self.materials, self.chance
        parameters = [list(pair) for pair in given["parameters"]]
        new = {**given, "parameters": parameters}
        what = chance.random()
        if what < 0.15:
            new["where"] = chance.choice(self.WHERE)
        elif what < 0.4:
            name, most = chance.choice((("decks", MOST_DECKS), ("slots", 60), ("notes", LONGEST_NOTES)))
            new[name] = made.number(new[name], 0, most)
        else:
            for _turn in range(chance.choice((1, 1, 3, 8))):
                if parameters and chance.random() < 0.25:
                    del parameters[chance.randrange(len(parameters))]
                else:
                    name = chance.choice(self.NAMES)
                    parameters.append([name, self.value(name)])
        return new

    def value(self, name: str) -> str:
        chance, made = self.chance, self.materials
        title = made.catalogue.cards[made.code()].title
        known = {
            "investigator": chance.choice(made.investigators),
            "class": chance.choice(list(CLASSES)),
            "card": chance.choice((title, title[:3], chance.choice("aeiou"), ";".join("aeiourst"))),
            "without": chance.choice((title, chance.choice("aeiou"), ";".join("aeiourst"))),
            "tag": chance.choice(("solo", "a;b;c;d", "x" * 60)),
            "legal": chance.choice(("yes", "no")),
            "xp_min": chance.choice(("0", "999")),
            "xp_max": chance.choice(("0", "999")),
            "since": chance.choice(("2000-01-01", "9999-12-31", "0001-01-01")),
            "owned": "1",
            "sort": chance.choice(list(SORTS)),
            "page": chance.choice(("1", "2", "30", "99999")),
            "page_size": "100",
        }
        return known.get(name) or " ".join(chance.choice("aeiourst") for _word in range(8))

    def store(self, given: Input) -> Stored:
        owner, made = self.owner(), self.materials
        codes = made.codes[: given["slots"]]
        # Half of the decks belong to another player, whose decks can be liked.
        # Several clients of the hostile trial store it, each with players of its own.
        name = f"climbed-{User.objects.count()}"
        other = User.objects.create_user(name, f"{name}@example.org", "a long password")
        now = timezone.now()
        decks = Deck.objects.bulk_create(
            Deck(
                owner=owner if n % 2 else other,
                name=f"Deck {n}",
                investigator=made.investigators[n % len(made.investigators)],
                notes="*a* [b](c) " * (given["notes"] // 11),
                visibility=Visibility.PUBLIC,
                published_at=now - timedelta(minutes=n),
                is_legal=True,
                judged_with=judged_with(made.catalogue),
            )
            for n in range(given["decks"] + 2)
        )
        versions = DeckVersion.objects.bulk_create(
            DeckVersion(deck=deck, number=1, slots=dict.fromkeys(codes, 1)) for deck in decks
        )
        for deck, version in zip(decks, versions, strict=True):
            deck.working = version
        Deck.objects.bulk_update(decks, ["working"], batch_size=500)
        PublishedCard.objects.bulk_create(
            (PublishedCard(deck=deck, card=code, copies=1) for deck in decks for code in codes),
            batch_size=5_000,
        )
        DeckTag.objects.bulk_create(DeckTag(deck=deck, name="solo") for deck in decks)
        Like.objects.bulk_create(Like(deck=deck, user=owner) for deck in decks[::2])
        parties = PublishedParty.objects.bulk_create(
            PublishedParty(owner=owner, name="x" * 80, notes=deck.notes) for deck in decks[:100]
        )
        for party in parties[:40]:
            party.decks.set(decks[:4])
        return {"deck": str(decks[0].public_id), "party": str(parties[0].public_id), "day": f"{now:%Y-%m-%d}"}

    def request(self, given: Input, stored: Stored) -> Request:
        if given["where"] == "LIKE":
            return Request("POST", f"/decks/{stored['deck']}/like/", b"liked=yes", FORM)
        places = {
            "PARTY": f"/parties/{stored['party']}/",
            "PLAYER": f"/players/{self.player}/",
            "DAY": f"/api/public/decklists/by_date/{stored['day']}.json",
            "DECK": f"/api/public/deck/{stored['deck']}.json",
            "PAGE": f"/decks/{stored['deck']}/",
        }
        path = str(places.get(given["where"], given["where"]))
        query: str = urlencode([(name, value) for name, value in given["parameters"]])
        query = query[: LONGEST_LINE - len("GET ?HTTP/1.1   ") - len(path)]
        return Request("GET", f"{path}{'&' if '?' in path else '?'}{query}")

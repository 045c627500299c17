"""Facts of a campaign log that a deck's legality depends on, read from JSON.

An error names the field that is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from decks.errors import BadQuestion
from decks.formats import jsontext
from decks.formats.errors import Unreadable
from decks.text import error_text
from rules.campaign.party import MOST_SEATS
from rules.cards.catalogue import Catalogue
from rules.cards.model import PLACEHOLDER
from rules.codec import Unreadable as NotPlain
from rules.codec import from_json
from rules.deck.circumstances import Circumstances, LogFacts
from rules.rulebook.ultimatums import ULTIMATUMS

#: Longer than any campaign log.
LONGEST = 200_000


@dataclass(frozen=True, slots=True)
class PartyFacts:
    """Facts of the party besides the log."""

    ultimatums: frozenset[str] = frozenset()
    investigators: int | None = None
    party: tuple[str, ...] = ()
    rewards: frozenset[str] | None = None
    starting_experience: int = 0


@dataclass(frozen=True, slots=True)
class CampaignFacts:
    log: LogFacts = field(default_factory=LogFacts)
    party_facts: PartyFacts = field(default_factory=PartyFacts)

    def under(self, circumstances: Circumstances) -> Circumstances:
        """Return the circumstances with these facts."""
        facts = {each.name: getattr(self.party_facts, each.name) for each in fields(PartyFacts)}
        return replace(circumstances, log=self.log, **facts)


def read_log_file(catalogue: Catalogue, path: str) -> CampaignFacts:
    """Return the facts in a file. BadQuestion names the problem."""
    try:
        with Path(path).open("rb") as file:
            raw = file.read(LONGEST + 1)
    except OSError as error:
        raise BadQuestion(
            _("Can't read %(file)s: %(why)s.") % {"file": path, "why": error.strerror}
        ) from None
    if len(raw) > LONGEST:
        raise BadQuestion(_("%(file)s is too long for a campaign log.") % {"file": path})
    try:
        data = jsontext.loads(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadQuestion(_("%(file)s is not UTF-8 text.") % {"file": path}) from None
    except Unreadable as error:
        raise BadQuestion(f"{path}: {error_text(error)}") from None
    try:
        return read_log(catalogue, data)
    except BadQuestion as error:
        raise BadQuestion(f"{path}: {error.message}") from None


def read_log(catalogue: Catalogue, data: Any) -> CampaignFacts:
    """Read `{"research": ["solution_identified"], …}`: the fields of LogFacts and PartyFacts."""
    if not isinstance(data, dict):
        raise BadQuestion(_("A campaign log must be an object, such as {“research”: […]}."))
    known = [each.name for kind in (LogFacts, PartyFacts) for each in fields(kind)]
    for name in data:
        if name not in known:
            raise BadQuestion(
                _("A campaign log has no field “%(name)s”. Use: %(known)s.")
                % {"name": str(name)[:60], "known": ", ".join(known)}
            )
    try:
        log = from_json(LogFacts, _part(data, LogFacts))
        party_facts = from_json(PartyFacts, _part(data, PartyFacts))
    except NotPlain as error:
        raise BadQuestion(
            _("“%(field)s” is invalid: it %(problem)s.") % {"field": error.path, "problem": error.problem}
        ) from None
    for name, code in _codes(log, party_facts):
        if catalogue.resolve(code) is None:
            raise BadQuestion(_("“%(field)s”: unknown card “%(code)s”.") % {"field": name, "code": code[:60]})
    _check_values(catalogue, log, party_facts)
    return CampaignFacts(_by_card(catalogue, log), party_facts)


def _part(data: Mapping[str, Any], kind: type) -> dict[str, Any]:
    names = {each.name for each in fields(kind)}
    return {name: value for name, value in data.items() if name in names}


COUNTED = ("bearer_of", "weaknesses", "granted", "kept_beside", "bought_at_creation", "kept")


def _codes(log: LogFacts, party_facts: PartyFacts) -> Iterator[tuple[str, str]]:
    """Yield every card that is named, with the field that names it."""
    for name in (*COUNTED, "lost_signatures"):
        yield from ((name, code) for code in getattr(log, name))
    yield from (("branded", code) for code in filter(None, [log.branded]))
    yield from (("party", code) for code in party_facts.party)
    yield from (("rewards", code) for code in party_facts.rewards or ())


def _check_values(catalogue: Catalogue, log: LogFacts, party_facts: PartyFacts) -> None:
    tasks = {card.research.task for card in catalogue.cards.values() if card.research}
    titles = {card.title for card in catalogue.cards.values()}
    for name, given, known in (
        ("research", log.research, tasks),
        ("ultimatums", party_facts.ultimatums, {each.id for each in ULTIMATUMS.values()}),
        ("lost_allies", log.lost_allies, titles),
    ):
        for word in sorted(given - known):
            message = _("“%(field)s”: unknown value “%(word)s”.") % {"field": name, "word": word[:60]}
            if known is not titles:
                message += " " + _("Use one of: %(known)s.") % {"known": ", ".join(sorted(known))}
            raise BadQuestion(message)
    if any(copies < 1 for name in COUNTED for copies in getattr(log, name).values()):
        raise BadQuestion(_("Copies must be at least 1."))
    if log.experience_earned < 0 or party_facts.starting_experience < 0:
        raise BadQuestion(_("Experience must be at least 0."))
    if party_facts.investigators is not None and not 1 <= party_facts.investigators <= MOST_SEATS:
        raise BadQuestion(_("From 1 to %(most)d investigators can play together.") % {"most": MOST_SEATS})
    for code in log.weaknesses:
        card = catalogue.resolve(code)
        if card is None or not card.weakness or card.code == PLACEHOLDER:
            raise BadQuestion(_("“%(code)s” is not a weakness that can be drawn.") % {"code": code[:60]})
    for code in party_facts.party:
        card = catalogue.resolve(code)
        if card is None or card.type != "investigator":
            raise BadQuestion(_("“%(code)s” is not an investigator.") % {"code": code[:60]})


def _by_card(catalogue: Catalogue, log: LogFacts) -> LogFacts:
    """Return the facts with printings replaced by their cards, which the rules use."""

    def own(code: str) -> str:
        card = catalogue.resolve(code)
        return card.code if card else code

    def counted(copies: Mapping[str, int]) -> dict[str, int]:
        found: Counter[str] = Counter()
        for code, number in copies.items():
            found[own(code)] += number
        return dict(found)

    return replace(
        log,
        bearer_of=counted(log.bearer_of),
        weaknesses=counted(log.weaknesses),
        granted=counted(log.granted),
        kept_beside=counted(log.kept_beside),
        bought_at_creation=counted(log.bought_at_creation),
        kept=counted(log.kept),
        lost_signatures=frozenset(map(own, log.lost_signatures)),
        branded=own(log.branded) if log.branded else "",
    )

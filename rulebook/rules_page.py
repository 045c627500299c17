"""The content of the rules page: the search, its results, and everything about one rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cards import adapters
from cards.related_rules import CODE, entry_lines, rules_about
from cards.search.normalization import words
from cards.text import names as card_names
from cards.text.names import language
from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import Card
from rules.rulebook import KINDS, RULEBOOK, Citation, Rule, Section, editions, search
from rules.rulebook.books import LIBRARY, Entry
from rules.rulebook.books.search import search_books
from rules.rulebook.citation import DOCUMENTS
from rules.rulebook.coverage import COVERAGE
from rules.rulebook.differences import DIFFERENCES, Difference
from rules.rulebook.editions import DEFAULT, EDITIONS, Edition, Switches
from rules.rulebook.interpretations import interpretations_of
from rules.rulebook.ultimatums import Ultimatum

LONGEST_TEXT = 200
#: The most results of a search that are shown.
SHOWN = 50
#: The entries of the books that are shown beside the rules.
FROM_BOOKS = 3
#: The kinds of rules: label of the filter, label of the badge, its colour and its icon.
KIND_LABELS = {
    "error": (gettext_lazy("Error"), gettext_lazy("Error when broken"), "badge--bad", "close"),
    "warning": (gettext_lazy("Warning"), gettext_lazy("Warning"), "badge--warn", "warning"),
    "applied": (gettext_lazy("Applied"), gettext_lazy("Applied by the site"), "badge--ok", "check"),
    "reminder": (gettext_lazy("Reminder"), gettext_lazy("Reminder"), "", "info"),
}
VALUES = {
    "": gettext_lazy("none"),
    "epic": gettext_lazy("Epic Campaign Mode"),
    "transfer": gettext_lazy("with deck and experience"),
    "player": gettext_lazy("the player"),
    "investigator": gettext_lazy("the investigator"),
    "leaver": gettext_lazy("who leaves"),
    "others": gettext_lazy("the others"),
    "en": gettext_lazy("English"),
    "de": gettext_lazy("German"),
}


@dataclass(frozen=True)
class RuleFilters:
    """The filters of the page, and the errors in them."""

    text: str
    kinds: tuple[str, ...]
    edition: Edition
    card: Card | None
    errors: tuple[str, ...]

    @property
    def narrows(self) -> bool:
        return bool(self.text or self.kinds or self.card)

    def address(self, **changes: Any) -> str:
        """Return the query string of the same search with these changes."""
        current = {
            "q": self.text,
            "kind": list(self.kinds),
            "card": self.card.code if self.card else "",
            "edition": self.edition.id if self.edition.id != DEFAULT else "",
        }
        given = [(name, value) for name, value in {**current, **changes}.items() if value]
        return f"?{urlencode(given, doseq=True)}" if given else ""


def read_rule_filters(parameters: QueryDict) -> RuleFilters:
    errors: list[str] = []
    text = " ".join(parameters.get("q", "").split())
    if len(text) > LONGEST_TEXT:
        errors.append(_("A search can have at most 200 characters."))
        text = ""
    kinds = [kind for kind in parameters.getlist("kind") if kind]
    errors += [
        _("“%(value)s” is not a kind of rule.") % {"value": kind[:60]} for kind in kinds if kind not in KINDS
    ]
    wanted = parameters.get("edition") or DEFAULT
    if wanted not in EDITIONS:
        errors.append(_("Unknown edition “%(value)s”.") % {"value": wanted[:60]})
        wanted = DEFAULT
    code = parameters.get("card", "")
    card = adapters.catalogue().resolve(code) if code else card_named(text)
    if code and card is None:
        errors.append(_("Unknown card “%(value)s”.") % {"value": code[:60]})
    known = tuple(kind for kind in KINDS if kind in kinds)
    return RuleFilters(text, known, editions.edition(wanted), card, tuple(errors))


def card_named(text: str) -> Card | None:
    """Return the card whose full title or code was typed."""
    if not text:
        return None
    catalogue = adapters.catalogue()
    if card := catalogue.resolve(text):
        return card
    return named(catalogue).get(" ".join(words(text)))


@once_per_catalogue
def named(catalogue: Catalogue) -> Mapping[str, Card]:
    """Return cards by their titles in either language."""
    names: dict[str, Card] = {}
    for card in catalogue.cards.values():
        if not card.hidden:
            for title in (card.title, card.title_de):
                names.setdefault(" ".join(words(title)), card)
    return names


@dataclass(frozen=True)
class RuleRow:
    """A rule in the list."""

    rule: Rule
    page: str
    applies: bool
    url: str

    @property
    def sentence(self) -> str:
        return self.rule.text(language())

    @property
    def name(self) -> str:
        return self.rule.title(language()) if isinstance(self.rule, Ultimatum) else ""


@dataclass(frozen=True)
class Stand:
    """The stance of one edition on a rule."""

    edition: Edition
    stance: str
    citation: Citation | None
    here: bool

    @property
    def lang(self) -> str:
        return DOCUMENTS[self.citation.edition].language if self.citation else ""

    @property
    def remark(self) -> str:
        return self.citation.remark(language()) if self.citation else ""

    @property
    def note(self) -> str:
        return self.citation.note_in(language()) if self.citation else ""

    @property
    def places(self) -> list[tuple[str, str]]:
        """Sections and pages of the cited document."""
        if not self.citation:
            return []
        mark = DOCUMENTS[self.citation.edition].page_mark
        return [
            (place.section, f"{mark} {place.page}" if place.page else "") for place in self.citation.places
        ]


@dataclass(frozen=True)
class Group:
    id: str
    title: str
    rows: list[RuleRow]
    left: int = 0
    """The number of results that are not shown."""

    @property
    def number(self) -> int:
        return len(self.rows) + self.left


def rule_row(rule: Rule, filters: RuleFilters, tail: str) -> RuleRow:
    citation = rule.citations.get(filters.edition.id)
    page = ""
    if citation and not citation.contrary and citation.page:
        page = f"{DOCUMENTS[citation.edition].page_mark} {citation.page}"
    return RuleRow(rule, page, filters.edition.applies(rule.id), place(rule.id) + tail)


@cache
def place(rule: str) -> str:
    return reverse("rule", args=[rule])


def groups(filters: RuleFilters, section: Section | None = None) -> list[Group]:
    """Return the matching rules: best first if there are words, else by section."""

    def fits(rule: Rule) -> bool:
        return not filters.kinds or bool(set(filters.kinds) & set(rule.kinds))

    tail = filters.address()
    if filters.card or filters.text:
        about = rules_about(adapters.catalogue(), filters.card) if filters.card else ()
        found = [rule for rule in search(filters.text, language()) if rule.id not in about and fits(rule)]
        both = []
        if filters.card:
            title = _("Rules related to %(card)s") % {"card": card_names.title_of(filters.card)}
            both.append(
                Group(
                    "card",
                    title,
                    [rule_row(rule, filters, tail) for each in about if fits(rule := RULEBOOK[each])],
                )
            )
        title = _("Rules with these words") if not both else _("Other rules with these words")
        rows = [rule_row(rule, filters, tail) for rule in found[:SHOWN]]
        both.append(Group("found", title, rows, len(found) - len(rows)))
        return [group for group in both if group.rows]
    return [
        Group(each.id, each.name(language()), rows)
        for each in ([section] if section else RULEBOOK.sections)
        if (rows := [rule_row(rule, filters, tail) for rule in RULEBOOK.of(each) if fits(rule)])
    ]


def rules_context(filters: RuleFilters, chosen: Rule | None) -> dict[str, Any]:
    section = chosen.section if chosen and not filters.narrows else None
    found = groups(filters, section)
    # The first result is shown beside the list; on a phone, only what was chosen is shown.
    shown = chosen or (found[0].rows[0].rule if filters.narrows and found else None)
    number = sum(group.number for group in found)
    return {
        "filters": filters,
        "groups": found,
        "number": ngettext("%(n)d rule", "%(n)d rules", number) % {"n": number},
        "sections": [(each, each.name(language()), len(RULEBOOK.of(each))) for each in RULEBOOK.sections],
        "kinds": [(kind, KIND_LABELS[kind][0], kind in filters.kinds) for kind in KINDS],
        "editions": EDITIONS.values(),
        "in_books": entry_lines(in_books(filters.text), language()),
        "total": len(RULEBOOK),
        "chosen": chosen,
        "in_section": section,
        **(one(shown, filters) if shown else {}),
    }


def one(rule: Rule, filters: RuleFilters) -> dict[str, Any]:
    """Return the content of the page of one rule."""
    stands = [
        Stand(edition, rule.stances[edition.id], rule.cite(edition.id), edition is filters.edition)
        for edition in EDITIONS.values()
    ]
    return {
        "rule": rule,
        "sentence": rule.text(language()),
        "name": rule.title(language()) if isinstance(rule, Ultimatum) else "",
        "badges": [KIND_LABELS[kind][1:] for kind in rule.kinds],
        "stands": stands,
        "cases": [with_cards(case) for case in rule.examples(language())],
        "bent_by": [(other, RULEBOOK[other].text(language())) for other in rule.bent_by],
        "bends": [(o.id, o.text(language())) for o in RULEBOOK.values() if rule.id in o.bent_by],
        "decided": [
            (i.id, i.question_text(language()), i.decision_text(language()))
            for i in interpretations_of(rule.id)
        ],
        "differences": [(d.row, d.text(language())) for d in DIFFERENCES if rule.id in d.rules],
        "entries": [
            (entry.id, entry.title(language()), entry.title_language(language()))
            for entry in entries_of_rule(rule.id)
        ],
        "statements": len(COVERAGE.by_rule.get(rule.id, ())),
        "rule_url": place(rule.id),
        "tail": filters.address(q="", kind=[], card=""),
    }


def in_books(text: str) -> list[Entry]:
    """Return the entries of the books that match best."""
    return [hit.entry for hit in search_books(text)[:FROM_BOOKS]] if text else []


@cache
def rules_by_entry() -> Mapping[str, tuple[str, ...]]:
    """Return the ids of the rules that are cited from the section of each entry of the books."""
    found: dict[str, dict[str, None]] = {}
    for rule in RULEBOOK.values():
        for edition, citation in rule.citations.items():
            for cited in citation.places:
                if entry := LIBRARY.at_section(edition, cited.section):
                    found.setdefault(entry.id, {})[rule.id] = None
    return {entry: tuple(rules) for entry, rules in found.items()}


@cache
def entries_of_rule(rule: str) -> tuple[Entry, ...]:
    """Return the entries of the sections that a rule is cited from."""
    return tuple(LIBRARY[entry] for entry, rules in rules_by_entry().items() if rule in rules)


def with_cards(case: str) -> SafeString:
    """Return an example, with links for the codes of cards."""
    catalogue = adapters.catalogue()
    parts, end = [], 0
    for match in CODE.finditer(case):
        if catalogue.resolve(match[0]) is None:
            continue
        parts.append(format_html("{}", case[end : match.start()]))
        parts.append(format_html('<a href="{}">{}</a>', reverse("card-detail", args=[match[0]]), match[0]))
        end = match.end()
    return mark_safe("".join([*parts, format_html("{}", case[end:])]))


def compared() -> list[tuple[Difference, str, str, list[tuple[str, list[tuple[Edition, str]]]]]]:
    """Return every difference between the editions: its topic, its text, and the switches it affects."""
    sentences = {field.name: field.metadata["text"] for field in fields(Switches)}
    return [
        (row, row.name(language()), row.text(language()), verdicts(row, sentences)) for row in DIFFERENCES
    ]


def verdicts(
    difference: Difference, sentences: Mapping[str, str]
) -> list[tuple[str, list[tuple[Edition, str]]]]:
    """Return the description of each switch of a difference, and its value in each edition."""
    return [
        (_(sentences[name]), [(each, value_of(getattr(each.switches, name))) for each in EDITIONS.values()])
        for name in difference.switches
    ]


def value_of(value: object) -> str:
    if value is True or value is False:
        return _("yes") if value else _("no")
    if isinstance(value, frozenset):
        return str(len(value))
    return str(VALUES.get(str(value), value))

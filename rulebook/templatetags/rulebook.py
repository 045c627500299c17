"""Template tags of the rules pages: lines of lists, drawn once for each language and edition."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from rulebook.coverage_page import coverage_row
from rulebook.rules_page import RuleRow
from rules.rulebook import RULEBOOK
from rules.rulebook.books import LANGUAGES
from rules.rulebook.coverage import COVERAGE
from rules.rulebook.coverage.statement import Statement
from rules.rulebook.editions import EDITIONS
from rules.rulebook.rule import Rule
from web.shared.sprite import sprite

register = template.Library()


@register.simple_tag
def rulebook_lang() -> SafeString:
    """Return a `lang` for texts of the rulebook, which are English in languages that it does not have."""
    return SafeString("" if (get_language() or "en").partition("-")[0] in LANGUAGES else ' lang="en"')


@register.simple_tag
def rule_line(row: RuleRow, edition: str, shown: Rule | str) -> SafeString:
    """Render a rule of the list. It is the same for all readers of one language."""
    return _rule_line(row.rule.id, row.page, row.applies, row.url, edition, row.rule == shown, get_language())


@lru_cache(maxsize=4096)
def _rule_line(
    rule: str, page: str, applies: bool, url: str, edition: str, chosen: bool, language: str | None
) -> SafeString:
    row = RuleRow(RULEBOOK[rule], page, applies, url)
    return render_to_string("rules/_rule_line.html", {"row": row, "edition": edition, "chosen": chosen})


@register.simple_tag
def statement_line(statement: Statement, edition: str) -> SafeString:
    """Render a statement of the coverage page. It is the same for all readers of one language."""
    return _statement_line(statement.id, edition, get_language(), sprite())


@lru_cache(maxsize=4096)
def _statement_line(statement: str, edition: str, language: str | None, sprite: str) -> SafeString:
    row = coverage_row(COVERAGE[statement], EDITIONS[edition])
    return render_to_string("rules/_statement.html", {"row": row})

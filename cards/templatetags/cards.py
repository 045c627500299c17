"""Template tags for cards: cost, level, icons and marks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from cards import adapters, import_offer
from cards.collections.page import ProductRow
from cards.text import names
from rules.cards.model import Card
from web.shared.sprite import drawing, sprite

register = template.Library()
register.filter("title_of", names.title_of)
register.filter("subtitle_of", names.subtitle_of)
register.filter("is_translated", names.is_translated)
register.filter("full_title", names.full_title)
register.filter("class_css", names.class_css)
register.filter("type_and_slot", names.type_and_slot)
register.filter("traits_of", names.traits_of)
register.filter("pack_title", names.pack_title)
register.filter("class_text", names.class_text)
register.filter("type_text", names.type_text)
register.filter("skill_text", names.skill_text)
register.filter("uses_name", names.uses_name)
register.filter("restriction_text", names.restriction_text)


@register.simple_tag
def texts_are_missing() -> bool:
    return not import_offer.has_texts(adapters.catalogue())


@register.filter
def skill_label(name: str) -> str:
    """Return the name of a skill, of health or of sanity."""
    return str({**names.SKILLS, "health": _("health"), "sanity": _("sanity")}.get(name, name))


@register.filter
def skill(card: Card, name: str) -> str:
    """Return an investigator's skill, as printed."""
    return str(card.skills.get(name, "–"))


@register.simple_tag
def coin(card: Card, size: str = "") -> SafeString:
    """Render the card's cost; the shape shows its type, the colour its class."""
    extra = f" coin--{size}" if size else ""
    if card.type == "investigator":
        return format_html('<span class="coin{}">{}</span>', extra, drawing(names.class_of(card)))
    if card.weakness:
        mark = "basic-weakness" if card.weakness == "basic" else "weakness"
        return format_html('<span class="coin coin--mark{}">{}</span>', extra, drawing(mark))
    if card.permanent:
        return format_html('<span class="coin coin--mark{}">{}</span>', extra, drawing("permanent"))
    if card.type == "skill":
        return format_html('<span class="coin coin--skill{}">–</span>', extra)
    shape = " coin--event" if card.type == "event" else ""
    second = names.class_css(card).partition(" ")[2]
    return format_html(
        '<span class="coin{}"><span class="vh">{} </span>{}</span>',
        f"{shape}{extra} {second}".rstrip(),
        _("cost"),
        "–" if card.cost is None else card.cost,
    )


@register.simple_tag
def product_box(row: ProductRow, editable: bool) -> SafeString:
    """Render a product of the collection page. Those of one language are the same for all readers."""
    return _product_box(row, editable, get_language(), sprite())


@lru_cache(maxsize=2048)
def _product_box(row: ProductRow, editable: bool, language: str | None, sprite: str) -> SafeString:
    return render_to_string("collections/_box.html", {"each": row, "editable": editable})


@register.simple_tag
def pips(card: Card) -> SafeString:
    """Render the level as dots; nothing for level 0."""
    if not card.level:
        return SafeString("")
    label = _("level %(level)d") % {"level": card.level}
    return format_html('<span class="pips" data-n="{}"><span class="vh">{}</span></span>', card.level, label)


@register.simple_tag
def apart(card: Card) -> SafeString:
    """Render the subtitle if another card has the same title and level."""
    label = names.distinction(card)
    return format_html('<small class="apart">{}</small>', label) if label else SafeString("")


@register.simple_tag
def skill_icons(icons: Mapping[str, int]) -> SafeString:
    if not icons:
        return SafeString("")
    return format_html(
        '<span class="skills" role="img" aria-label="{}">{}</span>',
        names.skill_text(icons),
        format_html_join(
            "",
            "{}",
            ((drawing(name),) for name in names.SKILLS for _each in range(icons.get(name, 0))),
        ),
    )


@register.simple_tag
def class_icons(card: Card) -> SafeString:
    """Render the icons of the card's classes, each in its colour."""
    return _class_icons(tuple(names.classes_of(card)), sprite())


@lru_cache(maxsize=256)
def _class_icons(classes: tuple[str, ...], sprite: str) -> SafeString:
    return format_html_join(
        "", '<span class="is-{}">{}</span>', ((name, drawing(name, "icon--class")) for name in classes)
    )


@register.simple_tag
def marks(card: Card) -> SafeString:
    """Render small icons for the keywords that matter to deckbuilding."""
    named = [name for name in names.MARKS if name in card.keywords]
    if not named:
        return SafeString("")
    label = ", ".join(str(names.KEYWORDS[name]) for name in named)
    return format_html(
        '<span class="flags" role="img" aria-label="{}" title="{}">{}</span>',
        label,
        label,
        format_html_join("", "{}", ((drawing(name),) for name in named)),
    )

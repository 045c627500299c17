"""Imported card texts as safe HTML, with icons for their symbols."""

from __future__ import annotations

import re

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from web.shared.sprite import sprite

#: Symbols that have an icon: its name and its label.
DRAWN = {
    "willpower": ("willpower", _("willpower")),
    "intellect": ("intellect", _("intellect")),
    "combat": ("combat", _("combat")),
    "agility": ("agility", _("agility")),
    "wild": ("wild", _("wild")),
    "skull": ("skull", _("skull")),
    "cultist": ("cultist", _("cultist")),
    "tablet": ("tablet", _("tablet")),
    "elder_thing": ("elder-thing", _("elder thing")),
    "auto_fail": ("auto-fail", _("auto-fail")),
    "elder_sign": ("elder-sign", _("elder sign")),
    "bless": ("bless", _("bless")),
    "curse": ("curse", _("curse")),
    "frost": ("frost", _("frost")),
    "blood": ("blood", _("blood")),
    "guardian": ("guardian", _("Guardian")),
    "seeker": ("seeker", _("Seeker")),
    "rogue": ("rogue", _("Rogue")),
    "mystic": ("mystic", _("Mystic")),
    "survivor": ("survivor", _("Survivor")),
    "fast": ("fast", _("free action")),
    "free": ("fast", _("free action")),
    "action": ("action", _("action")),
    "reaction": ("reaction", _("reaction")),
    "per_investigator": ("per-investigator", _("per investigator")),
}
#: Symbols that are shown as a word.
SPOKEN = {
    "codex": _("codex"),
}
#: Tags in card texts and their HTML tags; all others are shown as text.
TAGS = {"b": "b", "i": "i", "em": "i", "cite": "cite", "u": "u", "strong": "b"}
PIECE = re.compile(
    r"\[\[(?P<trait>[^\[\]]{1,60})\]\]|\[(?P<mark>[a-z_]{1,20})\]|<(?P<end>/?)(?P<tag>[a-z]{1,8})\s*/?>",
    re.IGNORECASE,
)


def shown(text: str) -> SafeString:
    """Return the text as paragraphs of safe HTML."""
    blocks = re.split(r"\n+|<br\s*/?>|<hr\s*/?>|</?p>", text, flags=re.IGNORECASE)
    return mark_safe("".join(f"<p>{paragraph(block.strip())}</p>" for block in blocks if block.strip()))


def paragraph(text: str) -> str:
    """Return one paragraph. Tags that are opened in it are closed in it."""
    out: list[str] = []
    open_tags: list[str] = []
    end = 0
    for piece in PIECE.finditer(text):
        out.append(escape(text[end : piece.start()]))
        end = piece.end()
        tag = TAGS.get((piece["tag"] or "").lower())
        if piece["trait"]:
            out.append(format_html('<b class="traits">{}</b>', piece["trait"]))
        elif piece["mark"]:
            out.append(drawn(piece["mark"].lower(), piece[0]))
        elif tag and not piece["end"]:
            open_tags.append(tag)
            out.append(f"<{tag}>")
        elif tag and tag in open_tags:
            while (last := open_tags.pop()) != tag:
                out.append(f"</{last}>")
            out.append(f"</{tag}>")
        elif not tag:
            out.append(escape(piece[0]))
    out.append(escape(text[end:]))
    return "".join([*out, *(f"</{tag}>" for tag in reversed(open_tags))])


def drawn(mark: str, written: str) -> SafeString | str:
    if mark in DRAWN:
        name, label = DRAWN[mark]
        return format_html(
            '<svg class="icon" role="img" aria-label="{}"><use href="{}#i-{}"/></svg>',
            label,
            sprite(),
            name,
        )
    return format_html("<b>{}</b>", SPOKEN[mark]) if mark in SPOKEN else escape(written)

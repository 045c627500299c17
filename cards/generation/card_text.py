"""Facts that only the English text of a card states. The text itself is not stored.

The templating changed in 2026 (`<b>Fight</b> ([combat]).` for `<b>Fight.</b>`), and quotes are straight or
curly: every pattern matches both.
"""

from __future__ import annotations

import re

from cards.generation.options import plural

#: Keywords that are a sentence of their own, in the lines of keywords at the beginning of a card's text.
SENTENCES = {
    "researched": r"^Researched\.",
    "starting": r"(?:^|\. )Starting\.",
    "reward": r"(?:^|\. )Reward\.",
    "fast": r"^(?:[^\n]*\. )?Fast\.",
    "creation-only": r"Purchase (?:only )?at deck creation",
    "campaign-only": r"Campaign [Mm]ode only",
    "multiplayer-only": r"Multiplayer only",
    "advanced": r"(?:^|\. )Advanced\.",
    "replacement": r"(?:^|\. )Replacement\.",
}
PATTERNS = {keyword: re.compile(pattern, re.MULTILINE) for keyword, pattern in SENTENCES.items()}

USES = re.compile(r"\bUses \((?:\d+|X)(?: \[per_investigator\])? ([a-z]+)\b")

#: "Limit 1 per deck", "Limit 1 [[Covenant]] per deck", "Limit 1 Empower Self <i>(Stamina)</i> per deck".
PER_DECK = re.compile(r"\bLimit (\d+) (?:(\[\[[^]]+\]\] )|([^.\n]*?\)(?:</i>)? ))?per deck")


#: `<b>Fight.</b>`, `<b>Fight</b> ([combat])`: the bold word of an action that a card gives.
ACTION = re.compile(r"<b>(Fight|Evade|Investigate|Move|Engage|Parley|Resign)\b[^<]*</b>")

#: "+1 [willpower]", "+2 [combat] and [agility]": skills to which a card adds.
BOOST = re.compile(r"\+(?:\d|X)((?:,? (?:and |or )?\[(?:willpower|intellect|combat|agility)\])+)")
SKILL = re.compile(r"\[([a-z]+)\]")


def actions(text: str) -> list[str]:
    """Return the actions that a card gives, such as fight."""
    return sorted({name.lower() for name in ACTION.findall(text)})


def boosts(text: str) -> list[str]:
    """Return the skills to which a card adds."""
    return sorted({skill for skills in BOOST.findall(text) for skill in SKILL.findall(skills)})


def keywords(text: str) -> list[str]:
    return [keyword for keyword, pattern in PATTERNS.items() if pattern.search(text)]


def uses(text: str) -> str:
    """Return the kind of the card's uses."""
    match = USES.search(text)
    return plural(match[1]) if match else ""


def limit_scope(text: str) -> str:
    """Return what a printed "limit per deck" counts by; empty if there is none."""
    match = PER_DECK.search(text)
    if not match:
        return ""
    if match[2]:
        return "trait"
    return "subtitle" if match[3] else "title"


def has_other(back_text: str) -> bool:
    """Return whether the deckbuilding options contain "other", which matters for FAQ 1.16."""
    lines = [line for line in back_text.splitlines() if "Deckbuilding Options" in line]
    return not lines or any(re.search(r"\bother\b", line) for line in lines)


def is_campaign_only(taboo_text: str) -> bool:
    return bool(PATTERNS["campaign-only"].search(taboo_text))

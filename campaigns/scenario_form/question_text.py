"""The questions about cards at the end of a scenario, as text: the condition and its effect."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaigns.text import names
from rules.campaign import EffectQuestion
from rules.cards import effects
from rules.cards.model import Effect
from web.shared.numbers import signed

#: By the name of the condition in the cards' effects. These hold once at the end of a game, or not at all.
AT_THE_END = {
    "auto-fail-revealed": lazy("revealed the auto-fail, and defeated you"),
    "clues-left-on-it": lazy("clues left on it"),
    "fewer-than-4-charges": lazy("ended with fewer than 4 charges"),
    "fewer-than-10-resources": lazy("ended with fewer than 10 resources"),
    "in-hand-at-end": lazy("in your hand at the end"),
    "in-play-at-end": lazy("still in play at the end"),
    "in-threat-area-at-end": lazy("in your threat area at the end"),
    "in-victory-display": lazy("in the victory display"),
    "not-paid": lazy("not paid off"),
    "three-beneath-you": lazy("three cards beneath your investigator"),
}
#: Conditions that can come true several times in a game, or for several things on a card.
SEVERAL_TIMES = {
    "drawn-by-you": lazy("drawn"),
    "healing-failed": lazy("healing failed"),
    "it-was-defeated": lazy("it was defeated"),
    "pairs-on-it-at-end": lazy("pairs of resources on it at the end"),
    "played-by-you": lazy("played"),
}


def is_answered_by_a_tick(question: EffectQuestion) -> bool:
    """Return whether a tick answers the question. Other questions need a number."""
    return question.copies == 1 and question.when in AT_THE_END


def condition(when: str) -> str:
    """Return a card's condition as text."""
    return str({**AT_THE_END, **SEVERAL_TIMES}.get(when, when.replace("-", " ")))


def question_text(question: EffectQuestion) -> str:
    """Return condition and effect as text: "clues left on it: 1 mental trauma"."""
    parts = (condition(question.when), _consequence(question.effect))
    return ": ".join(part for part in parts if part)


def _consequence(effect: Effect) -> str:
    if effect.kind == effects.SUFFERS:
        if n := effect.get("physical"):
            return _("%(n)d physical trauma") % {"n": n}
        if n := effect.get("mental"):
            return _("%(n)d mental trauma") % {"n": n}
        return _("%(n)d trauma") % {"n": effect["trauma"]}
    if effect.kind == effects.EARNS:
        return _("%(n)s experience") % {"n": signed(effect["experience"])}
    if effect.kind == effects.STARTING_RESOURCES:
        n = effect["by"]
        return ngettext(
            "%(n)d more resource in the next scenario", "%(n)d more resources in the next scenario", n
        ) % {"n": n}
    if effect.kind == effects.IS_LOST:
        return str(names.STATUSES.get(effect["status"], effect["status"]))
    return _("it turns into its follow-up")

"""Texts for an investigator's deckbuilding options and effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from cards.text import names as card_names
from rules.cards import effects
from rules.cards.catalogue import Catalogue
from rules.cards.model import CLASSES, Card, Effect, InvestigatorFacts, Option

EVERY_CLASS = frozenset(CLASSES)


def describe_options(facts: InvestigatorFacts) -> list[str]:
    """Return each option of the back as a sentence."""
    return describe_lines(facts.options)


def describe_lines(options: Iterable[Option]) -> list[str]:
    sentences, opened, chosen = [], False, False
    for option in options:
        sentence = describe(option, another=chosen)
        chosen = chosen or bool(option.choose_class)
        if option.forbids and opened:
            sentence = _("%(none)s, unless a line above allows them") % {"none": sentence}
        opened = opened or not (option.forbids or option.counts_only or option.choose_size)
        if sentence:
            sentences.append(f"{sentence}.")
    return sentences


def describe(option: Option, *, another: bool = False) -> str:
    """Return an option without the full stop: “Up to 5 other Survivor cards, level 0”."""
    if option.choose_size:
        return _("A deck of %(sizes)s cards, as you choose") % {"sizes": either(map(str, option.choose_size))}
    if option.choose_option:
        ways = [describe_choice(each) for each in option.choose_option]
        return _("One of these, as you choose: %(ways)s") % {"ways": "; ".join(ways)}
    if option.forbids:
        return _("No %(cards)s") % {"cards": describe_cards(option, either)}
    cards = _up_to(option, describe_cards(option)) if option.limit else describe_cards(option)
    if option.choose_class:
        every = set(option.choose_class) == EVERY_CLASS
        classes = _("any") if every else either(_classes(option.choose_class))
        sentence = (
            _("Of another class that you choose (%(classes)s): %(cards)s")
            if another
            else _("Of one class that you choose (%(classes)s): %(cards)s")
        )
        return sentence % {"classes": classes, "cards": cards}
    requirement = _usage(option)
    if option.counts_only:
        return capfirst(requirement)
    return capfirst(f"{cards}; {requirement}" if requirement else cards)


def describe_choice(option: Option) -> str:
    cards = describe_cards(option)
    if option.size:
        return _("%(cards)s, in a deck of %(size)d cards more") % {"cards": cards, "size": option.size}
    return cards


def describe_cards(option: Option, join: Callable[[Iterable[str]], str] | None = None) -> str:
    """Return the cards of an option: “Guardian and Neutral cards, level 0–5”."""
    text = (join or both)(_types(option.types)) if option.types else _("cards")
    if option.traits:
        text = _with_traits(text, option.traits, join or both_traits)
    if option.classes and not option.classes >= EVERY_CLASS:
        text = _("%(classes)s %(cards)s") % {
            "classes": (join or both)(_classes(option.classes)),
            "cards": text,
        }
    if option.permanent is not None:
        sentence = _("permanent %(cards)s") if option.permanent else _("non-permanent %(cards)s")
        text = sentence % {"cards": text}
    if option.classes >= EVERY_CLASS or _is_open(option):
        text = _("%(cards)s of any class") % {"cards": text}
    if option.tags:
        text = _("%(cards)s %(tags)s") % {"cards": text, "tags": either(_tags(option.tags))}
    if option.uses:
        kinds = either(sorted(map(card_names.uses_name, option.uses)))
        text = _("%(cards)s with uses of %(kinds)s") % {"cards": text, "kinds": kinds}
    if option.slots:
        slots = either(str(card_names.SLOTS[name]) for name in card_names.SLOTS if name in option.slots)
        text = _("%(cards)s of the slot %(slots)s") % {"cards": text, "slots": slots}
    return f"{text}, {_levels(option)}" if option.level else text


def _with_traits(cards: str, traits: Iterable[str], join: Callable[[Iterable[str]], str]) -> str:
    named = join(sorted(map(card_names.trait_name, traits)))
    return _("%(traits)s %(cards)s") % {"traits": named, "cards": cards}


def _is_open(option: Option) -> bool:
    """Return whether the option has no condition but a level."""
    conditions = (option.classes, option.types, option.traits, option.tags, option.slots, option.uses)
    return not any(conditions) and not option.choose_class and option.permanent is None


def _up_to(option: Option, cards: str) -> str:
    sentence = _("up to %(n)d other %(cards)s") if option.other else _("up to %(n)d %(cards)s")
    return sentence % {"n": option.limit, "cards": cards}


def _levels(option: Option) -> str:
    assert option.level is not None
    text = _level(option.level)
    if option.base_level:
        return _("%(later)s (%(first)s while the deck is created)") % {
            "later": text,
            "first": _level(option.base_level),
        }
    return text


def _level(level: tuple[int, int]) -> str:
    low, high = level
    return _("level %(n)s") % {"n": str(low) if low == high else f"{low}–{high}"}


def _usage(option: Option) -> str:
    if not option.at_least:
        return ""
    classes, cards = option.at_least
    return _("at least %(cards)d cards from each of %(classes)d classes") % {
        "cards": cards,
        "classes": classes,
    }


def _classes(names: Iterable[str]) -> list[str]:
    wanted = set(names)
    return [str(word) for name, word in card_names.CLASSES.items() if name in wanted]


def _types(names: Iterable[str]) -> list[str]:
    plural = {"asset": _("assets"), "event": _("events"), "skill": _("skills")}
    return [plural.get(name, str(card_names.TYPES.get(name, name))) for name in sorted(names)]


def _tags(names: Iterable[str]) -> list[str]:
    tag_names = {
        "heals-horror": _("that heal horror"),
        "heals-damage": _("that heal damage"),
        "parley": _("with a parley"),
        "seal": _("that seal chaos tokens"),
        "firearm": _("that are or name Firearms"),
    }
    return [tag_names.get(name, name) for name in sorted(names)]


def either(items: Iterable[str]) -> str:
    """Return “a”, “a or b”, “a, b or c”."""
    listed = list(items)
    if len(listed) < 2:
        return "".join(listed)
    return _("%(first)s or %(last)s") % {"first": ", ".join(listed[:-1]), "last": listed[-1]}


def both(items: Iterable[str]) -> str:
    """Return “a”, “a and b”, “a, b and c”."""
    listed = list(items)
    if len(listed) < 2:
        return "".join(listed)
    return _("%(first)s and %(last)s") % {"first": ", ".join(listed[:-1]), "last": listed[-1]}


def both_traits(items: Iterable[str]) -> str:
    """Return “a and b” for cards that have one of the traits; other languages may say “or”."""
    listed = list(items)
    if len(listed) < 2:
        return "".join(listed)
    return pgettext("one of these traits", "%(first)s and %(last)s") % {
        "first": ", ".join(listed[:-1]),
        "last": listed[-1],
    }


def describe_effects(card: Card, catalogue: Catalogue) -> list[str]:
    """Return the other effects of an investigator on deckbuilding, as sentences."""
    sentences = (
        SENTENCES[effect.kind](effect, catalogue) for effect in card.effects if effect.kind in SENTENCES
    )
    return [sentence for sentence in sentences if sentence]


def _titles(codes: Iterable[str], catalogue: Catalogue) -> str:
    """Return the titles of cards; with subtitles if several have the same title."""
    cards = [catalogue.cards[code] for code in codes if code in catalogue.cards]
    same = len({card.title for card in cards}) < len(cards)
    return both(
        f"{card_names.title_of(card)} ({card_names.subtitle_of(card)})" if same else card_names.title_of(card)
        for card in cards
    )


def _starting_experience(effect: Effect, catalogue: Catalogue) -> str:
    return _("Begins a campaign with %(n)d additional experience.") % {"n": effect["by"]}


def _chooses_required(effect: Effect, catalogue: Catalogue) -> str:
    sentence = _("The deck must also include %(n)d of: %(names)s.") % {
        "n": effect["cards"],
        "names": _titles(effect["from"], catalogue),
    }
    if effect.get("more_per_experience"):
        more = _("One more may be added for each %(n)d experience earned.")
        sentence = f"{sentence} {more % {'n': effect['more_per_experience']}}"
    return sentence


def _signature_copies(effect: Effect, catalogue: Catalogue) -> str:
    card = _titles([effect["card"]], catalogue)
    if effect["by"] == "investigators":
        return _("One copy of %(card)s for each investigator in the game.") % {"card": card}
    sizes = [
        _("%(copies)d with %(size)s cards") % {"copies": copies, "size": size}
        for size, copies in effect.get("copies", {}).items()
    ]
    return _("Copies of %(card)s by deck size: %(sizes)s.") % {"card": card, "sizes": ", ".join(sizes)}


def _at_least(effect: Effect, catalogue: Catalogue) -> str:
    kinds = both(_types(effect.get("types", ()))) or _("cards")
    traits = effect.get("traits", ())
    cards = _with_traits(kinds, traits, both_traits) if traits else kinds
    return _("At least %(n)d %(cards)s.") % {"n": effect["cards"], "cards": cards}


def _set_aside(effect: Effect, catalogue: Catalogue) -> str:
    return _("Set aside, not shuffled into the deck: %(names)s.") % {
        "names": _titles(effect["cards"], catalogue)
    }


def _leaves_lower_version(effect: Effect, catalogue: Catalogue) -> str:
    return _("%(traits)s cards may be bought at full price and their lower version kept.") % {
        "traits": both_traits(sorted(map(card_names.trait_name, effect["traits"])))
    }


def _begins_in_play(effect: Effect, catalogue: Catalogue) -> str:
    return _("Begins each game with this in play: %(names)s.") % {
        "names": _titles(effect["cards"], catalogue)
    }


def _buys_one_class(effect: Effect, catalogue: Catalogue) -> str:
    return _(
        "Between two scenarios, cards above level 0 can be bought from one class alone: the class with the "
        "most devoured cards."
    )


SENTENCES: dict[str, Callable[[Effect, Catalogue], str]] = {
    effects.STARTING_EXPERIENCE: _starting_experience,
    effects.CHOOSES_REQUIRED: _chooses_required,
    effects.SIGNATURE_COPIES: _signature_copies,
    effects.AT_LEAST: _at_least,
    effects.SET_ASIDE: _set_aside,
    effects.KEEPS_LOWER_VERSION: _leaves_lower_version,
    effects.BEGINS_IN_PLAY: _begins_in_play,
    effects.BUYS_ONE_CLASS: _buys_one_class,
}

"""Names of the facts of a card in the reader's language: classes, types, slots, keywords, titles."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from django.utils.functional import Promise
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from cards import adapters
from cards.models import Card as Row
from cards.models.products import Product
from cards.titles import ENGLISH, reader_language, title_in, titles_by_language
from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import Card, CardTitle, Pack

Words = Mapping[str, str | Promise]

CLASSES: Words = {
    "guardian": lazy("Guardian"),
    "seeker": lazy("Seeker"),
    "rogue": lazy("Rogue"),
    "mystic": lazy("Mystic"),
    "survivor": lazy("Survivor"),
    "neutral": lazy("Neutral"),
    "multiclass": lazy("Multiclass"),
}
TYPES: Words = dict(Row.Type.choices)
SLOTS: Words = {
    "hand": lazy("Hand"),
    "arcane": lazy("Arcane"),
    "ally": lazy("Ally"),
    "accessory": lazy("Accessory"),
    "body": lazy("Body"),
    "head": lazy("Head"),
    "tarot": lazy("Tarot"),
}
SKILLS: Words = {
    "willpower": lazy("willpower"),
    "intellect": lazy("intellect"),
    "combat": lazy("combat"),
    "agility": lazy("agility"),
    "wild": lazy("wild"),
}
KEYWORDS: Words = {
    "fast": lazy("Fast"),
    "permanent": lazy("Permanent"),
    "exceptional": lazy("Exceptional"),
    "myriad": lazy("Myriad"),
    "exile": lazy("Exile"),
    "researched": lazy("Researched"),
    "customizable": lazy("Customizable"),
    "starting": lazy("Starting"),
    "bonded": lazy("Bonded"),
    "reward": lazy("Reward"),
    "unique": lazy("Unique"),
    "signature": lazy("Signature"),
    "advanced": lazy("Advanced"),
    "replacement": lazy("Replacement"),
    "creation-only": lazy("Only at deck creation"),
    "campaign-only": lazy("Campaign mode only"),
    "multiplayer-only": lazy("Multiplayer only"),
    "multiclass": lazy("Multiclass"),
}
TAGS: Words = {
    "heals-horror": lazy("heals horror"),
    "heals-damage": lazy("heals damage"),
    "parley": lazy("Parley"),
    "seal": lazy("seals chaos tokens"),
    "firearm": lazy("Firearm"),
}
#: What cards have uses of. A kind that an import brings has no other name.
USES: Words = {
    "aether": pgettext_lazy("uses", "aether"),
    "ammo": pgettext_lazy("uses", "ammo"),
    "arrows": pgettext_lazy("uses", "arrows"),
    "bounties": pgettext_lazy("uses", "bounties"),
    "brilliance": pgettext_lazy("uses", "brilliance"),
    "chances": pgettext_lazy("uses", "chances"),
    "charges": pgettext_lazy("uses", "charges"),
    "discoveries": pgettext_lazy("uses", "discoveries"),
    "durability": pgettext_lazy("uses", "durability"),
    "evidence": pgettext_lazy("uses", "evidence"),
    "inspiration": pgettext_lazy("uses", "inspiration"),
    "keys": pgettext_lazy("uses", "keys"),
    "leads": pgettext_lazy("uses", "leads"),
    "leylines": pgettext_lazy("uses", "leylines"),
    "locks": pgettext_lazy("uses", "locks"),
    "obligations": pgettext_lazy("uses", "obligations"),
    "obsessions": pgettext_lazy("uses", "obsessions"),
    "offerings": pgettext_lazy("uses", "offerings"),
    "portents": pgettext_lazy("uses", "portents"),
    "renown": pgettext_lazy("uses", "renown"),
    "resources": pgettext_lazy("uses", "resources"),
    "rumors": pgettext_lazy("uses", "rumors"),
    "secrets": pgettext_lazy("uses", "secrets"),
    "shells": pgettext_lazy("uses", "shells"),
    "signs": pgettext_lazy("uses", "signs"),
    "supplies": pgettext_lazy("uses", "supplies"),
    "time": pgettext_lazy("uses", "time"),
    "tries": pgettext_lazy("uses", "tries"),
    "truths": pgettext_lazy("uses", "truths"),
    "whistles": pgettext_lazy("uses", "whistles"),
    "wishes": pgettext_lazy("uses", "wishes"),
}
#: Keywords that have an icon in the sprite.
MARKS = ("permanent", "exceptional", "myriad", "exile", "researched", "reward", "customizable", "fast")


def german() -> bool:
    return (get_language() or "").startswith("de")


def language() -> str:
    """Return the language of the rulebook's sentences that the reader gets."""
    return "de" if german() else "en"


def title_of(card: Card) -> str:
    if card.title_de and german():
        return curled(card.title_de, "„“")
    imported = _imported_title(card)
    return curled(imported.title if imported else card.title)


def subtitle_of(card: Card) -> str:
    if card.subtitle_de and german():
        return curled(card.subtitle_de, "„“")
    imported = _imported_title(card)
    return curled((imported and imported.subtitle) or card.subtitle)


def reads_english() -> bool:
    return (get_language() or ENGLISH).startswith(ENGLISH)


def is_translated(card: Card) -> bool:
    """Return whether the reader's title is not the English one."""
    catalogue = adapters.catalogue()
    return title_in(catalogue, card, reader_language(catalogue)) != card.title


def is_subtitle_translated(card: Card) -> bool:
    """Return whether the reader's subtitle is not the English one."""
    own = card.subtitle_de if german() else ((imported := _imported_title(card)) and imported.subtitle)
    return bool(own) and own != card.subtitle


def _imported_title(card: Card) -> CardTitle | None:
    """Return the title in the reader's language, if it is neither English nor shipped."""
    if reads_english():
        return None
    catalogue = adapters.catalogue()
    return titles_by_language(catalogue).get(reader_language(catalogue), {}).get(card.code)


@lru_cache(maxsize=8192)
def curled(text: str, quotes: str = "“”") -> str:
    """Return a text with typographic quotes instead of the straight ones that are stored: “Skids” O’Toole."""
    text = re.sub(r'(^|(?<=[\s(]))"', quotes[0], text).replace('"', quotes[1])
    if quotes[0] in text:
        # Some German titles of the data end with an English mark.
        text = text.replace("”", quotes[1])
    return text.replace("'", "’")


def full_title(card: Card) -> str:
    """Return title and level: “Machete”, “Bodyguard (2)”."""
    return f"{title_of(card)} ({card.level})" if card.level else title_of(card)


def distinction(card: Card) -> str:
    """Return the subtitle if another card has the same title and level; empty otherwise.

    Weaknesses have no level.
    """
    if not card.subtitle or not _has_namesakes(card):
        return ""
    return subtitle_of(card) if _namesakes(adapters.catalogue())[card.title, card.level] > 1 else ""


@once_per_catalogue
def _namesakes(catalogue: Catalogue) -> Counter[tuple[str, int | None]]:
    """Return the number of cards with the same title and level."""
    return Counter((card.title, card.level) for card in catalogue.cards.values() if _has_namesakes(card))


def _has_namesakes(card: Card) -> bool:
    """Return whether its title may be that of another player card; investigators have portraits."""
    return card.level is not None or bool(card.weakness)


def exact_title(card: Card) -> str:
    """Return title and level, with the subtitle if necessary: “Strange Solution (4), Acidic Ichor”."""
    apart = distinction(card)
    return f"{full_title(card)}, {apart}" if apart else full_title(card)


def exact_title_of(code: str) -> str:
    """Return the exact title of the card with this code; of an unknown one, the code."""
    card = adapters.catalogue().resolve(code)
    return exact_title(card) if card else code


def pack_title(pack: Pack | Product) -> str:
    return curled(pack.title_de, "„“") if pack.title_de and german() else curled(pack.title)


def class_of(card: Card) -> str:
    """Return the class whose colour the card has."""
    return next((name for name in CLASSES if name in card.classes), "neutral")


def classes_of(card: Card) -> list[str]:
    return [name for name in CLASSES if name in card.classes]


def class_css(card: Card) -> str:
    """Return `is-guardian`, or `is-guardian and-survivor`."""
    names = classes_of(card) or ["neutral"]
    return f"is-{names[0]}" + (f" and-{names[1]}" if len(names) > 1 else "")


def class_text(card: Card) -> str:
    return ", ".join(str(CLASSES[name]) for name in classes_of(card)) or str(CLASSES["neutral"])


def type_text(card: Card) -> str:
    """Return a text such as “Asset” or “Weakness, treachery”."""
    kind = str(TYPES.get(card.type, card.type))
    if not card.weakness:
        return kind
    weakness = _("Basic weakness") if card.weakness == "basic" else _("Weakness")
    return f"{weakness}, {within(kind)}"


def within(name: str) -> str:
    """Return a name as it is written within a text: German keeps the capital letter of a noun."""
    return name if german() else name[:1].lower() + name[1:]


def uses_name(kind: str) -> str:
    return str(USES.get(kind, kind))


def restriction_text(card: Card) -> str:
    """Return whose decks may hold the card: investigators, traits or classes."""
    if not card.only:
        return ""
    catalogue = adapters.catalogue()
    investigators = {title_of(who) for code in card.only.investigators if (who := catalogue.resolve(code))}
    classes = [str(word) for name, word in CLASSES.items() if name in card.only.classes]
    return ", ".join([*sorted(investigators), *sorted(map(trait_name, card.only.traits)), *classes])


def types_in_plural() -> dict[str, str]:
    return {
        "investigator": _("Investigators"),
        "asset": _("Assets"),
        "event": _("Events"),
        "skill": _("Skills"),
        "treachery": _("Treacheries"),
        "enemy": _("Enemies"),
    }


def slot_names(card: Card) -> list[tuple[str, str]]:
    """Return code and label of every slot: “Hand ×2”."""
    return [
        (name, f"{word} ×{card.slots[name]}" if card.slots[name] > 1 else str(word))
        for name, word in SLOTS.items()
        if card.slots.get(name)
    ]


def type_and_slot(card: Card) -> str:
    return " · ".join([type_text(card), *(word for _code, word in slot_names(card))])


def traits_of(card: Card) -> str:
    """Return a text such as “Item. Weapon. Melee.”."""
    printed = printed_traits(adapters.catalogue())
    return " ".join(f"{trait_name(trait)}." for trait in printed.get(card.code, sorted(card.traits)))


def trait_name(trait: str) -> str:
    """Return a trait as German cards print it; English if there is no German word for it."""
    return german_traits().get(trait, trait) if german() else trait


@cache
def german_traits() -> Mapping[str, str]:
    words: dict[str, str] = json.loads((Path(__file__).parent / "traits_de.json").read_text(encoding="utf-8"))
    return words


@once_per_catalogue
def printed_traits(catalogue: Catalogue) -> Mapping[str, list[str]]:
    """Return the traits of each card in printed order, which the rules do not store."""
    return dict(Row.objects.values_list("code", "traits"))


def skill_text(icons: Mapping[str, int]) -> str:
    return ", ".join(str(SKILLS[name]) for name in SKILLS for _each in range(icons.get(name, 0)))


def edition_of(card: Card, catalogue: Catalogue) -> str:
    """Return what distinguishes an investigator from others of the same name: “parallel”, “2026”."""
    if card.parallel_of:
        return _("parallel")
    printing = catalogue.printings.get(card.code)
    pack = catalogue.packs.get(printing.pack) if printing else None
    if pack is None:
        return ""
    if pack.chapter > 1:
        return pack.released[:4]
    return _("promo") if card.same_as else ""

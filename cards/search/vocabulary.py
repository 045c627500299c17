"""The fields of card searches: their names, what their values are, and an example of each.

The grammar, the conditions, the completion and the help page all use this list.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

#: Kinds of values. A choice is one of a list; the values of a name come from the catalogue.
CHOICE, NUMBER, NAME, TRUTH, ICON, WORDS = "choice", "number", "name", "truth", "icon", "words"


@dataclass(frozen=True, slots=True)
class FieldKind:
    """A field: its name, other names for it, the kind of its values, and how it is explained."""

    name: str
    kind: str
    label: str | Promise
    example: str
    aliases: tuple[str, ...] = ()


FIELDS = (
    FieldKind("class", CHOICE, _("Class, or multiclass"), "class:seeker,mystic", ("c",)),
    FieldKind("type", CHOICE, _("Type of card"), "type:event", ("t",)),
    FieldKind("level", NUMBER, _("Level, or none"), "level<=2", ("lvl", "xp")),
    FieldKind("cost", NUMBER, _("Cost, x or none"), "cost:3+"),
    FieldKind("trait", NAME, _("Trait; its beginning is enough"), "trait:tome", ("traits",)),
    FieldKind("slot", CHOICE, _("Slot, or none for assets without one"), "slot:hand", ("slots",)),
    FieldKind("icons", ICON, _("Skill icons, of one skill or of all"), "icons:intellect>=2", ("icon",)),
    FieldKind("uses", NAME, _("Kind of uses"), "uses:charges"),
    FieldKind("keyword", CHOICE, _("Keyword or other mark of a card"), "keyword:fast", ("is", "keywords")),
    FieldKind("does", CHOICE, _("What the card can do"), "does:heals-horror"),
    FieldKind("action", CHOICE, _("Action that the card gives"), "action:fight", ("actions",)),
    FieldKind("boost", CHOICE, _("Skill to which the card adds"), "boost:combat", ("boosts",)),
    FieldKind("health", NUMBER, _("Health"), "type:asset health>=2"),
    FieldKind("sanity", NUMBER, _("Sanity"), "type:asset sanity>=2"),
    FieldKind("victory", NUMBER, _("Victory points"), "victory>=1", ("vp",)),
    FieldKind("willpower", NUMBER, _("Willpower of an investigator"), "willpower>=5"),
    FieldKind("intellect", NUMBER, _("Intellect of an investigator"), "intellect>=5"),
    FieldKind("combat", NUMBER, _("Combat of an investigator"), "combat>=5"),
    FieldKind("agility", NUMBER, _("Agility of an investigator"), "agility>=5"),
    FieldKind("weakness", CHOICE, _("Weaknesses: basic, other, any or no"), "weakness:basic"),
    FieldKind("story", TRUTH, _("Story cards of campaigns"), "story:yes"),
    FieldKind("box", NAME, _("Box with any printing of the card"), 'box:"revised core"', ("pack", "set")),
    FieldKind("cycle", NAME, _("Cycle with any printing of the card"), "cycle:dunwich"),
    FieldKind("chapter", CHOICE, _("Chapter of the game: 1 or 2"), "chapter:2"),
    FieldKind("usable-by", NAME, _("Investigator who can take it"), 'usable-by:"Daisy Walker"', ("for",)),
    FieldKind("taboo", CHOICE, _("What the taboo list does to it"), "taboo:changed"),
    FieldKind("taboo-list", NAME, _("Taboo list to use; by default the newest"), "taboo-list:010"),
    FieldKind("owned", TRUTH, _("In your collection"), "owned:yes", ("own",)),
    FieldKind("favourite", TRUTH, _("Among your favourites"), "favourite:yes", ("favorite", "fav")),
    FieldKind("tag", NAME, _("Your own tag on the card"), "tag:solo", ("tags",)),
    FieldKind("title", WORDS, _("Words of the title"), 'title:"is power"', ("name",)),
    FieldKind("text", WORDS, _("Words of the text, where texts were imported"), 'text:"discover"'),
    FieldKind("code", WORDS, _("Code of any printing"), "code:01020"),
)
#: Every field by its name and its other names.
NAMES = {name: field for field in FIELDS for name in (field.name, *field.aliases)}

ACTIONS = ("fight", "evade", "investigate", "move", "engage", "parley", "resign")
TABOOS = ("changed", "forbidden", "dearer", "cheaper", "exceptional")

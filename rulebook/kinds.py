"""Names of the kinds of entries in the books."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

KINDS: Mapping[str, str | Promise] = {
    "FAQ question": lazy("Question and answer"),
    "action type": lazy("Action in the quick reference"),
    "anatomy item": lazy("Part of a card"),
    "anatomy key": lazy("Key to the parts of cards"),
    "anatomy picture": lazy("Picture of a card"),
    "boon": lazy("Boon"),
    "campaign rule": lazy("Campaign rule"),
    "contents entry": lazy("Line of the contents"),
    "deckbuilding rule": lazy("Deckbuilding rule"),
    "definition": lazy("Definition"),
    "encounter set": lazy("Encounter set"),
    "encounter set rule": lazy("Rule for encounter sets"),
    "encounter set substitution": lazy("Replaced encounter set"),
    "errata card": lazy("Correction of a card"),
    "errata guide": lazy("Correction of a campaign guide"),
    "errata rulebook": lazy("Correction of a rulebook"),
    "errata section": lazy("Section of corrections"),
    "front matter": lazy("Front matter"),
    "fundamental rule": lazy("Fundamental rule"),
    "glossary": lazy("Glossary"),
    "glossary pointer": lazy("Pointer in the glossary"),
    "glossary sub-entry": lazy("Part of a glossary entry"),
    "glossary sub-term": lazy("Term within the glossary"),
    "heading": lazy("Heading"),
    "icon list": lazy("List of icons"),
    "index entry": lazy("Line of the index"),
    "index pointer": lazy("Pointer in the index"),
    "initiation check": lazy("Check before playing"),
    "initiation step": lazy("Step of playing a card"),
    "keyword": lazy("Keyword"),
    "modified reprint": lazy("Modified reprint"),
    "numbered rule": lazy("Numbered rule"),
    "optional rule": lazy("Optional rule"),
    "product icon": lazy("Icon of a product"),
    "quick reference": lazy("Quick reference"),
    "quick reference item": lazy("Line of the quick reference"),
    "refraction": lazy("Refraction"),
    "ruling": lazy("Ruling"),
    "section": lazy("Section"),
    "setup step": lazy("Step of the setup"),
    "symbol": lazy("Symbol"),
    "taboo entry": lazy("Taboo"),
    "timing": lazy("Timing"),
    "timing note": lazy("Note on timing"),
    "timing phase": lazy("Phase"),
    "timing step": lazy("Step of a phase or test"),
    "ultimatum": lazy("Ultimatum"),
}


def kind_name(kind: str) -> str:
    return str(KINDS[kind])

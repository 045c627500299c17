"""The words of the 2nd edition: a sentence for every command, and the names of values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.boardgames import Entry
from rules.boardgames.second_edition.checklist import PHASE_NAMES
from rules.boardgames.second_edition.endings import BANISHING, CLOSING, SEALING
from rules.boardgames.second_edition.state import DEVOURED, ELIMINATED, JAIL, LOST, Card, Seat

COMMANDS = {
    "start-game": _("The game is set up."),
    "begin": _("The first turn begins."),
    "next-phase": _("Next phase."),
    "tick": _("Checklist: {item}."),
    "open-gate": _("A gate opens at {place}."),
    "surge": _("Monsters surge at {place}."),
    "monsters-appear": _("{number} from the cup: monsters appear."),
    "move-monsters": _("Monsters go from {origin} to {target}: {number}."),
    "defeat-monster": _("{seat} defeats a monster."),
    "empty-outskirts": _("The Outskirts are emptied."),
    "raise-terror": _("Terror rises by {number}."),
    "close-location": _("{place} {open_or_closed}."),
    "change-doom": _("Doom changes by {number}."),
    "place-clue": _("A clue appears at {place}."),
    "take-clues": _("{seat} takes {number} of the clues."),
    "set-environment": _("Environment: {name}."),
    "set-rumor": _("Rumor: {name}."),
    "end-rumor": _("The Rumor ends."),
    "close-gate": _("{seat} closes the gate at {place} {sealed}"),
    "correct-place": _("Correction: {place} has {holds}."),
    "change": _("{seat}: {what} {signed}."),
    "change-maximum": _("{seat}: maximum of {what} {signed}."),
    "gain-card": _("{seat} gains {number} × {card} {name}"),
    "lose-cards": _("{seat} discards cards."),
    "exhaust-card": _("{seat} exhausts a card."),
    "gain-special": _("{seat} gains: {special}."),
    "lose-special": _("{seat} loses: {special}."),
    "roll-upkeep": _("{seat} rolls for {special}: {kept_or_lost}."),
    "move-sliders": _("{seat} adjusts skills."),
    "move": _("{seat} goes to {place}."),
    "enter-gate": _("{seat} goes through the gate."),
    "leave-other-world": _("{seat} returns to {place}."),
    "delay": _("{seat} is delayed."),
    "stand-up": _("{seat} stands up."),
    "knock-out": _("{seat} is knocked out."),
    "arrest": _("{seat} is arrested."),
    "lose-in-time": _("{seat} is lost in time and space."),
    "return-from-time": _("{seat} returns to {place}."),
    "devour": _("{seat} is devoured."),
    "replace": _("A new investigator: {newcomer}."),
    "spend-trophies": _("{seat} spends trophies."),
    "trade": _("{seat} gives something to {to}."),
    "awaken": _("The Ancient One awakens."),
    "attack": _("{seat} attacks, successes: {successes}."),
    "next-round": _("The next round of the final battle."),
    "win": _("Victory: {way}."),
    "lose": _("Defeat. {how}"),
    "abandon": _("The game is abandoned."),
}

WAYS = {
    CLOSING: _("all gates are closed"),
    SEALING: _("six gates are sealed"),
    BANISHING: _("the Ancient One is banished"),
}
AWAKENED = {
    "doom": _("the doom track was full"),
    "gates": _("too many gates were open"),
    "no-gate-marker": _("there was no gate marker left"),
    "no-monster": _("there was no monster left in the cup"),
    "monsters": _("Arkham was overrun at terror 10"),
    "card": _("a card awakened it"),
}

LABELS = {
    "status": _("Part of the game"),
    "turn": _("Turn"),
    "phase": _("Phase"),
    "first": _("First player"),
    "doom": _("Doom"),
    "terror": _("Terror"),
    "allies": _("Allies in the deck"),
    "gates": _("Gate"),
    "sealed": _("Elder signs"),
    "closed": _("Closed locations"),
    "clues": _("Clues"),
    "arkham": _("Monsters in Arkham"),
    "sky": _("Monsters in the Sky"),
    "outskirts": _("Monsters in the Outskirts"),
    "removed": _("Monsters out of the game"),
    "environment": _("Environment"),
    "rumor": _("Rumor"),
    "signs_played": _("Elder Signs played"),
    "omen": _("Omen"),
    "tally": _("Successes"),
    "battle_round": _("Round of the battle"),
    "not_sane": _("Survivors who are not sane"),
    "how": _("How it ended"),
}
SEAT_LABELS = {
    "player": _("Player"),
    "investigator": _("Investigator"),
    "status": _("Status"),
    "sanity": _("Sanity"),
    "max_sanity": _("Maximum Sanity"),
    "stamina": _("Stamina"),
    "max_stamina": _("Maximum Stamina"),
    "focus": _("Focus"),
    "sliders": _("Skill sliders"),
    "clues": _("Clues"),
    "money": _("Money"),
    "cards": _("Cards"),
    "special": _("Special cards"),
    "defaulted": _("Defaulted loans"),
    "gate_trophies": _("Gate trophies"),
    "monster_trophies": _("Monster trophies"),
    "place": _("Place"),
    "area": _("Area"),
    "explored": _("Explored marker"),
    "delayed": _("Delayed"),
}
HIDDEN = frozenset(
    {
        "done",
        "delayed_at",
        "lost_turn",
        "adjusted",
        "before",
        "order",
        "unstable",
        "ancient",
        "carries",
        "awakened_by",
    }
)
SPECIAL = {
    "retainer": _("Retainer"),
    "loan": _("Bank Loan"),
    "membership": _("Silver Twilight Membership"),
    "blessing": _("Blessing"),
    "curse": _("Curse"),
    "deputy": _("Deputy of Arkham"),
}
CARDS = {
    "common": _("Common Item"),
    "unique": _("Unique Item"),
    "spell": _("Spell"),
    "skill": _("Skill"),
    "ally": _("Ally"),
    "revolver": _("Deputy’s Revolver"),
    "wagon": _("Patrol Wagon"),
}
ZONES = {
    "arkham": _("Arkham"),
    "sky": _("the Sky"),
    "outskirts": _("the Outskirts"),
    "cup": _("the cup"),
    "box": _("the box"),
}
SYMBOLS = {
    "circle": _("circle"),
    "diamond": _("diamond"),
    "hexagon": _("hexagon"),
    "slash": _("slash"),
    "square": _("square"),
    "star": _("star"),
    "triangle": _("triangle"),
}
#: Places that the rules name; all others have the names that players gave them.
PLACES = {LOST: _("Lost in Time and Space"), JAIL: _("Jail Cell")}
HOLDS = {"nothing": _("nothing"), "gate": _("a gate"), "seal": _("an elder sign")}
#: Parts of values that are not names of places.
PARTS: dict[str, str] = {}
THINGS: dict[str, dict[str, str]] = {}
#: Values whose text says everything.
BARE = frozenset({"phase", "closed"})
STATUSES = {
    "setup": _("set-up"),
    "playing": _("under way"),
    "battle": _("final battle"),
    "won": _("won"),
    "lost": _("lost"),
    "abandoned": _("abandoned"),
}


def facts_of(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return further facts of a command's sentence, in the reader's language."""
    found: dict[str, Any] = {}
    for name, words in (
        ("special", SPECIAL),
        ("card", CARDS),
        ("origin", ZONES),
        ("target", ZONES),
        ("holds", HOLDS),
        ("what", SEAT_LABELS),
    ):
        if isinstance(payload.get(name), str):
            found[name] = words.get(payload[name], payload[name])
    found["signed"] = f"{payload.get('number', 0):+d}".replace("-", "−")
    seal = payload.get("seal", "no")
    found["sealed"] = {"clues": gettext("and seals it."), "sign": gettext("with an Elder Sign.")}.get(
        seal, ""
    )
    found["open_or_closed"] = gettext("closes") if payload.get("closed", True) else gettext("opens again")
    found["kept_or_lost"] = gettext("kept") if payload.get("kept") else gettext("lost")
    found["way"] = WAYS.get(payload.get("how", ""), "")
    found["newcomer"] = payload.get("investigator", {}).get("name", "")
    return found


def _turned(card: Card) -> str:
    """Return which card was turned over, and to which side."""
    text = gettext("{card} is exhausted") if card.exhausted else gettext("{card} is refreshed")
    return text.format(card=card.name or CARDS[card.kind])


def entry_text(entry: Entry) -> str:
    """Return the text of a change that is more than two numbers; empty for all others."""
    if entry.path[0] == "gates":
        return gettext("opens") if entry.after is not None else gettext("is gone")
    if entry.path[0] == "phase":
        return gettext(PHASE_NAMES[entry.after])
    if entry.path[0] == "closed":
        closes = gettext("closes") if entry.after > entry.before else gettext("opens again")
        return f"{', '.join(sorted(entry.after ^ entry.before))} {closes}"
    if entry.path[0] == "seats" and len(entry.path) == 2 and isinstance(entry.after, Seat):
        left = {DEVOURED: gettext("devoured"), ELIMINATED: gettext("out of the game")}
        return left.get(entry.after.status) or gettext("joins the game")
    if entry.path[0] == "seats" and len(entry.path) == 4:
        special = str(SPECIAL[entry.path[3]])
        return special if entry.after is not None else f"{special} {gettext('is gone')}"
    if entry.path[0] == "seats" and entry.path[2] == "sliders":
        return " → ".join(" · ".join(map(str, stops)) for stops in (entry.before, entry.after))
    if entry.path[0] == "seats" and entry.path[2] == "place" and {entry.before, entry.after} & PLACES.keys():
        return " → ".join(str(PLACES.get(place, place)) or "–" for place in (entry.before, entry.after))
    if entry.path[0] == "seats" and entry.path[2] == "cards" and len(entry.before) == len(entry.after):
        turned = [new for old, new in zip(entry.before, entry.after, strict=True) if old != new]
        return ", ".join(_turned(card) for card in turned)
    if entry.path[0] == "how":
        return str(WAYS.get(entry.after, entry.after))
    if entry.path[0] == "status":
        return str(STATUSES.get(entry.after, entry.after))
    return ""

"""The words of the Third Edition: a sentence for every command, and the names of values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.boardgames import Entry
from rules.boardgames.third_edition.state import Asset, CodexCard, Monster, Seat

COMMANDS = {
    "start": _("The table is prepared."),
    "begin-play": _("The first round begins."),
    "choose-leader": _("{seat} is the leader."),
    "next-phase": _("Next phase."),
    "attack": _("{seat} attacks {monster}, successes: {successes}."),
    "component-action": _("{seat}: action of {component}."),
    "evade": _("{seat} evades, successes: {successes}."),
    "focus": _("{seat} focuses {skill}."),
    "gather": _("{seat} gathers resources."),
    "move": _("{seat} moves: {path}."),
    "research": _("{seat} researches, clues: {clues}."),
    "trade": _("{seat} trades with {partner}."),
    "ward": _("{seat} wards, successes: {successes}."),
    "relocate": _("{seat} is moved to {space}."),
    "stand-up": _("{seat} stands up and skips an action."),
    "end-turn": _("{seat} ends the turn."),
    "spawn-clue": _("A clue appears in {neighborhood}."),
    "encounter": _("{seat} has an encounter{with_event}."),
    "skip-encounter": _("{seat} has no encounter. {reason}"),
    "scenario-clues": _("Clues on the scenario sheet: {signed}."),
    "add-to-codex": _("Card {number} joins the codex."),
    "remove-from-codex": _("Card {number} leaves the codex."),
    "flip-codex-card": _("Card {number} is turned over."),
    "add-threshold": _("Card {number} has a threshold: {limit} {token_name}."),
    "resolve-threshold": _("Card {number} takes effect."),
    "change-marker": _("Marker {name}: {signed}."),
    "finish": _("The game is {outcome_name}."),
    "draw-token": _("{seat} draws: {token_name}."),
    "pass-token": _("The token has no effect."),
    "reckon": _("Reckonings are resolved."),
    "read-headline": _("A headline is read. {title}"),
    "discard-rumor": _("The rumor is discarded."),
    "change-cup": _("Mythos cup: {token_name} {signed}."),
    "place-doom": _("{number} doom in {space}."),
    "remove-doom": _("{number} doom leaves {space}."),
    "scenario-doom": _("Doom on the scenario sheet: {signed}."),
    "spread-doom": _("Doom spreads: {path}."),
    "gate-burst": _("A gate bursts in {neighborhood}."),
    "note-unstable": _("Unstable: {path}."),
    "outbreak": _("Outbreak in {space}."),
    "place-anomaly": _("An anomaly appears in {neighborhood}."),
    "remove-anomaly": _("The anomaly in {neighborhood} disappears."),
    "suffer": _("{seat} suffers {harm}."),
    "recover": _("{seat} recovers {harm}."),
    "delay": _("{seat} is delayed."),
    "defeat": _("{seat} is defeated."),
    "devour": _("{seat} is devoured."),
    "retire": _("{seat} retires."),
    "choose-investigator": _("{newcomer} will join with the next action phase."),
    "spawn-monster": _("{monster} appears in {space}."),
    "move-monster": _("{monster} moves to {space}."),
    "engage-monster": _("{monster} engages {seat}."),
    "disengage-monster": _("{seat} disengages {monster}."),
    "exhaust-monster": _("{monster} is exhausted."),
    "ready-monsters": _("Exhausted monsters ready."),
    "monster-attack": _("{monster} attacks {seat}."),
    "damage-monster": _("{monster}: damage {signed}."),
    "defeat-monster": _("{monster} is defeated."),
    "change-tokens": _("{seat}: {tokens}."),
    "focus-skill": _("{seat} focuses {skill}."),
    "discard-focus": _("{seat} discards the focus on {skill}."),
    "reroll": _("{seat} rerolls dice."),
    "gain-asset": _("{seat} gains {name}."),
    "buy": _("{seat} buys {name}."),
    "discard-asset": _("{seat} discards {asset}."),
    "gain-condition": _("{seat} gains a condition: {condition_name}."),
    "use-assets": _("{seat} uses assets for a test."),
    "cast-spell": _("{seat} casts {asset}."),
    "finish-spell": _("{seat} has cast the spell."),
}
TOKENS = {
    "spread-doom": _("spread doom"),
    "spawn-monster": _("spawn monster"),
    "spawn-clue": _("spawn clue"),
    "read-headline": _("read headline"),
    "gate-burst": _("gate burst"),
    "reckoning": _("reckoning"),
    "blank": _("blank"),
    "doom": _("doom"),
    "clues": _("clues"),
}
SKILLS = {
    "influence": _("Influence"),
    "lore": _("Lore"),
    "observation": _("Observation"),
    "strength": _("Strength"),
    "will": _("Will"),
}
TYPES = {
    "item": _("Item"),
    "ally": _("Ally"),
    "spell": _("Spell"),
    "talent": _("Talent"),
    "condition": _("Condition"),
}
CONDITIONS = {"blessed": _("blessed"), "cursed": _("cursed"), "dark pact": _("dark pact")}
PHASES = {
    "action": _("Action phase"),
    "monster": _("Monster phase"),
    "encounter": _("Encounter phase"),
    "mythos": _("Mythos phase"),
}
STEPS = {"activation": _("activation"), "attack": _("attack"), "ready": _("readying")}
ACTIONS = {
    "attack": _("attack"),
    "component": _("component"),
    "evade": _("evade"),
    "focus": _("focus"),
    "gather": _("gather resources"),
    "move": _("move"),
    "research": _("research"),
    "trade": _("trade"),
    "ward": _("ward"),
}
HARM = {"damage": _("damage"), "horror": _("horror"), "health": _("health"), "sanity": _("sanity")}
LEFT = {"defeated": _("defeated"), "devoured": _("devoured"), "retired": _("retired")}
#: Parts of values that are not names of places.
PARTS = {"deck": _("deck"), "discard": _("discard pile"), "top": _("on top"), "rumor": _("Rumor"), **TOKENS}
#: The parts of what has a name, by the value that holds them.
THINGS = {
    "areas": {"clues": _("clues"), "events": _("events"), "anomaly": _("anomaly")},
    "monsters": {
        "space": _("Space"),
        "damage": _("Damage"),
        "exhausted": _("exhausted"),
        "engaged": _("Engaged with"),
    },
}
STATUSES = {
    "setup": _("set-up"),
    "playing": _("under way"),
    "won": _("won"),
    "lost": _("lost"),
    "abandoned": _("abandoned"),
}
LABELS = {
    "status": _("Part of the game"),
    "players": _("Players"),
    "leader": _("Leader"),
    "round": _("Round"),
    "phase": _("Phase"),
    "step": _("Step"),
    "acting": _("Turn"),
    "scenario_doom": _("Doom on the scenario sheet"),
    "scenario_clues": _("Clues on the scenario sheet"),
    "doom": _("Doom"),
    "areas": _("Neighborhood"),
    "events": _("Event cards"),
    "cup": _("Mythos cup"),
    "drawn": _("Drawn tokens"),
    "token": _("Token"),
    "headlines": _("Headlines"),
    "read_headlines": _("Headlines read"),
    "codex": _("Codex"),
    "monsters": _("Monster"),
    "monster_deck": _("Monster deck"),
    "markers": _("Marker"),
    "lost": _("Lost"),
    "ending": _("Card that ended it"),
    "how": _("How it ended"),
    "setup_clues": _("Starting clues to spawn"),
    "setup_doom": _("Starting doom to spread"),
    "refills": _("Cup filled again"),
}
SEAT_LABELS = {
    "player": _("Player"),
    "investigator": _("Investigator"),
    "next": _("Next investigator"),
    "space": _("Space"),
    "damage": _("Damage"),
    "horror": _("Horror"),
    "money": _("Money"),
    "clues": _("Clues"),
    "remnants": _("Remnants"),
    "focus": _("Focus"),
    "delayed": _("Delayed"),
    "active": _("Turn to take"),
    "actions": _("Actions"),
    "additional": _("Additional actions"),
    "drawn": _("Tokens drawn"),
    "assets": _("Card"),
    "facts": _("Sheet"),
    "casting": _("Casting"),
    "focus_owed": _("Focus to discard"),
}
#: Values whose text says everything.
BARE = frozenset({"phase", "step"})
#: What the sentence of the command says already, or what no player counts.
HIDDEN = frozenset(
    {
        *("acting", "active", "actions", "attacked", "attacker", "drawn", "evaded", "made"),
        *("pool", "resolved", "scenario", "token", "token_seat", "used"),
    }
)


def _signed(number: Any) -> str:
    return f"{number:+d}".replace("-", "−") if isinstance(number, int) else str(number)


def facts_of(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return further facts of a command's sentence, in the reader's language."""
    found: dict[str, Any] = {"signed": _signed(payload.get("number", 1))}
    for name, words in (("token", TOKENS), ("outcome", STATUSES), ("condition", CONDITIONS)):
        value = payload.get(name, "")
        found[f"{name}_name"] = words.get(value, value) if isinstance(value, str) else ""
    skill = payload.get("skill", "")
    if isinstance(skill, str):
        found["skill"] = SKILLS.get(skill, skill)
    spaces = payload.get("spaces", ())
    found["path"] = ", ".join(str(each) for each in spaces) if isinstance(spaces, (list, tuple)) else ""
    for name in ("successes", "clues"):
        found[name] = payload.get(name, 0)
    harm = [f"{payload[name]} {label}" for name, label in HARM.items() if payload.get(name)]
    found["harm"] = gettext(" and ").join(harm) or "–"
    changes = [
        f"{SEAT_LABELS[name]} {_signed(payload[name])}"
        for name in ("money", "clues", "remnants")
        if isinstance(payload.get(name), int)
    ]
    found["tokens"] = ", ".join(changes)
    found["with_event"] = ""
    if payload.get("event"):
        found["with_event"] = gettext(" with the clue") if payload.get("gained") else gettext(": an event")
    chosen = payload.get("investigator")
    found["newcomer"] = chosen.get("name", "") if isinstance(chosen, Mapping) else ""
    return found


def entry_text(entry: Entry) -> str:
    """Return the text of a change that is more than two numbers; empty for all others."""
    place = entry.path[0]
    if place == "monsters" and len(entry.path) == 2:
        value = entry.after or entry.before
        name = value.kind.name if isinstance(value, Monster) else ""
        return f"{name}, {value.space}" if entry.after is not None else f"{name} {gettext('is gone')}"
    if place == "codex" and len(entry.path) == 2:
        value = entry.after or entry.before
        title = value.card.title if isinstance(value, CodexCard) else ""
        return title or "✓" if entry.after is not None else gettext("is gone")
    if place == "seats" and len(entry.path) == 2 and isinstance(entry.after, Seat):
        return gettext("joins the game") if entry.after.investigator else str(LEFT.get(entry.after.left, ""))
    if place == "seats" and len(entry.path) == 4 and isinstance(entry.after or entry.before, Asset):
        value = entry.after or entry.before
        name = str(CONDITIONS.get(value.name, value.name))
        return name if entry.after is not None else f"{name} {gettext('is gone')}"
    if place == "seats" and entry.path[2:] == ("next",):
        return entry.after.name if entry.after else "–"
    if place == "lost":
        return str(LEFT.get(entry.after, "–"))
    if place == "status":
        return str(STATUSES.get(entry.after, entry.after))
    if place == "phase":
        return str(PHASES.get(entry.after, entry.after))
    if place == "step":
        return str(STEPS.get(entry.after, ""))
    if entry.path == ("events", "top"):
        return ", ".join(entry.after) or "–"
    if place == "seats" and entry.path[-1] == "focus":
        return ", ".join(str(SKILLS[each]) for each in sorted(entry.after)) or "–"
    return ""

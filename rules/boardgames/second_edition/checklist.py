"""What is done in each phase, in order: the lines of the checklist, each with its page."""

from __future__ import annotations

from dataclasses import dataclass

from rules.boardgames.findings import _
from rules.boardgames.second_edition.state import (
    ARKHAM,
    BATTLE,
    MOVEMENT,
    MYTHOS,
    OTHER_WORLD,
    PLAYING,
    SETUP,
    UPKEEP,
    State,
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a checklist."""

    id: str
    text: str
    citation: str


PHASE_NAMES = {
    UPKEEP: _("Upkeep"),
    MOVEMENT: _("Movement"),
    ARKHAM: _("Arkham Encounters"),
    OTHER_WORLD: _("Other World Encounters"),
    MYTHOS: _("Mythos"),
}

SETUP_LINES = (
    Line("area", _("Prepare the board: terror at 0."), "p5"),
    Line("clues", _("Place a clue on each unstable location."), "p5"),
    Line("first", _("Give the first player the marker."), "p5"),
    Line("sheets", _("Deal the investigator sheets, or choose them."), "p5"),
    Line("ancient", _("Reveal the Ancient One, and resolve what it does at the beginning."), "p5"),
    Line("decks", _("Separate the decks."), "p5"),
    Line("fixed", _("Search out the fixed possessions."), "p5"),
    Line("shuffle", _("Shuffle Common Items, Unique Items, Spells and Skills."), "p5"),
    Line("random", _("Draw the random possessions."), "p5"),
    Line("finish", _("Take Sanity and Stamina, and place the three skill sliders anywhere."), "p5"),
    Line("cup", _("Fill the monster cup; the five Masks are for Nyarlathotep alone."), "p5"),
    Line("gates", _("Shuffle the gate cards, the Mythos cards and the gate markers."), "p5"),
    Line("home", _("Place the investigators at home."), "p5"),
    Line("mythos", _("Draw and resolve one Mythos card that is not a Rumor."), "p5"),
)

LINES = {
    UPKEEP: (
        Line("refresh", _("Refresh exhausted cards."), "p6"),
        Line("actions", _("Perform upkeep actions, in any order."), "p6"),
        Line("skills", _("Adjust skills, by as many stops as the Focus."), "p6"),
    ),
    MOVEMENT: (
        Line("move", _("Move in Arkham: as many steps as Speed; evade or fight monsters."), "p6"),
        Line("clues", _("Take clues where the movement ends."), "p8"),
        Line("worlds", _("In Other Worlds, go to the second area, or return."), "p8"),
    ),
    ARKHAM: (
        Line("locations", _("At a location without a gate, have an encounter there."), "p8"),
        Line("gates", _("At a gate, close it if it is explored; otherwise be drawn through."), "p9"),
    ),
    OTHER_WORLD: (Line("worlds", _("In Other Worlds, draw gate cards until the colour matches."), "p9"),),
    MYTHOS: (
        Line("gate", _("Open a gate and let a monster appear, or let monsters surge."), "p9"),
        Line("clue", _("Place a clue, unless a gate is open there."), "p10"),
        Line("monsters", _("Move the monsters."), "p10"),
        Line("ability", _("Resolve the Headline, Environment or Rumor."), "p12"),
    ),
}
BATTLE_LINES = (
    Line("refresh", _("Refresh cards, adjust skills, trade."), "p22"),
    Line("attack", _("Each investigator attacks once."), "p22"),
    Line("ancient", _("The Ancient One attacks; at 0 Sanity or Stamina an investigator is out."), "p22"),
)


def checklist(state: State) -> tuple[Line, ...]:
    """Return the lines for the present part of the game."""
    if state.status == SETUP:
        return SETUP_LINES
    if state.status == BATTLE:
        return BATTLE_LINES
    return LINES[state.phase] if state.status == PLAYING else ()

"""What the rules demand of a state: proposals, questions and banners."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boardgames.findings import Banner, Proposal, Question, Refusal, _
from rules.boardgames.second_edition import commands as c
from rules.boardgames.second_edition import endings
from rules.boardgames.second_edition.cards import rolls_due
from rules.boardgames.second_edition.investigators import is_devoured, losses, without_choice
from rules.boardgames.second_edition.limits import limits_for, tracks
from rules.boardgames.second_edition.new_investigators import blank_investigator
from rules.boardgames.second_edition.places import may_return, ways_back
from rules.boardgames.second_edition.state import (
    BATTLE,
    CLOSURES,
    DEVOURED,
    ENDED,
    MOVEMENT,
    NEW,
    PLAYING,
    SEALS_TO_WIN,
    SETUP,
    State,
)
from rules.boardgames.table import Table

VICTORIES = {
    endings.CLOSING: _("The last gate is closed, and there are enough gate trophies: you win."),
    endings.SEALING: _("Six elder signs are on the board: you win."),
    endings.BANISHING: _("The last doom token is gone: the Ancient One is banished, you win."),
}
AWAKENINGS = {
    endings.DOOM: _("The doom track is full: {ancient} awakens."),
    endings.GATES: _("Too many gates are open: {ancient} awakens."),
    endings.NO_MARKER: _("There is no gate marker left: {ancient} awakens."),
    endings.NO_MONSTER: _("There is no monster left in the cup: {ancient} awakens."),
    endings.MONSTERS: _("Terror is at 10 and Arkham is overrun: {ancient} awakens."),
}


def proposals(state: State) -> Iterator[Proposal]:
    """Return what must follow now and needs no choice, in order."""
    if state.status in (NEW, *ENDED):
        return
    for how in endings.ways_won(state):
        yield Proposal(f"victory.{how}", VICTORIES[how], "p12", command=c.Win(how=how))
    reason = endings.awakening(state)
    if reason and not without_investigator(state):
        facts = {"ancient": state.ancient.name}
        yield Proposal(
            f"awakening.{reason}", AWAKENINGS[reason], "p20", facts, command=c.Awaken(reason=reason)
        )
    if state.status == BATTLE and not state.active:
        yield Proposal("defeat", _("All investigators are devoured: you lose."), "p12", command=c.Lose())
    yield from _of_the_board(state)
    for id in state.active:
        yield from _of_an_investigator(state, id)


def without_investigator(state: State) -> tuple[str, ...]:
    """Return the seats whose new investigator comes first, even before the Ancient One awakens (p17)."""
    return tuple(id for id in state.order if state.seats[id].status == DEVOURED)


def _of_the_board(state: State) -> Iterator[Proposal]:
    if state.status == BATTLE:
        return
    if state.outskirts > limits_for(state.players).outskirts:
        yield Proposal(
            "outskirts.exceeded",
            _("The Outskirts are over their limit: their monsters return to the cup, and terror rises."),
            "p18",
            command=c.EmptyOutskirts(),
        )
    for level, (shop, street) in CLOSURES.items():
        if state.terror >= level and shop not in state.closed:
            yield Proposal(
                "terror.closes",
                _("At terror {level}, {shop} closes."),
                "p20",
                {"level": level, "shop": shop},
                command=c.CloseLocation(place=shop, street=street),
                blocks=False,
            )


def _of_an_investigator(state: State, id: str) -> Iterator[Proposal]:

    seat = state.seats[id]
    facts = {"investigator": seat.investigator}
    if is_devoured(state, id):
        page = "p22" if state.status == BATTLE else "p17"
        yield Proposal("devoured", _("{investigator} is devoured."), page, facts, command=c.Devour(seat=id))
        return
    if state.status == BATTLE:
        return
    if not (seat.sanity and seat.stamina) and (discard := without_choice(seat)) is not None:
        yield Proposal(
            "knock-out",
            _("{investigator} is unconscious.") if seat.sanity else _("{investigator} is insane."),
            "p16",
            facts,
            command=c.KnockOut(seat=id, discard=discard),
        )
        return
    if state.status != PLAYING or state.phase != MOVEMENT:
        return
    if seat.delayed and seat.delayed_at < state.moment:
        yield Proposal(
            "delayed.stands", _("{investigator} stands up."), "p8", facts, command=c.StandUp(seat=id)
        )
    elif seat.area and not seat.delayed and f"moved:{id}" not in state.done:
        back = ways_back(state, id)
        if seat.area == 1:
            yield Proposal(
                "other-world.second",
                _("{investigator} moves to the second area."),
                "p8",
                facts,
                command=c.Move(seat=id, place=seat.place, area=2),
            )
        elif len(back) == 1:
            yield Proposal(
                "other-world.returns",
                _("{investigator} returns to {place}."),
                "p8",
                {**facts, "place": back[0]},
                command=c.LeaveOtherWorld(seat=id, place=back[0]),
            )
        elif not back:
            yield Proposal(
                "other-world.lost",
                _("No gate leads back: {investigator} is lost in time and space."),
                "p8",
                facts,
                command=c.LoseInTime(seat=id),
            )


def questions(state: State) -> Iterator[Question]:
    """Return what must follow now, but needs a choice of the players."""
    if state.status not in (SETUP, PLAYING):
        return
    for id in state.order:
        if state.seats[id].status == DEVOURED:
            yield Question(
                "replace",
                _("{player} receives a new investigator, at random."),
                "p17",
                {"player": state.seats[id].player},
                command=c.Replace(seat=id, investigator=blank_investigator()),
                fields=("investigator",),
            )
        elif state.seats[id].is_active and not is_devoured(state, id):
            yield from _choices_of(state, id)
    for id, special in rolls_due(state):
        yield Question(
            "roll.due",
            _("{investigator} rolls for a special card: {special}."),
            "p6",
            {"investigator": state.seats[id].investigator, "special": special},
            command=c.RollUpkeep(seat=id, special=special, kept=True),
            fields=("kept",),
            blocks=False,
        )


def _choices_of(state: State, id: str) -> Iterator[Question]:
    """Return what the player of an active investigator has to choose."""
    seat = state.seats[id]
    facts = {"investigator": seat.investigator, "player": seat.player}
    if not (seat.sanity and seat.stamina) and without_choice(seat) is None:
        yield Question(
            "knock-out",
            _("{investigator} is knocked out and discards half of the items. Choose: {number}."),
            "p16",
            {**facts, "number": losses(seat)},
            command=c.KnockOut(seat=id),
            fields=("discard",),
            among=tuple(str(index) for index in seat.items),
            number=losses(seat),
        )
    back = ways_back(state, id)
    moves = state.status == PLAYING and state.phase == MOVEMENT and f"moved:{id}" not in state.done
    if moves and seat.area == 2 and not seat.delayed and len(back) > 1:
        yield Question(
            "other-world.returns",
            _("{investigator} returns through one of the gates."),
            "p8",
            facts,
            command=c.LeaveOtherWorld(seat=id, place=back[0]),
            fields=("place",),
            among=back,
        )
    if may_return(state, id):
        yield Question(
            "lost.returns",
            _("{investigator} returns to any location or street in Arkham."),
            "p17",
            facts,
            command=c.ReturnFromTime(seat=id, place=""),
            fields=("place",),
        )


def blocking(table: Table[State]) -> Iterator[Refusal]:
    """Refuse to go on while something must happen first."""
    due: list[Proposal | Question] = [*proposals(table.state), *questions(table.state)]
    for found in due:
        if found.blocks:
            yield Refusal("first", found.sentence, found.citation, found.facts)


def banners(state: State) -> Iterator[Banner]:
    """Return advice: what is close, and what is easily forgotten."""
    if state.status in (NEW, *ENDED):
        return
    if state.status == SETUP:
        yield Banner(
            "setup.mythos", _("Draw one Mythos card. If it is a Rumor, discard it and draw another."), "p5"
        )
        return
    if state.status == BATTLE:
        return
    for track in tracks(state):
        if track.id in ("doom", "gates") and track.level == "full":
            yield Banner(
                f"{track.id}.full",
                _("One more on “{track}” awakens the Ancient One."),
                "p20",
                {"track": track.label},
            )
    if state.cup <= 3:
        yield Banner(
            "cup.low",
            _("The number of monsters left in the cup is only {number}."),
            "p20",
            {"number": state.cup},
        )
    if state.gate_pile <= 2:
        yield Banner(
            "pile.low", _("Only {number} gate markers are left."), "p20", {"number": state.gate_pile}
        )
    needed = limits_for(state.players).trophies - state.gate_trophies
    if len(state.gates) == 1 and needed <= 1:
        yield Banner("victory.close", _("Close the last gate, and you win."), "p12")
    if len(state.sealed) == SEALS_TO_WIN - 1:
        yield Banner("victory.seal", _("One more elder sign wins the game."), "p12")

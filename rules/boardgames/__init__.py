"""The rules of the board games: a state and a command go in, entries or a refusal come out.

The table is the truth. What is impossible is refused; what must follow is proposed; what players choose is
asked; what they should know is a banner. Nothing is guessed (docs/boardgames.md).

**How an edition is written.** It is a package with an `Edition` value named `EDITION`:

- *State*: frozen dataclasses in which every field has a default (`int`, `str`, `bool`, tuples, frozensets,
  `Mapping[str, …]` and other such dataclasses: what `rules.codec` reads and writes). A mapping never
  holds None.
- *Commands*: a frozen dataclass with a `kind`, derived from `Command`: the only declaration of a command.
- *Handlers*: generators under `@handles(Class)`, called with a `Table` and the command. They yield entries of
  the table; each is applied before the generator goes on, so `table.state` is always the current state.
  They yield a `Refusal` (`table.refuse`) to reject the command, which ends it: nothing of it happens.

      @handles(RaiseDoom)
      def raise_doom(table: Table[State], command: RaiseDoom) -> Iterator[Found]:
          if command.number < 1:
              yield table.refuse("doom.positive", _("Doom rises by one or more."), "p9")
          yield table.add("doom", command.number)                     # an entry: doom 4 → 5
          yield table.set("seats", command.seat, "delayed", True)     # a path, then the value
          yield table.set("gates", "woods", None)                     # None removes a key from a mapping

  `set` and `add` return None if nothing changes; a yielded None is ignored.
- *Proposals*: `(state) -> Iterable[Proposal]`, commands that must follow now, each applied with one tap.
- *Questions*: `(state) -> Iterable[Question]`, commands that must follow, but need a choice first.
- *Banners*: `(state) -> Iterable[Banner]`, advice.
- *Tracks*: `(state) -> Iterable[Track]`, numbers that know whether reaching or exceeding the limit counts.
- *Corrections*: `(state, path) -> Bounds | None`, what may be corrected by hand with the command `Correct`.
- *Check*: `(state) -> Iterable[str]`, what is impossible about a state; empty for each that can be reached.

Citations are texts: a page such as "p18" or a rule number such as "461.1a". Messages are plain English
templates with named facts, marked by `_()`; callers translate them and fill in the facts.

**How it is used.** `play(edition, state, command)` returns `Played(command, entries, state)` or a `Refusal`.
`play_out` also applies the proposals that follow, one after the other. `undo(state, entries)` and
`redo(state, entries)` are exact inverses; `replay` plays a history from the beginning. `command_to_json`,
`command_from_json`, `entry_to_json`, `entry_from_json` and the codec's `to_json` and `from_json` store it.
"""

from rules.boardgames.commands import Command, Correct
from rules.boardgames.edition import Bounds, Edition, handlers_of, kinds_of
from rules.boardgames.entries import Entry, backward, entry_from_json, entry_to_json, forward, value_at
from rules.boardgames.findings import Banner, Proposal, Question, Refusal, _
from rules.boardgames.play import (
    Played,
    Unreplayable,
    command_from_json,
    command_to_json,
    play,
    play_out,
    redo,
    replay,
    undo,
)
from rules.boardgames.table import Found, Table, handles
from rules.boardgames.tracks import EXCEED, REACH, Track

__all__ = [
    "EXCEED",
    "REACH",
    "Banner",
    "Bounds",
    "Command",
    "Correct",
    "Edition",
    "Entry",
    "Found",
    "Played",
    "Proposal",
    "Question",
    "Refusal",
    "Table",
    "Track",
    "Unreplayable",
    "_",
    "backward",
    "command_from_json",
    "command_to_json",
    "entry_from_json",
    "entry_to_json",
    "forward",
    "handlers_of",
    "handles",
    "kinds_of",
    "play",
    "play_out",
    "redo",
    "replay",
    "undo",
    "value_at",
]

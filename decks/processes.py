"""Work that several processes share, for commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TypeVar

Part = TypeVar("Part")
Done = TypeVar("Done")


def in_processes(
    work: Callable[[Sequence[Part]], Done], parts: Sequence[Sequence[Part]], processes: int
) -> Iterator[Done]:
    """Yield the result of each part, in order; the processes take turns at the parts.

    They are forks, so that what they need (the catalogue) is neither sent nor loaded again. They must not use
    the database. EOFError if one of them dies.
    """
    if processes < 2 or len(parts) < 2:
        yield from map(work, parts)
        return
    fork = get_context("fork")
    started = []
    for first in range(min(processes, len(parts))):
        results, sender = fork.Pipe(duplex=False)
        process = fork.Process(target=_send, args=(sender, work, parts[first::processes]), daemon=True)
        process.start()
        # Otherwise the end of a process that dies would never be seen.
        sender.close()
        started.append((process, results))
    try:
        for number in range(len(parts)):
            yield started[number % processes][1].recv()
    finally:
        for process, results in started:
            results.close()
            process.join()


def _send(
    sender: Connection, work: Callable[[Sequence[Part]], Done], parts: Sequence[Sequence[Part]]
) -> None:
    try:
        for part in parts:
            sender.send(work(part))
    except BrokenPipeError:
        # Nobody waits for the rest.
        return

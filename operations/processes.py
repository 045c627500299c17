"""The processes of the web server according to Linux: number, memory, CPU time and open files."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Processes:
    """A server and its workers, added up."""

    workers: int
    resident_bytes: int
    cpu_seconds: float
    open_files: int
    started: float
    """Start time of the server, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Process:
    """One process, in the units of the kernel."""

    parent: int
    cpu_ticks: int
    cpu_ticks_of_dead_children: int
    started_ticks: int
    resident_pages: int


def web_processes(server: int) -> Processes | None:
    """Return the process with this id and its children, or None without /proc."""
    master = read(server)
    if master is None:
        return None
    family = {server: master}
    for folder in PROC.glob("[0-9]*"):
        found = read(int(folder.name))
        if found and found.parent == server:
            family[int(folder.name)] = found
    ticks = sum(each.cpu_ticks for each in family.values()) + master.cpu_ticks_of_dead_children
    second = os.sysconf("SC_CLK_TCK")
    return Processes(
        workers=len(family) - 1,
        resident_bytes=sum(each.resident_pages for each in family.values()) * os.sysconf("SC_PAGE_SIZE"),
        cpu_seconds=ticks / second,
        open_files=sum(_open_files(pid) for pid in family),
        started=_booted() + master.started_ticks / second,
    )


def read(pid: int) -> Process | None:
    """Return the process with this id, unless it has ended."""
    try:
        line = (PROC / str(pid) / "stat").read_text()
    except OSError:
        return None
    # The name in parentheses may contain anything. After it comes the third field of proc_pid_stat(5).
    fields = line.rpartition(")")[2].split()
    return Process(
        parent=int(fields[1]),
        cpu_ticks=int(fields[11]) + int(fields[12]),
        cpu_ticks_of_dead_children=int(fields[13]) + int(fields[14]),
        started_ticks=int(fields[19]),
        resident_pages=int(fields[21]),
    )


def _open_files(pid: int) -> int:
    try:
        return sum(1 for _ in (PROC / str(pid) / "fd").iterdir())
    except OSError:
        return 0


def _booted() -> float:
    for line in (PROC / "stat").read_text().splitlines():
        if line.startswith("btime "):
            return float(line.split()[1])
    return 0.0

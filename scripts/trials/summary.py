"""End of a trial: the promises that were kept, the figures, and the exit code."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Promise:
    """A statement that the trial has confirmed or refuted, and the figure behind it."""

    sentence: str
    kept: bool
    figure: str = ""


def parser(doc: str | None) -> argparse.ArgumentParser:
    """Return a parser that describes the trial by the docstring of its module."""
    made = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--json", type=Path, help="write all figures to this file")
    return made


def end_on_sigterm() -> None:
    """Make SIGTERM step like Ctrl+C, so that servers and folders are cleaned up."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


def summarize(title: str, promises: list[Promise], figures: dict[str, Any], file: Path | None) -> int:
    """Print the figures and the promises kept; return the exit code: 0 if every promise was kept."""
    text = json.dumps({**figures, "promises": {each.sentence: each.kept for each in promises}}, indent=2)
    if file:
        file.write_text(text + "\n")
    print(text)
    print(f"\n{title}")
    for each in promises:
        print(f"  {'kept  ' if each.kept else 'BROKEN'}  {each.sentence}{each.figure and f': {each.figure}'}")
    broken = sum(not each.kept for each in promises)
    print(f"{broken} of {len(promises)} promises were broken." if broken else "Every promise was kept.")
    return int(bool(broken))

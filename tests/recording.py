"""A pytest plugin that records which rules each passing test saw broken, and in which edition.

`pytest -p tests.recording --record-rules FILE` writes a JSON object: by node id, then by severity ("error" or
"warning"), the pairs "edition rule" that a verdict or a refusal named while the test ran.

With TEST_EDITION=faq-1.7 in the environment, that edition replaces the default one, so that a case can be
tried under other rules than it was written for. A test that fails there proves nothing and is not recorded.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from rules.rulebook import editions

if wanted := os.environ.get("TEST_EDITION"):
    assert "rules.deck.validate" not in sys.modules, (
        "load this plugin before the rules: pytest -p tests.recording"
    )
    editions.EDITIONS = MappingProxyType({**editions.EDITIONS, editions.DEFAULT: editions.EDITIONS[wanted]})

from rules.campaign.context import Refusal
from rules.campaign.replay import Judgement
from rules.deck.verdict import Verdict, Violation

ERROR, WARNING, NOTE = "error", "warning", "note"
Seen = dict[str, set[str]]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record-rules", type=Path, help="write the rules that each passing test saw broken")


class Recorder:
    """Records findings where they leave the rules."""

    def __init__(self) -> None:
        self.tests: dict[str, Seen] = {}
        self.now: Seen | None = None

    def see(self, severity: str, found: Iterable[Violation]) -> None:
        if self.now is not None:
            seen = self.now.setdefault(severity, set())
            for each in found:
                seen.update(f"{each.edition.id} {rule}" for rule in (each.rule, *each.facts.get("see", ())))

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(Verdict, "__new__", self._verdicts(Verdict.__new__))
        patch.setattr(Violation, "__new__", self._violations(Violation.__new__))
        for refusing in (Judgement, Refusal):
            patch.setattr(refusing, "__init__", self._refusals(refusing.__init__))

    def _verdicts(self, make: Any) -> Any:
        def made(*args: Any, **fields: Any) -> Verdict:
            verdict: Verdict = make(*args, **fields)
            self.see(ERROR, verdict.violations)
            self.see(WARNING, verdict.warnings)
            self.see(NOTE, verdict.notes)
            return verdict

        return made

    def _refusals(self, init: Any) -> Any:
        def made(refusing: Any, *args: Any, **fields: Any) -> None:
            init(refusing, *args, **fields)
            self.see(ERROR, refusing.violations)

        return made

    def _violations(self, make: Any) -> Any:
        """Record violations outside verdicts: refused prices, and advice."""

        def made(*args: Any, **fields: Any) -> Violation:
            violation: Violation = make(*args, **fields)
            maker = sys._getframe(1)
            if maker.f_globals["__name__"].startswith("rules.upgrade."):
                self.see(ERROR, [violation])
            elif maker.f_back and maker.f_back.f_globals["__name__"] == "rules.campaign.advice":
                self.see(WARNING, [violation])
            return violation

        return made

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        self.now = {}
        try:
            yield
            self.tests[item.nodeid] = self.now
        finally:
            self.now = None


def pytest_configure(config: pytest.Config) -> None:
    path = config.getoption("--record-rules")
    if path is None:
        return
    recorder, patch = Recorder(), pytest.MonkeyPatch()
    recorder.watch(patch)
    config.pluginmanager.register(recorder, "recorder")

    def finish() -> None:
        patch.undo()
        rows = {
            node: {severity: sorted(pairs) for severity, pairs in seen.items()}
            for node, seen in recorder.tests.items()
        }
        path.write_text(json.dumps(rows, indent=1))

    config.add_cleanup(finish)

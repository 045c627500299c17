"""The automatic accessibility check of a page in the browser."""

import json
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

SCRIPT = AXE_SCRIPT + Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
#: Besides contrast, the rule that depends on colours. In a second theme, nothing else can change.
LINKS = "{ runOnly: ['link-in-text-block'], resultTypes: ['violations'], preload: false }"
#: Only the violations: the passed checks would be several times as much to fetch.
STRUCTURE = "{ rules: { 'color-contrast': { enabled: false } }, resultTypes: ['violations'] }"
SERIOUS = ("serious", "critical", "moderate")
#: The looks whose contrast is sufficient, of all pages that this process has checked.
passed_looks: set[str] = set()


def assert_nothing_serious(page: Page, *, colours_only: bool = False) -> None:
    """Fail if the check finds anything serious: in structure and colours, or in colours alone."""
    if not page.evaluate("'checkContrast' in window"):
        page.evaluate(SCRIPT)
    found = page.evaluate(f"axe.run({LINKS if colours_only else STRUCTURE}).then(found => found.violations)")
    contrast = page.evaluate("known => checkContrast(known)", list(passed_looks))
    passed_looks.update(contrast["passed"])
    wrong = [described(each) for each in (*found, *contrast["violations"]) if each["impact"] in SERIOUS]
    assert not wrong, f"{page.url}\n{json.dumps(wrong, indent=1)}"


def described(violation: dict[str, Any]) -> dict[str, Any]:
    where = [node["html"][:200] for node in violation["nodes"][:5]]
    return {"rule": violation["id"], "help": violation["help"], "where": where}

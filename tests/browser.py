"""Fixtures for tests in a real browser: Chromium, and pages that fail their test on any error."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, Page, Route, expect

from tests.accessibility import assert_nothing_serious

#: Playwright's own list comes first, because the last one given counts. The additional features cost more
#: than most pages do: each window loads suggestions for an invisible address bar, and a spare process waits
#: for a page of another site.
WITHOUT = (
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    "ThirdPartyStoragePartitioning",
    *("WebUIOmniboxAimPopup", "WebUIOmniboxPopup", "SpareRendererForSitePerProcess"),
)
CHROMIUM_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(WITHOUT)}",
]
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
NARROW = {"width": 320, "height": 640}
# A busy machine is not a reason to fail.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)
# CI must have everything that a local machine may lack.
STRICT = os.environ.get("CI") == "true"


def chromium() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        # Every page depends on it; tests without scripts use it directly.
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
            if not chromium() and not STRICT:
                item.add_marker(
                    pytest.mark.skip(reason="no Chromium on this machine: apt-get install chromium")
                )


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": chromium(), "args": CHROMIUM_ARGUMENTS}


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """A page that fails its test if the browser reports any error.

    A test that provokes a refusal declares it: `page.expected_complaints = ["404"]`.
    """
    complaints: list[str] = []
    page.expected_complaints = []  # type: ignore[attr-defined]

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.type}: {message.text}")

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.set_default_timeout(PATIENCE)
    yield page
    expected = page.expected_complaints  # type: ignore[attr-defined]
    assert [complaint for complaint in complaints if not any(words in complaint for words in expected)] == []


@pytest.fixture
def assert_no_overflow() -> Callable[[Page], None]:
    """Return a check that the page does not scroll sideways."""

    def check(page: Page) -> None:
        width, inner = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert width <= inner, f"{page.url} is {width} px wide in a window of {inner} px"

    return check


@pytest.fixture
def assert_accessible() -> Callable[[Page], None]:
    """Return a check that the automatic accessibility check finds nothing serious."""
    return assert_nothing_serious


@pytest.fixture
def assert_accessible_in_both_themes(assert_no_overflow: Callable[[Page], None]) -> Callable[[Page], None]:
    """Return the same check for both themes, which also checks that the page does not scroll sideways."""

    def check(page: Page) -> None:
        for theme in ("light", "dark"):
            # Without motion, colours change immediately.
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            assert_no_overflow(page)
            # The structure is the same in both themes.
            assert_nothing_serious(page, colours_only=theme == "dark")

    return check


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def any_size(request: pytest.FixtureRequest, page: Page) -> Page:
    """A page in the size of a phone, then of a desktop."""
    page.set_viewport_size(request.param)
    return page


def hold_first(page: Page, address: str) -> list[Route]:
    """Hold back the first request to this URL, as a slow connection would; the test continues it."""
    held: list[Route] = []

    def pass_on(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route(address, pass_on)
    return held

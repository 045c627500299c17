"""Measurement of the board games' speed in a real browser: `.venv/bin/python -m scripts.measure_game`

Serves a new site with a game of 2,000 commands in each edition, opens its table in Chromium, and gives an
investigator money and takes it again. Prints a table and the same as JSON.
"""

from __future__ import annotations

import os
import tempfile

from playwright.sync_api import Browser, sync_playwright

from scripts.browser_figures import Figure, figure, neighbours, show
from scripts.check import chromium
from scripts.screenshots import site

VISITS, TAPS = 15, 60
EDITIONS = {"second": "2nd edition", "third": "Third Edition"}
#: One tap after another: from the tap until the new table has been drawn.
TAP = """
async (taps) => {
  const times = [];
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const table = () => document.getElementById("game-table");
  const buttons = (sign) => [...table().querySelectorAll("button[value]")].find((button) => {
    const command = JSON.parse(button.value || "{}");
    return command.money === sign || (command.what === "money" && command.number === sign);
  });
  for (let tap = 0; tap < taps; tap += 1) {
    const revision = table().dataset.revision;
    const begun = performance.now();
    buttons(tap % 2 ? -1 : 1).click();
    while (table()?.dataset.revision === revision) await new Promise((done) => setTimeout(done));
    await drawn();
    times.push(performance.now() - begun);
    await new Promise((done) => setTimeout(done, 20));
  }
  return times;
}
"""
#: From the request for the page until its last byte, and until it was drawn with its styles.
OPENED = """
() => {
  const [{ requestStart, responseEnd, loadEventEnd }] = performance.getEntriesByType("navigation");
  return { response: responseEnd - requestStart, load: loadEventEnd };
}
"""


def prepare(folder: str) -> tuple[dict[str, str], tuple[str, str]]:
    """Record the games; return their paths by edition, and the session cookie of their owner."""
    os.environ["VAR_DIR"] = folder
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client
    from django.urls import reverse

    from accounts.models import User
    from bench.boardgames import as_export, evening, night
    from boardgames.services.importing import import_game

    call_command("prepare", verbosity=0)
    player = User.objects.create_user("player")
    games = {"second": evening(), "third": night()}
    paths = {
        edition: reverse(
            "game-detail", args=[import_game(as_export(edition, recorded), owner=player).public_id]
        )
        for edition, recorded in games.items()
    }
    client = Client()
    client.force_login(player)
    name = settings.SESSION_COOKIE_NAME
    return paths, (name, client.cookies[name].value)


def measure(browser: Browser, address: str, edition: str) -> list[Figure]:
    page = browser.contexts[0].new_page()
    responses, loads = [], []
    for _visit in range(VISITS + 1):
        page.goto(address)
        page.wait_for_load_state("networkidle")
        found = page.evaluate(OPENED)
        responses.append(found["response"])
        loads.append(found["load"])
    page.evaluate(TAP, 6)
    taps = page.evaluate(TAP, TAPS)
    page.close()
    return [
        figure(f"{edition}: the table, from request to last byte", "ms", 300, responses[1:]),
        figure(f"{edition}: the table, until it is loaded", "ms", 300, loads[1:]),
        figure(f"{edition}: a tap, until the new table is drawn", "ms", 100, taps),
    ]


def main() -> None:
    found = []
    with tempfile.TemporaryDirectory() as folder:
        paths, (name, value) = prepare(folder)
        with site(folder) as url, neighbours() as waits, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            context = browser.new_context()
            context.add_cookies([{"name": name, "value": value, "url": url}])
            for edition, path in paths.items():
                found += measure(browser, url + path, EDITIONS[edition])
            browser.close()
    show(found, waits)


if __name__ == "__main__":
    main()

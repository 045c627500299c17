"""Measurement of the deck editor's speed in a real browser: `.venv/bin/python -m scripts.measure_editor`

Serves a new site with 2,000 decks in its database, opens the editor of the investigator with the largest pool
in Chromium with an empty cache, presses plus and minus in a deck of thirty cards, with the full list, and
points at cards, which have texts.
Prints a table and the same as JSON. `--short` measures with few visits and presses.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
import urllib.request
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from scripts.browser_figures import Figure, figure, neighbours, show
from scripts.check import chromium
from scripts.screenshots import site

if TYPE_CHECKING:
    from decks.models import Deck

SHORT = "--short" in sys.argv
VISITS = 3 if SHORT else 15
PRESSES = 40 if SHORT else 120
HOVERS = 24 if SHORT else 60
#: A phone of the middle range, and a mobile network as browsers' own tools simulate it.
SLOWER = 4
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
#: As long as the text of most cards.
TEXT = "[fast] Each of these words stands for one of a card, so that there is as much to draw.\n" * 3
#: Records the time when the editor has reported that it is ready.
READY = """
new MutationObserver((_changes, watch) => {
  if (document.documentElement.dataset.editor !== "ready") return;
  window.readyAt = performance.now();
  watch.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-editor"] });
"""
#: One press after another: from the press until the server's verdict is in the page and has been drawn.
PRESS = """
async (presses) => {
  const times = [];
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const first = document.querySelector("#pool-rows [name=add]:not([aria-disabled])");
  const { code } = first.closest("[data-code]").dataset;
  const saved = document.getElementById("saved");
  for (let press = 0; press < presses; press += 1) {
    const button = document.getElementById(`pool-${press % 2 ? "less" : "more"}-${code}`);
    const begun = performance.now();
    button.click();
    while (!saved.classList.contains("is-saved")) await new Promise((done) => setTimeout(done));
    await drawn();
    times.push(performance.now() - begun);
    await new Promise((done) => setTimeout(done, 20));
  }
  return times;
}
"""
#: One letter after another, each until the list has been drawn.
TYPE = """
async () => {
  const times = [];
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const box = document.getElementById("find");
  for (const letter of "emergency cache") {
    box.value += letter;
    const begun = performance.now();
    box.dispatchEvent(new Event("input", { bubbles: true }));
    await drawn();
    times.push(performance.now() - begun);
  }
  return times;
}
"""
#: Records the time from the pointer's report to the text of the card on screen.
HOVER = """
() => {
  window.hovers = [];
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  document.addEventListener("pointerover", async (event) => {
    const row = event.target.closest("#pool-rows [data-code]");
    if (!row) return;
    const title = row.querySelector(".card-name").textContent;
    const named = () => document.querySelector(".peek:not([hidden]):has(.card-text) .card-name")?.textContent;
    do await frame(); while (named() !== title);
    await new Promise((done) => setTimeout(done));
    window.hovers.push(performance.now() - event.timeStamp);
  }, { capture: true });
}
"""
HOVERED = """
async (turn) => {
  while (window.hovers.length <= turn) await new Promise((done) => setTimeout(done, 5));
}
"""
NODES = "document.createNodeIterator(document, NodeFilter.SHOW_ALL)"
COUNT = f"() => {{ const all = {NODES}; let n = 0; while (all.nextNode()) n += 1; return n; }}"


def prepare(folder: str) -> tuple[str, tuple[str, str]]:
    """Fill a database as if in use; return the editor's path and the session cookie of the deck's owner."""
    os.environ["VAR_DIR"] = folder
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client
    from django.urls import reverse

    from accounts.models import User
    from bench.decks import CROWD, crowd, widest_investigator
    from cards.models import CardText, Printing
    from cards.services.collections import create_collection, set_boxes
    from decks import services

    call_command("prepare", verbosity=0)
    CardText.objects.bulk_create(
        CardText(printing=printing, language="en", text=TEXT) for printing in Printing.objects.all()
    )
    crowd(User.objects.create_user("others"), CROWD - 20)
    player = User.objects.create_user("player")
    crowd(player, 20)
    set_boxes(collection=create_collection(owner=player, name="Mine"), counts={"core": 1, "core_2026": 1})
    deck = services.create_deck(owner=player, investigator=widest_investigator())
    for code in usual_cards(deck):
        services.set_quantity(deck, code=code, quantity=2)
    client = Client()
    client.force_login(player)
    name = settings.SESSION_COOKIE_NAME
    return reverse("deck-edit", args=[deck.public_id]), (name, client.cookies[name].value)


def usual_cards(deck: Deck) -> list[str]:
    """Return fifteen cards that the deck may hold twice, of many kinds."""
    from decks.editor.page import EditorPage
    from decks.editor.pool import ROOM

    page = EditorPage(deck)
    pairs = zip(page.cards.cards, page.standing.signs, strict=True)
    room = [
        card.code
        for card, sign in pairs
        if sign == ROOM and card.standard and card.level == 0 and card.counts
    ]
    return room[:: len(room) // 15][:15]


def visit(
    browser: Browser, url: str, path: str, cookie: tuple[str, str], slower: float = 1, slow_4g: bool = False
) -> tuple[Page, dict[str, float]]:
    """Open the editor as a new visitor; return the page, the times, and the bytes transferred."""
    context = browser.new_context(viewport=DESKTOP)
    name, value = cookie
    context.add_cookies([{"name": name, "value": value, "url": url}])
    context.add_init_script(READY)
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    if slow_4g:
        wire.send("Network.emulateNetworkConditions", SLOW_4G)
    received: list[float] = []
    wire.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    page.goto(url + path)
    page.wait_for_selector("html[data-editor=ready]")
    page.wait_for_load_state("networkidle")
    ready = page.evaluate("window.readyAt")
    return page, {"ready": ready, "received": sum(received) / 1000, "requests": len(received)}


def seconds_for(url: str, path: str, cookie: tuple[str, str]) -> float:
    """Request the page alone; return the milliseconds from the request to the last byte."""
    request = urllib.request.Request(url + path)
    request.add_header("Cookie", "=".join(cookie))
    request.add_header("Accept-Encoding", "gzip")
    begun = time.perf_counter()
    with urllib.request.urlopen(request) as answer:
        answer.read()
    return (time.perf_counter() - begun) * 1000


def hovers_of(page: Page) -> list[float]:
    """Point at one card after the other; return the milliseconds until the text of each is drawn."""
    page.evaluate("document.getElementById('pool').scrollTop = 0")
    rows = page.locator("#pool-rows .card-row__main")
    boxes = [box for place in range(12) if (box := rows.nth(place).bounding_box())]
    time.sleep(0.5)
    page.evaluate(HOVER)
    for turn in range(HOVERS):
        box = boxes[turn * 5 % len(boxes)]
        page.mouse.move(box["x"] + 20, box["y"] + box["height"] / 2)
        page.evaluate(HOVERED, turn)
        time.sleep(0.05)
    hovers: list[float] = page.evaluate("window.hovers")
    return hovers


def visits_of(
    browser: Browser, url: str, path: str, cookie: tuple[str, str], *, slow_4g: bool = False
) -> list[dict[str, float]]:
    """Return what several visits with an empty cache found, after one that only warms up the server."""
    visits = []
    for _visit in range(VISITS + 1):
        page, found = visit(browser, url, path, cookie, slow_4g=slow_4g)
        visits.append(found)
        page.context.close()
        # The browser's cleanup must not slow down the next visit.
        time.sleep(1)
    return visits[1:]


def measure(url: str, path: str, cookie: tuple[str, str]) -> list[Figure]:
    answers = [seconds_for(url, path, cookie) for _visit in range(2 * VISITS)][VISITS:]
    # Any filter in the address replaces those that are usual for a new deck.
    full = f"{path}?group=class"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        visits = visits_of(browser, url, path, cookie)
        far = visits_of(browser, url, path, cookie, slow_4g=True)
        page, _found = visit(browser, url, full, cookie)
        nodes = page.evaluate(COUNT)
        page.evaluate(PRESS, 6)
        presses = page.evaluate(PRESS, PRESSES)
        hovers = hovers_of(page)
        keystrokes = page.evaluate(TYPE)
        page.context.close()
        page, _found = visit(browser, url, full, cookie, slower=SLOWER)
        page.evaluate(PRESS, 6)
        slower = page.evaluate(PRESS, PRESSES // 2)
        browser.close()
    return [
        figure("the page, from request to last byte", "ms", 300, answers),
        figure("everything that came over the wire", "kB", 120, (v["received"] for v in visits)),
        figure("requests", "", 10, (v["requests"] for v in visits)),
        figure("ready to use, empty cache", "ms", 700, (v["ready"] for v in visits)),
        figure("ready to use, empty cache, slow 4G", "ms", 1200, (v["ready"] for v in far)),
        figure("nodes of the page with the full list", "", 5000, [nodes, nodes]),
        figure("plus or minus, until the verdict is drawn", "ms", 90, presses),
        figure(f"plus or minus, processor {SLOWER} times slower", "ms", 300, slower),
        figure("a keystroke in the search box, until the list is drawn", "ms", 50, keystrokes),
        figure("hover, until the card's text is drawn", "ms", 50, hovers),
    ]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path, cookie = prepare(folder)
        with site(folder) as url, neighbours() as waits:
            found = measure(url, path, cookie)
    show(found, waits)


if __name__ == "__main__":
    main()

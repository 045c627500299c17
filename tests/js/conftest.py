"""Fixtures for unit tests of the scripts: a page in Chromium that can import the modules of static/js."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route

STATIC = Path(__file__).resolve().parent.parent.parent / "static"
ORIGIN = "http://localhost:1"
#: In place of the server. Each request waits in `server.requests` until the test answers it or lets it fail.
SERVER = """
window.server = { requests: [] };
window.fetch = (url, options = {}) => new Promise((resolve, reject) => {
  const { method = "GET", body, keepalive = false, headers = {}, signal } = options;
  signal?.addEventListener("abort", () => reject(signal.reason));
  server.requests.push({
    url, method, keepalive, headers,
    body: Object.fromEntries(body ?? []),
    answer: (status, json) => resolve(Object.assign(
      new Response(
        status === 204 ? null : JSON.stringify(json),
        { status, headers: { "Content-Type": "application/json" } },
      ),
      // A body is read in a task of its own, for which `settled` does not wait.
      { json: async () => structuredClone(json), text: async () => JSON.stringify(json ?? "") },
    )),
    text: (status, text, type = "text/html") => resolve(Object.assign(
      new Response(text, { status, headers: { "Content-Type": type } }),
      { text: async () => text },
    )),
    fail: () => reject(new TypeError("Failed to fetch")),
  });
});
/** Wait until the promises that are ready have been handled. */
window.settled = async () => { for (let turn = 0; turn < 30; turn += 1) await Promise.resolve(); };
/** Wait for the request of this number, then return it. */
window.request = async (number) => {
  await settled();
  if (!server.requests[number]) throw new Error(`only ${server.requests.length} requests were sent`);
  return server.requests[number];
};
"""

Open = Callable[[str], Page]


def serve(route: Route, html: str) -> None:
    path = urlsplit(route.request.url).path
    if path.startswith("/static/"):
        route.fulfill(path=STATIC / path.removeprefix("/static/"), content_type="text/javascript")
    else:
        route.fulfill(
            body=f"<!doctype html><meta charset=utf-8><title>Test</title>{html}", content_type="text/html"
        )


@pytest.fixture
def open_page(page: Page) -> Iterator[Open]:
    """Return a function that opens a page with this HTML, in which the server is a table of requests."""
    page.add_init_script(SERVER)
    pages = {"html": ""}
    page.route("**/*", lambda route: serve(route, pages["html"]))

    def open_with(html: str) -> Page:
        pages["html"] = html
        page.goto(ORIGIN)
        return page

    yield open_with
    page.unroute_all(behavior="ignoreErrors")


def run(page: Page, script: str, argument: Any = None) -> Any:
    """Run the body of an async function in the page, and return what it returns."""
    return page.evaluate(f"async (given) => {{ {script} }}", argument)

"""Take the pictures of docs/screenshots: `.venv/bin/python -m scripts.screenshots`."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import sync_playwright

from scripts.check import ROOT, chromium
from scripts.devservices import free_port

FOLDER = ROOT / "docs" / "screenshots"
# Name of the picture, path, theme, width.
PICTURES = [
    ("home", "/", "light", 1440),
    ("cards", "/cards/?class=mystic", "dark", 1440),
]


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def site(folder: str) -> Iterator[str]:
    """Run the site of this folder on a port of its own; yield its URL."""
    port = free_port()
    environment = {**os.environ, "VAR_DIR": folder, "BIND": f"127.0.0.1:{port}", "VENV": sys.prefix}
    server = subprocess.Popen([ROOT / "run"], env=environment)
    try:
        while not answers(port):
            if server.poll() is not None:
                sys.exit("the site did not start")
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, site(folder) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name, address, theme, width in PICTURES:
            dark = theme == "dark"
            context = browser.new_context(
                viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light"
            )
            page = context.new_page()
            page.goto(url + address)
            page.wait_for_load_state("networkidle")
            page.screenshot(path=FOLDER / f"{name}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()

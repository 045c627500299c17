"""Open requests that are sent slowly, and measure how long others wait for the first page.

    python -m scripts.slow_clients --clients 64

Each slow client stops in the middle of its header, or of its body, and sends one more byte a second.
Meanwhile the first page is requested from another address. This is done with the web server itself, where
each slow client occupies a thread, and through nginx with deploy/nginx.conf, which waits for the whole
request before it passes it on. Needs nginx and openssl.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import shutil
import signal
import socket
import ssl
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from scripts import devservices
from scripts.trials import summary
from scripts.trials.site import PRODUCTION, ROOT, Site
from scripts.trials.summary import Promise

NAME = "casebook.example"
HALVES = {
    "headers": f"GET / HTTP/1.1\r\nHost: {NAME}\r\nX-Slow: ",
    "bodies": f"POST /check/ HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 4000\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\n\r\ntext=",
}
PAGES = 20
#: Seconds after which a visitor gives up.
PATIENCE = 10.0

Connect = Callable[[str], socket.socket]


def program(name: str) -> str:
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
    return shutil.which(name, path=path) or sys.exit(f"there is no {name}. On Debian: apt-get install {name}")


def directly(port: int) -> Connect:
    return lambda address: socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))


def with_tls(port: int) -> Connect:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    connect = directly(port)
    return lambda address: context.wrap_socket(connect(address), server_hostname=NAME)


@contextlib.contextmanager
def slow_clients(connect: Connect, half: str, number: int) -> Iterator[None]:
    """Run the given number of clients, each from its own address, that never finish their request."""
    links: list[socket.socket] = []
    over = threading.Event()

    def send_a_byte_each() -> None:
        while not over.wait(1):
            for link in links:
                with contextlib.suppress(OSError):  # the server has closed the connection
                    link.send(b"a")

    for place in range(number):
        link = connect(f"127.0.1.{place + 1}")
        link.sendall(half.encode())
        links.append(link)
    dripping = threading.Thread(target=send_a_byte_each, daemon=True)
    dripping.start()
    try:
        yield
    finally:
        over.set()
        dripping.join(PATIENCE)
        for link in links:
            link.close()


def seconds_for_a_page(connect: Connect) -> float:
    begun = time.monotonic()
    try:
        with contextlib.closing(connect("127.0.0.2")) as link:
            link.sendall(f"GET / HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n".encode())
            answer = http.client.HTTPResponse(link)
            answer.begin()
            answer.read()
            assert answer.status == 200, answer.status
    except OSError:
        return PATIENCE
    return time.monotonic() - begun


def measure(connect: Connect, half: str = "", clients: int = 0) -> dict[str, Any]:
    """Measure the first page while these clients are active; stop after two requests without an answer."""
    times: list[float] = []
    with slow_clients(connect, half, clients):
        while len(times) < PAGES and times.count(PATIENCE) < 2:
            times.append(seconds_for_a_page(connect))
    return {
        "median": round(statistics.median(times), 3),
        "most": round(max(times), 3),
        "unanswered": times.count(PATIENCE),
    }


@contextlib.contextmanager
def nginx(folder: Path, site: Site) -> Iterator[int]:
    """Run nginx with our example configuration, on other ports and with other folders."""
    new = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}")
    files = ("-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem"))
    subprocess.run([program("openssl"), *new, *files], check=True, capture_output=True)
    port = devservices.free_port()
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    for theirs, ours in {
        "listen [::]:80;": "",
        "listen [::]:443 ssl http2;": "",
        "listen 80;": f"listen 127.0.0.1:{devservices.free_port()};",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{port} ssl http2;",
        "server 127.0.0.1:8000;": f"server 127.0.0.1:{site.port};",
        f"/etc/letsencrypt/live/{NAME}": str(folder),
        "/srv/casebook/static": f"{site.environment['VAR_DIR']}/static",
        "/var/log/nginx": str(folder),
    }.items():
        assert theirs in text, theirs
        text = text.replace(theirs, ours)
    (folder / "site.conf").write_text(text)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    own = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user} daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ {own} include {folder}/site.conf; }}\n"
    )
    server = subprocess.Popen([program("nginx"), "-c", str(folder / "nginx.conf")])
    try:
        devservices.wait_until(lambda: is_open(port), server, folder / "error.log")
        yield port
    finally:
        devservices.end(server, signal.SIGTERM)


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def trial(clients: int, *, through_nginx_only: bool) -> dict[str, dict[str, Any]]:
    """Return the seconds for the first page, by connection and by the part that is sent slowly."""
    found: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory(prefix="casebook-slow-") as name:
        settings = {**PRODUCTION, "ALLOWED_HOSTS": f"127.0.0.1,{NAME}", "CELERY_EAGER": "1"}
        site = Site(Path(name), **settings)
        try:
            site.start()
            with nginx(Path(name), site) as port:
                found["through nginx"] = measure_all(with_tls(port), clients)
            if not through_nginx_only:
                found["directly"] = measure_all(directly(site.port), clients)
        finally:
            site.stop()
    return found


def measure_all(connect: Connect, clients: int) -> dict[str, Any]:
    measure(connect)  # the first page of a process takes longer
    found = {"idle": measure(connect)}
    for kind, half in HALVES.items():
        found[f"half-sent {kind}"] = measure(connect, half, clients)
        time.sleep(1)
    return found


def main() -> int:
    parser = summary.parser(__doc__)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--most", type=float, default=2.0, help="seconds that the first page may take")
    parser.add_argument("--through-nginx-only", action="store_true")
    given = parser.parse_args()
    summary.end_on_sigterm()
    found = trial(given.clients, through_nginx_only=given.through_nginx_only)
    promises = [
        Promise(
            f"through nginx the first page is fast in spite of {given.clients} {kind}",
            row["most"] < given.most,
            f"{row['median']} s, at most {row['most']} s",
        )
        for kind, row in found["through nginx"].items()
        if kind != "idle"
    ]
    title = f"{given.clients} slow clients, seconds for the first page"
    return summary.summarize(title, promises, {"clients": given.clients, **found}, given.json)


if __name__ == "__main__":
    sys.exit(main())

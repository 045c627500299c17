"""Tests that downloads started on a page reach only the public web."""

import ipaddress
import socket
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from cards.generation.source import SourceError
from cards.importing import download

pytestmark = pytest.mark.once
INSIDE = "private network"


@contextmanager
def serving(answer, host="127.0.0.1"):
    """Run a web server that handles requests with `answer`; yield its port and the requested paths."""
    requested = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            requested.append(self.path)
            answer(self)

        def log_message(self, *args):
            pass

    with ThreadingHTTPServer((host, 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield running.server_port, requested
        running.shutdown()
        thread.join()


def hello(handler):
    handler.send_response(200)
    handler.end_headers()
    handler.wfile.write(b"[]")


def redirecting(target):
    def answer(handler):
        handler.send_response(302)
        handler.send_header("Location", target)
        handler.end_headers()

    return answer


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.8.9.10", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254"),
        *("100.64.0.1", "198.18.0.1", "224.0.0.1", "239.255.255.250", "240.0.0.1"),
        *("255.255.255.255", "::", "::1", "fe80::1", "fc00::1", "fd12:3456::1", "fec0::1", "ff02::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "2002:a00:1::", "64:ff9b::7f00:1"),
        *("64:ff9b::a9fe:a9fe", "2001:db8::1"),
    ],
)
def test_addresses_of_networks_inside_are_not_public(address):
    assert not download.is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "address", ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]
)
def test_addresses_of_the_web_are_public(address):
    assert download.is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "[::ffff:127.0.0.1]"]
)
def test_the_site_does_not_fetch_from_itself(tmp_path, host):
    with serving(hello) as (port, requested):
        with pytest.raises(SourceError, match=rf"{INSIDE}|cannot be fetched"):
            download.download(f"http://{host}:{port}/x", tmp_path / "x", internal=False)
        assert requested == []
        download.download(f"http://127.0.0.1:{port}/x", tmp_path / "x", internal=True)
    assert (tmp_path / "x").read_bytes() == b"[]"


def test_https_is_guarded_too(tmp_path):
    with serving(hello) as (port, requested), pytest.raises(SourceError, match=INSIDE):
        download.download(f"https://127.0.0.1:{port}/x", tmp_path / "x", internal=False)
    assert requested == []


@pytest.fixture
def _first_is_public(monkeypatch):
    """Treat 127.0.0.1 as a public address; all other local addresses stay private."""
    monkeypatch.setattr(download, "is_public", lambda address: str(address) == "127.0.0.1")


@pytest.mark.usefixtures("_first_is_public")
def test_a_redirect_does_not_lead_inside(tmp_path):
    with (
        serving(hello, "127.0.0.2") as (inner, requested),
        serving(redirecting(f"http://127.0.0.2:{inner}/secret")) as (port, _requested),
    ):
        with pytest.raises(SourceError, match=INSIDE):
            download.download(f"http://127.0.0.1:{port}/x", tmp_path / "x", internal=False)
        assert requested == []


@pytest.mark.usefixtures("_first_is_public")
def test_a_redirect_on_the_web_is_followed(tmp_path):
    with (
        serving(hello) as (second, _requested),
        serving(redirecting(f"http://127.0.0.1:{second}/y")) as (port, _),
    ):
        download.download(f"http://127.0.0.1:{port}/x", tmp_path / "x", internal=False)
    assert (tmp_path / "x").read_bytes() == b"[]"


@pytest.mark.usefixtures("_first_is_public")
@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://127.0.0.1/x", "data:,x", "gopher://x"])
@pytest.mark.parametrize("internal", [False, True])
def test_a_redirect_stays_on_the_web(tmp_path, target, internal):
    with serving(redirecting(target)) as (port, _requested), pytest.raises(SourceError):
        download.download(f"http://127.0.0.1:{port}/x", tmp_path / "x", internal=internal)
    assert not (tmp_path / "x").exists()


@pytest.mark.usefixtures("_first_is_public")
def test_redirects_come_to_an_end(tmp_path):
    with serving(redirecting("/again")) as (port, requested), pytest.raises(SourceError):
        download.download(f"http://127.0.0.1:{port}/x", tmp_path / "x", internal=False)
    assert len(requested) < 20


def test_a_name_is_looked_up_once_and_used_as_found(tmp_path, monkeypatch):
    """A name that resolves to a public address when checked and to a local one later gains nothing."""
    real, requested = socket.getaddrinfo, []

    def changing(host, port, *args, **kwargs):
        if host == "rebinding.example":
            requested.append(host)
            host = "192.0.2.1" if len(requested) == 1 else "127.0.0.1"
        return real(host, port, *args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", changing)
    connected = []

    def create(address, *args):
        connected.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", create)
    monkeypatch.setattr(download, "is_public", lambda address: str(address) == "192.0.2.1")
    with pytest.raises(SourceError):
        download.download("http://rebinding.example/x", tmp_path / "x", internal=False)
    assert (requested, connected) == (["rebinding.example"], ["192.0.2.1"])


def test_one_address_inside_is_enough_to_refuse(tmp_path, monkeypatch):
    rows = [(2, 1, 6, "", ("8.8.8.8", 80)), (2, 1, 6, "", ("10.0.0.1", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: rows[::-1])
    with pytest.raises(SourceError, match=INSIDE):
        download.download("http://both.example/x", tmp_path / "x", internal=False)


def test_a_download_that_drips_comes_to_an_end(tmp_path, monkeypatch):
    monkeypatch.setattr(download, "SECONDS_IN_ALL", -60)
    with serving(hello) as (port, _requested), pytest.raises(SourceError, match="takes longer"):
        download.download(f"http://127.0.0.1:{port}/x", tmp_path / "x", internal=True)

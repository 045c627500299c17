"""A fair share of the processor for every network.

Limits on the number of requests do not consider what a request costs. Here the processor time of each
network's requests is added up, and slowly forgotten. The requests of networks that used much lately take
turns: one at a time, while a few others wait. A network that used far too much is refused for a while. So a
visitor who uses little finds a free thread, whatever others do. Every process counts for itself, in memory.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from accounts.limits import network_of
from web.display import theme_of_browser
from web.errors import drain

#: Seconds of processor time that a network may use at once before its requests take turns, and how much of it
#: is forgotten in each second: so little that eight networks that use up all processors are each above it.
LIGHT, LIGHT_FORGOTTEN = 0.3, 0.05
#: Seconds of processor time after which a network is refused, and how much of it is forgotten in each second.
MOST, FORGOTTEN = 15.0, 0.2
#: Requests that wait for their turn, and seconds that each of them waits.
MOST_WAITING, PATIENCE = 3, 5.0
#: Networks that are remembered; the least recently used are dropped.
MOST_NETWORKS = 10_000

#: Addresses of a proxy that does not pass on the address of the client; this could be everyone.
UNKNOWN = frozenset({"", "127.0.0.1", "::/64"})

Answer = Callable[[HttpRequest], HttpResponse]


class Usage:
    """Processor time by network."""

    def __init__(self, forgotten: float) -> None:
        self._forgotten = forgotten
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, network: str) -> float:
        """Return what a network has used lately, in seconds."""
        with self._lock:
            return self._now(network, time.monotonic())

    def add(self, network: str, seconds: float) -> None:
        now = time.monotonic()
        with self._lock:
            self._used[network] = (self._now(network, now) + seconds, now)
            self._used.move_to_end(network)
            if len(self._used) > MOST_NETWORKS:
                self._used.popitem(last=False)

    def _now(self, network: str, now: float) -> float:
        seconds, at = self._used.get(network, (0.0, now))
        return max(0.0, seconds - self._forgotten * (now - at))


class FairShare:
    """Middleware that answers networks that use little first."""

    def __init__(self, get_response: Answer) -> None:
        if not settings.FAIR_SHARE:
            raise MiddlewareNotUsed
        self.get_response = get_response
        self.usage = Usage(FORGOTTEN)
        self.light_usage = Usage(LIGHT_FORGOTTEN)
        self.turn = threading.Lock()
        """Held while a request of a network that used much is answered."""
        self.queue = threading.BoundedSemaphore(MOST_WAITING)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        network = network_of(request)
        if network in UNKNOWN:
            return self.get_response(request)
        used = self.usage.of(network)
        if used > MOST:
            return busy(request, ceil((used - MOST) / FORGOTTEN))
        if self.light_usage.of(network) <= LIGHT:
            return self.answer(request, network)
        if not self.turn.acquire(blocking=False) and not self.wait():
            return busy(request, 1)
        try:
            return self.answer(request, network)
        finally:
            self.turn.release()

    def wait(self) -> bool:
        """Wait for the turn, if few others do. A group that plays in one room hardly notices it."""
        if not self.queue.acquire(blocking=False):
            return False
        try:
            return self.turn.acquire(timeout=PATIENCE)
        finally:
            self.queue.release()

    def answer(self, request: HttpRequest, network: str) -> HttpResponse:
        with self.counted(network):
            answer = self.get_response(request)
        if isinstance(answer, StreamingHttpResponse) and not answer.is_async:
            answer.streaming_content = self.counted_stream(iter(answer), network)
        return answer

    def counted_stream(self, stream: Iterator[bytes], network: str) -> Iterator[bytes]:
        """Yield the pieces of an answer that is made while it is sent, and count what they cost."""
        while True:
            with self.counted(network):
                piece = next(stream, None)
            if piece is None:
                return
            yield piece

    @contextmanager
    def counted(self, network: str) -> Iterator[None]:
        begun = time.thread_time()
        try:
            yield
        finally:
            seconds = time.thread_time() - begun
            self.usage.add(network, seconds)
            self.light_usage.add(network, seconds)


def busy(request: HttpRequest, seconds: int) -> HttpResponse:
    """Return the answer to a network that is refused. It needs no session and no user, so it is cheap."""
    drain(request)
    message = _("The site is busy with your earlier requests. Please try again shortly.")
    answer: HttpResponse
    if request.path.startswith("/api/"):
        answer = JsonResponse({"error": {"code": "too_many", "message": message}}, status=429)
    elif request.headers.get("HX-Request") or request.headers.get("X-Requested-With") == "fetch":
        answer = HttpResponse(message, status=429, content_type="text/plain; charset=utf-8")
    else:
        page = {"message": message, "path": request.get_full_path(), "theme": theme_of_browser(request)}
        answer = HttpResponse(render_to_string("errors/503.html", page), status=429)
    answer["Retry-After"] = str(seconds)
    answer["Cache-Control"] = "no-store"
    return answer

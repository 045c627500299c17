"""A circuit breaker for services that fail: they are not called for a moment, and logged once."""

import logging
import threading
import time

log = logging.getLogger(__name__)


class Breaker:
    """Remembers that a service failed, so that not every request waits for the same timeout.

    For `pause` seconds after a failure, callers skip the service; then the next one tries it again. The log
    gets a warning at first, one every `quiet` seconds while failures continue, and a line at their end.
    """

    def __init__(self, service: str, meanwhile: str, *, pause: float = 3.0, quiet: float = 60.0) -> None:
        self.service = service
        self.meanwhile = meanwhile
        self.pause = pause
        self.quiet = quiet
        self._lock = threading.Lock()
        self._paused_until = 0.0
        self._reported = -quiet
        self._failures = 0

    @property
    def is_open(self) -> bool:
        """Whether the service failed a moment ago."""
        return time.monotonic() < self._paused_until

    def failed(self, error: BaseException) -> None:
        with self._lock:
            now = time.monotonic()
            self._paused_until = now + self.pause
            self._failures += 1
            if now - self._reported < self.quiet:
                return
            self._reported = now
            failures = self._failures
        log.warning("%s failed (%d times): %r. %s", self.service, failures, error, self.meanwhile)

    def worked(self) -> None:
        if not self._failures:
            return
        with self._lock:
            failures, self._failures = self._failures, 0
            self._paused_until, self._reported = 0.0, -self.quiet
        if failures:
            log.warning("%s works again, after %d failures.", self.service, failures)

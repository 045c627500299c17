"""Files that are made once and sent often: each is compressed when it is first requested in that coding."""

import gzip
from threading import Lock

import brotli

#: The best quality takes a third of a second for this many bytes, and many seconds for a few megabytes.
BEST_BYTES = 300_000


class Packed:
    """A body, in the coding that the client reads and that is smallest."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self._lock = Lock()
        self._coded: dict[str, bytes] = {"": body}

    def best(self, accepted: str) -> tuple[str, bytes]:
        """Return the coding for this Accept-Encoding, and the body in it; the coding is empty without any."""
        offers = set(filter(None, map(wanted, accepted.split(","))))
        coding = next((name for name in ("br", "gzip") if name in offers), "")
        with self._lock:
            if coding not in self._coded:
                self._coded[coding] = compressed(self.body, coding)
            return coding, self._coded[coding]


def wanted(offer: str) -> str:
    """Return the name of an offer such as `gzip;q=0.5`; nothing if its weight is 0."""
    name, _semicolon, weight = offer.replace(" ", "").partition(";q=")
    return "" if weight and not weight.strip("0.") else name


def compressed(body: bytes, coding: str) -> bytes:
    if coding == "br":
        packed: bytes = brotli.compress(body, quality=11 if len(body) <= BEST_BYTES else 9)
        return packed
    return gzip.compress(body, 9, mtime=0)

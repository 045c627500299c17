"""How is an operation of the API described?"""

import re

from drf_spectacular.openapi import AutoSchema


class Summarized(AutoSchema):
    """What an operation does is read before it is opened: its first sentence stands beside its address."""

    def get_summary(self) -> str | None:
        words = " ".join((self.get_description() or "").split())
        return re.split(r"(?<=[.?])\s", words, maxsplit=1)[0].rstrip(".") or None

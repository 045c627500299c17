"""What a form sends to be imported: an uploaded file, or pasted text."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest

from campaigns.errors import BadExport
from decks.formats.jsontext import is_crowded


def uploaded(request: HttpRequest, most: int) -> bytes:
    """Return the content of the file or of the text; one byte more than `most` if it is larger."""
    file = request.FILES.get("file")
    return file.read(most + 1) if file is not None else request.POST.get("text", "").encode()[: most + 1]


def uploaded_json(request: HttpRequest, most: int, *, missing: str, invalid: str) -> Any:
    """Return the JSON that was sent; otherwise BadExport with one of the two sentences."""
    content = uploaded(request, most)
    if not content.strip() or len(content) > most:
        raise BadExport(missing)
    try:
        text = content.decode("utf-8-sig")
        if is_crowded(text):
            raise ValueError
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadExport(invalid) from None

"""Links as QR codes, so that a phone at the same table can open them. They are drawn without another site."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString


def qr_code(link: str) -> SafeString:
    """Return the link as a QR code in SVG, without inline styles; nothing for an empty link."""
    if not link:
        return SafeString("")
    drawn = segno.make(link, error="m")
    # segno's SVG has only numbers and paths, so it is safe.
    return SafeString(drawn.svg_inline(scale=4, svgclass="qr", lineclass="qr__ink", omitsize=True))

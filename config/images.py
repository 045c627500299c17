"""The setting for scans of cards: a folder, or a pattern of addresses."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

PLACEHOLDER = "{code}"


@dataclass(frozen=True)
class CardImages:
    """Where scans come from. By default there are none."""

    folder: Path | None = None
    pattern: str = ""

    def address(self, code: str) -> str:
        """Return the address of a scan on the other site; empty if there is no such site."""
        return self.pattern.replace(PLACEHOLDER, code)

    @property
    def origins(self) -> list[str]:
        """The other sites that pages may load scans from: at most one."""
        parts = urlsplit(self.pattern)
        return [f"{parts.scheme}://{parts.netloc}"] if self.pattern else []


def card_images(value: str) -> CardImages:
    """Read the setting. A mistake in it is reported when the site starts."""
    if not value:
        return CardImages()
    if "://" in value:
        parts = urlsplit(value)
        fits = parts.scheme in ("http", "https") and parts.hostname and PLACEHOLDER in parts.path
        if not fits or any(sign in value for sign in " ;,'\""):
            raise ImproperlyConfigured(
                "CARD_IMAGES is not right: write a folder, or an address like https://host/{code}.webp."
            )
        return CardImages(pattern=value)
    folder = Path(value).resolve()
    if not folder.is_dir():
        raise ImproperlyConfigured(f"CARD_IMAGES is not right: there is no folder {folder}.")
    return CardImages(folder=folder)

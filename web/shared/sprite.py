"""The address of the sprite that has all icons, and icons as HTML, which are made once."""

from functools import lru_cache

from django.conf import settings
from django.core.files.storage import Storage, storages
from django.utils.html import format_html
from django.utils.safestring import SafeString


def sprite() -> str:
    """Return the address of the sprite."""
    return _address(storages["staticfiles"], settings.DEBUG)


@lru_cache(maxsize=4)
def _address(files: Storage, debug: bool) -> str:
    """A storage has one address for a file, but no hash in its name while the site is debugged."""
    return files.url("icons.svg")


def drawing(name: str, extra: str = "") -> SafeString:
    """Return an icon that is hidden from screen readers."""
    return _drawing(sprite(), name, extra)


@lru_cache(maxsize=512)
def _drawing(sprite: str, name: str, extra: str) -> SafeString:
    css = f"icon {extra}".strip()
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}#i-{}"/></svg>', css, sprite, name)

"""The secret key: one that was given is checked; development's own is made once and kept in a file."""

import contextlib
import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config.private import replacing

#: Signatures of sessions and links can be forged by whoever guesses the key.
SHORTEST, FEWEST_DIFFERENT = 32, 5


def checked_secret(variable: str, key: str) -> str:
    """This key, unless it is easy to guess."""
    if len(key) < SHORTEST or len(set(key)) < FEWEST_DIFFERENT:
        raise ImproperlyConfigured(
            f"{variable} must be a random text of at least {SHORTEST} characters. This makes one: "
            'python3 -c "import secrets; print(secrets.token_urlsafe(50))"'
        )
    return key


def kept_secret(path: Path) -> str:
    """The secret in this file; made on first use, and anew where a full disk or a power cut left it empty."""
    while not (secret := _read(path)):
        made = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        with replacing(made) as file:
            file.write(secrets.token_urlsafe(50).encode())
        try:
            if path.exists():
                made.replace(path)
            else:
                # Of several processes that start at once, the first one's secret counts.
                with contextlib.suppress(FileExistsError):
                    os.link(made, path)
        finally:
            made.unlink(missing_ok=True)
    return secret


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return ""

"""The secret key: a given one is checked; development creates one and stores it in a file."""

import contextlib
import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from operations.private_files import replacing

#: With a guessed key, signatures of sessions and links can be forged.
SHORTEST, FEWEST_DIFFERENT = 32, 5


def checked_secret(variable: str, key: str) -> str:
    """Return this key, unless it is easy to guess."""
    if len(key) < SHORTEST or len(set(key)) < FEWEST_DIFFERENT:
        raise ImproperlyConfigured(
            f"{variable} must be a random text of at least {SHORTEST} characters. This makes one: "
            'python3 -c "import secrets; print(secrets.token_urlsafe(50))"'
        )
    return key


def stored_secret(path: Path) -> str:
    """Return the secret in this file, which is created if it is missing or empty."""
    while not (secret := _read(path)):
        made = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        with replacing(made) as file:
            file.write(secrets.token_urlsafe(50).encode())
        try:
            if path.exists():
                made.replace(path)
            else:
                # If several processes start at once, the secret of the first counts.
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

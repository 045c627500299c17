"""The secret key: one that was given is checked; development's own is made once and kept in a file."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

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
    """The secret in this file, made on first use and readable by its owner alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secret := secrets.token_urlsafe(50))
    return secret

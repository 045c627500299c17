"""Where does development's secret key come from? From a file that is made once and then kept."""

import os
import secrets
from pathlib import Path


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

"""Storage of static files under names with hashes."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashed names, also for the modules that scripts import: no browser mixes modules of two releases."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "js/*.js",
            ((r'(?P<matched>(?P<word>from|import) "(?P<url>\.\.?/[\w-]+\.js)")', '%(word)s "%(url)s"'),),
        ),
    )
    # Each pass settles the names of the modules whose imports are settled.
    max_post_process_passes = 20

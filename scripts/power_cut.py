"""Show that every acknowledged change is on the disk before the answer is sent.

    python -m scripts.power_cut --edits 50
    python -m scripts.power_cut --edits 50 --synchronous NORMAL

A power cut loses everything that the kernel has not written to the disk yet. This runs the web server on
SQLite under strace, edits a deck the given number of times over HTTP, and reads from the trace whether the
database's log was synced between the request and its answer. It does the same for a backup: the new file must
be synced before it is renamed, and its folder afterwards. The second command shows what SQLite would do
without our setting.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scripts.trials import summary
from scripts.trials.players import CARD
from scripts.trials.site import ROOT, Site
from scripts.trials.summary import Promise
from scripts.trials.visitors import Visitor, new_key

GUNICORN = (sys.executable, "-m", "gunicorn", "-c", "python:config.gunicorn", "config.wsgi")
CALLS = "trace=fsync,fdatasync,recvfrom,recvmsg,sendto,sendmsg,rename,renameat,renameat2"
BACKUP = "all.json.gz"
#: Lines of a trace: the thread, and its call. A call that waits is resumed in a second line.
SYNC = re.compile(r"^(\d+) .*?\bf(?:data)?sync\(\d+<([^>]+)>")
REQUEST = re.compile(r'^(\d+) .*?(?:recvfrom|recvmsg)\(.*?"PUT /api/v1/decks/')
RESUMED_REQUEST = re.compile(r'^(\d+) .*?<\.\.\. (?:recvfrom|recvmsg) resumed>.*?"PUT /api/v1/decks/')
ANSWER = re.compile(r'^(\d+) .*?(?:sendto|sendmsg)\(.*?"HTTP/1\.1 (\d+)')
RENAME = re.compile(r'\brename(?:at2?)?\(.*?"[^"]*"(?:, AT_FDCWD[^,]*)?, "([^"]+)"')


def strace(trace: Path) -> list[str]:
    found = shutil.which("strace")
    if found is None:
        sys.exit("there is no strace. On Debian: apt-get install strace")
    return [found, "-f", "--seccomp-bpf", "-y", "-s", "200", "-e", CALLS, "-o", str(trace)]


@dataclass
class Synced:
    """Edits that were answered, and the syncs before their answers."""

    answered: int = 0
    without_sync: int = 0
    syncs: list[int] = field(default_factory=list)
    """Syncs of the database's log by the thread of a request, for each answer."""


def read_edits(trace: str) -> Synced:
    """Count, for each edit, the syncs of its thread between reading the request and sending the answer."""
    found, under_way = Synced(), dict[str, int]()
    for line in trace.splitlines():
        if match := REQUEST.match(line) or RESUMED_REQUEST.match(line):
            under_way[match[1]] = 0
        elif (match := SYNC.match(line)) and match[1] in under_way:
            under_way[match[1]] += match[2].endswith(".sqlite3-wal")
        elif (match := ANSWER.match(line)) and match[1] in under_way:
            syncs = under_way.pop(match[1])
            if match[2] == "200":
                found.answered += 1
                found.without_sync += not syncs
                found.syncs.append(syncs)
    return found


def read_backup(trace: str, folder: str) -> list[str]:
    """Return the calls for the file of a backup and its folder, in order."""
    steps = []
    for line in trace.splitlines():
        if match := SYNC.match(line):
            if match[2].startswith(folder):
                steps.append("sync file" if Path(match[2]).name.startswith(BACKUP) else "sync folder")
        elif (match := RENAME.search(line)) and match[1].endswith(BACKUP):
            steps.append("rename")
    return steps


def settings_with(synchronous: str, folder: Path) -> dict[str, str]:
    """Return settings like ours except for this one of SQLite."""
    if not synchronous:
        return {}
    change = f'OPTIONS["init_command"].replace("synchronous=FULL", "synchronous={synchronous}")'
    (folder / "unsafe.py").write_text(
        "from config.settings import *\n"
        'OPTIONS = DATABASES["default"]["OPTIONS"]\n'
        f'OPTIONS["init_command"] = {change}\n'
    )
    return {"DJANGO_SETTINGS_MODULE": "unsafe", "PYTHONPATH": f"{ROOT}:{folder}"}


def edit_over_http(site: Site, edits: int) -> None:
    visitor = Visitor(site.url)
    assert visitor.sign_up("player").ok
    visitor.make_key()
    deck = visitor.call("POST", "/api/v1/decks/", {"investigator": "01001"}).json()["id"]
    for number in range(edits):
        body = {"quantity": 1 + number % 2, "where": "side", "key": new_key()}
        answer = visitor.call("PUT", f"/api/v1/decks/{deck}/cards/{CARD}/", body)
        assert answer.status == 200, answer


def trial(edits: int, synchronous: str) -> tuple[Synced, list[str]]:
    with tempfile.TemporaryDirectory(prefix="casebook-power-") as name:
        folder = Path(name)
        trace, backups = folder / "trace", folder / "backups"
        backups.mkdir()
        settings = {"CELERY_EAGER": "1", **settings_with(synchronous, folder)}
        site = Site(folder, (*strace(trace), *GUNICORN), **settings)
        site.manage("prepare", "-v0")
        try:
            site.start()
            edit_over_http(site, edits)
        finally:
            site.stop()
        synced = read_edits(trace.read_text(errors="replace"))
        command = [*strace(trace), sys.executable, "manage.py", "backup", str(backups / BACKUP)]
        subprocess.run(command, cwd=ROOT, env=site.environment, check=True, stdout=subprocess.DEVNULL)
        return synced, read_backup(trace.read_text(errors="replace"), str(backups))


def main() -> int:
    parser = summary.parser(__doc__)
    parser.add_argument("--edits", type=int, default=50)
    parser.add_argument("--synchronous", default="", choices=["", "OFF", "NORMAL", "FULL", "EXTRA"])
    given = parser.parse_args()
    summary.end_on_sigterm()
    synced, backup = trial(given.edits, given.synchronous)
    seen = f"{synced.answered} answers for {given.edits} edits"
    unsynced = f"{synced.without_sync} of {synced.answered} were not"
    promises = [
        Promise("the trace holds every edit", synced.answered == given.edits, seen),
        Promise("every edit was synced before its answer", not synced.without_sync, unsynced),
        Promise(
            "a backup is synced, renamed, and its folder synced",
            backup == ["sync file", "rename", "sync folder"],
            ", ".join(backup),
        ),
    ]
    figures: dict[str, Any] = {
        "edits": given.edits,
        "answered": synced.answered,
        "syncs": sum(synced.syncs),
        "edits without a sync": synced.without_sync,
        "backup": backup,
    }
    title = f"{given.edits} edits under strace, synchronous={given.synchronous or 'as it is set'}"
    return summary.summarize(title, promises, figures, given.json)


if __name__ == "__main__":
    sys.exit(main())

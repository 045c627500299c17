"""A scheduler for Celery that saves the times of the last runs in a small file.

Celery's own scheduler uses a database file, which a full disk or a second beat can destroy. Here it is JSON
that is replaced atomically; if it is missing or damaged, the next run is scheduled from now.
"""

import fcntl
import json
import logging
from datetime import datetime
from pathlib import Path
from typing import Any

from celery.beat import Scheduler as CelerysScheduler

from operations.private_files import replacing

log = logging.getLogger(__name__)


class Scheduler(CelerysScheduler):
    """The schedule of the settings, with the times of the last runs. A site runs only one."""

    def __init__(self, *args: Any, schedule_filename: str, **more: Any) -> None:
        self.path = Path(schedule_filename)
        super().__init__(*args, **more)

    def setup_schedule(self) -> None:
        self._be_the_only_one()
        super().setup_schedule()
        now = self.app.now()
        for name, last in self._read().items():
            if name in self.schedule and last <= now:
                self.schedule[name].last_run_at = last

    def _be_the_only_one(self) -> None:
        """Exit if another beat is running, or all would be sent twice. The lock ends with the process."""
        self._lock = self.path.with_name("lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._lock.close()
            raise SystemExit("Another beat runs already for this site.") from None

    def close(self) -> None:
        try:
            super().close()
        finally:
            self._lock.close()

    def _read(self) -> dict[str, datetime]:
        try:
            found = json.loads(self.path.read_bytes())
            times = {name: datetime.fromisoformat(text) for name, text in found.items()}
            return {name: time for name, time in times.items() if time.tzinfo}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, AttributeError) as error:
            log.warning("%s cannot be read (%s): rounds are counted from now.", self.path, error)
            return {}

    def sync(self) -> None:
        times = {name: entry.last_run_at.isoformat() for name, entry in self.schedule.items()}
        try:
            with replacing(self.path) as file:
                file.write(json.dumps(times, indent=1).encode())
        except OSError as error:
            log.warning("%s was not written: %s", self.path, error)

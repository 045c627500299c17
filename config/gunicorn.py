"""Configuration of the web server: two processes with a few threads each.

A client that sends its request slowly occupies a thread, so a public site needs a buffering proxy in front of
it (docs/reliability.md).
"""

import os
from typing import Any

bind = os.environ.get("BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_WORKERS", "2"))
worker_class = "gthread"
threads = int(os.environ.get("WEB_THREADS", "8"))
preload_app = True
# A connection is for one request. A browser opens several at once, and one process often accepts them all; if
# they stayed open, it would answer everything while the others wait. To a proxy nearby, opening one is cheap.
keepalive = 0
timeout = 60
graceful_timeout = 10
loglevel = "warning"
# Files of the site, above all messages to the worker, are readable only by their owner.
umask = 0o077
control_socket_disable = True
# Heartbeats are stored in memory, because a disk may be slow.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None


def on_starting(server: Any) -> None:
    """Create the shared folder of counters before the first worker is forked."""
    from django.conf import settings

    from operations import shared_counters

    if settings.METRICS:
        shared_counters.begin()


def pre_fork(server: Any, worker: Any) -> None:
    from operations import shared_counters

    worker.slot = shared_counters.free_slot(server.WORKERS.values())


def post_fork(server: Any, worker: Any) -> None:
    import sys

    from operations import shared_counters

    # A short request waits less for a long one in another thread.
    sys.setswitchinterval(0.001)

    if shared_counters.folder():
        shared_counters.join(worker.slot)


def child_exit(server: Any, worker: Any) -> None:
    from operations import shared_counters

    shared_counters.leave(worker.slot)


def on_exit(server: Any) -> None:
    from operations import shared_counters

    shared_counters.end()


def when_ready(server: object) -> None:
    """Load shared data before the workers are forked, so that they need not load it on their first page."""
    import gc

    from django.db import connections
    from django.template.loader import get_template
    from django.urls import reverse

    from cards.adapters import catalogue
    from cards.search.engine import CardSpelling, index

    reverse("home")
    get_template("home/home.html")
    catalogue()
    index()
    catalogue().memo(CardSpelling)
    connections.close_all()
    gc.freeze()

"""How does the web server run? Two processes; threads keep a slow visitor from holding up the others."""

import os
from typing import Any

bind = os.environ.get("BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_WORKERS", "2"))
worker_class = "gthread"
threads = int(os.environ.get("WEB_THREADS", "4"))
preload_app = True
timeout = 60
graceful_timeout = 10
loglevel = "warning"
# What the site writes, messages to the worker above all, is for its owner alone.
umask = 0o077
control_socket_disable = True
# Heartbeats belong in memory: a disk may be slow.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None


def on_starting(server: Any) -> None:
    """Before the first worker is forked, make the place where all keep their counters."""
    from django.conf import settings

    from config.operations import sharing

    if settings.METRICS:
        sharing.begin()


def pre_fork(server: Any, worker: Any) -> None:
    from config.operations import sharing

    worker.slot = sharing.free_slot(server.WORKERS.values())


def post_fork(server: Any, worker: Any) -> None:
    from config.operations import sharing

    if sharing.folder():
        sharing.join(worker.slot)


def child_exit(server: Any, worker: Any) -> None:
    from config.operations import sharing

    sharing.leave(worker.slot)


def on_exit(server: Any) -> None:
    from config.operations import sharing

    sharing.end()


def when_ready(server: object) -> None:
    """Before the workers are forked, build what each of them would build on its first page."""
    import gc

    from django.db import connections
    from django.template.loader import get_template
    from django.urls import reverse

    from cards.adapters import catalogue
    from cards.search import index

    reverse("home")
    get_template("home/home.html")
    catalogue()
    index()
    connections.close_all()
    gc.freeze()

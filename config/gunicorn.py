"""How does the web server run? Two processes; threads keep a slow visitor from holding up the others."""

import os

bind = os.environ.get("BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_WORKERS", "2"))
worker_class = "gthread"
threads = int(os.environ.get("WEB_THREADS", "4"))
preload_app = True
timeout = 60
graceful_timeout = 10
loglevel = "warning"
control_socket_disable = True
# Heartbeats belong in memory: a disk may be slow.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None

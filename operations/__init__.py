"""What operators need: backups, processes, request ids, logs, health, metrics and error reports."""

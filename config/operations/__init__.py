"""What operators see of a running site: request ids, logs, health, metrics and error reports."""

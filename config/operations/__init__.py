"""Observability for operators: request ids, logs, health, metrics and error reports."""

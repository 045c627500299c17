"""Benchmarks: `manage.py bench` (speed and memory) and `manage.py walk` (the calls of one request)."""

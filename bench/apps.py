"""App configuration of the benchmarks."""

from django.apps import AppConfig


class BenchConfig(AppConfig):
    name = "bench"

"""Metrics that are looked up at the time of a request to /metrics, in addition to the counters.

The values from the database are the same in every process, so they need not be shared.
"""

from __future__ import annotations

import logging
import platform
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

import django
from django.conf import settings
from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from cards.models import CatalogueVersion
from jobs import registry
from jobs.models import Job
from operations import shared_counters
from operations.bounded import Bounded
from operations.processes import web_processes

log = logging.getLogger(__name__)

#: Seconds that the database may take to respond.
SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Stored:
    """Values from the database."""

    jobs: dict[tuple[str, str], int]
    oldest_queued: datetime | None
    longest_silent: datetime | None
    catalogue: tuple[int, datetime] | None


def stored() -> Stored:
    jobs = {(kind, str(state)): 0 for kind in registry.names() for state in Job.State.values}
    rows = Job.objects.order_by().values_list("kind", "state").annotate(n=Count("pk"))
    jobs |= {(kind, state): number for kind, state, number in rows}
    return Stored(
        jobs=jobs,
        oldest_queued=Job.objects.filter(state=Job.State.QUEUED).aggregate(at=Min("created"))["at"],
        longest_silent=Job.objects.filter(state=Job.State.RUNNING).aggregate(at=Min("updated"))["at"],
        catalogue=CatalogueVersion.objects.filter(pk=1).values_list("number", "changed").first(),
    )


_stored = Bounded("metrics", stored)


class Facts(Collector):
    """A prometheus_client collector, which computes its metrics at the time of a request."""

    def collect(self) -> Iterator[Metric]:
        build = GaugeMetricFamily(
            "casebook_build_info", "The version that runs.", labels=["version", "python", "django"]
        )
        build.add_metric([settings.VERSION, platform.python_version(), django.get_version()], 1)
        yield build
        yield from of_processes()
        yield from of_database()


def of_processes() -> Iterator[Metric]:
    found = web_processes(shared_counters.server())
    if found is None:
        return
    yield gauge("casebook_web_workers", "Processes that answer requests.", found.workers)
    yield gauge(
        "casebook_web_resident_memory_bytes",
        "Memory of the web server's processes; what they share is counted in each.",
        found.resident_bytes,
    )
    yield gauge("casebook_web_open_files", "Files and sockets that it has open.", found.open_files)
    yield gauge("casebook_web_start_time_seconds", "When the web server was started.", found.started)
    yield CounterMetricFamily(
        "casebook_web_cpu_seconds", "Processor time of the web server.", value=found.cpu_seconds
    )


def of_database() -> Iterator[Metric]:
    try:
        found = _stored.answer(SECONDS)
    except Exception as error:
        log.warning("the database gave no numbers: %s", error or "no answer in time")
        yield gauge("casebook_database_up", "1 if the database answered in time.", 0)
        return
    yield gauge("casebook_database_up", "1 if the database answered in time.", 1)
    jobs = GaugeMetricFamily("casebook_jobs", "Jobs by kind and state.", labels=["kind", "state"])
    for labels, number in sorted(found.jobs.items()):
        jobs.add_metric(list(labels), number)
    yield jobs
    yield gauge(
        "casebook_jobs_oldest_queued_seconds",
        "How long the oldest job has been waiting; 0 if none is.",
        age(found.oldest_queued),
    )
    yield gauge(
        "casebook_jobs_longest_silence_seconds",
        "How long ago a running job was heard of last; 0 if none runs.",
        age(found.longest_silent),
    )
    if found.catalogue:
        number, changed = found.catalogue
        yield gauge("casebook_catalogue_version", "Counts the changes of the cards.", number)
        yield gauge(
            "casebook_catalogue_changed_timestamp_seconds", "When the cards changed.", changed.timestamp()
        )


def gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, text, value=value)


def age(since: datetime | None) -> float:
    return max(0.0, (timezone.now() - since).total_seconds()) if since else 0.0

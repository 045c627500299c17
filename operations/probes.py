"""Endpoints for monitoring: /healthz, /readyz and /metrics.

They are handled before all other middleware: over plain HTTP even if pages are redirected to HTTPS, with any
host name, and without a session, a limit or a cache.
"""

import secrets
from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from prometheus_client import CollectorRegistry
from prometheus_client.exposition import choose_encoder
from prometheus_client.multiprocess import MultiProcessCollector

from accounts.limits import address_of
from operations import metrics, readiness, shared_counters
from operations.looked_up_metrics import Facts


def health(request: HttpRequest) -> HttpResponse:
    """Report that this process responds. It checks nothing else, so that nothing else can make it fail."""
    return JsonResponse({"alive": True})


def ready(request: HttpRequest) -> HttpResponse:
    """Report whether this process can work. `?exclude=queue` skips a check; it may be repeated."""
    excluded = set(request.GET.getlist("exclude"))
    if unknown := excluded - set(readiness.CHECKS):
        message = f"There is no check named {', '.join(sorted(unknown))[:100]}."
        error = {"code": "unknown_check", "message": message, "checks": list(readiness.CHECKS)}
        return JsonResponse({"error": error}, status=400)
    results = readiness.check(excluded)
    is_ready = all(result.ok for result in results.values())
    checks = {name: result.as_dict() for name, result in results.items()}
    return JsonResponse({"ready": is_ready, "checks": checks}, status=200 if is_ready else 503)


def show_metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics of all processes of this server to authorized clients."""
    if refusal := _refuse(request):
        return refusal
    registry = CollectorRegistry()
    if folder := shared_counters.folder():
        MultiProcessCollector(registry, path=str(folder))
    else:
        registry.register(metrics.meters().registry)
    registry.register(Facts())
    encode, content_type = choose_encoder(request.META.get("HTTP_ACCEPT", ""))
    return HttpResponse(encode(registry), content_type=content_type)


def _refuse(request: HttpRequest) -> HttpResponse | None:
    """Refuse a client without the configured token or network. If neither is configured, refuse all."""
    if not settings.METRICS:
        return _plain("Metrics are off: set METRICS_TOKEN or METRICS_NETWORKS.", 404)
    if settings.METRICS_NETWORKS and not _is_near(address_of(request)):
        return _plain("This address may not read metrics: see METRICS_NETWORKS.", 403)
    if settings.METRICS_TOKEN:
        given = request.META.get("HTTP_AUTHORIZATION", "").encode(errors="replace")
        if not secrets.compare_digest(given, f"Bearer {settings.METRICS_TOKEN}".encode()):
            answer = _plain("This needs the token of METRICS_TOKEN.", 401)
            answer.headers["WWW-Authenticate"] = "Bearer"
            return answer
    return None


def _is_near(address: str) -> bool:
    try:
        visitor = ip_address(address)
    except ValueError:  # a socket of this machine has no address
        return False
    mapped = getattr(visitor, "ipv4_mapped", None)
    return any((mapped or visitor) in network for network in settings.METRICS_NETWORKS)


def _plain(message: str, status: int) -> HttpResponse:
    return HttpResponse(f"{message}\n", status=status, content_type="text/plain; charset=utf-8")


PROBES = {"/healthz": health, "/readyz": ready, "/metrics": show_metrics}


class Probes:
    """Middleware that handles the monitoring endpoints and passes on everything else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        probe = PROBES.get(request.path_info)
        if probe is None:
            return self.get_response(request)
        request.answered_by = request.path_info.lstrip("/")  # type: ignore[attr-defined]
        response = probe(request) if request.method in ("GET", "HEAD") else HttpResponseNotAllowed(["GET"])
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response

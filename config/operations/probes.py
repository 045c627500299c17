"""What programs ask to learn how the site is: /healthz and /readyz.

They are answered before all other middleware: over plain HTTP where pages are redirected to HTTPS, with any
host name, and without a session, a limit or a cache.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse

from config.operations import readiness


def health(request: HttpRequest) -> HttpResponse:
    """This process can answer. Nothing else is asked, so that nothing else can make it fail."""
    return JsonResponse({"alive": True})


def ready(request: HttpRequest) -> HttpResponse:
    """This process can do its work. `?exclude=queue` leaves a check out; it may be given several times."""
    excluded = set(request.GET.getlist("exclude"))
    if unknown := excluded - set(readiness.CHECKS):
        message = f"There is no check named {', '.join(sorted(unknown))[:100]}."
        error = {"code": "unknown_check", "message": message, "checks": list(readiness.CHECKS)}
        return JsonResponse({"error": error}, status=400)
    results = readiness.check(excluded)
    is_ready = all(result.ok for result in results.values())
    checks = {name: result.as_dict() for name, result in results.items()}
    return JsonResponse({"ready": is_ready, "checks": checks}, status=200 if is_ready else 503)


PROBES = {"/healthz": health, "/readyz": ready}


class Probes:
    """Answers the probes, and leaves everything else to the site."""

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

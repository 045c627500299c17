"""Background job that imports card data."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.urls import reverse

from accounts.models import User
from cards.generation.source import SourceError
from cards.importing.arkhamdb_site import ANSWERS, fetch_site
from cards.importing.sources import fetch, read_any
from cards.services.imports import import_source
from jobs import registry, services
from jobs.models import Job
from jobs.progress import Progress

IMPORT = "cards.import"
STEPS = 4


def uploads() -> Path:
    """Return the folder of uploaded card data that wait for their job."""
    folder = Path(settings.MEDIA_ROOT) / "imports"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def start_import(
    *,
    owner: User,
    upload: UploadedFile[Any] | None = None,
    path: str = "",
    url: str = "",
    language: str = "",
    arkhamdb: bool = False,
) -> Job:
    """Start a job that imports an uploaded file, a path on the server, a URL, or all of ArkhamDB's API."""
    stored = name = ""
    if upload is not None:
        name = upload.name or ""
        stored = uuid4().hex
        with (uploads() / stored).open("wb") as going:
            for chunk in upload.chunks():
                going.write(chunk)
    return services.submit(
        IMPORT,
        owner=owner,
        upload=stored,
        name=name,
        path=path,
        url=url,
        language=language,
        arkhamdb=arkhamdb,
    )


def running_import() -> Job | None:
    """Return the import that is waiting or running, if any."""
    return Job.objects.filter(kind=IMPORT, state__in=Job.UNFINISHED).order_by("created").first()


def import_cards(
    progress: Progress,
    *,
    upload: str = "",
    name: str = "",
    path: str = "",
    url: str = "",
    language: str = "",
    arkhamdb: bool = False,
) -> dict[str, Any]:
    """Import card data, then remove the upload. If the data is broken, nothing is changed."""
    progress.begin(STEPS + (len(ANSWERS) if arkhamdb else 0))
    stored = uploads() / Path(upload).name if upload else None
    try:
        if arkhamdb:
            source = fetch_site(_StepPerAnswer(progress))
        elif url:
            source = fetch(url, language, internal=settings.IMPORT_INTERNAL)
        else:
            source = read_any(stored or importable(path), language)
        progress.step()
        report = import_source(source, lambda message: progress.step(message=message))
    except SourceError as error:
        forget(stored)
        message = str(error)
        raise registry.JobFailed(message.replace(upload, name) if upload else message) from error
    forget(stored)
    return {**report.as_dict(), "url": reverse("card-list")}


class _StepPerAnswer:
    """Progress of a download: the first message about an answer is a step, the others replace its words."""

    def __init__(self, progress: Progress) -> None:
        self.progress, self.latest = progress, ""

    def __call__(self, message: str) -> None:
        is_new = not (self.latest and message.startswith(self.latest))
        if is_new:
            self.latest = message
        self.progress.step(int(is_new), message=message)


def importable(path: str) -> Path:
    """Return a path that a page may use: one inside the operator's folder for imports."""
    folder = settings.IMPORT_DIR
    if not folder:
        raise SourceError(
            path, "", "cannot be imported here: use the command import_cards, or set IMPORT_DIR"
        )
    found = (Path(folder) / path).resolve()
    if not found.is_relative_to(Path(folder).resolve()):
        raise SourceError(path, "", f"is not inside {folder}")
    return found


def forget(stored: Path | None) -> None:
    if stored is not None:
        stored.unlink(missing_ok=True)

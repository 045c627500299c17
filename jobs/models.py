"""The model of a background job: a row that outlives its worker and its queue."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    class State(models.TextChoices):
        QUEUED = "queued", _("Waiting")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    UNFINISHED = (State.QUEUED, State.RUNNING)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(_("kind"), max_length=60)
    args = models.JSONField(_("arguments"), default=dict, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="jobs",
    )
    # The database has the default, too, for an older version of the site that still runs.
    request_id = models.CharField(
        _("request"),
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text=_("The id of the request that submitted it."),
    )
    state = models.CharField(_("state"), max_length=7, choices=State, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)

    done = models.PositiveIntegerField(_("done"), default=0)
    total = models.PositiveIntegerField(_("of"), default=0, help_text=_("Zero while unknown."))
    message = models.CharField(_("message"), max_length=200, blank=True, default="")

    result = models.JSONField(_("result"), null=True, blank=True)
    error = models.TextField(_("error"), blank=True, default="", help_text=_("Shown to the owner."))
    trace = models.TextField(_("trace"), blank=True, default="", help_text=_("For the operator."))

    sent = models.DateTimeField(
        _("sent"),
        null=True,
        blank=True,
        help_text=_("When the message was put in the queue; empty if that failed."),
    )
    created = models.DateTimeField(_("created"), auto_now_add=True)
    updated = models.DateTimeField(_("last sign of life"), auto_now=True)
    started = models.DateTimeField(_("started"), null=True, blank=True)
    finished = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ["-created", "id"]
        indexes = [models.Index(fields=["state", "updated"], name="job_by_state")]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["queued", "running", "done", "failed"]), name="job_state_is_known"
            ),
            models.CheckConstraint(
                condition=Q(total=0) | Q(done__lte=F("total")), name="job_does_not_exceed_its_total"
            ),
            models.CheckConstraint(
                condition=Q(finished__isnull=True, state__in=["queued", "running"])
                | Q(finished__isnull=False, state__in=["done", "failed"]),
                name="job_is_finished_when_it_ended",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.get_state_display()})"

    def get_absolute_url(self) -> str:
        return reverse("job-detail", args=[self.pk])

    @property
    def is_finished(self) -> bool:
        return self.state not in self.UNFINISHED

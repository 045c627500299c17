"""App configuration of jobs: registers their own background work."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class JobsConfig(AppConfig):
    name = "jobs"
    verbose_name = _("Background jobs")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from jobs import registry

        registry.register("jobs.wait", title=_("Test the worker"), handler="jobs.jobs.wait")
        registry.register("jobs.clear", title=_("Delete old jobs"), handler="jobs.jobs.clear_finished")

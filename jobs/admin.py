"""Admin pages for background jobs."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from jobs import services
from jobs.models import Job


@admin.register(Job)
class JobAdmin(admin.ModelAdmin):
    list_display = ["kind", "state", "done", "total", "message", "owner", "attempts", "created", "finished"]
    list_filter = ["state", "kind"]
    date_hierarchy = "created"
    list_select_related = ["owner"]
    actions = ["send_again"]
    readonly_fields = [field.name for field in Job._meta.fields]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.action(description=_("Send unfinished jobs to a worker again"))
    def send_again(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        unfinished = list(queryset.filter(state__in=Job.UNFINISHED))
        sent = sum(services.begin_again(job) for job in unfinished)
        if sent < len(unfinished):
            self.message_user(request, _("The queue cannot be reached at the moment."), messages.WARNING)
        self.message_user(request, ngettext("%d job sent.", "%d jobs sent.", sent) % sent, messages.SUCCESS)

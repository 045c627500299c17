"""Follow one request through the code: functions, modules, queries, and repeated work.

Name one of the built-in walks, or a URL of the site. Without arguments all built-in walks are followed.
Nothing that a walk writes is saved.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.test import Client

from accounts.models import User
from bench import walking, walks


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        names = ", ".join(route.name for route in walks.ROUTES)
        parser.add_argument("what", nargs="*", help=f"addresses of the site, or: {names}")
        parser.add_argument("--user", default="", help="send the request as this user")
        parser.add_argument("--functions", action="store_true", help="list every function that was called")
        parser.add_argument("--queries", action="store_true", help="list every query")

    def handle(self, *args: Any, **options: Any) -> None:
        names = [name for name in options["what"] if not name.startswith("/")]
        addresses = [name for name in options["what"] if name.startswith("/")]
        if unknown := set(names) - {route.name for route in walks.ROUTES}:
            raise CommandError(f"There is no walk named {', '.join(sorted(unknown))}.")
        with transaction.atomic():
            for address in addresses:
                browser = self._browser(options["user"])
                browser.get(address)
                self._show(address, walking.follow(lambda: browser.get(address)), options)  # noqa: B023
            if names or not addresses:
                for route, request in walks.prepared(names):
                    self._show(f"{route.name}: {route.what}", walking.follow(request), options)
            transaction.set_rollback(True)

    def _browser(self, name: str) -> Client:
        browser = Client(headers={"host": "localhost"})
        if name:
            try:
                browser.force_login(User.objects.get(username=name))
            except User.DoesNotExist as error:
                raise CommandError(f"There is no user named {name}.") from error
        return browser

    def _show(self, title: str, walk: walking.Walk, options: dict[str, Any]) -> None:
        self.stdout.write(self.style.MIGRATE_HEADING(title))
        self.stdout.write(f"  {len(walk.functions)} functions in {len(walk.modules)} modules")
        self.stdout.write(f"  {len(walk.queries)} queries, {walk.needless_queries} of them repeated")
        for mark in walking.LANDMARKS:
            if walk.calls(mark.label):
                again = f", {walk.repeated(mark.label)} of them repeated" if walk.repeated(mark.label) else ""
                self.stdout.write(f"  {walk.calls(mark.label)} {mark.label}{again}")
        for sql, times in walk.repeated_queries.items() if options["queries"] else ():
            self.stdout.write(f"  {times} × {sql}")
        if options["queries"]:
            for number, sql in enumerate(walk.queries, 1):
                self.stdout.write(f"  {number}. {sql}")
        for (module, function), calls in sorted(walk.functions.items()) if options["functions"] else ():
            self.stdout.write(f"  {calls:>6} {module}.{function}")

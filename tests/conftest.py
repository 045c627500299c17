"""Fixtures of all tests: the catalogue loaded once, a few users, and a clean state for each test."""

import gc
import os
from collections.abc import Iterator
from itertools import count
from typing import Any
from uuid import uuid4

import hypothesis
import pytest
from django.conf import settings as django_settings
from django.core.cache import caches
from django.core.management import call_command
from django.test import Client, TransactionTestCase
from django.test.utils import override_settings
from pytest_django.plugin import DjangoDbBlocker

from accounts import counters
from accounts.models import User
from cards import adapters
from cards.importing import shipped
from config.celery import app
from jobs.outages import database
from rules.cards.catalogue import Catalogue
from tests.databases import snapshot
from tests.described import send_and_check
from tests.examples import number_of_examples

# Playwright keeps an event loop in the test's thread, in which Django would refuse every query.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
# No test reaches another site; the tests of such imports have a stand-in.
os.environ["FETCH_DECKS"] = "0"
django_settings.FETCH_DECKS = False

# A busy machine is not a reason to fail, and a test leaves no files. The same code gives the same result;
# `--hypothesis-profile=wander` tries other examples each time.
hypothesis.settings.register_profile(
    "wander", deadline=None, database=None, print_blob=True, max_examples=number_of_examples(100)
)
hypothesis.settings.register_profile(
    "casebook", hypothesis.settings.get_profile("wander"), derandomize=True, print_blob=False
)
# For long runs: thousands of examples.
hypothesis.settings.register_profile("long", hypothesis.settings.get_profile("wander"), max_examples=2000)
hypothesis.settings.load_profile("casebook")

# Thousands of tests are collected, and none of them is garbage; `pytest_collection_finish` ends it.
gc.disable()

pytest_plugins = ["tests.browser", "tests.rounds", "tests.worker"]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run slow tests first, then those with browsers, servers and workers.

    Many short tests at the end leave no test process idle.
    """
    items.sort(key=lambda item: (not item.get_closest_marker("slow"), not uses_processes(item)))


def uses_processes(item: pytest.Item) -> bool:
    return commits(item) or "site" in getattr(item, "fixturenames", ())


def commits(item: pytest.Item) -> bool:
    """Return whether the test shares its database with another process or thread."""
    marker = item.get_closest_marker("django_db")
    return "transactional_db" in getattr(item, "fixturenames", ()) or bool(
        marker and marker.kwargs.get("transaction")
    )


def pytest_collection_finish() -> None:
    """Exclude everything created so far from garbage collection, because it stays until the end."""
    gc.freeze()
    gc.enable()


#: The catalogue built after the shipped one was loaded. A test that changes the cards leaves another one
#: behind; the next test gets this one again, so that it need not be built.
first: list[Any] = []


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Load the shipped catalogue once. Tests that commit restore the database to this state."""
    with django_db_blocker.unblock():
        call_command("load_catalogue", verbosity=0)
        adapters.catalogue()
        put_back = snapshot()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda self: put_back())
        first.append(adapters._held)
        yield
        first.clear()


@pytest.fixture(scope="session")
def shipped_catalogue() -> Catalogue:
    """Return the shipped catalogue without a database."""
    return shipped.shipped_catalogue()


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> Iterator[None]:
    """Use a fast password hasher, because the real one is slow on purpose."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session", autouse=True)
def _described_answers() -> Iterator[None]:
    """Check every response of the API in any test against the API's schema."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "request", send_and_check)
        yield


@pytest.fixture(autouse=True)
def _clean_slate(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test its own cache and counts, and run jobs immediately unless the test has a worker.

    The catalogue is checked once in a test, however slow it is, so that the number of queries is always the
    same.
    """
    monkeypatch.setattr(caches["default"], "key_prefix", uuid4().hex)
    monkeypatch.setattr(counters, "NAMESPACE", uuid4().hex)
    app.conf.task_always_eager = "worker" not in request.fixturenames
    monkeypatch.setattr(adapters, "BELIEVED", 3600.0)
    if first:
        adapters._held = first[0]
    adapters.forget()
    database.worked()


@pytest.fixture(autouse=True)
def _same_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the draws of the site the same in every run: some weaknesses give experience, others take it."""
    numbers = count(1)
    monkeypatch.setattr("campaigns.drawing.requests.fresh_seed", lambda: f"draw {next(numbers)}")


@pytest.fixture
def german(settings: Any) -> None:
    """Offer German, whether or not its catalogue is complete."""
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]


@pytest.fixture
def alice(db: None) -> User:
    """Alice, who owns the objects in tests."""
    return User.objects.create_user("alice", "alice@example.org", "a long password")


@pytest.fixture
def bob(db: None) -> User:
    """Bob, who plays with Alice."""
    return User.objects.create_user("bob", "bob@example.org", "a long password")


@pytest.fixture
def mallory(db: None) -> User:
    """Mallory, who has access to nothing."""
    return User.objects.create_user("mallory", "mallory@example.org", "a long password")


@pytest.fixture
def staff(db: None) -> User:
    """A staff user."""
    return User.objects.create_superuser("keeper", "keeper@example.org", "a long password")


@pytest.fixture
def as_alice(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


@pytest.fixture
def as_bob(bob: User) -> Client:
    client = Client()
    client.force_login(bob)
    return client


@pytest.fixture
def as_mallory(mallory: User) -> Client:
    client = Client()
    client.force_login(mallory)
    return client

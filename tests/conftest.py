"""What does every test stand on? One loaded catalogue, a standing cast, and a clean slate."""

import gc
import os
from collections.abc import Iterator
from uuid import uuid4

import hypothesis
import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.test import Client, TransactionTestCase
from django.test.utils import override_settings
from pytest_django.plugin import DjangoDbBlocker

from accounts import counting
from accounts.models import User
from cards import adapters
from config.celery import app
from jobs.outages import database
from tests.databases import snapshot

# Playwright keeps an event loop in the thread of the test, where Django would then refuse every query.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# A busy machine is no reason to fail, and a test leaves no files behind. The same code gives the same result;
# `--hypothesis-profile=wander` tries other examples each time.
hypothesis.settings.register_profile("wander", deadline=None, database=None, print_blob=True)
hypothesis.settings.register_profile(
    "casebook", hypothesis.settings.get_profile("wander"), derandomize=True, print_blob=False
)
hypothesis.settings.load_profile("casebook")

pytest_plugins = ["tests.browser", "tests.worker"]


#: Whoever uses one of these may reach the database; from all others pytest-django keeps it.
DATABASE = {"db", "transactional_db", "live_server"}


def pytest_itemcollected(item: pytest.Item) -> None:
    """What cannot reach the database is the same on each of them: the first round is enough."""
    if not item.get_closest_marker("django_db") and DATABASE.isdisjoint(getattr(item, "fixturenames", ())):
        item.add_marker("once")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers, servers and workers come first: they take longest, and many short tests at the end leave no
    process of tests idle."""
    items.sort(key=lambda item: not (commits(item) or "site" in getattr(item, "fixturenames", ())))


def commits(item: pytest.Item) -> bool:
    """Does the test share its database with another process or thread?"""
    marker = item.get_closest_marker("django_db")
    return "transactional_db" in getattr(item, "fixturenames", ()) or bool(
        marker and marker.kwargs.get("transaction")
    )


def pytest_collection_finish() -> None:
    """What is there now stays to the end, so it need not be searched for garbage again and again."""
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Load the shipped catalogue once. Tests that commit put the database back as it was after this."""
    with django_db_blocker.unblock():
        call_command("load_catalogue", verbosity=0)
        put_back = snapshot()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda self: put_back())
        yield


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> Iterator[None]:
    """The real hasher is slow on purpose."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(autouse=True)
def _clean_slate(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache and counts of its own for each test, and work done in place unless the test brings a worker.

    The cards are looked at once in a test, however slow it is, so that it always asks as many queries.
    """
    monkeypatch.setattr(caches["default"], "key_prefix", uuid4().hex)
    monkeypatch.setattr(counting, "NAMESPACE", uuid4().hex)
    app.conf.task_always_eager = "worker" not in request.fixturenames
    monkeypatch.setattr(adapters, "BELIEVED", 3600.0)
    adapters.forget()
    database.worked()


@pytest.fixture
def alice(db: None) -> User:
    """Alice owns the things in tests."""
    return User.objects.create_user("alice", "alice@example.org", "a long password")


@pytest.fixture
def bob(db: None) -> User:
    """Bob plays with Alice."""
    return User.objects.create_user("bob", "bob@example.org", "a long password")


@pytest.fixture
def mallory(db: None) -> User:
    """Mallory is a stranger."""
    return User.objects.create_user("mallory", "mallory@example.org", "a long password")


@pytest.fixture
def staff(db: None) -> User:
    """Somebody who looks after the site."""
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

"""Tests that threads share one catalogue, updated after changes but fixed within a request."""

import pytest
from django.http import HttpResponse

from cards import adapters
from cards.middleware import OneCatalogue
from cards.models import Card, CatalogueVersion, Pack, Printing
from cards.services import loading
from tests.threads import at_once

pytestmark = pytest.mark.django_db

NEW = "99903"


def import_elsewhere() -> None:
    """Add a card as another process would, without a notice to this one."""
    Card.objects.create(code=NEW, title="New", type="asset", imported=True)
    Printing.objects.create(code=NEW, card_id=NEW, pack=Pack.objects.all()[0], position=1, quantity=1)
    CatalogueVersion.objects.filter(pk=1).update(number=99_903)


@pytest.fixture
def cold(monkeypatch):
    """Simulate a process that has just started."""
    monkeypatch.setattr(adapters, "_held", None)


@pytest.mark.django_db(transaction=True)
def test_many_threads_build_one_catalogue(cold, monkeypatch):
    built = []
    build = adapters.build_catalogue
    monkeypatch.setattr(adapters, "build_catalogue", lambda version: built.append(version) or build(version))
    found = at_once(lambda _number: adapters.catalogue())
    assert len(built) == 1
    assert all(each is found[0] for each in found)


def test_what_changes_during_the_query_is_noticed(monkeypatch):
    adapters.catalogue()
    versions = adapters.versions

    def change_after_answering() -> str:
        answer = versions()
        monkeypatch.setattr(adapters, "versions", versions)
        import_elsewhere()
        adapters.forget()
        return answer

    monkeypatch.setattr(adapters, "versions", change_after_answering)
    adapters.forget()
    assert NEW not in adapters.catalogue().cards
    assert NEW in adapters.catalogue().cards


def test_cards_that_change_while_they_are_read_are_read_again(cold, monkeypatch):
    read = adapters.printing_facts

    def change_before_reading():
        monkeypatch.setattr(adapters, "printing_facts", read)
        import_elsewhere()
        return read()

    monkeypatch.setattr(adapters, "printing_facts", change_before_reading)
    found = adapters.catalogue()
    assert found.printings[NEW].card in found.cards
    assert found.version == adapters.versions()[0]


def test_cards_that_change_all_the_time_delay_no_request(cold, monkeypatch):
    versions = iter(range(1000))
    monkeypatch.setattr(adapters, "versions", lambda: (str(next(versions)), ""))
    assert adapters.catalogue().cards
    held = adapters.catalogue()
    adapters.forget()
    assert adapters.catalogue() is held


def test_a_request_uses_one_catalogue_to_its_end(rf, monkeypatch):
    monkeypatch.setattr(adapters, "BELIEVED", 0)
    seen = []

    def page(_request):
        seen.append(adapters.catalogue())
        import_elsewhere()
        seen.append(adapters.catalogue())
        return HttpResponse()

    OneCatalogue(page)(rf.get("/"))
    assert seen[0] is seen[1]
    assert NEW not in seen[0].cards
    assert NEW in adapters.catalogue().cards


def test_a_request_that_changes_the_cards_sees_the_change(rf, django_capture_on_commit_callbacks):
    seen = []

    def page(_request):
        seen.append(adapters.catalogue())
        Card.objects.create(code=NEW, title="New", type="asset", imported=True)
        with django_capture_on_commit_callbacks(execute=True):
            loading.bump()
        seen.append(adapters.catalogue())
        return HttpResponse()

    OneCatalogue(page)(rf.get("/"))
    assert [NEW in each.cards for each in seen] == [False, True]


def test_a_page_checks_once_which_catalogue_is_the_newest(client, monkeypatch):
    checks = []
    newest = adapters._newest
    monkeypatch.setattr(adapters, "_newest", lambda: checks.append("now") or newest())
    assert client.get("/cards/?q=machete").status_code == 200
    assert checks == ["now"]

"""Tests of requests of one user at the same moment: one template of a name, one file of a content."""

from copy import deepcopy

import pytest

from accounts.models import User
from boardgames.models import Template
from boardgames.services.templates import FORMAT, import_templates, save_template
from campaigns.services import campaign_files
from tests.rules.campaign.test_file_schema import GUIDE
from tests.threads import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.on_sqlite, pytest.mark.on_postgresql]


def test_a_template_that_is_saved_at_the_same_moment_is_there_once() -> None:
    ann = User.objects.create_user("ann")

    def save(number: int) -> str:
        return str(save_template(ann, "second", "investigator", "Same", {"sanity": number + 1}).name)

    assert at_once(save, threads=6) == ["Same"] * 6
    assert Template.objects.count() == 1


def test_a_file_of_templates_that_is_imported_at_the_same_moment_is_there_once() -> None:
    ann = User.objects.create_user("ann")
    row = {"edition": "second", "kind": "investigator", "name": "Same", "facts": {}}
    file = {"format": FORMAT, "templates": [row, {**row, "name": "Other"}]}
    assert at_once(lambda _number: import_templates(ann, deepcopy(file)), threads=6) == [2] * 6
    assert Template.objects.count() == 2


def test_a_campaign_file_that_is_imported_at_the_same_moment_is_there_once() -> None:
    """Another user has the same file, so its content is there already."""
    bob, ann = (User.objects.create_user(name) for name in ("bob", "ann"))
    campaign_files.create_file(GUIDE, owner=bob)
    made = at_once(lambda _number: campaign_files.create_file(GUIDE, owner=ann).pk, threads=6)
    assert len(set(made)) == ann.campaign_files.count() == 1

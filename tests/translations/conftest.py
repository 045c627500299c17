"""The made-up language for tests of pages."""

import pytest
from django.conf import settings as django_settings

from scripts.translations.messages import all_messages
from scripts.translations.pseudo import LANGUAGE, write_pseudo


@pytest.fixture(scope="session")
def pseudo_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("locale")
    write_pseudo(all_messages(), folder)
    return folder


@pytest.fixture
def pseudo(settings, pseudo_folder):
    """Make the made-up language the only one besides English; return its code."""
    settings.LOCALE_PATHS = [pseudo_folder, *django_settings.LOCALE_PATHS]
    settings.LANGUAGES = [("en", "English"), (LANGUAGE, "Pseudo")]
    return LANGUAGE

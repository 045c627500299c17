"""Tests that hold the catalogues in step with the code, and the languages in step with the catalogues."""

from pathlib import Path

import pytest
from django.conf import settings

from config.languages import language_of_terminal, offered, own_name
from scripts.translations import checks, po
from scripts.translations.messages import ROOT, all_messages

LANGUAGES = sorted(path.parent.parent.name for path in (ROOT / "locale").glob("*/LC_MESSAGES/django.po"))
OFFERED = [code for code, _name in offered(ROOT / "locale") if code != "en"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_wrong(language):
    catalogue = po.read(language)
    wrong = [
        f"{entry.message.text[:60]}: {mistake}"
        for entry in catalogue.entries.values()
        if any(entry.texts)
        for mistake in checks.mistakes(entry.message, entry.texts, catalogue.forms)
    ]
    assert wrong == []


def test_a_language_that_is_offered_has_every_message():
    """Run `python -m scripts.translations update LANGUAGE`, translate what is new, then `compile`."""
    messages = all_messages()
    for language in OFFERED:
        catalogue = po.read(language)
        assert [str(problem) for problem in checks.problems(catalogue, messages)] == []
        compiled = po.path_of(language).with_suffix(".mo").read_bytes()
        assert compiled == po.compiled(catalogue), f"python -m scripts.translations compile {language}"


def test_the_site_offers_what_is_compiled():
    assert offered(ROOT / "locale") == settings.LANGUAGES
    assert settings.LANGUAGES[0] == ("en", "English")


def test_a_new_language_needs_its_catalogue_only(tmp_path):
    for folder in ("fr", "de", "pt_BR", "tlh"):
        (tmp_path / folder / "LC_MESSAGES").mkdir(parents=True)
        (tmp_path / folder / "LC_MESSAGES" / "django.po").touch()
    assert offered(tmp_path) == [("en", "English")]
    for folder in ("fr", "pt_BR", "tlh"):
        (tmp_path / folder / "LC_MESSAGES" / "django.mo").touch()
    assert offered(tmp_path) == [
        ("en", "English"),
        ("fr", "français"),
        ("pt-br", "Português Brasileiro"),
        ("tlh", "tlh"),
    ]
    assert own_name("de") == "Deutsch"
    assert offered(Path("nowhere")) == [("en", "English")]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "de_AT@euro"}, "de"),
        ({"LANG": "pt_BR.UTF-8"}, "pt-br"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LC_ALL": "", "LANG": "de"}, "de"),
        ({}, "en"),
    ],
)
def test_commands_speak_the_language_of_the_terminal(environment, language):
    assert language_of_terminal(environment, ["en", "de", "pt-br"]) == language


def test_every_variable_of_a_template_is_filled_in():
    """A variable with a filter, or one that is broken between two lines, would be shown as it is written."""
    broken = [
        text for text in all_messages() if "{{" in text or "|" in text.partition("%(")[2].partition(")")[0]
    ]
    assert broken == []

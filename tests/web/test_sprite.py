"""Tests of icons: their address, and that they are made once."""

import pytest
from django.core.files.storage import storages
from django.templatetags.static import static

from web.shared.sprite import drawing, sprite
from web.templatetags.casebook import icon


def test_the_sprite_has_the_address_of_its_file():
    assert sprite() == static("icons.svg")


def test_another_storage_has_another_address(settings):
    before = sprite()
    settings.STATIC_URL = "/elsewhere/"
    settings.STORAGES = {**settings.STORAGES}
    assert before != sprite() == "/elsewhere/icons.svg"


def test_the_address_is_looked_up_once(monkeypatch):
    sprite()
    monkeypatch.setattr(type(storages["staticfiles"]), "url", lambda *_: pytest.fail("looked up again"))
    assert drawing("plus", "icon--s") is drawing("plus", "icon--s")


def test_a_label_is_for_screen_readers():
    assert icon("plus") == drawing("plus")
    assert 'role="img" aria-label="a &lt;b&gt;"' in icon("plus", label="a <b>")
    assert "aria-hidden" not in icon("plus", label="a <b>")

"""Tests of what is shown beside a card's name, and of scans."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from cards.models import CardText
from config.images import CardImages, card_images

pytestmark = pytest.mark.django_db
MACHETE, ROLAND, CUSTOM = "01020", "01001", "09021"


def preview(code):
    return Client().get(f"/cards/{code}/preview/").content.decode()


def test_a_preview_has_facts_and_a_way_to_the_text(db):
    shown = preview(MACHETE)
    assert "Machete" in shown
    assert "Weapon" in shown
    assert f"https://arkhamdb.com/card/{MACHETE}" in shown
    assert "<html" not in shown
    assert Client().get("/cards/99999/preview/").status_code == 404


def test_a_preview_has_the_imported_text_with_icons(db):
    CardText.objects.create(printing_id=MACHETE, language="en", text="[action]: <b>Zorblatt.</b> [reaction]")
    shown = preview(MACHETE)
    assert "<b>Zorblatt.</b>" in shown
    assert "#i-action" in shown
    assert "#i-reaction" in shown
    assert "arkhamdb.com" not in shown


def test_a_preview_of_an_investigator_has_skills(db):
    assert "#i-willpower" in preview(ROLAND)


def test_a_preview_of_an_upgrade_sheet_has_its_prices(db):
    assert "Upgrade sheet, XP per line:" in preview(CUSTOM)


@pytest.fixture
def folder(settings, tmp_path) -> Path:
    for name in (f"{MACHETE}.webp", f"{ROLAND}.jpg", f"{ROLAND}b.jpg"):
        (tmp_path / name).write_bytes(b"scan of " + name.encode())
    (tmp_path / "secret.txt").write_text("secret")
    settings.CARD_IMAGES = card_images(str(tmp_path))
    return tmp_path


def test_without_the_setting_no_page_has_scans(db):
    page = Client().get(f"/cards/{MACHETE}/").content.decode()
    assert 'class="scan' not in page
    assert 'name="card-images"' not in page
    assert Client().get(f"/cards/images/{MACHETE}").status_code == 404


def test_scans_of_a_folder_are_sent_and_cached(folder):
    answer = Client().get(f"/cards/images/{MACHETE}")
    assert b"".join(answer) == b"scan of 01020.webp"
    assert answer["Content-Type"] == "image/webp"
    assert "max-age=604800" in answer["Cache-Control"]
    again = Client().get(f"/cards/images/{MACHETE}", headers={"If-Modified-Since": answer["Last-Modified"]})
    assert again.status_code == 304


@pytest.mark.parametrize("name", ["99999", "secret", "..%2fsecret", "secret.txt", "%2e%2e", "a" * 50])
def test_nothing_else_of_the_folder_is_sent(folder, name):
    assert Client().get(f"/cards/images/{name}").status_code == 404


def test_pages_show_both_faces_sized_and_lazy(folder):
    page = Client().get(f"/cards/investigators/{ROLAND}/").content.decode()
    assert f'src="/cards/images/{ROLAND}"' in page
    assert f'src="/cards/images/{ROLAND}b"' in page
    assert 'loading="lazy"' in page
    assert 'width="420" height="300"' in page
    assert '<meta name="card-images" content="/cards/images/CODE">' in page
    assert f"/cards/images/{MACHETE}" in preview(MACHETE)
    assert 'class="scan' not in preview("01021")


def test_scans_of_another_site_are_named_by_its_pattern(settings):
    settings.CARD_IMAGES = card_images("https://scans.example/cards/{code}.webp")
    assert "https://scans.example/cards/01020.webp" in preview(MACHETE)
    assert settings.CARD_IMAGES.origins == ["https://scans.example"]


def test_without_the_setting_no_other_site_is_allowed():
    assert card_images("") == CardImages()
    assert card_images("").origins == []


@pytest.mark.parametrize(
    "value",
    [
        "https://scans.example/cards/",
        "ftp://scans.example/{code}",
        "https://{code}/x",
        "https://scans.example/{code}; script-src *",
        "/no/such/folder",
    ],
)
def test_a_mistake_in_the_setting_is_reported(value):
    with pytest.raises(ImproperlyConfigured, match="CARD_IMAGES"):
        card_images(value)

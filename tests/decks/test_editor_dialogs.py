"""Tests of the editor's dialogs: why not, a card, its boxes and attachments, notes, settings, a draw."""

import pytest
from django.urls import reverse

from accounts.models import User
from cards.adapters import catalogue
from decks import services
from decks.examined import ExaminedDeck
from decks.models import Deck
from rules.cards.model import PLACEHOLDER

DANIELA, MANDY = "12001", "06002"
MACHETE, SHRIVELLING, SERVITOR, MARKET = "12020", "01060", "09080", "09077"
FETCH = {"X-Requested-With": "fetch"}


@pytest.fixture
def deck(alice: User) -> Deck:
    return services.create_deck(owner=alice, investigator=DANIELA, name="Grease and Gunpowder")


def at(deck: Deck, name: str, *more: str) -> str:
    return reverse(name, args=[deck.public_id, *more])


def fresh(deck: Deck) -> Deck:
    return Deck.objects.select_related("working").get(pk=deck.pk)


DIALOGS = [
    ("deck-edit-why", (SHRIVELLING,)),
    ("deck-edit-card", (MACHETE,)),
    ("deck-edit-notes", ()),
    ("deck-edit-settings", ()),
    ("deck-edit-weakness", ()),
    ("deck-upgrade", ()),
]


@pytest.mark.parametrize(("name", "more"), DIALOGS, ids=[name for name, _more in DIALOGS])
class TestEveryDialog:
    def test_it_is_a_page_and_a_part_of_one(self, as_alice, deck, name, more):
        page = as_alice.get(at(deck, name, *more)).content.decode()
        part = as_alice.get(at(deck, name, *more), headers=FETCH).content.decode()
        assert "<html" in page
        assert "Back to Grease and Gunpowder" in page
        assert "<html" not in part

    def test_a_stranger_finds_nothing(self, as_mallory, deck, name, more):
        assert as_mallory.get(at(deck, name, *more)).status_code == 404

    def test_it_is_only_read(self, as_alice, deck, name, more):
        assert as_alice.post(at(deck, name, *more)).status_code == 405


EDITS = [
    ("deck-edit-customize", (SERVITOR,)),
    ("deck-edit-attach", (MARKET,)),
    ("deck-edit-annotate", (MACHETE,)),
    ("deck-edit-write-notes", ()),
    ("deck-edit-save-settings", ()),
    ("deck-edit-draw-weakness", ()),
    ("deck-upgrade-begin", ()),
    ("deck-upgrade-buy", ()),
    ("deck-upgrade-take-out", ()),
    ("deck-upgrade-close", ()),
]


@pytest.mark.parametrize(("name", "more"), EDITS, ids=[name for name, _more in EDITS])
class TestEveryEdit:
    def test_it_is_only_posted(self, as_alice, deck, name, more):
        assert as_alice.get(at(deck, name, *more)).status_code == 405

    def test_a_stranger_finds_nothing(self, as_mallory, deck, name, more):
        assert as_mallory.post(at(deck, name, *more)).status_code == 404


class TestWhyNot:
    def test_the_rule_and_its_page(self, as_alice, deck):
        answer = as_alice.get(at(deck, "deck-edit-why", SHRIVELLING), headers=FETCH).content.decode()
        assert "deck.options-only" in answer
        assert "p. 39" in answer
        assert f'data-anyway="{SHRIVELLING}"' in answer

    def test_nothing_speaks_against_a_card_that_fits(self, as_alice, deck):
        answer = as_alice.get(at(deck, "deck-edit-why", MACHETE), headers=FETCH).content.decode()
        assert "You can add Machete" in answer

    def test_an_unknown_card_is_not_found(self, as_alice, deck):
        assert as_alice.get(at(deck, "deck-edit-why", "x99999")).status_code == 404


class TestCard:
    def test_facts_and_numbers(self, as_alice, deck):
        services.set_quantity(deck, code=MACHETE, quantity=2)
        page = as_alice.get(at(deck, "deck-edit-card", MACHETE)).content.decode()
        assert "Machete" in page
        assert "Item. Weapon. Melee." in page
        assert "2 of 2 copies, all versions" in page

    def test_an_unknown_code_of_the_deck_has_a_dialog(self, as_alice, deck):
        services.set_quantity(deck, code="x99999", quantity=1)
        assert "x99999" in as_alice.get(at(deck, "deck-edit-card", "x99999")).content.decode()
        assert as_alice.get(at(deck, "deck-edit-card", "x88888")).status_code == 404

    def test_a_remark(self, as_alice, deck):
        services.set_quantity(deck, code=MACHETE, quantity=2)
        as_alice.post(at(deck, "deck-edit-annotate", MACHETE), {"text": "mulligan for it"}, headers=FETCH)
        assert fresh(deck).working.annotations == {MACHETE: "mulligan for it"}

    def test_a_remark_that_is_too_long_is_refused(self, as_alice, deck):
        answer = as_alice.post(at(deck, "deck-edit-annotate", MACHETE), {"text": "x" * 3000}, headers=FETCH)
        assert answer.status_code == 400
        assert fresh(deck).working.annotations == {}


class TestUpgradeSheetOfACard:
    def test_marks_and_choices(self, as_alice, alice):
        deck = services.create_deck(owner=alice, investigator="01004")
        services.set_quantity(deck, code=SERVITOR, quantity=2)
        page = as_alice.get(at(deck, "deck-edit-card", SERVITOR)).content.decode()
        assert 'name="mark-0"' in page
        chooser = page.split('name="choice-')[1].split('"')[0]
        given = {f"mark-{chooser}": ["1", "2"], f"choice-{chooser}": "arcane"}
        answer = as_alice.post(at(deck, "deck-edit-customize", SERVITOR), given, headers=FETCH)
        assert answer.status_code == 200
        assert fresh(deck).working.customizations == {SERVITOR: [[int(chooser), 2, "arcane"]]}
        page = as_alice.get(at(deck, "deck-edit-card", SERVITOR), headers=FETCH).content.decode()
        assert page.count(" checked") == 2

    def test_a_card_without_a_sheet_is_refused(self, as_alice, deck):
        answer = as_alice.post(at(deck, "deck-edit-customize", MACHETE), {"mark-0": "1"}, headers=FETCH)
        assert answer.status_code == 400


class TestAttachments:
    def test_suitable_cards_are_listed_and_saved(self, as_alice, alice):
        deck = services.create_deck(owner=alice, investigator="01003")
        services.set_quantity(deck, code=MARKET, quantity=1)
        services.set_quantity(deck, code="01044", quantity=2)
        services.set_quantity(deck, code=MACHETE, quantity=1)
        page = as_alice.get(at(deck, "deck-edit-card", MARKET)).content.decode()
        assert page.count('name="attach" value="01044"') == 2
        assert f'name="attach" value="{MACHETE}"' not in page
        as_alice.post(at(deck, "deck-edit-attach", MARKET), {"attach": ["01044", "01044"]}, headers=FETCH)
        assert fresh(deck).working.attachments == {MARKET: ["01044", "01044"]}


class TestNotes:
    def test_markdown_is_shown_clean(self, as_alice, deck):
        as_alice.post(
            at(deck, "deck-edit-write-notes"), {"notes": "**bold** <script>x</script>"}, headers=FETCH
        )
        page = as_alice.get(at(deck, "deck-edit-notes")).content.decode()
        assert "<strong>bold</strong>" in page
        assert "<script>x" not in page

    def test_a_preview_draws_symbols_and_keeps_links_to_cards(self, as_alice, deck):
        notes = '[Machete](/card/01020) <span class="icon-combat"></span> [action] <b>so</b> <img onerror=y>'
        shown = as_alice.post(at(deck, "deck-edit-preview-notes"), {"notes": notes}).content.decode()
        assert 'href="/card/01020"' in shown
        assert "#i-combat" in shown
        assert "#i-action" in shown
        assert "<b>so</b>" in shown
        assert "onerror" not in shown
        assert fresh(deck).notes == ""


class TestSettings:
    GIVEN = {
        "name": "Renamed",
        "mode": "standalone",
        "taboo": "010",
        "edition": "faq-1.7",
        "tags": "fun, heavy",
    }

    def test_all_at_once_and_undone_at_once(self, as_alice, deck):
        answer = as_alice.post(at(deck, "deck-edit-save-settings"), self.GIVEN, headers=FETCH)
        assert answer.status_code == 200
        saved = fresh(deck)
        assert (saved.name, saved.mode, saved.taboo, saved.edition) == (
            *("Renamed", "standalone"),
            *("010", "faq-1.7"),
        )
        assert sorted(tag.name for tag in saved.tags.all()) == ["fun", "heavy"]
        services.undo(saved)
        back = fresh(deck)
        assert (back.name, back.mode, back.taboo) == ("Grease and Gunpowder", "free", "")

    def test_nothing_of_a_refused_form_is_saved(self, as_alice, deck):
        """The revision is that of a window with an outdated deck."""
        given = {**self.GIVEN, "folder": "Night", "revision": "1.99"}
        assert as_alice.post(at(deck, "deck-edit-save-settings"), given, headers=FETCH).status_code == 409
        saved = fresh(deck)
        assert (saved.name, saved.folder, list(saved.tags.all())) == ("Grease and Gunpowder", "", [])

    def test_limited_needs_its_expansions(self, as_alice, deck):
        given = {**self.GIVEN, "environment": "limited"}
        answer = as_alice.post(at(deck, "deck-edit-save-settings"), given, headers=FETCH)
        assert answer.status_code == 400
        assert "expansions" in answer.json()["error"]
        assert fresh(deck).name == "Grease and Gunpowder"

    def test_limited_with_expansions(self, as_alice, deck):
        given = {**self.GIVEN, "environment": "limited", "expansion_1": "dwlp", "expansion_2": "ptcp"}
        as_alice.post(at(deck, "deck-edit-save-settings"), given, headers=FETCH)
        assert fresh(deck).environment == "limited:dwlp,ptcp"

    def test_legacy_with_versions(self, as_alice, deck):
        given = {**self.GIVEN, "environment": "legacy:original"}
        as_alice.post(at(deck, "deck-edit-save-settings"), given, headers=FETCH)
        assert fresh(deck).environment == "legacy:original"
        page = as_alice.get(at(deck, "deck-edit-settings")).content.decode()
        assert '<option value="legacy:original" selected>' in page

    def test_what_the_investigator_offers(self, as_alice, alice):
        deck = services.create_deck(owner=alice, investigator=MANDY)
        page = as_alice.get(at(deck, "deck-edit-settings")).content.decode()
        assert 'name="size"' in page
        given = {**self.GIVEN, "taboo": "", "size": "50", "class_": "rogue"}
        as_alice.post(at(deck, "deck-edit-save-settings"), given, headers=FETCH)
        assert fresh(deck).choices == {"classes": {"": "rogue"}, "size": 50}

    def test_an_invalid_choice_is_refused(self, as_alice, alice):
        deck = services.create_deck(owner=alice, investigator=MANDY)
        given = {**self.GIVEN, "taboo": "", "size": "35"}
        assert as_alice.post(at(deck, "deck-edit-save-settings"), given, headers=FETCH).status_code == 400


class TestWeakness:
    def test_it_is_drawn_from_what_there_is(self, as_alice, deck):
        assert "possible copies" in as_alice.get(at(deck, "deck-edit-weakness")).content.decode()
        answer = as_alice.post(at(deck, "deck-edit-draw-weakness"), headers=FETCH)
        assert answer.status_code == 200
        drawn = catalogue().resolve(next(iter(fresh(deck).working.edits.latest("number").facts["drawn"])))
        assert drawn.title in answer.json()["notice"]
        assert PLACEHOLDER not in fresh(deck).working.slots
        assert as_alice.post(at(deck, "deck-edit-draw-weakness"), headers=FETCH).status_code == 400


class TestCardPool:
    def test_it_is_ticked_saved_and_taken_back(self, as_alice, deck):
        save = at(deck, "deck-edit-save-settings")
        given = {"name": deck.name, "folder": "Solo"}
        as_alice.post(save, {**given, "card_pool": ["core_2026", "dwlp"]}, headers=FETCH)
        assert (fresh(deck).card_pool, fresh(deck).folder) == (["core_2026", "dwlp"], "Solo")
        page = as_alice.get(at(deck, "deck-edit-settings")).content.decode()
        assert "2 boxes" in page
        as_alice.post(at(deck, "deck-edit-undo"), headers=FETCH)
        assert fresh(deck).card_pool == []
        assert as_alice.post(save, {**given, "card_pool": ["nonsense"]}, headers=FETCH).status_code == 400

    def test_what_the_form_cannot_show_stays(self, as_alice, deck):
        services.settle(deck, changes={"card_pool": ["dwl", "a_fan_made_box", "ptc"]})
        save = at(deck, "deck-edit-save-settings")
        form = as_alice.get(at(deck, "deck-edit-settings")).context["form"]
        ticked = form["card_pool"].value()
        as_alice.post(save, {"name": "x", "card_pool": ticked}, headers=FETCH)
        assert fresh(deck).card_pool == ["dwl", "a_fan_made_box", "ptc"]
        as_alice.post(save, {"name": "x", "card_pool": ["core_2026"]}, headers=FETCH)
        assert fresh(deck).card_pool == ["core_2026", "a_fan_made_box"]

    def test_a_new_deck_may_name_one(self, as_alice, alice):
        as_alice.post(reverse("deck-new-for", args=[DANIELA]), {"card_pool": ["core_2026"]})
        deck = Deck.objects.get()
        assert deck.card_pool == ["core_2026"]
        services.set_quantity(deck, code="01016", quantity=1)
        verdict = ExaminedDeck(fresh(deck)).verdict
        assert "env.choose" in {violation.rule for violation in verdict.violations}

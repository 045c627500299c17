"""URLs of the editor."""

from django.urls import URLPattern, URLResolver, path

from decks.views import editor, editor_dialogs, editor_upgrade, new_deck

AT = "decks/<uuid:deck_id>"

pages: list[URLPattern | URLResolver] = [
    path("decks/new/", new_deck.deck_new, name="deck-new"),
    path("decks/new/<str:code>/", new_deck.deck_new_for, name="deck-new-for"),
    path("decks/cards/<str:name>.json", editor.deck_cards, name="deck-cards"),
    path("decks/texts/<str:name>.json", editor.deck_card_texts, name="deck-card-texts"),
    path(f"{AT}/edit/", editor.deck_edit, name="deck-edit"),
    path(f"{AT}/edit/state/", editor.deck_state, name="deck-edit-state"),
    path(f"{AT}/edit/find/", editor.deck_find, name="deck-edit-find"),
    path(f"{AT}/edit/slots/", editor.deck_slots, name="deck-edit-slots"),
    path(f"{AT}/edit/undo/", editor.deck_undo, name="deck-edit-undo"),
    path(f"{AT}/edit/redo/", editor.deck_redo, name="deck-edit-redo"),
    path(f"{AT}/edit/why/<str:code>/", editor_dialogs.deck_why, name="deck-edit-why"),
    path(f"{AT}/edit/card/<str:code>/", editor_dialogs.deck_card, name="deck-edit-card"),
    path(f"{AT}/edit/card/<str:code>/boxes/", editor_dialogs.deck_customize, name="deck-edit-customize"),
    path(f"{AT}/edit/card/<str:code>/attached/", editor_dialogs.deck_attach, name="deck-edit-attach"),
    path(f"{AT}/edit/card/<str:code>/apart/", editor_dialogs.deck_apart, name="deck-edit-apart"),
    path(f"{AT}/edit/card/<str:code>/remark/", editor_dialogs.deck_annotate, name="deck-edit-annotate"),
    path(f"{AT}/edit/notes/", editor_dialogs.deck_notes, name="deck-edit-notes"),
    path(f"{AT}/edit/notes/write/", editor_dialogs.deck_write_notes, name="deck-edit-write-notes"),
    path(f"{AT}/edit/notes/preview/", editor_dialogs.deck_preview_notes, name="deck-edit-preview-notes"),
    path(f"{AT}/edit/settings/", editor_dialogs.deck_settings, name="deck-edit-settings"),
    path(f"{AT}/edit/settings/save/", editor_dialogs.deck_save_settings, name="deck-edit-save-settings"),
    path(f"{AT}/edit/weakness/", editor_dialogs.deck_weakness, name="deck-edit-weakness"),
    path(f"{AT}/edit/weakness/draw/", editor_dialogs.deck_draw_weakness, name="deck-edit-draw-weakness"),
    path(f"{AT}/upgrade/", editor_upgrade.deck_upgrade, name="deck-upgrade"),
    path(f"{AT}/upgrade/begin/", editor_upgrade.deck_upgrade_begin, name="deck-upgrade-begin"),
    path(
        f"{AT}/upgrade/options/<str:code>/", editor_upgrade.deck_purchase_options, name="deck-upgrade-options"
    ),
    path(f"{AT}/upgrade/buy/", editor_upgrade.deck_buy, name="deck-upgrade-buy"),
    path(f"{AT}/upgrade/take-out/", editor_upgrade.deck_take_out, name="deck-upgrade-take-out"),
    path(f"{AT}/upgrade/give-back/", editor_upgrade.deck_give_back, name="deck-upgrade-give-back"),
    path(f"{AT}/upgrade/finish/", editor_upgrade.deck_upgrade_finish, name="deck-upgrade-finish"),
    path(f"{AT}/upgrade/close/", editor_upgrade.deck_upgrade_close, name="deck-upgrade-close"),
]

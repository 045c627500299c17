"""URLs of the board games below /api/v1/."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from boardgames.api import views

AT = "games/<uuid:public_id>"

api: list[URLPattern | URLResolver] = [
    path("games/", views.GameList.as_view(), name="api-games"),
    path("games/import/", views.ImportGame.as_view(), name="api-game-import"),
    path(f"{AT}/", views.GameDetail.as_view(), name="api-game"),
    path(f"{AT}/commands/", views.CommandList.as_view(), name="api-game-commands"),
    path(f"{AT}/export/", views.ExportGame.as_view(), name="api-game-export"),
    path(f"{AT}/undo/", views.UndoCommand.as_view(), name="api-game-undo"),
    path(f"{AT}/redo/", views.RedoCommand.as_view(), name="api-game-redo"),
]

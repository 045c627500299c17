"""URLs of the pages of the board games (at /) and of their JSON API (at /api/v1/)."""

from django.urls import URLPattern, URLResolver, path

from boardgames.api.urls import api as api
from boardgames.views import dice, games, starting, tables, templates, third

AT = "games/<uuid:public_id>"

pages: list[URLPattern | URLResolver] = [
    path("games/", games.game_list, name="game-list"),
    path("games/new/", starting.game_new, name="game-new"),
    path("games/new/third/", starting.game_new_third, name="game-new-third"),
    path("games/reference/third/", third.reference_third, name="game-reference-third"),
    path("games/dice/", dice.dice, name="game-dice"),
    path("games/templates/", templates.template_list, name="game-templates"),
    path("games/templates/export/", templates.template_export, name="game-templates-export"),
    path("games/templates/scenario/", third.scenario_new, name="game-scenario-new"),
    path("games/templates/<uuid:template_id>/scenario/", third.scenario_edit, name="game-scenario"),
    path("games/templates/<uuid:template_id>/", templates.template_detail, name="game-template"),
    path("games/import/", games.game_import, name="game-import"),
    path("games/join/<str:token>/", games.game_join, name="game-join"),
    path(f"{AT}/", tables.game_detail, name="game-detail"),
    path(f"{AT}/pulse/", tables.game_pulse, name="game-pulse"),
    path(f"{AT}/command/", tables.game_command, name="game-command"),
    path(f"{AT}/undo/", tables.game_undo, name="game-undo"),
    path(f"{AT}/redo/", tables.game_redo, name="game-redo"),
    path(f"{AT}/branch/", tables.game_branch, name="game-branch"),
    path(f"{AT}/history/", tables.game_history, name="game-history"),
    path(f"{AT}/print/", tables.game_print, name="game-print"),
    path(f"{AT}/export/", games.game_export, name="game-export"),
    path(f"{AT}/settings/", games.game_settings, name="game-settings"),
    path(f"{AT}/undelete/", games.game_undelete, name="game-undelete"),
]

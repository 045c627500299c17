"""All services that change decks. Each one succeeds completely or changes nothing."""

from decks.services.creation import clone_deck, create_deck
from decks.services.editing import (
    annotate,
    attach,
    change_quantity,
    customize,
    move_card,
    rename,
    set_quantity,
    settle,
    write_notes,
)
from decks.services.giving_back import give_back, take_out
from decks.services.importing import save_import, save_in_batches
from decks.services.journal import Edited, redo, undo
from decks.services.judging import for_judging, rejudge
from decks.services.organizing import (
    archive,
    change_many,
    clear_deleted,
    delete_deck,
    publish,
    rotate_link,
    set_built,
    set_folder,
    set_tags,
    share,
    unarchive,
    undelete_deck,
    unshare,
)
from decks.services.publishing import (
    change_party,
    dissolve_party,
    hide,
    publish_party,
    report,
    set_like,
)
from decks.services.quick_purchases import buy_cheapest, upgrade_copies
from decks.services.second_copies import upgrade_pair
from decks.services.upgrading import (
    begin_upgrade,
    buy,
    cancel_upgrade,
    finish_upgrade,
    restore_version,
)
from decks.services.weaknesses import draw_weaknesses

__all__ = [
    "Edited",
    "annotate",
    "archive",
    "attach",
    "begin_upgrade",
    "buy",
    "buy_cheapest",
    "cancel_upgrade",
    "change_many",
    "change_party",
    "change_quantity",
    "clear_deleted",
    "clone_deck",
    "create_deck",
    "customize",
    "delete_deck",
    "dissolve_party",
    "draw_weaknesses",
    "finish_upgrade",
    "for_judging",
    "give_back",
    "hide",
    "move_card",
    "publish",
    "publish_party",
    "redo",
    "rejudge",
    "rename",
    "report",
    "restore_version",
    "rotate_link",
    "save_import",
    "save_in_batches",
    "set_built",
    "set_folder",
    "set_like",
    "set_quantity",
    "set_tags",
    "settle",
    "share",
    "take_out",
    "unarchive",
    "undelete_deck",
    "undo",
    "unshare",
    "upgrade_copies",
    "upgrade_pair",
    "write_notes",
]

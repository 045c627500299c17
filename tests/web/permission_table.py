"""The table of permissions: one line for each rule, and every URL in exactly one place.

A column is a role, in the order of ROLES. `reader` and `player` are members of the owner's campaign in these
roles, and can see the owner's collection; the player may change it. A letter is the result:

    o  open: the request is handled, even if only to report the errors in an empty form
    s  sign in: redirected to the sign-in page, or 401
    h  hidden: 404, as if there were nothing
    f  forbidden: 403, for users who may see the object but not do this
"""

ROLES = ("anonymous", "guest", "stranger", "reader", "player", "owner", "staff")

EVERYONE, NOBODY = "ooooooo", "hhhhhhh"
OPERATORS = "hhhhhho"
SIGNED_IN = "soooooo"
#: Data of the owner. If nothing is possible without an account, visitors are asked to sign in.
OWNER = "hhhhhoh"
OWNER_ON_LOGIN_PAGE = OWNER_BY_API = "shhhhoh"
#: Campaigns.
MEMBERS, MEMBERS_BY_API = "hhhoooh", "shhoooh"
PLAYERS, PLAYERS_BY_API = "hhhfooh", "shhfooh"
OWNER_OF_CAMPAIGN, OWNER_OF_CAMPAIGN_BY_API = "hhhffoh", "shhffoh"
#: A seat with a deck of the owner. Nothing was bought for it yet, so purchases cannot be recorded or dropped.
BUYER, BUYER_BY_API, NOTHING_BOUGHT = "hhhffoh", "shhffoh", "shhfffh"
#: Collections.
SHARED, EDITORS = "shhoooh", "shhhooh"
#: A collection is offered to the stranger; another one is shared with reader and player.
INVITED, TAKEN = "shohhhh", "shhoohh"
WORKED_FOR, WORKED_FOR_BY_API = "hhhhhoo", "shhhhoo"

READ, FORM = "GET", "GET POST"

#: Roles, methods and URLs. Every other method is refused with 405.
TABLE_OF_ADDRESSES: list[tuple[str, str, str]] = [
    # --- Open to everyone
    (
        EVERYONE,
        READ,
        """home find /favicon.ico /api/ /api/v1/ api-schema api-docs password-reset-sent
        card-list card-detail card-preview card-redirect card-search-help card-completion
        investigator-list investigator-detail
        rule-list rule book-list book-entry timing coverage-list interpretation-list edition-list
        game-list game-dice game-reference-third game-templates-export
        deck-new deck-cards deck-card-texts deck-public-list party-list party-detail player
        deck-list deck-deleted deck-compare
        campaign-list campaign-new campaign-statistics campaign-file-template api-campaign-file-template
        api-card-list api-card-detail api-cycle-list api-pack-list api-pack-detail api-guides
        api-investigator-list api-investigator-detail api-investigator-pool
        api-taboo-list api-taboo-detail api-deck-public api-party-list api-party-detail
        arkhamdb-card arkhamdb-cards arkhamdb-pack-cards arkhamdb-decklists""",
    ),
    # The site has no scans in tests of permissions.
    (NOBODY, READ, "card-image"),
    # ArkhamDB's addresses read neither session nor key: a private deck is hidden from its owner, too.
    (NOBODY, READ, "arkhamdb-deck arkhamdb-decklist deck-redirect"),
    # Only what is published is liked, reported or hidden.
    (NOBODY, "POST", "deck-like deck-hide"),
    ("shhhhhh", "GET PUT DELETE", "api-deck-like"),
    (NOBODY, FORM, "deck-report"),
    (
        EVERYONE,
        FORM,
        """check signup login logout password-reset password-reset-confirm collection collection-new
        deck-new-for deck-import deck-example deck-preferences campaign-new-for campaign-example
        campaign-import epic-new
        campaign-files campaign-import-arkham-cards game-new game-templates
        game-new-third game-scenario-new game-import""",
    ),
    (
        EVERYONE,
        "POST",
        """display card-mark collection-import-new deck-bulk deck-undelete-many
        api-check api-check-party api-price api-deck-import-preview""",
    ),
    # --- Open to everyone with the link
    (
        EVERYONE,
        READ,
        "deck-shared deck-shared-print deck-shared-export api-deck-shared campaign-chronicle-shared",
    ),
    (EVERYONE, FORM, "campaign-join epic-join game-join"),
    (EVERYONE, "POST", "deck-shared-clone"),
    # --- The user's own account
    (SIGNED_IN, FORM, "account account-delete password-change"),
    (
        SIGNED_IN,
        READ,
        """account-export api-account api-account-export api-job-list api-invitation-list
        api-campaign-statistics api-mark-list""",
    ),
    (SIGNED_IN, "GET PATCH", "api-card-mark"),
    (SIGNED_IN, "POST", "account-key-new"),
    (OWNER_ON_LOGIN_PAGE, "POST", "account-key-end"),
    (WORKED_FOR, READ, "job-detail"),
    ("hhhhhho", FORM, "card-import"),
    (WORKED_FOR_BY_API, READ, "api-job-detail"),
    # --- The user's own lists, and creation
    (SIGNED_IN, FORM, "api-collection-list api-deck-list api-campaigns api-campaign-files api-games"),
    (
        SIGNED_IN,
        "POST",
        """api-collection-import api-deck-bulk api-deck-import api-campaign-import api-campaign-join
        api-game-import api-import-arkham-cards api-party-list""",
    ),
    # --- A private deck
    (
        OWNER,
        READ,
        """deck-detail deck-print deck-pull deck-export deck-edit deck-edit-state deck-edit-why
        deck-edit-card deck-edit-find deck-edit-notes deck-edit-settings deck-edit-weakness deck-upgrade
        deck-edit-apart
        deck-upgrade-options deck-upgrade-finish
        api-deck-why-not api-deck-versions api-deck-version api-deck-verdict api-deck-pool
        api-deck-figures api-deck-odds api-deck-hand api-deck-compare api-deck-pull-list
        api-deck-export""",
    ),
    (
        OWNER,
        "POST",
        """deck-edit-slots deck-edit-undo deck-edit-redo deck-edit-customize deck-edit-attach
        deck-edit-annotate deck-edit-preview-notes deck-edit-write-notes deck-edit-save-settings
        deck-edit-draw-weakness
        deck-upgrade-begin deck-upgrade-buy deck-upgrade-take-out deck-upgrade-give-back deck-upgrade-close
        deck-clone deck-delete deck-undelete deck-restore deck-built party-change""",
    ),
    (OWNER, FORM, "deck-share"),
    (
        OWNER_BY_API,
        "POST",
        """api-deck-undelete api-deck-clone api-deck-new-link api-deck-publish api-deck-move api-deck-undo
        api-deck-redo api-deck-draw api-deck-purchase-options api-deck-buy api-deck-pair api-deck-take-out
        api-deck-finish api-deck-restore""",
    ),
    (OWNER_BY_API, "PUT", "api-deck-card api-deck-sheet api-deck-attachments api-deck-annotation"),
    (OWNER_BY_API, "PATCH DELETE", "api-deck api-party-detail"),
    (OWNER_BY_API, "POST DELETE", "api-deck-share api-deck-upgrade"),
    (OWNER, "GET", "api-deck api-deck-upgrade"),
    # --- A collection
    (SHARED, READ, "collection-settings collection-export"),
    (EDITORS, "POST", "collection-import"),
    ("hhhoooh", READ, "collection-detail"),
    ("hhhhooh", "POST", "collection-detail"),
    (OWNER_ON_LOGIN_PAGE, "POST", "collection-rename collection-share collection-unshare collection-delete"),
    (INVITED, "POST", "collection-accept"),
    (TAKEN, "POST", "collection-leave"),
    (SHARED, READ, "api-collection-detail api-collection-copies api-collection-export"),
    (EDITORS, "PATCH", "api-collection-packs"),
    (EDITORS, "POST", "api-collection-cycle"),
    (EDITORS, "PUT", "api-collection-rewards"),
    (OWNER_BY_API, "PATCH DELETE", "api-collection-detail"),
    (OWNER_BY_API, "GET POST", "api-collection-shares"),
    (OWNER_BY_API, "DELETE", "api-collection-share"),
    (INVITED, "POST DELETE", "api-invitation-detail"),
    # --- A private campaign file
    (OWNER, READ, "campaign-file-download"),
    (OWNER, FORM, "campaign-file"),
    (OWNER, "GET", "api-campaign-file"),
    (OWNER_BY_API, "PUT PATCH DELETE", "api-campaign-file"),
    # --- A campaign
    (
        MEMBERS,
        READ,
        """campaign-detail campaign-pulse campaign-steps campaign-log-print campaign-export
        campaign-description campaign-party-cards campaign-ledger campaign-ledger-csv campaign-chronicle
        campaign-log campaign-bag campaign-bag-live campaign-next campaign-interlude campaign-seat
        campaign-end campaign-after campaign-settings campaign-achievements""",
    ),
    # --- An epic event, whose group the campaign is
    (MEMBERS, READ, "epic-event epic-counters"),
    (OWNER_OF_CAMPAIGN, "POST", "epic-event"),
    (PLAYERS, "POST", "epic-counters"),
    (MEMBERS, FORM, "campaign-branch"),
    (
        PLAYERS,
        FORM,
        """campaign-seat-new campaign-seat-decks campaign-seat-deck-import campaign-resume campaign-change
        campaign-correct campaign-ultimatums campaign-transfer""",
    ),
    (
        PLAYERS,
        "POST",
        """campaign-log campaign-bag campaign-next campaign-interlude campaign-seat campaign-end
        campaign-after campaign-achievements""",
    ),
    (OWNER_OF_CAMPAIGN, "POST", "campaign-settings"),
    (PLAYERS, "POST", "campaign-undo campaign-redo"),
    (PLAYERS, FORM, "campaign-after-save"),
    (BUYER, "POST", "campaign-purchases"),
    (OWNER, "POST", "campaign-undelete"),
    (
        MEMBERS_BY_API,
        READ,
        """api-campaign api-campaign-steps api-campaign-export api-campaign-members api-campaign-next
        api-campaign-description
        api-campaign-setup api-campaign-bag api-campaign-draws api-campaign-log api-campaign-party-cards
        api-campaign-ledger api-seat""",
    ),
    (MEMBERS_BY_API, "POST", "api-campaign-branch"),
    (
        PLAYERS_BY_API,
        "POST",
        """api-campaign-steps api-campaign-undo api-campaign-redo api-campaign-transfer
        api-campaign-ultimatum api-campaign-draws api-seat-deck api-seat-draw""",
    ),
    (BUYER_BY_API, "POST", "api-seat-purchases"),
    (NOTHING_BOUGHT, "PUT DELETE", "api-seat-purchases"),
    # --- The seat is free. Its deck belongs to the owner, and has no player to whom it could be given.
    (PLAYERS_BY_API, "PUT", "api-seat-member"),
    (OWNER_OF_CAMPAIGN_BY_API, "DELETE", "api-seat-member"),
    (OWNER_OF_CAMPAIGN_BY_API, "POST", "api-seat-deck-hand-over"),
    (OWNER_OF_CAMPAIGN_BY_API, "PATCH DELETE", "api-campaign api-campaign-member"),
    (OWNER_OF_CAMPAIGN_BY_API, "GET POST", "api-campaign-invitations"),
    (OWNER_OF_CAMPAIGN_BY_API, "DELETE", "api-campaign-invitation"),
    (OWNER_BY_API, "POST", "api-campaign-undelete"),
    # --- A board game, and a template that is not shared
    (MEMBERS, READ, "game-detail game-pulse game-history game-print game-settings game-export"),
    (MEMBERS, "POST", "game-branch"),
    (PLAYERS, "POST", "game-command game-undo game-redo"),
    (OWNER_OF_CAMPAIGN, "POST", "game-settings"),
    (OWNER, "POST", "game-undelete"),
    (OWNER, FORM, "game-template"),
    (OWNER, FORM, "game-scenario"),
    (MEMBERS_BY_API, READ, "api-game api-game-commands api-game-export"),
    (PLAYERS_BY_API, "POST", "api-game-commands api-game-undo api-game-redo"),
    (OWNER_OF_CAMPAIGN_BY_API, "DELETE", "api-game"),
]

#: What others may do with a deck of the owner once it is published; everything else stays as above.
OPEN_WHEN_PUBLISHED = {
    (EVERYONE, READ, "deck-detail deck-print deck-export api-deck api-deck-upgrade"),
    (EVERYONE, READ, "arkhamdb-deck arkhamdb-decklist deck-redirect"),
    (
        EVERYONE,
        READ,
        """api-deck-why-not api-deck-versions api-deck-version api-deck-verdict api-deck-pool
        api-deck-figures api-deck-odds api-deck-hand api-deck-compare api-deck-pull-list
        api-deck-export""",
    ),
    (EVERYONE, "POST", "deck-clone deck-like"),
    (EVERYONE, FORM, "deck-report"),
    (OPERATORS, "POST", "deck-hide"),
    (SIGNED_IN, "POST", "api-deck-clone"),
    (SIGNED_IN, "GET PUT DELETE", "api-deck-like"),
}

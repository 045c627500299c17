"""Settings of the API that are the same on every site: its description, and what other origins may use."""

#: Programs in browsers may read what is public and ask what needs no account, whatever site they are from.
#: They never act as the user of this site: cookies are not accepted with such requests.
OPEN_TO_ALL_ORIGINS = (
    r"^/api/(?:"
    r"public/.*"
    r"|v1/(?:check|check/party|price|schema/|decks/import/preview/|decks/public/|decks/shared/[^/]+/"
    r"|(?:cards|cycles|packs|investigators|parties|taboo-lists)/.*)"
    r")$"
)
METHODS = ("GET", "HEAD", "OPTIONS", "POST")
#: ArkhamDB's clients send the last two with every request.
REQUEST_HEADERS = ("accept", "content-type", "if-none-match", "cache-control", "pragma")
ANSWER_HEADERS = ("ETag", "Retry-After", "X-Request-ID")

#: What the schema says of the API as a whole.
DESCRIPTION = {
    "TITLE": "Casebook",
    "DESCRIPTION": (
        "Decks, cards, collections and campaigns of Arkham Horror: The Card Game, and its rules.\n\n"
        "Cards, checks and prices need no account. For everything else make a key on your account page and "
        "send it with each request: `Authorization: Bearer KEY`. All keys end when you change your password."
        "\n\n"
        "Requests that create something accept an `Idempotency-Key` header: a unique value, such as a UUID. "
        "Sent again with the same key within a day, such a request creates nothing and returns what the "
        "first one created. The same key with a different body is refused (422, `key_reused`), and so is a "
        "key whose result was deleted (410, `result_deleted`). A refused request leaves its key free."
    ),
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    # The serializers themselves declare what a PATCH may omit.
    "COMPONENT_SPLIT_PATCH": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # Two sets of choices are named “role”: all roles, and those that a link can give. Two are named
    # “edition”: those of the rulebook, and those of the board game.
    "ENUM_NAME_OVERRIDES": {
        "EditionEnum": "rules.rulebook.editions.EDITIONS",
        "GameEditionEnum": "boardgames.adapters.EDITIONS",
        "RoleEnum": "accounts.members.Role",
        "InvitedRoleEnum": "campaigns.api.outputs.INVITED",
    },
}

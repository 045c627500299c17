"""The limits of the Third Edition on one card: what counts, whether reaching or exceeding it, its rule."""

from __future__ import annotations

from dataclasses import dataclass

from rules.boardgames.findings import _


@dataclass(frozen=True, slots=True)
class Limit:
    name: str
    text: str
    citation: str


LIMITS = (
    Limit(
        _("Actions"),
        _("Two per turn; no action twice in a round, additional ones included."),
        "201.1, 402.4",
    ),
    Limit(
        _("Engaged"),
        _("Only attack, evade, focus, or what a component allows; no encounter."),
        "428.5, 428.6",
    ),
    Limit(
        _("Move"),
        _("Two spaces, and one more for each dollar you spend, up to two. A space with a monster ends it."),
        "455.2",
    ),
    Limit(
        _("Focus"),
        _("Each skill once. If you then have more tokens than your focus limit, discard one."),
        "435.5, 435.9",
    ),
    Limit(_("Delayed"), _("Skip the next action. It does not stack."), "417.2, 417.4"),
    Limit(_("Test"), _("At least one die; 5 and 6 succeed; one success passes; two hands."), "490"),
    Limit(_("Rerolls"), _("Reroll one die for each focus token or clue you spend."), "490.4a"),
    Limit(_("Research"), _("Up to one clue for each success."), "471.2"),
    Limit(
        _("Ward"), _("Remove one doom for each success; if you remove two or more, gain one remnant."), "494"
    ),
    Limit(
        _("Damage and horror"),
        _("Damage equal to your health or horror equal to your sanity: defeated, and one doom is placed."),
        "444.6",
    ),
    Limit(
        _("Assets"),
        _("Never more damage or horror than their health or sanity; at that number they are discarded."),
        "408.8, 408.9",
    ),
    Limit(_("Half"), _("Always rounded up, never halved twice."), "439"),
    Limit(
        _("Mythos"),
        _("Each player draws two tokens, in player order. An empty cup is filled at the next draw."),
        "204",
    ),
    Limit(
        _("Headlines"),
        _("Thirteen cards. When none is left, each headline is one doom on the scenario sheet."),
        "106.1, 440.6",
    ),
    Limit(_("Rumor"), _("Only one in the codex; a new one replaces it."), "440.7"),
    Limit(
        _("Outbreak"),
        _("With card 1, at four doom in a space: three leave it, for the two other spaces and the scenario."),
        "461.1a",
    ),
    Limit(_("Anomaly"), _("With card 2: three doom in a space or five in a neighborhood."), "406.3a"),
    Limit(_("Streets"), _("Never have doom: place it in an adjacent neighborhood space."), "486.3"),
    Limit(_("Item display"), _("Always five items. If you buy nothing, you may discard up to two."), "422"),
    Limit(
        _("End"), _("Cards of the codex say how you win or lose. Without investigators you lose."), "301, 302"
    ),
)

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
        _("Actions"), _("Two in a turn, each action once per round, also additional ones."), "201.1, 402.4"
    ),
    Limit(_("Engaged"), _("Attack, evade, focus, or what a component allows; no encounter."), "428.5, 428.6"),
    Limit(
        _("Move"), _("Two spaces, and one more for each of up to two dollars. A monster ends it."), "455.2"
    ),
    Limit(_("Focus"), _("Each skill once. Only more than the limit: then discard one."), "435.5, 435.9"),
    Limit(_("Delayed"), _("Skip the next action. It does not stack."), "417.2, 417.4"),
    Limit(_("Test"), _("At least one die; 5 and 6 succeed; one success passes; two hands."), "490"),
    Limit(_("Rerolls"), _("Each focus token or clue spent rolls one die again."), "490.4a"),
    Limit(_("Research"), _("Up to one clue for each success."), "471.2"),
    Limit(_("Ward"), _("One doom for each success; two or more removed: one remnant."), "494"),
    Limit(
        _("Damage and horror"), _("Reaching health or sanity: defeated, one doom on the scenario."), "444.6"
    ),
    Limit(_("Assets"), _("Never more than their health or sanity; full means discarded."), "408.8, 408.9"),
    Limit(_("Half"), _("Always rounded up, never halved twice."), "439"),
    Limit(_("Mythos"), _("Two tokens each, in player order; filled at the draw from an empty cup."), "204"),
    Limit(_("Headlines"), _("Thirteen; from the empty deck: one doom on the scenario."), "106.1, 440.6"),
    Limit(_("Rumor"), _("One in the codex; a new one discards the old."), "440.7"),
    Limit(
        _("Outbreak"),
        _("With card 1: four doom in a space. Three leave it, one to each other space."),
        "461.1a",
    ),
    Limit(_("Anomaly"), _("With card 2: three doom in a space or five in a neighborhood."), "406.3a"),
    Limit(_("Streets"), _("Never doom: place it in an adjacent neighborhood space."), "486.3"),
    Limit(_("Item display"), _("Always five items; who buys nothing may discard up to two."), "422"),
    Limit(_("End"), _("Won and lost by cards of the codex; lost without investigators."), "301, 302"),
)

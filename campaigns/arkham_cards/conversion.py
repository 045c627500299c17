"""A campaign of Arkham Cards as a start in the middle: its first two steps, and what is left out."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from campaigns.arkham_cards import backup
from campaigns.arkham_cards.backup import BackedUp, Plain
from campaigns.campaign_rules import campaign_facts, game
from campaigns.errors import BadStep
from campaigns.party.brought_decks import BroughtDeck, read_decks
from cards.text.names import title_of
from rules.campaign import steps
from rules.campaign.facts import LONGEST_NAME, ScenarioFacts
from rules.campaign.gained_cards import is_story_card
from rules.campaign.log_changes import ADD_SECTION, LONGEST_TITLE, MOST_SECTIONS
from rules.campaign.log_sections import COUNTER, ENTRIES
from rules.campaign.logbook import NOTES
from rules.campaign.party import MOST_SEATS
from rules.campaign.resuming import MOST_INVESTIGATORS, MOST_PLAYED
from rules.campaign.state import ACTIVE, INSANE, KILLED, LEFT, NO_RESOLUTION
from rules.cards.model import Card
from rules.chaos_bag import BLESS, CURSE, DIFFICULTIES, MOST, MOST_TOKENS, TOKENS
from rules.deck.circumstances import FREE, Circumstances
from rules.deck.validate import judge

MOST_NOTES, MOST_LEFT_OUT = 150, 40
STANDALONE, BOTH_HALVES, CUSTOM = "standalone", "tde", "custom"


@dataclass(frozen=True, slots=True)
class Converted:
    """What becomes of a campaign: the steps that begin it here, its decks by seat, and what is left out."""

    start: steps.StartCampaign
    resumed: steps.CampaignResumed
    decks: Mapping[str, BroughtDeck]
    left_out: tuple[str, ...]

    def with_notes(self) -> steps.CampaignResumed:
        """Return the step with a note in the log for each thing that is left out."""
        notes = [_("Imported from Arkham Cards."), *self.left_out]
        log = (*self.resumed.log, *(steps.LogChange(do="record", text=text[:300]) for text in notes))
        return replace(self.resumed, log=log)


class Conversion:
    """Converts one campaign, and remembers what it leaves out."""

    def __init__(self, found: BackedUp, more: Sequence[BroughtDeck] = ()) -> None:
        self.found = found
        self.more = more
        """Decks that the backup does not contain, as the user adds them."""
        self.campaign = found.campaign
        self.left_out: list[str] = []
        code = backup.text_in(found.campaign, "cycleCode")
        self.facts = code if code in game().campaigns and code != "side" else ""
        self.seats: dict[str, str] = {}
        """The seat of each investigator, by the code in the backup."""
        self.own_sections: list[tuple[str, str]] = []
        """Titles and kinds of sections that the guide does not have."""

    def leave_out(self, text: str) -> None:
        text = text.encode(errors="replace").decode().replace("\x00", "?")
        if text not in self.left_out and len(self.left_out) < MOST_LEFT_OUT:
            self.left_out.append(text)

    def converted(self) -> Converted:
        code = backup.text_in(self.campaign, "cycleCode")
        if code == STANDALONE:
            raise BadStep(_("This is a standalone scenario. Start it here as a new one."))
        if code == BOTH_HALVES:
            raise BadStep(
                _("The Dream-Eaters are two campaigns. Import each half: they are in the same backup.")
            )
        if not self.facts and code != CUSTOM:
            self.leave_out(
                _("The campaign “%(code)s” is not known here: it becomes one of your own.") % {"code": code}
            )
        bag = self._bag()
        start = steps.StartCampaign(
            campaign=self.facts,
            title=self.found.name or _("A campaign"),
            difficulty=self._difficulty(),
            bag={} if self.facts else bag or {"0": 1},
        )
        seats, decks = self._seats()
        if not seats:
            raise BadStep(_("This backup names no investigators of this campaign. Add their decks."))
        played, following = self._scenarios()
        resumed = steps.CampaignResumed(
            played=tuple(played)[:MOST_PLAYED],
            next_scenario=following,
            seats=tuple(seats),
            log=tuple(self._log()),
            bag=bag,
        )
        self._others()
        return Converted(start, resumed, decks, tuple(self.left_out))

    def _difficulty(self) -> str:
        found = backup.text_in(self.campaign, "difficulty")
        if found in DIFFICULTIES:
            return found
        self.leave_out(_("The difficulty is missing; it is set to standard."))
        return "standard"

    def _bag(self) -> dict[str, int]:
        bag: dict[str, int] = {}
        for token in backup.object_in(self.campaign, "chaosBag"):
            n = backup.number_in(backup.object_in(self.campaign, "chaosBag"), token, MOST.get(token, 20))
            if token in (BLESS, CURSE) or not n:
                continue
            if token not in TOKENS:
                self.leave_out(_("Chaos token: %(token)s") % {"token": token[:30]})
            elif sum(bag.values()) + n <= MOST_TOKENS:
                bag[token] = n
        return bag

    # Scenarios

    def _scenarios(self) -> tuple[list[steps.EarlierScenario], str]:
        """The scenarios that were played, and the next one if the guide's answers have it."""
        played = [
            row for each in backup.rows_in(self.campaign, "scenarioResults") if (row := self._result(each))
        ]
        if played or not self.found.guide:
            return played, ""
        ids = [backup.text_in(each, "scenario") for each in backup.rows_in(self.found.guide, "inputs")]
        ids = list(dict.fromkeys(id.split("#")[0] for id in ids if id))
        known = [id for id in ids if game().scenario(self.facts, id)]
        if known:
            self.leave_out(_("How each scenario ended: a guided campaign does not store it."))
        *before, last = known or [""]
        facts = game().scenario(self.facts, last)
        if facts and facts.kind != "scenario":
            before, last = known, ""
        return [steps.EarlierScenario(scenario=id) for id in before], last

    def _result(self, row: Plain) -> steps.EarlierScenario | None:
        title = " ".join(backup.text_in(row, "scenario").split())
        facts = self._scenario(backup.text_in(row, "scenarioCode"), title)
        ending = backup.text_in(row, "resolution", 60)
        if facts is None and not self.facts and title:
            return steps.EarlierScenario(scenario=title[:LONGEST_NAME], resolution=ending)
        if facts is None:
            self.leave_out(_("Scenario: %(title)s %(ending)s") % {"title": title or "?", "ending": ending})
            return None
        resolution = _resolution(ending, facts)
        if ending and not resolution and facts.kind == "scenario":
            self.leave_out(_("%(title)s: %(ending)s") % {"title": facts.title, "ending": ending})
        return steps.EarlierScenario(scenario=facts.id, resolution=resolution)

    def _scenario(self, code: str, title: str) -> ScenarioFacts | None:
        found = game().scenario(self.facts, code) if code else None
        guide = game().campaigns.get(self.facts)
        if found is None and guide is not None and title:
            by_title = {each.title.casefold(): each for each in guide.scenarios.values()}
            found = by_title.get(title.casefold())
        return found

    # Investigators

    def _seats(self) -> tuple[list[steps.ResumedSeat], dict[str, BroughtDeck]]:
        decks = dict(self._decks())
        known = backup.texts_in(self.campaign, "nonDeckInvestigators")
        data, adjusted = (
            backup.object_in(self.campaign, name) for name in ("investigatorData", "adjustedInvestigatorData")
        )
        seats: list[steps.ResumedSeat] = []
        brought: dict[str, BroughtDeck] = {}
        titles: set[str] = set()
        for code in dict.fromkeys([*decks, *known, *data, *adjusted]):
            card = game().card(code)
            if card is None or card.type != "investigator" or len(seats) >= MOST_INVESTIGATORS:
                self.leave_out(_("Investigator: %(code)s") % {"code": code[:30]})
                continue
            if card.title in titles:
                continue
            titles.add(card.title)
            seat = f"s{len(seats) + 1}"
            self.seats[code] = seat
            rows = (backup.object_in(data, code), backup.object_in(adjusted, code))
            playing = sum(each.status == ACTIVE for each in seats)
            seats.append(self._seat(seat, card, decks.get(code), rows, is_full=playing >= MOST_SEATS))
            if code in decks:
                brought[seat] = decks[code][1]
        return seats, brought

    def _decks(self) -> Iterator[tuple[str, tuple[Plain, BroughtDeck]]]:
        """Yield the decks that the backup contains, by investigator."""
        there = {deck["was"] for deck in self.found.decks}
        for reference in backup.deck_references(self.campaign):
            if reference not in there and not self.more:
                self.leave_out(
                    _("Deck %(id)s is not in the backup. Export it from ArkhamDB and add it below.")
                    % {"id": reference}
                )
        for deck in self.found.decks:
            try:
                (found,) = read_decks(json.dumps({key: deck[key] for key in deck if key != "was"}))
            except (BadStep, ValueError) as error:
                self.leave_out(_("A deck cannot be read: %(why)s") % {"why": str(error)[:200]})
                continue
            name = " ".join(backup.text_in(deck, "name").split()) or found.name
            yield found.investigator, (deck, replace(found, name=name))
        for found in self.more:
            yield found.investigator, ({}, found)

    def _seat(
        self,
        seat: str,
        card: Card,
        deck: tuple[Plain, BroughtDeck] | None,
        rows: tuple[Plain, Plain],
        *,
        is_full: bool,
    ) -> steps.ResumedSeat:
        who = title_of(card)
        physical, mental = (
            sum(backup.number_in(row, kind, 20) for row in rows) for kind in ("physical", "mental")
        )
        status = LEFT if is_full else ACTIVE
        for name, lost in (("killed", KILLED), ("insane", INSANE)):
            status = lost if any(row.get(name) is True for row in rows) else status
        if status in (ACTIVE, LEFT):
            physical, mental = self._survivable(card, physical, mental)
        earned, left = self._experience(who, deck, rows)
        story = Counter(code for row in rows for code in self._story_cards(who, row))
        return steps.ResumedSeat(
            seat=seat,
            player=who,
            investigator=deck[1].investigator if deck else card.code,
            front=deck[1].front if deck else "",
            status=status,
            earned=earned,
            experience=left,
            physical=physical,
            mental=mental,
            story=story,
        )

    def _survivable(self, card: Card, physical: int, mental: int) -> tuple[int, int]:
        most = ((card.health or 99) - 1, (card.sanity or 99) - 1)
        if physical > most[0] or mental > most[1]:
            facts = {"who": title_of(card), "physical": physical, "mental": mental}
            self.leave_out(
                _("%(who)s: %(physical)d physical, %(mental)d mental trauma, but neither killed nor insane")
                % facts
            )
        return min(physical, most[0]), min(mental, most[1])

    def _experience(
        self, who: str, deck: tuple[Plain, BroughtDeck] | None, rows: tuple[Plain, Plain]
    ) -> tuple[int, int]:
        """Return experience earned and left: from the deck if it is here, else from the campaign's data."""
        available, spent = (
            sum(backup.number_in(row, name) for row in rows) for name in ("availableXp", "spentXp")
        )
        for row in rows:
            if backup.object_in(row, "specialXp"):
                self.leave_out(_("%(who)s: special experience") % {"who": who})
        if deck is None:
            if spent:
                facts = {"who": who, "n": min(spent, available)}
                self.leave_out(
                    _("%(who)s: %(n)d experience counts as unspent until a deck is chosen.") % facts
                )
            return available, available
        plain, brought = deck
        left = backup.number_in(plain, "xp") - max(backup.number_in(plain, "spentXp"), 0)
        adjustment = plain.get("xp_adjustment")
        left += adjustment if type(adjustment) is int and abs(adjustment) < 1000 else 0
        left = max(0, left)
        cost = judge(game().catalogue, brought.content, Circumstances(mode=FREE)).figures.experience
        return cost + left, left

    def _story_cards(self, who: str, row: Plain) -> Iterator[str]:
        codes = [*backup.texts_in(row, "storyAssets"), *backup.texts_in(row, "addedCards")]
        for code in dict.fromkeys(codes):
            card = game().card(code)
            if card and is_story_card(card):
                yield card.code
            else:
                self.leave_out(_("%(who)s: card %(code)s") % {"who": who, "code": code[:30]})
        for code in backup.texts_in(row, "removedCards"):
            self.leave_out(_("%(who)s: removed card %(code)s") % {"who": who, "code": code[:30]})

    # The log

    def _log(self) -> Iterator[steps.LogChange]:
        changes = list(self._notes())
        if len(changes) > MOST_NOTES:
            self.leave_out(_("%(n)d more notes of the log") % {"n": len(changes) - MOST_NOTES})
        for title, kind in self.own_sections:
            yield steps.LogChange(do=ADD_SECTION, text=title, key=kind)
        yield from changes[:MOST_NOTES]

    def _notes(self) -> Iterator[steps.LogChange]:
        notes = backup.object_in(self.campaign, "campaignNotes")
        of_each = backup.object_in(notes, "investigatorNotes")
        for row in backup.rows_in(notes, "sections"):
            for text in backup.texts_in(row, "notes"):
                yield self._note(row, text)
        for row in backup.rows_in(notes, "counts"):
            if n := backup.number_in(row, "count"):
                yield self._count(row, n)
        for row in backup.rows_in(of_each, "sections"):
            for code, seat in self.seats.items():
                for text in backup.texts_in(backup.object_in(row, "notes"), code):
                    yield self._note(row, text, seat)
        for row in backup.rows_in(of_each, "counts"):
            for code, seat in self.seats.items():
                if n := backup.number_in(backup.object_in(row, "counts"), code):
                    yield self._count(row, n, seat)

    def _note(self, row: Plain, text: str, seat: str = "") -> steps.LogChange:
        return steps.LogChange(do="record", section=self._section(row, ENTRIES), text=text, seat=seat)

    def _count(self, row: Plain, n: int, seat: str = "") -> steps.LogChange:
        section = self._section(row, COUNTER)
        if section == NOTES:
            return self._note({}, f"{backup.text_in(row, 'title')}: {n}", seat)
        return steps.LogChange(do="count", section=section, number=n, seat=seat)

    def _section(self, row: Plain, kind: str) -> str:
        """Return the guide's section with this title and kind, or the id of one of the group's own."""
        title = " ".join(backup.text_in(row, "title", LONGEST_TITLE).split())
        if not title:
            return NOTES
        for each in campaign_facts().get(self.facts, {}).get("log", ()):
            titles = (each["title"].casefold(), each.get("title_de", "").casefold())
            if each["kind"] == kind and title.casefold() in titles:
                return str(each["id"])
        if kind == ENTRIES and title.casefold() == NOTES.replace("_", " "):
            return NOTES
        if (title, kind) not in self.own_sections:
            if len(self.own_sections) >= MOST_SECTIONS:
                self.leave_out(_("Section of the log: %(title)s") % {"title": title})
                return NOTES
            self.own_sections.append((title, kind))
        return self._own(self.own_sections.index((title, kind)) + 1)

    @staticmethod
    def _own(place: int) -> str:
        """Return the id that a section gets: sections are the first changes of the log, in step 2."""
        return f"own.2.{place}"

    def _others(self) -> None:
        """Name what the backup has and this site has no place for."""
        campaign = self.campaign
        if campaign.get("guided"):
            self.leave_out(
                _("Answers to the guide, and the experience, trauma and notes that follow from them.")
            )
        if backup.object_in(campaign, "tarotReading"):
            self.leave_out(_("The tarot reading"))
        if backup.object_in(backup.object_in(campaign, "weaknessSet"), "assignedCards"):
            self.leave_out(_("The weakness set: weaknesses in use follow from the decks."))
        if campaign.get("linkUuid") or campaign.get("linkedCampaignUuid"):
            self.leave_out(_("The link to the other half"))
        if any(backup.rows_in(self.found.guide, "achievements")):
            self.leave_out(_("Achievements"))


def _resolution(text: str, facts: ScenarioFacts) -> str:
    """Return the id of a resolution that a player wrote: “R1”, “Resolution 1”, “No resolution”."""
    if text in facts.resolutions:
        return text
    number = re.fullmatch(r"(?:r|resolution)\s*(\d+)", text.strip(), re.IGNORECASE)
    wanted = f"R{number[1]}" if number else NO_RESOLUTION if text.lower().startswith("no res") else ""
    return wanted if wanted in facts.resolutions else ""

"""A small catalogue and helpers to play: cards that the rulebook's cases name, steps in one line."""

from __future__ import annotations

from collections.abc import Iterable

from rules.campaign import EMPTY, CampaignState, Entry, Fate, Game, Refusal, apply, counter, post, steps
from rules.cards.catalogue import Catalogue
from rules.cards.model import Deck
from rules.chance import Chance
from rules.weaknesses import draw

BAG = {"+1": 1, "0": 2, "-1": 3, "-2": 2, "-3": 1, "-4": 1, "skull": 2, "auto_fail": 1, "elder_sign": 1}


def investigator(
    code, title, health, sanity, *, classes, signatures, effects=(), random_weaknesses=1, **facts
):
    return {
        "code": code, "title": title, "type": "investigator", "classes": [classes], "health": health,
        "sanity": sanity, "effects": list(effects), "options": [{"classes": [classes], "level": [0, 5]}],
        "deck": {"size": 30, "required": [{"any": [each]} for each in signatures],
                 "random_weaknesses": random_weaknesses},
        **facts,
    }  # fmt: skip


def card(code, title, level=0, **facts):
    return {"code": code, "title": title, "type": "asset", "classes": ["neutral"], "level": level, **facts}


def without_level(code, title, **facts):
    return {"code": code, "title": title, "type": "asset", **facts}


def weakness(code, title, *, kind="basic", **facts):
    return {"code": code, "title": title, "type": "treachery", "weakness": kind, **facts}


CARDS = [
    investigator("12001", "Daniela Reyes", 9, 5, classes="guardian", signatures=["12002", "12003"]),
    investigator("12004", "Joe Diamond", 8, 6, classes="seeker", signatures=["12006"]),
    investigator("05002", "Joe Diamond", 8, 6, classes="seeker", signatures=["05010"]),
    investigator("12007", "Trish Scarborough", 8, 6, classes="rogue", signatures=[]),
    investigator("12013", "Isabelle Barnes", 5, 7, classes="survivor", signatures=[]),
    investigator("04004", "Father Mateo", 6, 8, classes="mystic", signatures=[],
                 effects=[{"effect": "starting-experience", "by": 5}]),
    investigator("89001", "Subject 5U-21", 7, 6, classes="survivor", signatures=[], random_weaknesses=2),
    investigator("11068b", "Lost Homunculus", 4, 4, classes="mystic", signatures=[], effects=[
        {"effect": "not-selectable"}, {"effect": "freezes-deck"},
        {"effect": "on-defeat", "becomes": "killed"}]),
    without_level("12002", "Mechanic's Wrench"),
    weakness("12003", "In Harm's Way", kind="other",
             effects=[{"effect": "suffers", "physical": 1, "when": "in-play-at-end"}]),
    weakness("12006", "Dead Ends", kind="other",
             effects=[{"effect": "earns", "experience": -2, "when": "in-hand-at-end"}]),
    weakness("05010", "Unsolved Case", kind="other"),
    card("12020", "Machete"),
    card("12025", "Vicious Blow", type="skill"),
    card("12026", "Bodyguard", 2),
    card("02115", "Flare", 1, type="event", keywords=["exile"]),
    card("12060", "Jim Culver", slots={"ally": 1}, unique=True),
    card("60479", "Jim Culver", 3, slots={"ally": 1}, unique=True),
    card("03308", "Charon's Obol", 1, keywords=["permanent", "exceptional"], effects=[
        {"effect": "earns", "experience": 2, "when": "not-defeated"},
        {"effect": "on-defeat", "becomes": "killed"}]),
    card("11068a", "The Great Work", keywords=["permanent", "creation-only"], effects=[
        {"effect": "earns", "experience": 1, "when": "always"},
        {"effect": "on-defeat", "becomes": "11068b", "signatures_become": "random-basic-weakness"}]),
    card("11095", "Ascetic", keywords=["permanent", "creation-only"], effects=[
        {"effect": "earns-nothing"}, {"effect": "on-purchase", "experience": 10}]),
    card("08125", "In the Thick of It", keywords=["permanent", "creation-only"],
         effects=[{"effect": "on-purchase", "experience": 3, "trauma": 2}]),
    card("04109", "Arcane Research", keywords=["permanent"],
         effects=[{"effect": "on-purchase", "mental": 1}]),
    card("11098", "Spiritual Healing", 4, keywords=["permanent"],
         effects=[{"effect": "on-purchase", "heals_trauma": 1}]),
    card("06160", "Let God Sort Them Out", type="event",
         effects=[{"effect": "earns", "experience": 1, "when": "in-victory-display"}]),
    card("05276", "Studious", 3, keywords=["permanent"], effects=[{"effect": "opening-hand", "by": 1}]),
    card("60178", "Endurance", 3, keywords=["starting"]),
    card("05040", "Ace of Rods", 1, effects=[{"effect": "granted-by-story"}]),
    without_level("12115", "Dr. Henry Armitage", unique=True, encounter_set="spreading_flames"),
    without_level("02080", "Peter Clover", encounter_set="spreading_flames"),
    weakness("12137", "Mark of Elokoss", kind="other", encounter_set="smoke_and_mirrors"),
    card("12181", "Collector", keywords=["reward", "permanent"], encounter_set="queen_of_ash"),
    card("13093a", "Chosen of Zburamoarte", unique=True, keywords=["reward", "permanent"],
         effects=[{"effect": "adds-tokens", "token": "blood", "copies": 5}]),
    weakness("01000", "Random Basic Weakness"),
    weakness("01096", "Amnesia"),
    weakness("12102", "Pursued"),
    weakness("02037", "Indebted", keywords=["permanent"],
             effects=[{"effect": "starting-resources", "by": -2}]),
    weakness("04038", "Dark Pact", effects=[{"effect": "replaced-by", "card": "04039"}]),
    weakness("04039", "The Price of Failure", kind="other",
             effects=[{"effect": "replaced-by", "card": "04038"}]),
    weakness("04042", "The Bell Tolls", kind="other",
             effects=[{"effect": "is-lost", "status": "killed", "when": "drawn-by-you"}]),
    weakness("53013", "Offer You Cannot Refuse", effects=[{"effect": "on-gain", "experience": 2}]),
    weakness("04040", "Doomed", keywords=["campaign-only"], traits=["Curse"]),
    weakness("06037", "Narcolepsy", keywords=["multiplayer-only"], traits=["Madness"]),
    weakness("09124", "Lurker in the Dark", only={"classes": ["guardian"]}),
]  # fmt: skip

#: Cards that are not in the core set of 2026.
ELSEWHERE = {"06037": "tde"}
PRINTINGS = [
    {
        "code": each["code"],
        "card": each["code"],
        "pack": ELSEWHERE.get(each["code"], "core_2026"),
        "quantity": 1,
    }
    for each in CARDS
]
PRINTINGS.append({"code": "12097", "card": "01096", "pack": "core_2026", "quantity": 2})

CATALOGUE = Catalogue.from_facts(
    cards=CARDS,
    printings=PRINTINGS,
    packs=[
        {"code": "core_2026", "title": "Core Set (2026)", "cycle": "core_ch2"},
        {"code": "tde", "title": "The Dream-Eaters", "cycle": "tde"},
    ],
    encounter_cards=[
        {"code": "13071", "title": "Suspicious Guest", "type": "enemy", "encounter_set": "gala"}
    ],
)


def scenario(name, **facts):
    return {"id": name, "title": name.replace("_", " ").title(), "kind": "scenario",
            "resolutions": ["no_resolution", "R1", "R2"], **facts}  # fmt: skip


BOA = {
    "id": "boa", "title": "Brethren of Ash",
    "order": ["spreading_flames", "smoke_and_mirrors", "queen_of_ash"],
    "bags": {"easy": {**BAG, "+1": 2}, "standard": BAG, "hard": {**BAG, "0": 3}, "expert": BAG},
    "log": [
        {"id": "campaign_notes", "title": "Campaign Notes", "kind": "entries",
         "entries": ["saved_miskatonic_university", "discovered_notes"]},
        {"id": "leads", "title": "Leads", "kind": "count"},
    ],
    "scenarios": [
        scenario("spreading_flames", prices=[
            {"id": "lantern", "experience": 1, "by_group": True, "tokens": {"0": -1}},
            {"id": "doctor", "experience": 2, "heals": 1}]),
        scenario("smoke_and_mirrors"),
        scenario("queen_of_ash", next=["an_interlude", "smoke_and_mirrors", "of_another_book"]),
        {"id": "an_interlude", "title": "An Interlude", "kind": "interlude"},
    ],
}  # fmt: skip
SIDE = {
    "id": "side", "title": "Side Stories", "log": [],
    "scenarios": [
        scenario("curse_of_the_rougarou", price=1, bags={"standard": {"0": 4, "auto_fail": 1}}),
        scenario("read_or_die", price=1, challenge_of="12004"),
    ],
}  # fmt: skip
TSKC = {"id": "tskc", "title": "The Scarlet Keys", "bags": {"standard": BAG}, "log": [],
        "side_stories_without_price": True, "scenarios": [scenario("riddles_and_rain")]}  # fmt: skip

COB = {"id": "cob", "title": "Children of Blood", "log": [],
       "bags": {"standard": BAG, "hard": {**BAG, "blood": 1}},
       "scenarios": [
           scenario("river_of_blood", may={"tokens": [["blood"]]}, prices=[
               {"id": "remove_blood", "experience": 2, "by_group": True, "resolutions": ["R1"],
                "tokens": {"blood": -1}}]),
           scenario("threads_of_fate", prices=[
               {"id": "heal_poison", "experience": 3, "cards_lost": ["12137"]},
               {"id": "heal_trauma", "experience": 5, "heals": 1},
               {"id": "resupply", "experience": 3, "points": True, "heals": 1}]),
       ]}  # fmt: skip

GAME = Game.from_facts(CATALOGUE, [BOA, SIDE, TSKC, COB])

DANIELA, JOE, TRISH, ISABELLE = "daniela", "joe", "trish", "isabelle"
CODES = {DANIELA: "12001", JOE: "12004", TRISH: "12007", ISABELLE: "12013"}


def deck(investigator, **slots):
    """Return a deck with cards given as c12020=2. Steps do not judge decks, so it may be too small."""
    return Deck(investigator, {code[1:]: copies for code, copies in slots.items()})


class Party:
    """Plays steps one after another. `do` asserts that the step is accepted, `refused` that it is not."""

    def __init__(self, state: CampaignState = EMPTY, game: Game = GAME) -> None:
        self.state = state
        self.game = game
        self.steps: list[tuple[int, steps.Step]] = []

    def do(self, step: steps.Step) -> Party:
        after = apply(self.state, step, self.game)
        assert not isinstance(after, Refusal), [(v.rule, str(v)) for v in after.violations]
        self.state = after
        self.steps.append((after.number, step))
        return self

    def refused(self, step: steps.Step) -> tuple[str, ...]:
        after = apply(self.state, step, self.game)
        assert isinstance(after, Refusal), "the game agreed"
        assert all(str(violation) for violation in after.violations)
        return after.rules

    def seat(self, seat: str):
        return self.state.seats[seat]

    # Several steps at once, as a party would play them.

    def started(self, *seats: str, ultimatums=(), difficulty="standard", campaign="boa", **facts) -> Party:
        self.do(steps.StartCampaign(campaign=campaign, difficulty=difficulty, **facts))
        for who in seats:
            self.do(steps.SeatJoins(seat=who, player=f"{who}'s player", investigator=CODES[who]))
        if ultimatums:
            self.do(steps.UltimatumsChosen(chosen=tuple(ultimatums), agreed=frozenset(seats)))
        return self

    def with_decks(self, **slots: dict[str, int]) -> Party:
        """Give every seat a deck with a weakness still to be drawn, and draw it."""
        for who, seat in self.state.active.items():
            if seat.deck is None:
                cards = {"01000": 1, "12020": 2, "12025": 2, **slots.get(who, {})}
                self.do(steps.DeckChosen(seat=who, deck=Deck(seat.investigator, cards)))
            while self.seat(who).owed:
                self.do(steps.WeaknessDrawn(seat=who, draw=draw({"12102": 1}, Chance("seed"))))
        return self

    def advanced(self, scenario: str = "spreading_flames") -> Party:
        return self.do(steps.Advance(scenario=scenario, verdicts=dict.fromkeys(self.state.active, ())))

    def begun(self, scenario: str = "spreading_flames") -> Party:
        self.advanced(scenario)
        return self.do(steps.BeginScenario(scenario=scenario, lead=next(iter(self.state.active))))

    def ended(
        self, *, victory: int | None = 0, resolution: str = "R1", bonus: int = 0, **fates: Fate
    ) -> Party:
        assert self.state.playing is not None
        everybody = {who: fates.get(who, Fate()) for who in self.state.playing.seats}
        return self.do(
            steps.EndScenario(resolution=resolution, fates=everybody, victory=victory, bonus=bonus)
        )


def a_party(*seats: str, **facts) -> Party:
    """Return a campaign with these seats, their decks chosen and weaknesses drawn."""
    return Party().started(*seats, **facts).with_decks()


def a_game(*seats: str, slots=None, **facts) -> Party:
    """Return the same, with the first scenario in progress."""
    return Party().started(*seats, **facts).with_decks(**(slots or {})).begun()


def rebuilt(history: Iterable[tuple[int, Iterable[Entry]]]) -> CampaignState:
    """Return the state that entries add up to, step by step, without judging them."""
    state = EMPTY
    for number, entries in history:
        state = post(state, entries, number)
    return state


def count_of(state: CampaignState, section: str, key: str = "", seat: str = "") -> int:
    """Return a counter of the log; 1 for a ticked box."""
    return state.counts.get(counter(section, key, seat), 0)

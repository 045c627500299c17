"""Tests that the shipped catalogue matches numbers that were counted by hand."""

import json
from collections import Counter

import pytest

from cards.importing.shipped import CATALOGUE, OF_CAMPAIGNS, CatalogueError, content_hash, read_shipped
from rules.cards.effects import VOCABULARY
from rules.cards.facts import read_card, read_pack, read_printing, read_taboo_list


@pytest.fixture(scope="module")
def shipped():
    return read_shipped()


@pytest.fixture(scope="module")
def cards(shipped):
    return {card["code"]: card for card in shipped.cards}


def keyword_count(shipped, keyword):
    return sum(keyword in card.get("keywords", ()) for card in shipped.cards)


def test_every_product_is_there(shipped):
    assert len(shipped.cycles) == 19
    assert len(shipped.packs) == 114
    assert sum(pack["chapter"] == 2 for pack in shipped.packs) == 7
    assert sum(pack.get("replaced", False) for pack in shipped.packs) == 43
    assert sum(pack.get("reprint_type") in ("player", "campaign") for pack in shipped.packs) == 13


def test_cards_are_counted_right(shipped):
    levels = Counter(
        card["level"] for card in shipped.cards if "level" in card and "encounter_set" not in card
    )
    assert levels == {0: 624, 1: 157, 2: 234, 3: 194, 4: 94, 5: 66}
    assert sum(levels.values()) == 1369
    assert sum("deck" in card for card in shipped.cards) == 97
    assert sum("parallel_of" in card for card in shipped.cards) == 13
    assert sum(card.get("weakness") == "basic" and not card.get("hidden") for card in shipped.cards) == 65
    assert len(shipped.cards) == 1957
    assert len(shipped.encounter_cards) == 3903


@pytest.mark.parametrize(
    ("keyword", "count"),
    [
        ("exceptional", 26),
        ("myriad", 25),
        ("researched", 30),
        ("customizable", 16),
        ("reward", 2),
        ("starting", 5),
        ("creation-only", 9),
        ("campaign-only", 7),
        ("multiplayer-only", 4),
        ("advanced", 22),
        ("replacement", 22),
        ("bonded", 31),
        ("exile", 16),
        ("fast", 259),
    ],
)
def test_keywords_are_counted_right(shipped, keyword, count):
    assert keyword_count(shipped, keyword) == count


def test_bonded_cards_are_as_many_as_their_product_holds(shipped):
    """Rule bonded.set-aside-count (FAQ 1.19)."""
    quantities = {printing["code"]: printing["quantity"] for printing in shipped.printings}
    copies = {card["code"]: card["bonded"]["copies"] for card in shipped.cards if "bonded" in card}
    assert copies == {code: quantities[code] for code in copies}
    assert Counter(copies.values()) == {1: 24, 2: 3, 3: 4}


def test_limits_per_deck_name_what_they_count_by(shipped):
    scopes = Counter(card["limit_scope"] for card in shipped.cards if "limit_scope" in card)
    assert scopes == {"title": 45, "subtitle": 8, "trait": 5}
    assert sum("title_limit" in card for card in shipped.cards) == 8


def test_the_core_set_of_2026_holds_ten_basic_weaknesses(shipped, cards):
    copies = {
        cards[printing["card"]]["title"]: printing["quantity"]
        for printing in shipped.printings
        if printing["pack"] == "core_2026" and cards[printing["card"]].get("weakness") == "basic"
    }
    assert len(copies) == 8
    assert sum(copies.values()) == 10
    assert copies["Amnesia"] == copies["Paranoia"] == 2


def test_tags_are_counted_right(shipped):
    tags = Counter(tag for card in shipped.cards if not card.get("hidden") for tag in card.get("tags", ()))
    assert tags == {"heals-horror": 79, "heals-damage": 60, "parley": 59, "seal": 34, "firearm": 29}


def test_reprints_lead_to_their_first_printing_through_chains(shipped):
    printings = {printing["code"]: printing for printing in shipped.printings}
    assert printings["60169"]["card"] == printings["12025"]["card"] == "01025"
    assert sum(printing.get("modified", False) for printing in shipped.printings) == 9
    assert printings["12032"]["icons"] == {"willpower": 1, "intellect": 1}


def test_every_card_has_a_printing_and_every_printing_a_card_and_a_pack(shipped, cards):
    packs = {pack["code"] for pack in shipped.packs}
    assert {printing["card"] for printing in shipped.printings} == set(cards)
    assert {printing["pack"] for printing in shipped.printings} <= packs
    assert {card["pack"] for card in shipped.encounter_cards} <= packs
    assert {pack["cycle"] for pack in shipped.packs} == {cycle["code"] for cycle in shipped.cycles}
    for pack in shipped.packs:
        assert set(pack.get("reprints", ())) <= packs


def test_no_code_stands_twice(shipped):
    codes = [card["code"] for card in (*shipped.printings, *shipped.encounter_cards)]
    assert len(codes) == len(set(codes)) == 2144 + 3903


def test_taboo_lists_are_complete(shipped, cards):
    assert [(taboo["code"], len(taboo["cards"])) for taboo in shipped.taboo_lists] == [
        ("001", 13),
        ("002", 16),
        ("003", 27),
        ("004", 32),
        ("005", 51),
        ("006", 61),
        ("007", 66),
        ("008", 71),
        ("009", 79),
        ("010", 91),
    ]
    assert {entry["card"] for taboo in shipped.taboo_lists for entry in taboo["cards"]} <= set(cards)


def test_a_card_named_twice_in_a_taboo_list_is_forbidden_in_the_end(shipped):
    ninth = next(taboo for taboo in shipped.taboo_lists if taboo["code"] == "009")
    assert [entry for entry in ninth["cards"] if entry["card"] == "60233"] == [
        {"card": "60233", "forbidden": True}
    ]


def test_only_five_backs_lack_the_word_other(shipped):
    without = {
        card["code"]
        for card in shipped.cards
        if any(option.get("other") is False for option in card.get("options", ()))
    }
    assert without == {"06002", "06003", "09001", "11014", "98019"}


def test_dead_tags_are_gone(cards):
    assert {"tags": ["uc"]} not in [{"tags": option.get("tags")} for option in cards["03004"]["options"]]
    assert len(cards["05006"]["options"]) == 5


def test_german_titles_are_there(shipped):
    missing = {card["code"] for card in shipped.cards if "title_de" not in card}
    children_of_blood = {"13029", "13030", "13066", "13067", "13093a", "13105", "13118"}
    assert missing == {"12115", "12137", "12181"} | children_of_blood
    encounter = [card for card in shipped.encounter_cards if card["pack"] == "cob"]
    assert not any("title_de" in card for card in encounter), "there is no German edition"


def test_the_rules_understand_every_fact(shipped):
    for card in shipped.cards:
        read_card(card)
    for printing in shipped.printings:
        read_printing(printing)
    for pack in shipped.packs:
        read_pack(pack)
    for taboo in shipped.taboo_lists:
        read_taboo_list(taboo)


def written_files():
    """Return the files about cards and products; those about campaigns are tested below."""
    return [path for path in sorted((CATALOGUE / "written").glob("*.json")) if path.name not in OF_CAMPAIGNS]


@pytest.mark.parametrize("path", written_files(), ids=lambda path: path.stem)
def test_written_facts_name_what_exists(path, shipped, cards):
    known = {"reprints": {p["code"]: cards[p["card"]] for p in shipped.printings}}
    known["packs"] = {pack["code"]: pack for pack in shipped.packs}
    known["encounter_sets"] = {row["code"]: row for row in shipped.encounter_sets}
    known["tokens"] = {row["code"]: row for row in shipped.encounter_cards}
    things = known.get(path.stem, cards)
    for code, facts in json.loads(path.read_text()).items():
        assert code in things, code
        assert facts.get("title", things[code]["title"]) == things[code]["title"], code
        for effect in facts.get("effects", ()):
            assert effect["effect"] in VOCABULARY, code
            for named in codes_in(effect):
                assert named in cards, f"{code} names {named}"


def codes_in(effect):
    for key in ("card", "each_adds"):
        if key in effect:
            yield effect[key]
    yield from effect.get("from", ())
    if effect["effect"] == "set-aside":
        yield from effect["cards"]


def test_every_researched_card_has_its_task(shipped, cards):
    for card in shipped.cards:
        if "researched" in card.get("keywords", ()):
            lower = cards[card["research"]["from"]]
            assert lower["title"] == card["title"]
            assert lower["research"] == {"task": card["research"]["task"]}
            assert lower["level"] < card["level"]
    assert sum("research" in card for card in shipped.cards) == 40


def test_rewards_are_earned_somewhere(shipped):
    assert set(shipped.rewards) == {"12181", "13093a"}
    for earned in shipped.rewards.values():
        campaign = json.loads((CATALOGUE / "campaigns" / f"{earned['campaign']}.json").read_text())
        scenarios = {scenario["id"]: scenario for scenario in campaign["scenarios"]}
        assert set(earned["resolutions"]) <= set(scenarios[earned["scenario"]]["resolutions"])


def test_written_facts_are_in_the_campaigns():
    for name, written in json.loads((CATALOGUE / "written" / "campaigns.json").read_text()).items():
        campaign = json.loads((CATALOGUE / "campaigns" / f"{name}.json").read_text())
        scenarios = {row["id"]: row for row in campaign["scenarios"]}
        assert campaign["title"] == written["title"]
        assert campaign.get("title_de") == written.get("title_de", campaign.get("title_de"))
        for scenario, more in written["scenarios"].items():
            found = scenarios[scenario]
            for key, value in more.get("may", {}).items():
                assert found.get("may", {}).get(key, []) == value, (scenario, key)
            for key, value in more.items():
                assert key == "may" or found[key] == value, (scenario, key)
        places = {row["id"]: row for row in campaign.get("locations", ())}
        for place, more in written.get("locations", {}).items():
            assert places[place].items() >= more.items(), (name, place)


def test_written_sections_are_in_the_logs():
    for name, written in json.loads((CATALOGUE / "written" / "campaign_logs.json").read_text()).items():
        campaign = json.loads((CATALOGUE / "campaigns" / f"{name}.json").read_text())
        sections = {row["id"]: row for row in campaign["log"]}
        assert campaign["title"] == written["title"]
        assert not sections.keys() & set(written.get("log_left_out", ()))
        for row in written.get("log", ()):
            assert sections[row["id"]].items() >= row.items(), (name, row["id"])
        supplies = {row["id"]: row for row in campaign.get("supplies", ())}
        for supply, more in written.get("supplies", {}).items():
            assert supplies[supply].items() >= more.items(), (name, supply)


def test_campaigns_and_scenarios_have_the_german_titles_of_their_boxes(shipped):
    boxes = {
        pack["title"]: pack["title_de"]
        for pack in shipped.packs
        if pack.get("title_de", pack["title"]) != pack["title"]
    }
    lacking = []
    for path in sorted((CATALOGUE / "campaigns").glob("*.json")):
        campaign = json.loads(path.read_text())
        for row in (campaign, *campaign["scenarios"]):
            if row["title"] in boxes and "title_de" not in row:
                lacking.append(row["title"])
    assert lacking == []


def test_every_chaos_bag_can_fail_and_save():
    paths = sorted((CATALOGUE / "campaigns").glob("*.json"))
    assert len(paths) > 20
    for path in paths:
        campaign = json.loads(path.read_text())
        for bags in (campaign.get("bags", {}), *(s.get("bags", {}) for s in campaign["scenarios"])):
            for bag in bags.values():
                assert bag["auto_fail"] == bag["elder_sign"] == 1, path.name


def test_scenarios_and_cards_use_known_encounter_sets(shipped):
    known = {row["code"] for row in shipped.encounter_sets}
    assert {card["encounter_set"] for card in shipped.encounter_cards} <= known
    assert {card["encounter_set"] for card in shipped.cards if "encounter_set" in card} <= known
    for path in sorted((CATALOGUE / "campaigns").glob("*.json")):
        for scenario in json.loads(path.read_text())["scenarios"]:
            used = {*scenario.get("encounter_sets", ()), *scenario.get("encounter_sets_aside", ())}
            assert used <= known, (path.name, scenario["id"], used - known)


def test_facts_only():
    """No string is long enough to be a card's text."""

    def strings(value):
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for each in value.values():
                yield from strings(each)
        elif isinstance(value, list):
            for each in value:
                yield from strings(each)

    for path in CATALOGUE.rglob("*.json"):
        longest = max(strings(json.loads(path.read_text())), key=len)
        assert len(longest) <= 100, (path.name, longest)


def test_the_hash_distinguishes_contents(tmp_path):
    (tmp_path / "cycles.json").write_text("[]")
    before = content_hash(tmp_path)
    assert content_hash(tmp_path) == before
    (tmp_path / "cycles.json").write_text("[ ]")
    assert content_hash(tmp_path) != before


def test_written_facts_about_unknown_cards_are_refused(tmp_path):
    for name in ("cycles", "packs", "encounter_sets"):
        (tmp_path / f"{name}.json").write_text("[]")
    (tmp_path / "written").mkdir()
    (tmp_path / "written" / "deckbuilding.json").write_text('{"99999": {"effects": []}}')
    with pytest.raises(CatalogueError, match="99999"):
        read_shipped(tmp_path)

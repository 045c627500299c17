"""The order in which groups play the official campaigns in tests, written down from the printed guides."""

from __future__ import annotations

from typing import Final

DUNWICH = (
    *("dwl_prologue", "{}extracurricular_activity", "{}the_house_always_wins", "armitages_fate"),
    *("{}the_miskatonic_museum", "{}essex_county_express", "{}blood_on_the_altar", "dwl_interlude2"),
    *("{}undimensioned_and_unseen", "{}where_doom_awaits", "{}lost_in_time_and_space", "dwl_epilogue"),
)
CARCOSA = (
    *("ptc_prologue", "{}curtain_call", "{}the_last_king", "ptc_interlude1", "{}echoes_of_the_past"),
    *("{}the_unspeakable_oath", "ptc_interlude2", "{}a_phantom_of_truth", "{}the_pallid_mask"),
    *("{}black_stars_rise", "{}dim_carcosa", "ptc_epilogue"),
)
FORGOTTEN_AGE = (
    *("tfa_prologue", "{wilds}", "tfa_interlude1", "{eztli}", "tfa_interlude2", "{}threads_of_fate"),
    *("{}the_boundary_beyond", "tfa_interlude3", "{}heart_of_the_elders_part_1"),
    *("{}heart_of_the_elders_part_2", "{}the_city_of_archives", "tfa_interlude4", "{}the_depths_of_yoth"),
    *("tfa_interlude5", "{}shattered_aeons", "tfa_epilogue"),
)
CIRCLE_UNDONE = (
    *("disappearance_at_the_twilight_estate", "{}the_witching_hour", "{}at_deaths_doorstep"),
    *("the_price_of_progress", "{}the_secret_name", "{}the_wages_of_sin", "{}for_the_greater_good"),
    *("the_inner_circle", "{}union_and_disillusion", "{}in_the_clutches_of_chaos", "twist_of_fate"),
    *("{}before_the_black_throne", "tcu_epilogue"),
)


def _first(course: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(each.format("", wilds="wilds", eztli="eztli") for each in course)


def _return(course: tuple[str, ...]) -> tuple[str, ...]:
    names = {"wilds": "return_to_the_untamed_wilds", "eztli": "return_to_the_doom_of_eztli"}
    return tuple(each.format("return_to_", **names) for each in course)


#: Every official campaign, by its id, with what is played in turn.
COURSES: Final[dict[str, tuple[str, ...]]] = {
    "core": ("torch", "arkham", "tentacles"),
    "rtnotz": ("return_to_the_gathering", "return_to_the_midnight_masks", "return_to_the_devourer_below"),
    "dwl": _first(DUNWICH),
    "rtdwl": _return(DUNWICH),
    "ptc": _first(CARCOSA),
    "rtptc": _return(CARCOSA),
    "tfa": _first(FORGOTTEN_AGE),
    "rttfa": _return(FORGOTTEN_AGE),
    "tcu": _first(CIRCLE_UNDONE),
    "rttcu": _return(CIRCLE_UNDONE),
    "tdea": (
        *("tde_prologue", "beyond_the_gates_of_sleep", "the_black_cat", "the_search_for_kadath"),
        *("the_oneironauts", "dark_side_of_the_moon", "the_great_ones", "where_gods_dwell", "tde_epilogue"),
    ),
    "tdeb": (
        *("tde_prologue", "waking_nightmare", "the_black_cat", "a_thousand_shapes_of_horror"),
        *("the_oneironauts", "point_of_no_return", "the_great_ones", "weaver_of_the_cosmos", "tde_epilogue"),
    ),
    "tic": (
        *("the_pit_of_despair", "puzzle_pieces", "the_vanishing_of_elina_harper", "the_syzygy"),
        *("in_too_deep", "devil_reef", "beneath_the_waves", "horror_in_high_gear", "a_light_in_the_fog"),
        *("the_lair_of_dagon", "hidden_truths", "into_the_maelstrom", "tic_epilogue"),
    ),
    "eoe": (
        *("eoe_prologue", "ice_and_death", "ice_and_death_part_1", "the_disapperance"),
        *("ice_and_death_part_2", "the_attack", "ice_and_death_part_3", "restful_night", "fatal_mirage"),
        *("to_the_forbidden_peaks", "endless_night", "fatal_mirage_2", "city_of_the_elder_things"),
        *("final_night", "the_heart_of_madness", "the_heart_of_madness_part_1", "the_other_side"),
        *("the_heart_of_madness_part_2", "eoe_epilogue"),
    ),
    # After the prologue the players travel as they like.
    "tskc": (
        *("riddles_and_rain", "the_foundation", "moscow", "istanbul", "marrakesh", "havana", "ybor_city"),
        *("anchorage", "tunguska", "tsk_epilogue"),
    ),
    "fhv": (
        *("fhv_prologue", "the_silent_heath", "the_first_evening", "the_twisted_hollow"),
        *("dawn_of_the_second_day", "written_in_rock", "the_second_evening", "the_longest_night"),
        *("dawn_of_the_final_day", "the_thing_in_the_depths", "the_final_evening", "fate_of_the_vale"),
        "fhv_epilogue",
    ),
    "tdc": (
        *("tdc_prologue", "one_last_job", "an_offer_you_cant_refuse", "expedition_to_ryleh"),
        *("obsidian_canyons", "court_of_the_ancients", "the_western_wall", "sepulchre_of_the_sleeper"),
        *("the_awakening", "return_to_arkham", "the_doom_of_arkham", "the_doom_of_arkham_part_1"),
        *("the_doom_of_arkham_part_2", "tdc_epilogue"),
    ),
    "boa": ("spreading_flames", "smoke_and_mirrors", "queen_of_ash"),
    "cob": (
        *("cob_prologue", "river_of_blood", "new_horizons", "friends_in_low_places", "blood_money"),
        "cob_epilogue",
    ),
    "gob": ("the_eternal_slumber", "the_nights_usurper"),
    "fof": ("fortune_and_folly_part_1", "fortune_and_folly_checkpoint", "fortune_and_folly_part_2"),
}

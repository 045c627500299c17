"""Steps and states can be read by many threads from the first moment on."""

from rules import codec
from rules.campaign import CampaignState, from_json, step_from_json, step_to_json, to_json
from tests.rules.campaign.party import DANIELA, JOE, TRISH, a_game
from tests.threads import at_once


def forget() -> None:
    """Clear the caches, as if nothing had been read yet in this process."""
    for made in (codec.reader, codec._readers, codec._defaults):
        made.cache_clear()


def test_a_state_is_read_by_many_threads_at_a_cold_start():
    state = a_game(DANIELA, JOE, TRISH).state
    written = to_json(state)
    for _round in range(40):
        forget()
        assert all(read == state for read in at_once(lambda _number: from_json(CampaignState, written)))


def test_steps_are_read_by_many_threads_at_a_cold_start():
    played = [step for _number, step in a_game(DANIELA, JOE, TRISH).steps]
    written = [step_to_json(step) for step in played]
    for _round in range(40):
        forget()
        assert all(read == played for read in at_once(lambda _number: list(map(step_from_json, written))))

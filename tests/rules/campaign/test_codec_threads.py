"""Acts and states can be read by many threads from the first moment on."""

from rules.campaign import CampaignState, act_from_plain, act_to_plain, codec, from_plain, to_plain
from tests.rules.campaign.game import DANIELA, JOE, TRISH, a_game
from tests.threads import at_once


def forget() -> None:
    """Clear the caches, as if nothing had been read yet in this process."""
    for made in (codec.reader, codec._readers, codec._defaults):
        made.cache_clear()


def test_a_state_is_read_by_many_threads_at_a_cold_start():
    state = a_game(DANIELA, JOE, TRISH).state
    written = to_plain(state)
    for _round in range(40):
        forget()
        assert all(read == state for read in at_once(lambda _number: from_plain(CampaignState, written)))


def test_acts_are_read_by_many_threads_at_a_cold_start():
    played = [act for _number, act in a_game(DANIELA, JOE, TRISH).acts]
    written = [act_to_plain(act) for act in played]
    for _round in range(40):
        forget()
        assert all(read == played for read in at_once(lambda _number: list(map(act_from_plain, written))))

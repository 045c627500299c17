"""Networks that use much of the processor take turns, and all others are answered at once."""

import threading

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from web import fair_share
from web.fair_share import FairShare

MUCH = fair_share.LIGHT + 1


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """A clock that moves only when told to; requests take as long as their URL says."""

    class Clock:
        now = 1000.0
        spent = 0.0

        def monotonic(self):
            return self.now

        def thread_time(self):
            return self.spent

    found = Clock()
    monkeypatch.setattr(fair_share, "time", found)
    monkeypatch.setattr(fair_share, "PATIENCE", 0.01)
    return found


@pytest.fixture
def site(settings, clock):
    settings.FAIR_SHARE = True

    def answer(request):
        clock.spent += float(request.GET.get("takes", 0))
        return HttpResponse("fine")

    return FairShare(answer)


def send(site, takes=0.0, network="192.0.2.1", path="/", **more):
    request = RequestFactory().get(path, {"takes": takes}, REMOTE_ADDR=network, **more)
    return site(request)


def test_who_uses_little_is_always_answered(site):
    with site.turn:
        for _turn in range(20):
            assert send(site, fair_share.LIGHT / 20).status_code == 200


def test_what_an_answer_costs_while_it_is_sent_is_counted(settings, clock):
    settings.FAIR_SHARE = True

    def pieces():
        for piece in (b"one", b"two"):
            clock.spent += MUCH / 2
            yield piece

    site = FairShare(lambda request: StreamingHttpResponse(pieces()))
    answer = send(site)
    assert site.usage.of("192.0.2.1") == 0
    assert b"".join(answer) == b"onetwo"
    assert site.usage.of("192.0.2.1") == MUCH


def test_who_used_much_is_answered_one_at_a_time(site):
    send(site, MUCH)
    assert send(site).status_code == 200
    with site.turn:
        answer = send(site)
        assert (answer.status_code, answer["Retry-After"]) == (429, "1")
        assert send(site, network="192.0.2.2").status_code == 200
    assert send(site).status_code == 200


def test_a_few_requests_wait_for_their_turn(site, monkeypatch):
    monkeypatch.setattr(fair_share, "PATIENCE", 60)
    send(site, MUCH)
    answers = []
    site.turn.acquire()
    waiting = [threading.Thread(target=lambda: answers.append(send(site).status_code)) for _each in range(3)]
    for thread in waiting:
        thread.start()
    while site.queue._value:
        pass
    assert send(site).status_code == 429, "no more than three wait"
    site.turn.release()
    for thread in waiting:
        thread.join()
    assert answers == [200, 200, 200]


def test_eight_networks_that_share_two_processors_take_turns(site, clock):
    """Each of them has an eighth of a processor in each of two processes, which is not little."""
    networks = [f"192.0.2.{number}" for number in range(8)]
    for _second in range(10):
        for network in networks:
            send(site, 1 / 8, network=network)
        clock.now += 1
    with site.turn:
        assert {send(site, network=network).status_code for network in networks} == {429}


def test_the_turn_is_given_back_after_a_fault(site, settings):
    def fails(request):
        raise RuntimeError

    send(site, MUCH)
    site.get_response = fails
    with pytest.raises(RuntimeError):
        send(site)
    assert not site.turn.locked()


def test_who_used_far_too_much_has_to_wait_until_it_is_forgotten(site, clock):
    send(site, fair_share.MOST + 6)
    answer = send(site)
    assert (answer.status_code, answer["Retry-After"]) == (429, str(round(6 / fair_share.FORGOTTEN)))
    clock.now += 6 / fair_share.FORGOTTEN + 1
    assert send(site).status_code == 200
    clock.now += (fair_share.MOST + 6) / fair_share.LIGHT_FORGOTTEN
    with site.turn:
        assert send(site).status_code == 200


def test_a_fault_costs_as_well(site, clock):
    def fails(request):
        clock.spent += fair_share.MOST + 1
        raise RuntimeError

    site.get_response = fails
    with pytest.raises(RuntimeError):
        send(site)
    assert send(site).status_code == 429


def test_networks_are_counted_and_not_single_addresses(site):
    send(site, fair_share.MOST + 1, network="2001:db8::1")
    assert send(site, network="2001:db8::2").status_code == 429
    assert send(site, network="2001:db8:0:1::2").status_code == 200


@pytest.mark.parametrize(
    ("path", "headers", "kind"),
    [
        ("/api/v1/check", {}, "application/json"),
        ("/", {"HTTP_HX_REQUEST": "true"}, "text/plain; charset=utf-8"),
        ("/", {}, "text/html; charset=utf-8"),
    ],
)
def test_the_refusal_explains_what_to_do(site, path, headers, kind):
    send(site, fair_share.MOST + 1)
    answer = send(site, path=path, **headers)
    assert answer["Content-Type"] == kind
    assert "try again shortly" in answer.content.decode()


def test_only_so_many_networks_are_remembered(site, monkeypatch):
    monkeypatch.setattr(fair_share, "MOST_NETWORKS", 3)
    for number in range(5):
        send(site, MUCH, network=f"192.0.2.{number}")
    assert [site.usage.of(f"192.0.2.{number}") > 0 for number in range(5)] == [False, False, True, True, True]


def test_threads_add_up(site):
    threads = [threading.Thread(target=lambda: site.usage.add("n", 0.5)) for _turn in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert site.usage.of("n") == pytest.approx(10)


def test_it_can_be_switched_off(settings):
    settings.FAIR_SHARE = False
    with pytest.raises(MiddlewareNotUsed):
        FairShare(lambda request: HttpResponse())


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", ""])
def test_a_proxy_that_does_not_forward_addresses_is_not_counted(site, address):
    send(site, fair_share.MOST + 1, network=address)
    with site.turn:
        assert send(site, network=address).status_code == 200

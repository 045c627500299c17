"""Tests of numbers as people write and read them."""

import pytest

from web.shared.numbers import percent, plain, read_key, read_whole, signed


def test_a_change_has_a_sign_and_a_true_minus():
    assert [signed(n) for n in (2, 0, -1)] == ["+2", "0", "−1"]
    assert [plain(n) for n in (2, 0, -1)] == ["2", "0", "−1"]


@pytest.mark.parametrize(
    ("part", "whole", "shown"), [(5, 8, 63), (7, 8, 88), (1, 3, 33), (2, 3, 67), (1, 200, 1), (0, 0, 0)]
)
def test_half_a_percent_is_rounded_up(part, whole, shown):
    assert percent(part, whole) == shown


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(
            (" 7 ", 7),
            ("+7", 7),
            ("007", 7),
            ("−3", -3),
            ("-5", -5),
            ("123456", 123_456),
            ("200000", 200_000),
        ),
        *(("200001", None), ("-6", None), ("", None), ("x", None), ("1_0", None), ("1.0", None)),
        # Digits of which Python reads some as numbers, and more of them than it reads at all.
        *(("²", None), ("٣", None), ("1" * 5_000, None)),
    ],
)
def test_a_whole_number_is_read_within_its_bounds(text, number):
    assert read_whole(text, least=-5, most=200_000) == number


def test_what_is_not_a_key_is_the_key_of_no_row():
    assert [read_key(text) for text in ("12", "", "x", "-1", "9" * 19)] == [12, 0, 0, 0, 0]

"""Tests of bodies that are compressed once for each coding."""

import gzip

import brotli
import pytest

from web.shared.packed import BEST_BYTES, Packed

BODY = b"The same words again and again. " * 100


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0.1, gzip", "br"),
        ("gzip;q=1.0", "gzip"),
        ("br;q=0, gzip ; q=0.5", "gzip"),
        ("br; q=0.000", ""),
        ("identity", ""),
        ("*", ""),
        ("", ""),
        (",;q=,br;;q", ""),
    ],
)
def test_the_smallest_coding_that_the_client_reads_is_chosen(accepted, coding):
    found, body = Packed(BODY).best(accepted)
    assert found == coding
    assert {"br": brotli.decompress, "gzip": gzip.decompress, "": bytes}[coding](body) == BODY


def test_it_is_compressed_once(monkeypatch):
    packed = Packed(BODY)
    first = packed.best("br")[1]
    monkeypatch.setattr(brotli, "compress", None)
    assert packed.best("br")[1] is first


def test_large_bodies_are_compressed_faster(monkeypatch):
    qualities = []
    monkeypatch.setattr(brotli, "compress", lambda body, quality: qualities.append(quality) or b"")
    Packed(b"x" * BEST_BYTES).best("br")
    Packed(b"x" * (BEST_BYTES + 1)).best("br")
    assert qualities == [11, 9]

"""A page that refuses a pasted text repeats it, unless it is very long."""

import pytest
from django.urls import reverse

from accounts import limits


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["deck-import", "campaign-import", "collection-import-new"])
@pytest.mark.parametrize(("length", "repeated"), [(40, True), (41, False)])
def test_what_is_very_long_is_not_repeated(monkeypatch, as_alice, page, length, repeated):
    monkeypatch.setattr(limits, "MOST_SHOWN_AGAIN", 40)
    text = "{" + "?" * (length - 1)
    answer = as_alice.post(reverse(page), {"text": text})
    assert answer.status_code == 400
    assert (text in answer.content.decode()) == repeated

"""Fixtures: data that can belong to a user, without the apps that have such data, and a guest."""

from dataclasses import replace

import pytest
from django.test import Client

from accounts import account_data


class Belonging:
    """A registry of books and their owners."""

    def __init__(self):
        self.books = {}

    def count(self, user):
        return len(self.books.get(user.pk, []))

    def text(self, number):
        return "1 book" if number == 1 else f"{number} books"

    def sizes(self, user):
        return [(place, 1) for place, _book in enumerate(self.books.get(user.pk, []))]

    def export(self, user, rows):
        return [book for place, book in enumerate(self.books.get(user.pk, [])) if place in rows]

    def move(self, giver, taker):
        self.books[taker.pk] = self.books.get(taker.pk, []) + self.books.pop(giver.pk, [])

    def release(self, user):
        self.books.pop(user.pk, None)


@pytest.fixture
def things(monkeypatch):
    things = Belonging()
    books = account_data.AccountData(
        "books",
        count=things.count,
        text=things.text,
        sizes=things.sizes,
        export=things.export,
        move=things.move,
        release=things.release,
        owners=lambda users: users,
    )
    others = account_data.kinds
    monkeypatch.setattr(account_data, "kinds", lambda: [*others(), replace(books, sizes=things.sizes)])
    return things


@pytest.fixture
def guest(client: Client, db: None, rf):
    """A guest in the browser `client`."""
    from accounts.services import BACKEND, create_guest

    user = create_guest()
    client.force_login(user, backend=BACKEND)
    return user

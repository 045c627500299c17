"""Base class of the targets: inputs of one kind, made, changed and turned into a request."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any

from accounts.models import User
from cards.adapters import catalogue
from scripts.worst_case.ground import PLAYER
from scripts.worst_case.materials import Input, Materials
from scripts.worst_case.measuring import Request

#: The objects that were stored for a request, by the names that its path uses.
Stored = dict[str, Any]


class Target(ABC):
    """Inputs of one kind. An input is JSON, so that the worst can be stored as a case."""

    stores = False
    """Whether something is stored before the request is sent."""
    player = PLAYER
    """Whose things are stored, and who sends the request."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.materials = Materials(catalogue(), chance)

    @abstractmethod
    def seeds(self) -> list[Input]:
        """Return inputs to start from."""

    @abstractmethod
    def change(self, given: Input) -> Input:
        """Return another input, slightly or very different."""

    def store(self, given: Input) -> Stored:
        """Store the objects that the request is about in the database."""
        return {}

    @abstractmethod
    def request(self, given: Input, stored: Stored) -> Request:
        """Return the request to send."""

    def owner(self) -> User:
        return User.objects.get(username=self.player)

"""Games and what was recorded in them, their members, and templates of the players' own boxes."""

from boardgames.models.games import Game, GameCommand
from boardgames.models.members import GameInvitation, GameMember
from boardgames.models.templates import Template

__all__ = ["Game", "GameCommand", "GameInvitation", "GameMember", "Template"]

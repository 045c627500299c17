"""The schema of commands and states in the API, made from the classes that read them."""

from __future__ import annotations

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers

from boardgames.adapters import EDITIONS
from campaigns.api.step_schema import Components, JsonSchema
from rules.boardgames import Command, Edition


class CommandField(serializers.DictField):
    """A command as JSON: its kind, and the fields of that kind."""


class GameStateField(serializers.JSONField):
    """The state of a game."""


class CommandComponents(Components):
    """Adds the schemas of one edition's commands, under names of their own."""

    def __init__(self, auto_schema: AutoSchema, edition: Edition) -> None:
        super().__init__(auto_schema)
        self.edition = edition
        self.prefix = edition.id.split("-")[0].capitalize() + "Edition"

    def value(self, kind: type) -> JsonSchema:
        return self._component(f"{self.prefix}{kind.__name__}", lambda: self._object(kind))

    def commands(self) -> JsonSchema:
        """Any command of the edition: one schema for each kind, distinguished by `kind`."""
        found = {kind: self._one(each) for kind, each in sorted(self.edition.commands.items())}
        mapping = {kind: reference["$ref"] for kind, reference in found.items()}
        return {"oneOf": list(found.values()), "discriminator": {"propertyName": "kind", "mapping": mapping}}

    def _one(self, command: type[Command]) -> JsonSchema:
        return self._component(f"{self.prefix}{command.__name__}Command", lambda: self._content(command))

    def _content(self, command: type[Command]) -> JsonSchema:
        content = self._object(command)
        return {
            **content,
            "properties": {"kind": _only(command.kind), **content["properties"]},
            "required": ["kind", *content.get("required", ())],
        }


def _only(kind: str) -> JsonSchema:
    """The schema of one kind. Commands and steps share kinds, so it stays in place and needs no name."""
    return {"allOf": [{"type": "string", "enum": [kind]}]}


class _CommandSchema(OpenApiSerializerFieldExtension):
    target_class = CommandField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> JsonSchema:
        found = [CommandComponents(auto_schema, edition).commands() for edition in EDITIONS.values()]
        return found[0] if len(found) == 1 else {"anyOf": found}


class _StateSchema(OpenApiSerializerFieldExtension):
    target_class = GameStateField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> JsonSchema:
        found = [
            CommandComponents(auto_schema, edition).value(edition.state) for edition in EDITIONS.values()
        ]
        return found[0] if len(found) == 1 else {"anyOf": found}

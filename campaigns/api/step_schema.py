"""The schema of steps and states in the API: made from the classes that read them, so both always agree."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any, Union, get_args, get_origin, get_type_hints

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentIdentity, ResolvedComponent
from rest_framework import serializers

from campaigns.step_kinds import KINDS
from rules.campaign import CampaignState, steps
from rules.codec import LARGEST_NUMBER, LONGEST_TEXT, MOST_ITEMS

JsonSchema = dict[str, Any]


class StepField(serializers.DictField):
    """A step as JSON: its kind, and the fields of that kind."""


class StartField(serializers.DictField):
    """The fields of a start-campaign step."""


class StateField(serializers.JSONField):
    """The state of a campaign."""


class Components:
    """Adds the schemas of classes to the components of the API, each once."""

    def __init__(self, auto_schema: AutoSchema) -> None:
        self.registry = auto_schema.registry

    def step(self) -> JsonSchema:
        """Any step: one schema for each kind, distinguished by `kind`."""
        return self._component("AnyStep", self._any_step)

    def _any_step(self) -> JsonSchema:
        found = {kind: self.of_kind(kind) for kind in sorted(steps.KINDS)}
        mapping = {kind: reference["$ref"] for kind, reference in found.items()}
        return {"oneOf": list(found.values()), "discriminator": {"propertyName": "kind", "mapping": mapping}}

    def of_kind(self, kind: str) -> JsonSchema:
        step = steps.KINDS[kind]
        return self._component(f"{step.__name__}Step", lambda: self._step(step))

    def _step(self, step: type[steps.Step]) -> JsonSchema:
        content = self._object(step)
        return {
            **content,
            "properties": {"kind": {"type": "string", "enum": [step.kind]}, **content["properties"]},
            "required": ["kind", *content.get("required", ())],
            "example": {"kind": step.kind, **KINDS[step.kind].example},
        }

    def start(self) -> JsonSchema:
        return self._component("StartCampaignFields", self._start)

    def _start(self) -> JsonSchema:
        example = dict(KINDS[steps.StartCampaign.kind].example)
        return {**self._object(steps.StartCampaign), "example": example}

    def value(self, kind: type) -> JsonSchema:
        return self._component(f"{kind.__name__}Value", lambda: self._object(kind))

    def _component(self, name: str, content: Callable[[], JsonSchema]) -> JsonSchema:
        component = ResolvedComponent(
            name, ResolvedComponent.SCHEMA, object=ComponentIdentity(f"campaigns/{name}")
        )
        if component not in self.registry:
            # A class may refer to itself, so it is known before its fields are.
            self.registry.register(component)
            component.schema = content()
        found: JsonSchema = component.ref
        return found

    def _object(self, kind: Any) -> JsonSchema:
        hints = get_type_hints(kind)
        found: JsonSchema = {
            "type": "object",
            "properties": {each.name: self._field(hints[each.name]) for each in fields(kind)},
            "additionalProperties": False,
        }
        required = [
            each.name for each in fields(kind) if each.default is MISSING and each.default_factory is MISSING
        ]
        if required:
            found["required"] = required
        if text := _own_docstring(kind):
            found["description"] = text
        return found

    def _field(self, kind: Any) -> JsonSchema:
        """The schema of a field; the cases are those of `rules.codec.reader`."""
        if kind is Any:
            return {}
        if kind in _SIMPLE:
            return dict(_SIMPLE[kind])
        origin, args = get_origin(kind), get_args(kind)
        if origin in (Union, types.UnionType):
            (inner,) = (arg for arg in args if arg is not type(None))
            found = self._field(inner)
            return {"allOf": [found], "nullable": True} if "$ref" in found else {**found, "nullable": True}
        if origin in (tuple, frozenset):
            return {"type": "array", "items": self._field(args[0]), "maxItems": MOST_ITEMS}
        if origin is not None and issubclass(origin, Mapping):
            return {
                "type": "object",
                "additionalProperties": self._field(args[1]),
                "maxProperties": MOST_ITEMS,
            }
        return self.value(kind)


_SIMPLE: dict[Any, JsonSchema] = {
    str: {"type": "string", "maxLength": LONGEST_TEXT},
    int: {"type": "integer", "minimum": -LARGEST_NUMBER, "maximum": LARGEST_NUMBER},
    bool: {"type": "boolean"},
}


def _own_docstring(kind: type) -> str:
    """The first paragraph that was written for a class; empty if the class only has its signature."""
    text = " ".join((kind.__doc__ or "").split("\n\n")[0].split())
    return "" if text.startswith(f"{kind.__name__}(") else text


class _StepSchema(OpenApiSerializerFieldExtension):
    target_class = StepField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> JsonSchema:
        return Components(auto_schema).step()


class _StartSchema(OpenApiSerializerFieldExtension):
    target_class = StartField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> JsonSchema:
        return Components(auto_schema).start()


class _StateSchema(OpenApiSerializerFieldExtension):
    target_class = StateField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> JsonSchema:
        return Components(auto_schema).value(CampaignState)

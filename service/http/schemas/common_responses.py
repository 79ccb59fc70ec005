"""What the service answers about itself, and its refusals."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from railhead.service.http.schemas.fields import (
    Integer,
    OneOf,
    Strict,
    text_of,
)


class FieldProblem(Strict):
    """A field and what is wrong with it."""

    field = text_of("The path of the field, parameter or header.")
    problem = text_of("What is wrong, to be read on after the field's name.")
    pointer = fields.String(
        metadata={"description": "With `invalid-data`: the place as a JSON pointer."}
    )


class ProblemDocument(Schema):
    """An RFC 9457 problem document; further members say more, by type."""

    type = text_of("`/problems/<slug>`: stable, and documented at that address.")
    title = text_of("The same for all problems of the type.")
    status = Integer(400, 599, required=True, metadata={"description": "That of the answer."})
    detail = text_of("What is wrong this time.")
    fix = text_of("What to do about it.")
    errors = fields.List(
        fields.Nested(FieldProblem),
        validate=validate.Length(min=1),
        metadata={"description": "Each field that is wrong."},
    )


class Entrance(Strict):
    """What is here."""

    name = text_of("Of the service.")
    version = text_of("Of the API.")
    games = text_of("Where the games are listed.")
    matches = text_of("Where matches are created and listed.")
    documentation = text_of("A page to read.")
    contract = text_of("The OpenAPI document.")
    table = text_of("A page to play at in a browser.")


class Health(Strict):
    """The process answers."""

    status = OneOf("ok", required=True, metadata={"description": "It answers."})


class Readiness(Strict):
    """Whether the service can take requests, and what the operator should look at."""

    status = OneOf("ready", "unready", required=True, metadata={"description": "Whether it can."})
    problems = fields.List(
        fields.String(), required=True, metadata={"description": "Why it cannot."}
    )
    warnings = fields.List(
        fields.String(), required=True, metadata={"description": "What to look at soon."}
    )

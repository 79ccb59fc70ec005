"""What the service answers about data of one's own."""

from __future__ import annotations

from marshmallow import fields

from railhead.service.http.schemas.fields import Integer, Strict, Switch, text_of


class MyData(Strict):
    """A document of the client's, without what it says."""

    game = text_of("The game's id.")
    option = text_of("The option that may name it.")
    name = text_of("Its name.")
    value = text_of("What the option is to be for a match with it: `mine/` and the name.")
    digest = text_of("Tells its content from every other; the ETag too.")
    bytes = Integer(0, 2**31, required=True, metadata={"description": "Its length as JSON."})
    updated_at = fields.AwareDateTime(required=True, metadata={"description": "When it was put."})


class DataFault(Strict):
    """Something wrong with a document."""

    pointer = text_of("The place as a JSON pointer.")
    detail = text_of("What is wrong there.")


class DataCheck(Strict):
    """What a dry run says."""

    valid = Switch(
        required=True,
        metadata={"description": "Whether it would be kept."},
    )
    errors = fields.List(
        fields.Nested(DataFault),
        required=True,
        metadata={"description": "All that is wrong, up to 100."},
    )


class DataRoom(Strict):
    """How much a client may keep."""

    documents = Integer(0, 2**31, required=True, metadata={"description": "How many documents."})
    bytes = Integer(0, 2**31, required=True, metadata={"description": "How many bytes in all."})


class MyDataList(Strict):
    """All documents of the client's."""

    documents = fields.List(
        fields.Nested(MyData), required=True, metadata={"description": "All of them."}
    )
    room = fields.Nested(
        DataRoom, required=True, metadata={"description": "How much there may be."}
    )

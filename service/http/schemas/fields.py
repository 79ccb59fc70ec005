"""Fields that take exactly what JSON Schema calls by their type, and say how to mend the rest."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final

from marshmallow import RAISE, Schema, ValidationError, fields

from railhead.service.errors import (
    InvalidRequest,
)
from railhead.service.http.schemas import visible_text
from railhead.service.http.schemas.visible_text import VISIBLE

PRINTABLE = r"^[^\u0000-\u001f\u007f-\u009f]*$"
"""Text without control characters, as a JSON Schema pattern."""

TIME = (
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}"
    r"(\.[0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})$"
)
"""A time with its offset from UTC, as a JSON Schema pattern."""

_TIME = re.compile(TIME)
WHOLE_NUMBER: Final = "(?:0|[1-9][0-9]{0,17})"
"""A whole number as texts (paths, queries, headers) have it: no leading zeros, ASCII digits only.

So each number is written in one way, as in JSON. 18 digits fit 64 bits."""

_PRINTABLE = re.compile(PRINTABLE)
_NUMBER = re.compile("0|-?[1-9][0-9]*")


NEEDED: Final = {"required": "is missing", "null": "must not be null"}
"""What is said of every field that is not there."""


class Checked(fields.Field[Any]):
    """A field whose messages read on after the field's name."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self.error_messages |= NEEDED


class Integer(Checked):
    """A whole number from `low` to `high`; `4.0` is one, as in JSON Schema, `"4"` and `true` not.

    `text` also takes such a number in a string, without leading zeros: for query parameters.
    """

    def __init__(self, low: int, high: int, text: bool = False, **rest: Any) -> None:
        bounds = {"minimum": low, "maximum": high, **rest.pop("metadata", {})}
        super().__init__(metadata=bounds, **rest)
        self.low, self.high, self.text = low, high, text

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if self.text and isinstance(value, str) and _NUMBER.fullmatch(value):
            # Enough digits to be out of all bounds: thousands would take long to read.
            value = int(value[:20])
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValidationError("must be a whole number")
        if not self.low <= value <= self.high:
            raise ValidationError(f"must be from {self.low} to {self.high}")
        return value


class Number(Checked):
    """A number from `low` to `high`, in JSON's own form: neither `"0.5"` nor `true` is one."""

    def __init__(self, low: float, high: float, **rest: Any) -> None:
        bounds = {"minimum": low, "maximum": high, **rest.pop("metadata", {})}
        super().__init__(metadata=bounds, **rest)
        self.low, self.high = low, high

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValidationError("must be a number")
        if not self.low <= value <= self.high:
            raise ValidationError(f"must be from {self.low:g} to {self.high:g}")
        return float(value)


LAST_SEAT: Final = 9
"""The last seat that a match of any game may have."""


def named_seat(description: str, **rest: Any) -> Integer:
    """The number of a seat of a match that a client names.

    Which seats there are, the match says: every number above is the same problem.
    """
    return Integer(0, 2**31, metadata={"maximum": LAST_SEAT, "description": description}, **rest)


class Switch(Checked):
    """`true` or `false`, nothing that merely looks like it.

    `text` also takes the word in a string: for query parameters.
    """

    def __init__(self, text: bool = False, **rest: Any) -> None:
        super().__init__(**rest)
        self.text = text

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if self.text and value in ("true", "false"):
            return bool(value == "true")
        if not isinstance(value, bool):
            raise ValidationError("must be true or false")
        return value


class Text(Checked):
    """A string of `low` to `high` characters, none of them a control character."""

    def __init__(self, low: int, high: int, **rest: Any) -> None:
        described = {"minLength": low, "maxLength": high, "pattern": PRINTABLE}
        super().__init__(metadata={**described, **rest.pop("metadata", {})}, **rest)
        self.low, self.high = low, high

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if not isinstance(value, str):
            raise ValidationError("must be a string")
        if not self.low <= len(value) <= self.high:
            raise ValidationError(f"must have {self.low} to {self.high} characters")
        problem = self.refusal(value)
        if problem is not None:
            raise ValidationError(problem)
        return value

    def refusal(self, value: str) -> str | None:
        """What is wrong with the characters of a text; None where nothing is."""
        return None if _PRINTABLE.fullmatch(value) else "must not have control characters"


class Remark(Text):
    """A text of people for people, perhaps empty: every character can be seen."""

    def refusal(self, value: str) -> str | None:
        """See `Text.refusal`."""
        return visible_text.refusal(value)


class Name(Remark):
    """A text that others are shown, and not only spaces. It is kept in Unicode's NFC, so that
    names that look alike by composition are alike."""

    def __init__(self, low: int, high: int, **rest: Any) -> None:
        super().__init__(
            low, high, **{**rest, "metadata": {"pattern": VISIBLE, **rest["metadata"]}}
        )

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        given: str = super()._deserialize(value)
        if not given.strip():
            raise ValidationError("must not be empty or only spaces")
        return unicodedata.normalize("NFC", given)


class TimeToCome(Text):
    """A time to come, as RFC 3339 writes it; in UTC to the microsecond once it is loaded.

    Whether it is to come, the store's time says: whoever takes it looks.
    """

    def __init__(self, **rest: Any) -> None:
        metadata = {"format": "date-time", "pattern": TIME, **rest.pop("metadata", {})}
        super().__init__(20, 32, metadata=metadata, **rest)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        given: str = super()._deserialize(value)
        try:
            if not _TIME.fullmatch(given):
                raise ValueError
            time = datetime.fromisoformat(given).astimezone(UTC)
        except (ValueError, OverflowError):
            raise ValidationError(
                "must be a time with its offset, such as 2030-01-31T12:00:00Z"
            ) from None
        return time.isoformat(timespec="microseconds").replace("+00:00", "Z")


class OneOf(Checked):
    """A string out of a fixed list."""

    def __init__(self, *choices: str, **rest: Any) -> None:
        super().__init__(**rest)
        self.choices = choices

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if not isinstance(value, str) or value not in self.choices:
            raise ValidationError(f"must be {' or '.join(self.choices)}")
        return value


def text_of(description: str = "", **rest: Any) -> fields.Field[Any]:
    """A text of an answer, which says what it is."""
    return fields.String(required=True, metadata={"description": description}, **rest)


def object_of(description: str, **rest: Any) -> fields.Field[Any]:
    """An object of an answer whose members are not said here."""
    described = {"description": description}
    return fields.Dict(keys=fields.String(), required=True, metadata=described, **rest)


class Kinds(Checked):
    """An object whose schema is told by its member `tag`."""

    def __init__(self, tag: str, schemas: Mapping[str, type[Schema]], **rest: Any) -> None:
        super().__init__(**rest)
        self.tag, self.schemas = tag, schemas

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not isinstance(value, dict):
            raise ValidationError("must be an object")
        kind = value.get(self.tag)
        if not isinstance(kind, str) or kind not in self.schemas:
            raise ValidationError({self.tag: [f"must be {' or '.join(self.schemas)}"]})
        return instance(self.schemas[kind]).load(value)


class Strict(Schema):
    """A schema that refuses members it does not know, saying which it does."""

    class Meta:
        """No member passes unseen."""

        unknown = RAISE

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        known = ", ".join(self.load_fields)
        others = f"the known ones are {known}" if known else "there are none"
        self.error_messages = {
            **self.error_messages,
            "unknown": f"is not known here; {others}",
            "type": "must be an object",
        }

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Let marshmallow's own fields speak as ours do."""
        field_obj.error_messages |= NEEDED
        if isinstance(field_obj, fields.List):
            field_obj.error_messages["invalid"] = "must be a list"
            field_obj.inner.error_messages |= NEEDED
        elif isinstance(field_obj, fields.Dict):
            field_obj.error_messages["invalid"] = "must be an object"


@cache
def instance(schema: type[Schema]) -> Schema:
    """The one instance of a schema: making one takes longer than using it."""
    return schema()


def _numbers_first(item: tuple[Any, Any]) -> tuple[bool, Any]:
    """In what order a field of an object, or an entry of a list, is named."""
    return isinstance(item[0], str), item[0]


def flat(messages: Any, path: str = "") -> list[dict[str, str]]:
    """Marshmallow's nested messages as a list of `{"field": dotted path, "problem": text}`.

    Unknown members come from a set: only sorted is the same request answered the same everywhere.
    """
    if isinstance(messages, dict):
        return [
            entry
            for key, inner in sorted(messages.items(), key=_numbers_first)
            for entry in flat(inner, path if key == "_schema" else f"{path}.{key}".lstrip("."))
        ]
    return [{"field": path or "body", "problem": str(message)} for message in messages]


MOST_TOLD: Final = 100
"""Of so many fields at most it is told what is wrong with them."""


def parse(schema: type[Schema], given: Any) -> Any:
    """`given` as `schema` loads it. Raises `InvalidRequest`."""
    try:
        return instance(schema).load(given)
    except ValidationError as error:
        raise InvalidRequest(errors=flat(error.messages)[:MOST_TOLD]) from error

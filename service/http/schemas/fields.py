"""Fields that take exactly what JSON Schema calls by their type, and say how to mend the rest."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from marshmallow import RAISE, Schema, ValidationError, fields

PRINTABLE = r"^[^\u0000-\u001f\u007f-\u009f]*$"
"""Text without control characters, as a JSON Schema pattern."""

UNSEEN = (
    r"\u0000-\u001f\u007f-\u009f"  # controls
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # what turns the direction of writing
    r"\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f"
    r"\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"  # without width or without ink
    r"\u2028\u2029"  # ends of lines and paragraphs
)
"""Characters that a name shown to others may not have, as ranges of a pattern.

Those that join emoji (U+200D) and choose how they look (U+FE0F) are among them: a name with them
looks like one without. So an emoji in a name is one that is a character of its own.
"""
UNSEEN_BEYOND = (
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""As `UNSEEN`, where not all languages write patterns alike: checked, but not in the schema."""
VISIBLE = f"^[^{UNSEEN}]*[^{UNSEEN}\\s][^{UNSEEN}]*$"
"""Text that shows all its characters, and not only spaces, as a JSON Schema pattern."""

_PRINTABLE = re.compile(PRINTABLE)
_DIGITS = re.compile(r"-?[0-9]+", re.ASCII)
_UNSEEN = re.compile(f"[{UNSEEN}{UNSEEN_BEYOND}]")


NEEDED: Final = {"required": "is missing", "null": "must not be null"}
"""What is said of every field that is not there."""


class Checked(fields.Field[Any]):
    """A field whose messages read on after the field's name."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self.error_messages |= NEEDED


class Integer(Checked):
    """A whole number from `low` to `high`; `4.0` is one, as in JSON Schema, `"4"` and `true` not.

    `text` also takes digits in a string: for query parameters.
    """

    def __init__(self, low: int, high: int, text: bool = False, **rest: Any) -> None:
        bounds = {"minimum": low, "maximum": high, **rest.pop("metadata", {})}
        super().__init__(metadata=bounds, **rest)
        self.low, self.high, self.text = low, high, text

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if self.text and isinstance(value, str) and _DIGITS.fullmatch(value):
            value = int(value[:20])
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValidationError("must be a whole number")
        if not self.low <= value <= self.high:
            raise ValidationError(f"must be from {self.low} to {self.high}")
        return value


class Switch(Checked):
    """`true` or `false`, nothing that merely looks like it."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
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
        if not _PRINTABLE.fullmatch(value):
            raise ValidationError("must not have control characters")
        return value


class Name(Text):
    """A text that others are shown: every character can be seen. It is kept in Unicode's NFC, so
    that names that look alike by composition are alike."""

    def __init__(self, low: int, high: int, **rest: Any) -> None:
        super().__init__(
            low, high, **{**rest, "metadata": {"pattern": VISIBLE, **rest["metadata"]}}
        )

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if isinstance(value, str):
            unseen = first_unseen(value)
            if unseen is not None:
                raise ValidationError(_cannot_be_seen(unseen))
        given: str = super()._deserialize(value)
        if not given.strip():
            raise ValidationError("must not be empty or only spaces")
        return unicodedata.normalize("NFC", given)


def first_unseen(text: str) -> str | None:
    """The first character of a text that a name may not have."""
    found = _UNSEEN.search(text)
    return None if found is None else found[0]


def _cannot_be_seen(character: str) -> str:
    """Why a character is refused, with its code and name."""
    name = unicodedata.name(character, "control character").lower()
    joins = "; emoji joined or styled by it are not taken" if character in "\u200d\ufe0f" else ""
    return f"must not have U+{ord(character):04X} ({name}), which cannot be seen{joins}"


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

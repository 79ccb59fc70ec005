"""The options of a game as clients give them: members of a creation, or a query."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from railhead.games.game import Ruleset
from railhead.games.options import (
    MINE,
    ChoiceOption,
    FileOption,
    IntegerOption,
    InvalidOption,
    Option,
    PatternOption,
    SwitchOption,
    complete,
)
from railhead.service.errors import InvalidOptions
from railhead.service.http.schemas.fields import WHOLE_NUMBER, Checked


class OptionField(Checked):
    """The value of one option of a ruleset, checked as the ruleset says."""

    def __init__(self, option: Option, **rest: Any) -> None:
        described: dict[str, Any] = {"default": option.default}
        if option.help:
            described["description"] = option.help + _own(option)
        super().__init__(metadata={**described, **option_schema(option)}, **rest)
        self.option = option

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        whole = isinstance(value, float) and value.is_integer()
        try:
            return self.option.validate(int(value) if whole else value)
        except InvalidOption as refusal:
            raise ValidationError(refusal.problem) from refusal


def _own(option: Option) -> str:
    """What the value may be besides, where it names data."""
    own = f" Or `{MINE}` and the name of a document of one's own."
    return own if isinstance(option, FileOption) else ""


def option_schema(option: Option) -> dict[str, Any]:
    """The JSON Schema of an option's value; which data files there are is not part of it."""
    if isinstance(option, ChoiceOption):
        return {"type": "string", "enum": list(option.choices)}
    if isinstance(option, SwitchOption):
        return {"type": "boolean"}
    if isinstance(option, IntegerOption):
        return {"type": "integer", "minimum": option.low, "maximum": option.high}
    if isinstance(option, PatternOption):
        return {"type": "string", "pattern": f"^(?:{option.pattern})$"}
    assert isinstance(option, FileOption)
    return {"type": "string", "minLength": 1}


def options_of(ruleset: Ruleset, given: Mapping[str, str]) -> dict[str, Any]:
    """The complete options of a query. Raises `InvalidOptions`."""
    declared = {option.name: option for option in ruleset.options}
    values = {
        name: _value(declared[name], text) if name in declared else text
        for name, text in given.items()
    }
    problems = []
    for name, value in values.items():
        try:
            complete(ruleset.options, {name: value})
        except InvalidOption as refusal:
            problems.append({"field": name, "problem": refusal.problem})
    if problems:
        raise InvalidOptions(errors=problems)
    return complete(ruleset.options, values)


def _value(option: Option, text: str) -> Any:
    """What a text of a query stands for; the text itself where it stands for nothing else."""
    if isinstance(option, SwitchOption):
        return {"true": True, "false": False}.get(text, text)
    if isinstance(option, IntegerOption) and re.fullmatch(f"-?{WHOLE_NUMBER}", text):
        return int(text)
    return text

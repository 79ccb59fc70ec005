"""What a setting is: an environment variable with a type, bounds and a text, and how it is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from ipaddress import ip_network
from math import isfinite
from pathlib import Path
from typing import Any, Final

DAY = 24 * 3600
"""Seconds of a day."""
SWITCHES: Final = {"1": True, "true": True, "yes": True, "on": True}
SWITCHES.update({"0": False, "false": False, "no": False, "off": False})


class InvalidSetting(ValueError):
    """An environment variable with a value that cannot be used; the message names it."""


def setting(
    name: str,
    default: Any,
    text: str,
    least: float | None = None,
    most: float | None = None,
    choices: Sequence[str] | None = None,
    rate: bool = False,
    networks: bool = False,
) -> Any:
    """One setting: its environment variable, default, what it does, and the values it takes.

    A `rate` is written as `60/minute`, several with `;`, or empty for none; `networks` as
    `10.0.0.0/8`, several with spaces.
    """
    metadata = {"name": name, "text": text, "least": least, "most": most, "choices": choices}
    metadata["rate"] = rate
    metadata["networks"] = networks
    return field(default=default, metadata=metadata)


def read(name: str, kind: str, text: str) -> Any:
    """The value of a type that a text stands for. Raises `InvalidSetting`."""
    try:
        match kind:
            case "int":
                return int(text)
            case "float" if isfinite(float(text)):
                return float(text)
            case "bool":
                return SWITCHES[text.strip().lower()]
            case "str":
                return text
            case "Path" | "Path | None":
                return Path(text).expanduser()
    except (KeyError, ValueError):
        pass
    wanted = {"int": "a whole number", "float": "a number", "bool": "true or false"}[kind]
    raise InvalidSetting(f"{name} is {text!r}, not {wanted}")


def check(wanted: Mapping[str, Any], value: Any) -> None:
    """Raise `InvalidSetting` for a value outside what the setting takes."""
    name, least, most = wanted["name"], wanted["least"], wanted["most"]
    if least is not None and value < least:
        raise InvalidSetting(f"{name} is {value}, below {least:g}")
    if most is not None and value > most:
        raise InvalidSetting(f"{name} is {value}, above {most:g}")
    if wanted["choices"] is not None and value not in wanted["choices"]:
        raise InvalidSetting(f"{name} is {value!r}, not one of {', '.join(wanted['choices'])}")
    if wanted["rate"] and value:
        from limits import parse_many  # takes longer to import than all other settings to check

        try:
            parse_many(value)
        except ValueError as error:
            raise InvalidSetting(f"{name} is {value!r}, not of the form 60/minute") from error
    if wanted["networks"]:
        try:
            for network in value.split():
                ip_network(network)
        except ValueError as error:
            raise InvalidSetting(f"{name}: {error}") from error

"""Options of a game as arguments of a command: `name=value`."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import Any

import click


def read_options(pairs: Iterable[str], texts: Collection[str]) -> dict[str, Any]:
    """The options that `pairs` write, a value as in JSON or, where it is none, as a text.

    Those named in `texts` take texts, and may look like numbers: `beginners=02`.
    """
    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise click.BadParameter(f"{pair!r} should read name=value", param_hint="--option")
        options[name] = value if name in texts else _read(value)
    return options


def _read(value: str) -> Any:
    try:
        return json.loads(value)
    except ValueError:
        return value

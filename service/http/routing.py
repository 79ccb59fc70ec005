"""The routes of the contract with the handlers that answer them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from flask import Flask
from werkzeug.routing import BaseConverter
from werkzeug.wrappers import Response

from railhead.service.http.contract import ROUTES
from railhead.service.http.schemas.fields import WHOLE_NUMBER

Handler = Callable[..., Response]
"""What answers one route: named as its operation, with the parameters of its path as arguments."""
Handlers = Sequence[Handler]
NUMBERS: Final = ("seat", "version", "analysis")
"""The parameters of paths that are numbers."""


class Number(BaseConverter):
    """A whole number in a path, written in the one way in which JSON has it.

    Werkzeug's own takes leading zeros and the digits of every alphabet.
    """

    regex = WHOLE_NUMBER

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)


def register(app: Flask, handlers: Handlers) -> None:
    """Let each route of the contract be answered by the handler of its name.

    Raises `ValueError` where a route has no handler, or a handler no route.
    """
    by_name = {handler.__name__: handler for handler in handlers}
    unmatched = by_name.keys() ^ {route.name for route in ROUTES}
    if unmatched:
        raise ValueError(f"not both route and handler: {', '.join(sorted(unmatched))}")
    app.url_map.converters["number"] = Number
    for route in ROUTES:
        rule = route.path
        for name in NUMBERS:
            rule = rule.replace(f"{{{name}}}", f"<number:{name}>")
        rule = rule.replace("{", "<").replace("}", ">")
        app.add_url_rule(rule, route.name, by_name[route.name], methods=[route.method.upper()])

"""The routes of the contract with the handlers that answer them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import Flask
from werkzeug.wrappers import Response

from railhead.service.http.contract import ROUTES

Handler = Callable[..., Response]
"""What answers one route: named as its operation, with the parameters of its path as arguments."""
Handlers = Sequence[Handler]


def register(app: Flask, handlers: Handlers) -> None:
    """Let each route of the contract be answered by the handler of its name.

    Raises `ValueError` where a route has no handler, or a handler no route.
    """
    by_name = {handler.__name__: handler for handler in handlers}
    unmatched = by_name.keys() ^ {route.name for route in ROUTES}
    if unmatched:
        raise ValueError(f"not both route and handler: {', '.join(sorted(unmatched))}")
    for route in ROUTES:
        rule = route.path
        for number in ("seat", "version", "analysis"):
            rule = rule.replace(f"{{{number}}}", f"<int:{number}>")
        rule = rule.replace("{", "<").replace("}", ">")
        app.add_url_rule(rule, route.name, by_name[route.name], methods=[route.method.upper()])

"""An application that answers what its server told it, for granian as WSGI and under the bridge."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from railhead.service.http.request_parsing import BodySizes
from railhead.service.server.bounds import Bounds
from railhead.service.server.bridge import Bridge

TOLD = ("HTTP_", "CONTENT_", "SERVER_", "REMOTE_ADDR", "REQUEST_", "PATH_", "QUERY_", "SCRIPT_")
"""How the names begin that say something about a request; the rest is the server's own."""


def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    told = {name: text for name, text in environ.items() if name.startswith(TOLD)}
    told |= {name: environ[name] for name in ("wsgi.url_scheme", "wsgi.input_terminated")}
    told["body"] = environ["wsgi.input"].read().decode("latin-1")
    answer = json.dumps(told, sort_keys=True).encode()
    status = environ["QUERY_STRING"].partition("status=")[2][:3] or "200"
    length = ("Content-Length", str(len(answer)))
    start_response(f"{status} Whatever", [("X-Twice", "a"), ("X-Twice", "b"), length])
    return [] if status in ("204", "304") else [answer]


shell = Bridge(app, lambda _channel, _wake: lambda: None, Bounds(4, 64, 64, BodySizes(65536), 10))

"""A request as WSGI has it, made of what granian's RSGI says of it."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment
    from granian.rsgi import Scope

_CONSTANT: Final[WSGIEnvironment] = {
    "SCRIPT_NAME": "",
    "SERVER_SOFTWARE": "Granian",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.input_terminated": True,
    "wsgi.multithread": True,
    "wsgi.multiprocess": False,
    "wsgi.run_once": False,
}


@lru_cache(maxsize=256)
def _variable(name: str) -> str | None:
    """What a header is called in the environment; None for a name that could pass for another."""
    if "_" in name:
        return None
    upper = name.upper().replace("-", "_")
    return upper if upper in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{upper}"


def environment_of(scope: Scope) -> WSGIEnvironment:
    """The request as WSGI has it, but for its body; as granian's own WSGI server says it."""
    server, _, port = scope.server.rpartition(":")
    environ = {
        **_CONSTANT,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "SERVER_NAME": server.strip("[]"),
        "SERVER_PORT": port,
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": _latin_1(scope.path),
        "QUERY_STRING": _latin_1(scope.query_string),
        "wsgi.url_scheme": scope.scheme,
    }
    headers = scope.headers.items()
    for name, value in headers:
        variable = _variable(name)
        if variable is None:
            continue
        if variable not in environ:
            environ[variable] = value
        elif variable.startswith("HTTP_"):
            joint = ";" if variable == "HTTP_COOKIE" else ","
            environ[variable] = f"{environ[variable]}{joint}{value}"
    if len({name for name, _ in headers}) < len(scope.headers):  # type: ignore[arg-type] # it has a length
        for name in scope.headers.keys():  # noqa: SIM118 - it is no mapping
            variable = _variable(name)
            if variable is not None:
                environ.setdefault(variable, "")  # its value is not ASCII
    if "HTTP_HOST" not in environ:
        environ["HTTP_HOST"] = scope.authority or ""
    return environ


def _latin_1(text: str) -> str:
    """A text whose bytes are those of its UTF-8, each as one character: WSGI's way."""
    return text if text.isascii() else text.encode().decode("latin-1")

"""`/web/`: the table in the browser, a client of the API whose files this process serves."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, redirect, request

from railhead.service.errors import NotFound
from railhead.service.http.cached_responses import CachedResponse, cached_response
from railhead.service.http.content_negotiation import JSON, names_media_type, preferred_media_type

HTML: Final = "text/html"
HOME: Final = "/web/"
FIRST_PAGE: Final = "index.html"
_PACKAGE: Final = Path(__file__).resolve().parents[1]
_PLACES: Final = (_PACKAGE / "web", _PACKAGE.parent / "web")
"""Where the files are: in the package that was installed, or beside it in a checkout."""
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'{api}; "
    "connect-src 'self'{api}; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


def add_web(app: Flask, other_apis: bool) -> None:
    """Serve the files of the client below `HOME`; its pages may show `other_apis` or not."""
    files = web_files()

    def get_web_file(path: str) -> Response:
        kept = files.get(path)
        if kept is None:
            raise NotFound(f"there is no page {HOME}{path}")
        answered = cached_response(kept)
        if kept.content_type.startswith("text/html"):
            answered.headers["Content-Security-Policy"] = web_policy(
                request.args.get("api", "") if other_apis else ""
            )
        return answered

    app.add_url_rule(HOME, "get_web", lambda: get_web_file(FIRST_PAGE))
    app.add_url_rule(f"{HOME}<path:path>", "get_web_file", get_web_file)
    app.add_url_rule(HOME.rstrip("/"), "to_web", lambda: redirect(HOME, 308))


def web_files() -> dict[str, CachedResponse]:
    """Every file of the client by its path below `HOME`, as it is answered."""
    folder = next(place for place in _PLACES if (place / FIRST_PAGE).is_file())
    return {
        path.relative_to(folder).as_posix(): CachedResponse(path.read_bytes(), _TYPES[path.suffix])
        for path in sorted(folder.rglob("*"))
        if path.suffix in _TYPES
    }


def web_policy(api: str) -> str:
    """The Content-Security-Policy of a page that talks to us or, where `api` is an URL, to that."""
    return _POLICY.format(api=f" {origin}" if (origin := _origin(api)) else "")


def _origin(address: str) -> str | None:
    """The origin of an URL of HTTP; None where it is none that a policy could name."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    host = parts.hostname or ""
    plain = host.isascii() and host.replace(".", "").replace("-", "").isalnum()
    if parts.scheme not in ("http", "https") or not plain or parts.username is not None:
        return None
    return f"{parts.scheme}://{host}" + (f":{port}" if port is not None else "")


def wants_page() -> bool:
    """Whether the caller is a browser that shows pages: it names HTML, and before JSON."""
    return names_media_type(HTML) and preferred_media_type((HTML, JSON)) == HTML

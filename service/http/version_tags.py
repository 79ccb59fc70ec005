"""The ETag of what a viewer sees of a match: its version, and whose eyes it is seen with.

A version alone, in quotation marks, is taken for the caller's own, so that whoever has an answer
but not its headers can ask for a later one. A tag of other eyes is not: what a browser keeps of one
seat must never be confirmed to another (RFC 9110, 8.8.3: a tag is of one representation). Once a
finished match has a rematch, the tag of what says so has its id.
"""

from __future__ import annotations

import re
from typing import Final

from railhead.games.game import SPECTATOR
from railhead.service.errors import InvalidRequest
from railhead.service.http.current_request import current
from railhead.service.http.schemas.requests import MOST_VERSIONS

_TAG: Final = re.compile(
    r'\s*(W/)?"(\d{1,10})(?:-([0-9]|watching))?(?:-(?P<rematch>[a-z0-9]{20}))?"\s*'
)


def version_tag(version: int, viewer: int, rematch: str = "") -> str:
    """The ETag, quotation marks included, of `version` as a seat or `SPECTATOR` sees it.

    `rematch` is the id of the match that follows, where the answer says so.
    """
    eyes = "watching" if viewer == SPECTATOR else str(viewer)
    return f'"{version}-{eyes}-{rematch}"' if rematch else f'"{version}-{eyes}"'


def holds_version(version: int, viewer: int, rematch: str = "") -> bool:
    """Whether `If-None-Match` says that the caller has this version already, as `viewer`, and knows
    of the `rematch` that follows."""
    header: str | None = current().get("HTTP_IF_NONE_MATCH")
    if header is None:
        return False
    return header.strip() == "*" or (version, rematch) in _held(header, viewer)


def holds_later_version(version: int, viewer: int) -> bool:
    """Whether `If-None-Match` says that the caller has versions above this one, and not this."""
    header: str | None = current().get("HTTP_IF_NONE_MATCH")
    if header is None:
        return False
    held = [number for number, _ in _held(header, viewer)]
    return version not in held and max(held, default=version) > version


def _held(header: str, viewer: int) -> list[tuple[int, str]]:
    """The versions that the tags of a header name, each with the rematch that it knows of, leaving
    out those of other eyes."""
    own = (None, "watching" if viewer == SPECTATOR else str(viewer))
    tags = (_TAG.fullmatch(part) for part in header.split(","))
    return [
        (int(tag[2]), tag["rematch"] or "") for tag in tags if tag is not None and tag[3] in own
    ]


def submitted_version(body_version: int | None) -> tuple[int | None, bool]:
    """The version an action is for, and whether it came as `If-Match`.

    Whose eyes a tag is of does not matter here: a decision is made at a version. Raises
    `InvalidRequest` where the header is malformed or says other than the body.
    """
    header: str | None = current().get("HTTP_IF_MATCH")
    if header is None:
        return body_version, False
    tag = _TAG.fullmatch(header)
    if tag is None or tag[1] is not None or int(tag[2]) > MOST_VERSIONS:
        problem = 'must be one ETag of the match, such as "3-0"'
        raise InvalidRequest(errors=[{"field": "If-Match", "problem": problem}])
    version = int(tag[2])
    if body_version is not None and body_version != version:
        raise InvalidRequest(errors=[{"field": "version", "problem": "is not what If-Match says"}])
    return version, True

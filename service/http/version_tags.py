"""The ETag of what a viewer sees of a match: its version, and whose eyes it is seen with.

A version alone, in quotation marks, is taken for the caller's own, so that whoever has an answer
but not its headers can ask for a later one. A tag of other eyes is not: what a browser keeps of one
seat must never be confirmed to another (RFC 9110, 8.8.3: a tag is of one representation).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from railhead.games.game import SPECTATOR
from railhead.service.errors import InvalidRequest
from railhead.service.http.current_request import current
from railhead.service.http.schemas.fields import WHOLE_NUMBER
from railhead.service.http.schemas.requests import MOST_VERSIONS

ANY: Final = range(MOST_VERSIONS + 1)
"""All versions: what `*` stands for in `If-Match`."""
_ENTITY_TAG: Final = re.compile(r'(W/)?"([\x21\x23-\x7e]*)"')
_LIST: Final = re.compile(
    rf"[ \t,]*{_ENTITY_TAG.pattern}(?:[ \t]*,[ \t,]*{_ENTITY_TAG.pattern})*[ \t,]*"
)
_VERSION: Final = re.compile(f"({WHOLE_NUMBER})(?:-([0-9]|watching)(?:-gzip)?)?")


def version_tag(version: int, viewer: int, compressed: bool = False) -> str:
    """The ETag, quotation marks included, of `version` as a seat or `SPECTATOR` sees it.

    Compressed it is another representation, with a tag of its own (RFC 9110, 8.8.3.3): a weak one
    for both would be no use in `If-Match`.
    """
    eyes = "watching" if viewer == SPECTATOR else viewer
    return f'"{version}-{eyes}-gzip"' if compressed else f'"{version}-{eyes}"'


def held_tag(version: int, viewer: int) -> str:
    """The ETag of what the caller has already: that of the form that `If-None-Match` names."""
    compressed = version_tag(version, viewer, True)
    header: str = current().get("HTTP_IF_NONE_MATCH", "")
    return compressed if compressed in header else version_tag(version, viewer)


def holds_version(version: int, viewer: int) -> bool:
    """Whether `If-None-Match` says that the caller has this version already, as `viewer`."""
    header: str | None = current().get("HTTP_IF_NONE_MATCH")
    return header is not None and (header.strip() == "*" or version in _held(header, viewer))


def holds_later_version(version: int, viewer: int) -> bool:
    """Whether `If-None-Match` says that the caller has versions above this one, and not this."""
    header: str | None = current().get("HTTP_IF_NONE_MATCH")
    if header is None:
        return False
    held = _held(header, viewer)
    return version not in held and max(held, default=version) > version


def _held(header: str, viewer: int) -> list[int]:
    """The versions that the tags of a header name, leaving out those of other eyes."""
    own = (None, "watching" if viewer == SPECTATOR else str(viewer))
    return [version for version, eyes, _ in _versions(header) if eyes in own]


def submitted_version(body_version: int | None) -> tuple[int | Sequence[int] | None, bool]:
    """The version an action is for, and whether it came as `If-Match`.

    That header may have several, in a list, or all, as `*`; weak tags and those that are none of a
    match count for none (RFC 9110, 13.1.1). Whose eyes a tag is of does not matter here: a decision
    is made at a version. Raises `InvalidRequest` where the header is malformed or says other than
    the body.
    """
    header: str | None = current().get("HTTP_IF_MATCH")
    if header is None:
        return body_version, False
    named: Sequence[int] = ANY
    if header.strip() != "*":
        if not _LIST.fullmatch(header):
            problem = 'must be ETags of the match, such as "3-0", separated by commas, or *'
            raise InvalidRequest(errors=[{"field": "If-Match", "problem": problem}])
        named = sorted({version for version, _, weak in _versions(header) if not weak})
    if body_version is None:
        return named[0] if len(named) == 1 else named, True
    if body_version not in named:
        raise InvalidRequest(errors=[{"field": "version", "problem": "is not what If-Match says"}])
    return body_version, True


def _versions(header: str) -> Iterator[tuple[int, str | None, bool]]:
    """Each version of a list of tags, whose eyes it is seen with, and whether its tag is weak."""
    for weak, tag in _ENTITY_TAG.findall(header):
        named = _VERSION.fullmatch(tag)
        if named is not None:
            yield int(named[1]), named[2], bool(weak)

"""The ETag of what a viewer sees of a match: its version, and whose eyes it is seen with.

Where somebody is absent, or its bots are halted, which changes a match without another version, its
tag says that too.

A version alone, in quotation marks, is taken for the caller's own, so that whoever has an answer
but not its headers can ask for a later one. A tag of other eyes is not: what a browser keeps of one
seat must never be confirmed to another (RFC 9110, 8.8.3: a tag is of one representation). Once a
finished match has a rematch, the tag of what says so has its id.
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
_VERSION: Final = re.compile(
    f"({WHOLE_NUMBER})(?:-([0-9]|watching)(?:-(absent-[0-9]+(?:-halted)?|halted|[a-z0-9]{{20}}))?(?:-gzip)?)?"
)


def version_tag(version: int, viewer: int, further: str = "", *, compressed: bool = False) -> str:
    """The ETag, quotation marks included, of `version` as a seat or `SPECTATOR` sees it.

    `further` is what else may differ at one version. Compressed it is another representation, with
    a tag of its own (RFC 9110, 8.8.3.3): a weak one for both would be no use in `If-Match`.
    """
    eyes = "watching" if viewer == SPECTATOR else str(viewer)
    parts = (str(version), eyes, further, "gzip" if compressed else "")
    return f'"{"-".join(filter(None, parts))}"'


def cached_tag(version: int, viewer: int, further: str = "") -> str:
    """The ETag of what the caller has already: that of the form that `If-None-Match` names."""
    compressed = version_tag(version, viewer, further, compressed=True)
    header: str = current().get("HTTP_IF_NONE_MATCH", "")
    return compressed if compressed in header else version_tag(version, viewer, further)


def holds_version(version: int, viewer: int, further: str = "") -> bool:
    """Whether `If-None-Match` says that the caller has this version already, as `viewer`."""
    header: str | None = current().get("HTTP_IF_NONE_MATCH")
    if header is None:
        return False
    # Who names a bare version is told of a rematch, and not of what comes with time alone.
    comes_with_time = further.startswith("absent-") or further == "halted"
    return header.strip() == "*" or any(
        int(tag[1]) == version
        and ((tag[3] or "") == further or (tag[2] is None and comes_with_time))
        for tag in _own_tags(header, viewer)
    )


def holds_later_version(version: int, viewer: int) -> bool:
    """Whether `If-None-Match` says that the caller has versions above this one, and not this."""
    header: str | None = current().get("HTTP_IF_NONE_MATCH")
    if header is None:
        return False
    held = [int(tag[1]) for tag in _own_tags(header, viewer)]
    return version not in held and max(held, default=version) > version


def _own_tags(header: str, viewer: int) -> list[re.Match[str]]:
    """The tags of a header, leaving out those of other eyes."""
    own = (None, "watching" if viewer == SPECTATOR else str(viewer))
    return [tag for tag, _ in _versions(header) if tag[2] in own]


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
        named = sorted({int(tag[1]) for tag, weak in _versions(header) if not weak})
    if body_version is None:
        return named[0] if len(named) == 1 else named, True
    if body_version not in named:
        raise InvalidRequest(errors=[{"field": "version", "problem": "is not what If-Match says"}])
    return body_version, True


def _versions(header: str) -> Iterator[tuple[re.Match[str], bool]]:
    """Each tag of a match in a list: version, eyes and what else it says; whether it is weak."""
    for weak, tag in _ENTITY_TAG.findall(header):
        named = _VERSION.fullmatch(tag)
        if named is not None:
            yield named, bool(weak)

"""The locks: pip takes them also once newer releases of what they name are out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCKS = sorted((Path(__file__).parent.parent / "requirements").glob("*.txt"))


def locked(lock: Path) -> dict[str, Requirement]:
    """What a lock names that is wanted on this machine."""
    lines = re.findall(r"^([a-z0-9][^\\\n]*?) *\\?$", lock.read_text(), re.MULTILINE)
    named = [Requirement(line) for line in lines]
    wanted = [one for one in named if one.marker is None or one.marker.evaluate()]
    return {canonicalize_name(one.name): one for one in wanted}


def asked_for(one: Requirement) -> Iterator[Requirement]:
    """What one package asks for here, for itself and for its extras."""
    for text in requires(one.name) or ():
        other = Requirement(text)
        extras = {"", *one.extras}
        if other.marker is None or any(other.marker.evaluate({"extra": it}) for it in extras):
            yield other


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_each_package_is_locked_with_the_extras_that_others_ask_for(lock: Path) -> None:
    """Where `x[y]` is asked for and only `x` is locked, pip looks at the newest `x` and stops."""
    known = locked(lock)
    assert len(known) > 5
    asking = 0
    for one in known.values():
        try:
            others = list(asked_for(one))
        except PackageNotFoundError:
            continue
        for other in others:
            asking += bool(other.extras)
            assert other.extras <= known[canonicalize_name(other.name)].extras, (
                f"{one} asks {other}"
            )
    assert asking or lock.stem != "dev"

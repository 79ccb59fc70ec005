"""How long the body of a request may be: it depends on the path that it is sent to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class BodySizes:
    """At most `usual` bytes, but where `of_paths` says another size."""

    usual: int
    of_paths: Mapping[str, int] = field(default_factory=dict)

    def of(self, path: str) -> int:
        """How many bytes a body that is sent to a path may have."""
        return self.of_paths.get(path, self.usual)

    def places(self, length: int) -> int:
        """How many places of usual size a body of so many bytes takes; one at least."""
        return max(1, -(-length // self.usual))

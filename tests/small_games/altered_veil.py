"""Veil for tests to alter by overriding methods."""

from __future__ import annotations

from typing import Self

from examples.veil.match import Veil


class AlteredVeil(Veil):
    """Copies of an altered position are altered too."""

    def clone(self) -> Self:
        return type(self)(self.game, self.cells[:])

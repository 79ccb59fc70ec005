"""The numbers that Santa Fe's priors rest on beside those of `weights.json`."""

from __future__ import annotations

from typing import Final

MOST_PULL: Final = 6.0
LEAST_PULL: Final = -4.0
"""Between these the exponent of a piece's weight is kept."""

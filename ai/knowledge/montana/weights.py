"""The numbers that Montana's priors rest on beside those of `weights.json`."""

from __future__ import annotations

from typing import Final

STOP: Final = 0.5
"""The weight of building no further field."""
CANTEEN: Final = 5.0
"""The weight of a further turn for a canteen; none weighs 1."""
NO_ROOM: Final = 0.1
"""What is left of the weight of getting workers where there is no room for them."""
WASTED: Final = 0.05
"""What is left of the weight of two workers where one would do."""
TOKEN: Final = 0.4
"""How much of a settlement the cattle of a field are worth."""
UPGRADE: Final = 1.2
"""The upgrades of a row of the city, in goods."""
COIN: Final = 0.3
"""The coins of a row, in goods."""

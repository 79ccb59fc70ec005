"""The numbers that Steam's priors rest on beside those of `weights.json`."""

from __future__ import annotations

from typing import Final

MOST_CAPITAL: Final = 12
"""Beyond so many steps of capital are hardly ever good."""
RESERVE: Final = 4
"""So many dollars beyond what is owed make a player safe."""
GOODS_SHARE: Final = 0.12
"""How much more each cube makes a stop liked."""
MOST_WANTED: Final = 3
"""More goods for each other do not make two stops liked more."""
BLOCKED: Final = 0.2
"""What is left of the weight of a track towards track that it does not meet."""
CHANGED: Final = 0.5
"""What is left of the weight of a tile that replaces one."""
LEAST: Final = 0.01
"""The weight of a track that leads nowhere."""

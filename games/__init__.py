"""The rules of every game Railhead hosts, and nothing else.

`games` knows neither HTTP nor Redis nor search. Start reading at `games.game`.
"""

from games._build import COMPILED, choose_build

__all__ = ["COMPILED"]

choose_build()

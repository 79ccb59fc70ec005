"""The rules of every game Railhead hosts, and nothing else.

`games` knows neither HTTP nor Redis nor search. Start reading at `games.game`.
"""

if __name__ != "railhead.games":
    raise ImportError(f"{__name__} is imported as railhead.games")

from railhead.games._build import COMPILED, choose_build

__all__ = ["COMPILED"]

choose_build()

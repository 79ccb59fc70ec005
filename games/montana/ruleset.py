"""Montana as a `games.game.Ruleset`, and bound to its data as a `games.game.Game`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from games.data import GAMES_FOLDER, Entry, digest
from games.game import Game, Ruleset, Setup, State
from games.montana.actions import VOCABULARY
from games.montana.components import Tables
from games.montana.match_setup import draw, open_reach, opening
from games.montana.rules.match import Match
from games.montana.state import cell_count
from games.options import ChoiceOption, FileOption, IntegerOption, SwitchOption
from games.random import Source
from games.vectors import vec

PLY_CAP: Final = 150_000
"""At most 4 x 200 + 12 turns, each of fewer than 180 decisions and spins.

A turn's action takes at most 9 (hire) or 1 + rows x columns + 2 x seats (city, 73 at the most the
data allows), and every one of the at most 31 cattle that one player can trade in a turn takes two.
"""


class MontanaGame(Game):
    """Montana over one set of components."""

    def __init__(self, ruleset: Ruleset, data: Mapping[str, Any], tables: Tables) -> None:
        vocabulary = VOCABULARY.bound({"hexes": tables.hex_names})
        super().__init__(ruleset, data, digest(data), vocabulary)
        self.tables: Tables = tables

    def draw_setup(self, seats: int, options: Mapping[str, Any], source: Source) -> Setup:
        """The map, its start hex and the start player; see `match_setup`."""
        return draw(self.tables, seats, options, source)

    def start(self, setup: Setup) -> State:
        """The position before the first spin. Raises `ValueError`."""
        state = Match(self, opening(self.tables, setup, self.ruleset.options), self.tables)
        open_reach(state)
        return state

    def position(self, cells: vec[i64]) -> State:
        """See `Game.position`."""
        return Match(self, cells, self.tables)

    def cell_count(self, seats: int) -> int:
        """See `Game.cell_count`."""
        return cell_count(self.tables)

    def view(self, state: State, viewer: int) -> dict[str, Any]:
        """The whole table: everything lies open."""
        from games.montana.view import table

        assert isinstance(state, Match)
        return table(state)


class MontanaRuleset(Ruleset):
    """The base game as published."""

    def bind(self, data: Mapping[str, Any], sources: Mapping[str, str]) -> Game:
        """The game over `data["components"]`. Raises `games.data.DataError`."""
        pieces = Entry.of_file(self.folder / "data" / "pieces.yaml")
        components = Entry(data["components"], sources["components"])
        return MontanaGame(self, data, Tables(pieces, components))

    def picture(self, view: Mapping[str, Any]) -> str:
        """The table as SVG."""
        from games.montana.picture import drawn

        return drawn(view)


RULESET: Final = MontanaRuleset(
    id="montana",
    name="Montana",
    version=1,
    folder=GAMES_FOLDER / "montana",
    min_seats=2,
    max_seats=4,
    options=(
        FileOption(
            "components",
            "reconstruction",
            "The data file of tiles, layouts, wheel, worker board and city prices.",
        ),
        ChoiceOption(
            "setup",
            ("random", "first_game"),
            "random",
            "A map drawn at random, or the fixed one of the first game, which seat 0 starts.",
        ),
        SwitchOption(
            "own_only", False, "Build only beside the start tile and one's own settlements."
        ),
        ChoiceOption(
            "build_coins",
            ("fewer_fields", "more_fields"),
            "fewer_fields",
            "Coins for building fewer than three fields, or for every field after the first.",
        ),
        SwitchOption(
            "auction_trades",
            True,
            "The active player may trade cattle between the first bid and the last payment.",
        ),
        ChoiceOption(
            "line_bonus",
            ("each_direction", "once"),
            "each_direction",
            "A field that closes lines in several directions earns a settlement for each, or one.",
        ),
        IntegerOption("round_limit", 1, 200, 60, "The match ends after this many rounds at most."),
    ),
    vocabulary=VOCABULARY,
    hides=False,
    ply_cap=PLY_CAP,
    notices=(
        "The landscape tiles, the map layouts, the order of the wheel, the city's prices and some "
        "payments of the worker board are a reconstruction from published descriptions, not a "
        "record of the printed game.",
    ),
)

"""Steam as a `games.game.Ruleset`, and bound to a map as a `games.game.Game`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from games.data import GAMES_FOLDER, Entry, digest
from games.game import Game, Ruleset, Setup, State
from games.options import ChoiceOption, FileOption, PatternOption, SwitchOption
from games.random import Source
from games.steam.actions import SPLIT_NAMES, VOCABULARY
from games.steam.components import Tables
from games.steam.match_setup import draw, empty, lay_out
from games.steam.rules.match import Match
from games.steam.state import cell_count
from games.vectors import vec

PLY_CAP: Final = 25_000
"""At most 10 turns of fewer than 2,500 decisions.

A turn has at most one purchase of capital, one action tile, ten building decisions and two rounds
of one delivery and six choices for each of six seats: 162 decisions. The bids of an auction rise
by a dollar at least, and nobody can have 1,000 dollars: over a whole match income brings at most
100, and income and victory points turn into money at five dollars for a step or two points.
"""


class SteamGame(Game):
    """Steam over one map."""

    def __init__(self, ruleset: Ruleset, data: Mapping[str, Any], tables: Tables) -> None:
        vocabulary = VOCABULARY.bound(
            {
                "hexes": tables.land.hex_names,
                "stops": tables.land.stop_names,
                "splits": SPLIT_NAMES,
            }
        )
        super().__init__(ruleset, data, digest(data), vocabulary)
        self.tables: Tables = tables

    def draw_setup(self, seats: int, options: Mapping[str, Any], source: Source) -> Setup:
        """Goods and the first order; see `match_setup`. Raises `InvalidOption`."""
        return draw(self.tables, seats, options, source)

    def start(self, setup: Setup) -> State:
        """The first position. Raises `ValueError`."""
        state = Match(self, empty(self.tables), self.tables)
        lay_out(state, setup, self.ruleset.options)
        return state

    def position(self, cells: vec[i64]) -> State:
        """See `Game.position`."""
        return Match(self, cells, self.tables)

    def cell_count(self, seats: int) -> int:
        """See `Game.cell_count`."""
        return cell_count(self.tables)

    def view(self, state: State, viewer: int) -> dict[str, Any]:
        """The whole table: everything lies open."""
        from games.steam.view import table

        assert isinstance(state, Match)
        return table(state)


class SteamRuleset(Ruleset):
    """The base game and the standard game as published."""

    def bind(self, data: Mapping[str, Any], sources: Mapping[str, str]) -> Game:
        """The game over `data["map"]`. Raises `games.data.DataError`."""
        pieces = Entry.of_file(self.folder / "data" / "pieces.yaml")
        return SteamGame(self, data, Tables(pieces, Entry(data["map"], sources["map"])))

    def picture(self, view: Mapping[str, Any]) -> str:
        """The table as SVG."""
        from games.steam.picture import drawn

        return drawn(view)


RULESET: Final = SteamRuleset(
    id="steam",
    name="Steam",
    version=1,
    folder=GAMES_FOLDER / "steam",
    min_seats=3,
    max_seats=6,
    options=(
        ChoiceOption("variant", ("base", "standard"), "base", "The base or the standard game."),
        FileOption(
            "map",
            "northeast",
            "The map: northeast (best with 3 or 4 players), ruhr (4 or 5), or a dropped-in one.",
        ),
        ChoiceOption(
            "first_order",
            ("random", "auction"),
            "random",
            "Base game: the first turn order by drawing tiles, with money, or by auctions.",
        ),
        PatternOption(
            "beginners",
            "none|[0-5]{1,6}",
            "none",
            "Standard game: seats that may raise money at need, such as 02, or none.",
        ),
        SwitchOption(
            "income_overflow",
            True,
            "Points beyond the end of the income track may be taken as income, and are lost.",
        ),
        SwitchOption(
            "city_without_goods", True, "Urbanization may be taken while the supply is empty."
        ),
        SwitchOption(
            "growth_for_number",
            True,
            "City Growth may be taken for its number when it cannot be carried out.",
        ),
        SwitchOption("town_twice", False, "A delivery may pass a town twice, on different links."),
        SwitchOption(
            "own_colour", True, "Goods in a city of their colour may go to another such city."
        ),
        SwitchOption("below_zero", True, "A final total may be below zero."),
        SwitchOption(
            "second_chance",
            True,
            "Standard game: a free pass keeps its second chance against the high bidder alone.",
        ),
        SwitchOption(
            "dealt_free_pass",
            False,
            "Standard game: who is dealt Turn Order at first has its free pass in turn 1.",
        ),
        SwitchOption(
            "net_income",
            True,
            "Standard game: income and locomotive are netted, instead of paying first.",
        ),
        SwitchOption("end_with_one", False, "The match ends when one player is not bankrupt."),
        SwitchOption(
            "branch_keeps",
            False,
            "New own track at its start keeps an incomplete link that was not extended.",
        ),
        SwitchOption("improve_unowned", True, "Tiles with complete unowned links may be improved."),
        SwitchOption("same_hex", True, "A hex may be built on more than once in a building turn."),
        SwitchOption(
            "redirect_and_improve",
            False,
            "One tile may redirect the track of a hex and add another to it.",
        ),
        SwitchOption(
            "spur_track",
            True,
            "Track without owner beyond the spur of a town stays when the town becomes a city.",
        ),
        SwitchOption(
            "growth_first", False, "City Growth comes before the first tile of a building turn."
        ),
        SwitchOption("redirect_double", True, "A track of a double tile may be redirected."),
        SwitchOption(
            "redirect_start", False, "Redirecting may change the side by which a track comes in."
        ),
        SwitchOption(
            "join_unowned",
            False,
            "Own track may join an open end without owner that could not be claimed.",
        ),
    ),
    vocabulary=VOCABULARY,
    hides=False,
    ply_cap=PLY_CAP,
    notices=(
        "Both maps are reconstructions from published descriptions and geography, not the printed "
        "boards.",
    ),
)

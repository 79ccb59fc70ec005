"""Great Western Trail as a `games.game.Ruleset`, and bound to its data as a `games.game.Game`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from games.data import GAMES_FOLDER, Entry, digest
from games.game import Game, Ruleset, Setup, State
from games.great_western_trail.actions import VOCABULARY
from games.great_western_trail.components import Tables
from games.great_western_trail.match_setup import draw, opening
from games.great_western_trail.rules.match import Match
from games.great_western_trail.state import cell_count
from games.options import ChoiceOption, PatternOption, SwitchOption
from games.random import Source
from games.vectors import vec

PLY_CAP: Final = 400_000
"""Of 54 workers at most 47 can come to the job market after the set-up, one or two a visit to
Kansas City, so there are at most 47 + 4 visits. On the way there each turn goes on by at least one
of 49 spaces, and takes fewer than 150 decisions and draws: 24 objective cards of at most five each,
and four local actions."""


class GreatWesternTrailGame(Game):
    """Great Western Trail over its components."""

    def __init__(self, ruleset: Ruleset, data: Mapping[str, Any], tables: Tables) -> None:
        vocabulary = VOCABULARY.bound({"locations": tables.trail.names})
        super().__init__(ruleset, data, digest(data), vocabulary)
        self.tables: Tables = tables

    def draw_setup(self, seats: int, options: Mapping[str, Any], source: Source) -> Setup:
        """All that lies open at the start; see `match_setup`."""
        return draw(self.tables, seats, options, source)

    def start(self, setup: Setup) -> State:
        """The position before the hands are dealt. Raises `ValueError`."""
        return opening(
            lambda cells: Match(self, cells, self.tables), self.tables, setup, self.ruleset.options
        )

    def position(self, cells: vec[i64]) -> State:
        """See `Game.position`."""
        return Match(self, cells, self.tables)

    def cell_count(self, seats: int) -> int:
        """See `Game.cell_count`."""
        return cell_count(seats)

    def view(self, state: State, viewer: int) -> dict[str, Any]:
        """The table as `viewer` sees it."""
        from games.great_western_trail.view import table

        assert isinstance(state, Match)
        return table(state, viewer)


class GreatWesternTrailRuleset(Ruleset):
    """The base game of the first edition."""

    def bind(self, data: Mapping[str, Any], sources: Mapping[str, str]) -> Game:
        """The game; there is nothing to choose. Raises `games.data.DataError`."""
        parts = self.folder / "data"
        tables = Tables(Entry.of_file(parts / "board.yaml"), Entry.of_file(parts / "pieces.yaml"))
        return GreatWesternTrailGame(self, data, tables)

    def picture(self, view: Mapping[str, Any]) -> str:
        """The table as SVG."""
        from games.great_western_trail.picture import drawn

        return drawn(view)


RULESET: Final = GreatWesternTrailRuleset(
    id="great_western_trail",
    name="Great Western Trail",
    version=1,
    folder=GAMES_FOLDER / "great_western_trail",
    min_seats=2,
    max_seats=4,
    options=(
        ChoiceOption(
            "neutral_buildings",
            ("random", "beginner"),
            "random",
            "The neutral buildings shuffled, or each on the space of its letter.",
        ),
        PatternOption(
            "building_sides",
            "a|b|random|one_toss|[ab]{10}",
            "random",
            "The sides of the private buildings: all a, all b, random for each number, one_toss "
            "(random, but the same for all numbers), or ten letters.",
        ),
        ChoiceOption(
            "worker_split",
            ("even", "more_cowboys"),
            "even",
            "Workers in the second stack: 11 of each type, or 12 cowboys and 11 others.",
        ),
        SwitchOption("idle_turns", True, "Phase B may be skipped altogether."),
        SwitchOption(
            "delivery_objective_from_deck",
            True,
            "An objective card of a delivery may be the top of the deck.",
        ),
        SwitchOption(
            "special_delivery_pays",
            True,
            "Kansas City pays its dollars in the special delivery of building 9a too.",
        ),
        ChoiceOption(
            "cowboys",
            ("each_action", "each_turn"),
            "each_action",
            "Cowboys can be assigned once in each market action, or once in a turn.",
        ),
        SwitchOption(
            "objectives_in_kansas_city",
            False,
            "Objective cards can be played before the first four steps of Kansas City.",
        ),
        SwitchOption(
            "copy_attached", False, "Building 8b copies the attached action of the space too."
        ),
        ChoiceOption(
            "late_workers",
            ("refilled", "removed"),
            "refilled",
            "Workers turned up for the foresight spaces after the end is triggered stay or go.",
        ),
        SwitchOption(
            "turn_up_last_card", True, "A cowboy may turn up the last card of the market deck."
        ),
        SwitchOption(
            "upgrade_before_reward",
            False,
            "A station reached by an engine's way back is upgraded before the reward comes.",
        ),
        SwitchOption(
            "keep_replaced_actions",
            False,
            "The local actions of a building that is replaced under the own cattleman may still "
            "be used on this visit.",
        ),
    ),
    vocabulary=VOCABULARY,
    hides=True,
    ply_cap=PLY_CAP,
    notices=(
        "The first edition of 2016, base game; the drawn board follows the printed one's spaces, "
        "not its art.",
    ),
)

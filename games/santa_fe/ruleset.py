"""Santa Fe as a `games.game.Ruleset`, and bound to a map as a `games.game.Game`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from games.data import GAMES_FOLDER, Entry, digest
from games.game import Game, Ruleset, Setup, State
from games.options import ChoiceOption, FileOption, SwitchOption
from games.random import Source
from games.santa_fe.actions import MOST_SEATS, NO_CARD, VOCABULARY
from games.santa_fe.components import Tables
from games.santa_fe.match_setup import draw, opening
from games.santa_fe.rules.match import Match
from games.santa_fe.rules.rounds import begin_match
from games.santa_fe.state import cell_count
from games.vectors import vec

PLY_CAP: Final = 10_000
"""At most 65 rounds (`docs/rules/santa_fe.md` section 9) of 29 plies a seat, and the deal."""


class SantaFeGame(Game):
    """Santa Fe on one map."""

    def __init__(self, ruleset: Ruleset, data: Mapping[str, Any], tables: Tables) -> None:
        names = {
            "cities": tables.board.codes,
            "cards": tables.card_codes,
            "turned": [*tables.card_codes, NO_CARD],
        }
        super().__init__(ruleset, data, digest(data), VOCABULARY.bound(names))
        self.tables: Tables = tables

    def draw_setup(self, seats: int, options: Mapping[str, Any], source: Source) -> Setup:
        """Who is the first player; see `match_setup`."""
        return draw(seats, options, source)

    def start(self, setup: Setup) -> State:
        """The position before the deal. Raises `ValueError`."""
        state = Match(self, opening(self.tables, setup, self.ruleset.options), self.tables)
        begin_match(state)
        return state

    def position(self, cells: vec[i64]) -> State:
        """See `Game.position`."""
        return Match(self, cells, self.tables)

    def cell_count(self, seats: int) -> int:
        """See `Game.cell_count`."""
        return cell_count(self.tables)

    def view(self, state: State, viewer: int) -> dict[str, Any]:
        """The table as a viewer sees it."""
        from games.santa_fe.view import table

        assert isinstance(state, Match)
        return table(state, viewer)


class SantaFeRuleset(Ruleset):
    """The game of 1992 as published."""

    def bind(self, data: Mapping[str, Any], sources: Mapping[str, str]) -> Game:
        """The game over `data["map"]`. Raises `games.data.DataError`."""
        pieces = Entry.of_file(self.folder / "data" / "pieces.yaml")
        return SantaFeGame(self, data, Tables(pieces, Entry(data["map"], sources["map"])))

    def picture(self, view: Mapping[str, Any]) -> str:
        """The table as SVG."""
        from games.santa_fe.picture import drawn

        return drawn(view)


RULESET: Final = SantaFeRuleset(
    id="santa_fe",
    name="Santa Fe",
    version=1,
    folder=GAMES_FOLDER / "santa_fe",
    min_seats=2,
    max_seats=MOST_SEATS,
    options=(
        FileOption("map", "reconstruction", "The data file of cities, links and starts."),
        ChoiceOption(
            "variant", ("basic", "advanced"), "basic", "The basic game, or the advanced one."
        ),
        SwitchOption("purchase", False, "The optional rule: buying a track piece each round."),
        ChoiceOption(
            "first_player",
            ("random", "seat_0"),
            "random",
            "Who leads the first round; the rulebook names the youngest player.",
        ),
        ChoiceOption(
            "double_second",
            ("optional", "mandatory"),
            "optional",
            "Whether the second piece of a double turn has to be laid in the basic game.",
        ),
        SwitchOption(
            "start_city_bonus",
            False,
            "Whether the first railroad to arrive at another's start city earns the city bonus.",
        ),
        ChoiceOption(
            "engineer_mountain_river",
            ("free", "saves_one"),
            "free",
            "What an engineer does for the price of a mountain space that crosses a river.",
        ),
        ChoiceOption(
            "own_pieces_unlock",
            ("all", "same_railroad"),
            "all",
            "Bought pieces may be laid once the unbought ones of all railroads are gone, or of "
            "the same railroad.",
        ),
        SwitchOption("open_money", True, "Whether views show the money of the others."),
        ChoiceOption(
            "engineer_sale",
            ("after_deal", "before_deal"),
            "after_deal",
            "Advanced game: whether engineers are sold after or before the city cards are dealt.",
        ),
        ChoiceOption(
            "exchange_time",
            ("own_turn", "before_phase"),
            "own_turn",
            "Cards are exchanged at the start of the player's own second lay turn, or by all "
            "before the first piece of the second lay phase.",
        ),
        SwitchOption("open_exchange", False, "City cards laid aside in an exchange are shown."),
        SwitchOption(
            "special_bonus_again",
            False,
            "A railroad that comes to its special city again earns the special bonus again.",
        ),
        SwitchOption(
            "lone_branch", False, "A branch card may be drawn without another card in hand."
        ),
        SwitchOption("stop_drawing", False, "Drawing may be stopped below the hand limit."),
        SwitchOption(
            "must_branch",
            False,
            "Basic game: the own branch card has to be used where it alone allows a piece.",
        ),
        ChoiceOption(
            "cannot_pay",
            ("pass", "ends"),
            "pass",
            "Advanced game: a player without the money for any legal piece passes, or the match "
            "ends.",
        ),
        ChoiceOption(
            "double_pass",
            ("no_piece", "one_piece"),
            "no_piece",
            "Where passing is allowed, a double turn is a pass without any piece, or with one "
            "piece too.",
        ),
        SwitchOption(
            "unbegun_branch", True, "A branch card may be used for a railroad without track."
        ),
        ChoiceOption(
            "mountain_river",
            ("space", "line"),
            "space",
            "Advanced game: a river on a mountain line raises the price of the space that "
            "crosses it, or of every space of the line.",
        ),
        SwitchOption(
            "both_ends",
            False,
            "Another route of the railroad that began a line may lay from its other end.",
        ),
    ),
    vocabulary=VOCABULARY,
    hides=True,
    ply_cap=PLY_CAP,
    notices=(
        "The map called `reconstruction` is a reconstruction, not the printed board: most cities, "
        "all links with their lengths, rivers and mountains, and most special cities are designed "
        "to fit the published totals.",
    ),
)

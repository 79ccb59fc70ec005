"""Montana as a `games.game.Ruleset`: its options, and the functions that make it."""

from __future__ import annotations

from typing import Final

from railhead.games.data import GAMES_FOLDER
from railhead.games.game import Ruleset
from railhead.games.montana import actions, state
from railhead.games.montana.census import census
from railhead.games.montana.components import Components
from railhead.games.montana.match import Montana
from railhead.games.montana.match_setup import draw_setup, set_initial_state
from railhead.games.montana.picture import table_of
from railhead.games.montana.reference import reference
from railhead.games.montana.refusals import refusal
from railhead.games.montana.rules import scoring
from railhead.games.montana.rules.turns import STANDSTILL
from railhead.games.montana.tray import tray
from railhead.games.montana.view import view_of
from railhead.games.montana.wording import label_params
from railhead.games.options import ChoiceOption, FileOption, IntegerOption, SwitchOption

PLY_CAP: Final = 1_500_000
"""At most 4 x 33 x 60 + 12 turns, each of fewer than 180 decisions and spins.

Without a round limit somebody builds at least once in 60 rounds, and four players have 32
settlements; with one there are at most 4 x 200 + 12 turns. A turn's action takes at most 9 (hire)
or 1 + rows x columns + 2 x seats (city, 73 at the most the data allows), and every one of the at
most 31 cattle that one player can trade in a turn takes two.
"""


RULESET: Final = Ruleset(
    id="montana",
    name="Montana",
    version=2,
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
            "own_only",
            False,
            "Build only beside the start tile and one's own settlements.",
            cell=state.OWN_ONLY,
        ),
        ChoiceOption(
            "build_coins",
            ("fewer_fields", "more_fields"),
            "fewer_fields",
            "Coins for building 1, 2 or 3 fields: 2, 1, 0 for fewer, as the worked example pays, "
            "or 0, 1, 2 for more, as the rulebook's sentence says.",
            cell=state.MORE_FIELDS,
        ),
        SwitchOption(
            "auction_trades",
            True,
            "The active player may trade cattle between the first bid and the last payment.",
            cell=state.AUCTION_TRADES,
        ),
        ChoiceOption(
            "line_bonus",
            ("each_direction", "once"),
            "each_direction",
            "A field that closes lines in several directions earns a settlement for each, or one.",
            cell=state.ONE_LINE,
        ),
        ChoiceOption(
            "two_workers",
            ("any", "other_colours"),
            "any",
            "Two workers instead of one of the area's colour may be any two, or two of others.",
            cell=state.OTHER_COLOURS,
        ),
        IntegerOption(
            "round_limit",
            0,
            200,
            60,
            "The match ends after this many rounds at most; 0 for no limit but a standstill of "
            f"{STANDSTILL} rounds in which nobody builds.",
            cell=state.ROUND_LIMIT,
        ),
    ),
    vocabulary=actions.VOCABULARY,
    components=Components,
    names=lambda components: {"hexes": components.hex_names},
    cell_count=state.cell_count,
    position=Montana,
    draw_setup=draw_setup,
    set_initial_state=set_initial_state,
    scores=scoring.scores,
    ranking=scoring.ranking,
    score_sheet=scoring.score_sheet,
    census=census,
    label_params=label_params,
    refusal=refusal,
    view=view_of,
    table=table_of,
    tray=tray,
    reference=reference,
    schemas=lambda components: {"components": components.schema},
    hides=False,
    ply_cap=PLY_CAP,
    summary="Place workers for goods, and settle the land field by field: "
    "most settlements win, once somebody has placed the last one.",
    minutes=(45, 75),
    weight=2.4,
    notices=(
        "The landscape tiles, the map layouts, the order of the wheel, the city's prices and some "
        "payments of the worker board are a reconstruction from published descriptions, not a "
        "record of the printed game.",
    ),
)

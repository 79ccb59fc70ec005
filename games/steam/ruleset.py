"""Steam as a `games.game.Ruleset`: its options, and the functions that make it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from railhead.games.data import GAMES_FOLDER
from railhead.games.game import Ruleset
from railhead.games.options import ChoiceOption, FileOption, PatternOption, SwitchOption
from railhead.games.steam import actions, state
from railhead.games.steam.census import census
from railhead.games.steam.components import Components
from railhead.games.steam.data_schema import MAP
from railhead.games.steam.match import Steam
from railhead.games.steam.match_setup import draw_setup, set_initial_state
from railhead.games.steam.picture import table_of
from railhead.games.steam.reference import reference
from railhead.games.steam.refusals import refusal
from railhead.games.steam.rules import scoring
from railhead.games.steam.tray import tray
from railhead.games.steam.view import view_of
from railhead.games.steam.wording import label_params

PLY_CAP: Final = 25_000
"""At most 10 turns of fewer than 2,500 decisions.

A turn has at most one purchase of capital, one action tile, ten building decisions and two rounds
of one delivery and six choices for each of six seats: 162 decisions. The bids of an auction rise
by a dollar at least, and nobody can have 1,000 dollars: over a whole match income brings at most
100, and income and victory points turn into money at five dollars for a step or two points.
"""


def notation_names(components: Components) -> Mapping[str, Sequence[str]]:
    """The names that notation takes from the map."""
    return {
        "hexes": components.land.hex_names,
        "stops": components.land.stop_names,
        "splits": actions.SPLIT_NAMES,
    }


RULESET: Final = Ruleset(
    id="steam",
    name="Steam",
    version=1,
    folder=GAMES_FOLDER / "steam",
    min_seats=3,
    max_seats=6,
    options=(
        ChoiceOption(
            "variant",
            ("base", "standard"),
            "base",
            "The base or the standard game.",
            cell=state.STANDARD,
        ),
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
            cell=state.INCOME_OVERFLOW,
        ),
        SwitchOption(
            "city_without_goods",
            True,
            "Urbanization may be taken while the supply is empty.",
            cell=state.CITY_WITHOUT_GOODS,
        ),
        SwitchOption(
            "growth_for_number",
            True,
            "City Growth may be taken for its number when it cannot be carried out.",
            cell=state.GROWTH_FOR_NUMBER,
        ),
        SwitchOption(
            "town_twice",
            False,
            "A delivery may pass a town twice, on different links.",
            cell=state.TOWN_TWICE,
        ),
        SwitchOption(
            "own_colour",
            True,
            "Goods in a city of their colour may go to another such city.",
            cell=state.OWN_COLOUR,
        ),
        SwitchOption("below_zero", True, "A final total may be below zero.", cell=state.BELOW_ZERO),
        SwitchOption(
            "second_chance",
            True,
            "Standard game: a free pass keeps its second chance against the high bidder alone.",
            cell=state.SECOND_CHANCE,
        ),
        SwitchOption(
            "dealt_free_pass",
            False,
            "Standard game: who is dealt Turn Order at first has its free pass in turn 1.",
            cell=state.DEALT_FREE_PASS,
        ),
        SwitchOption(
            "net_income",
            True,
            "Standard game: income and locomotive are netted, instead of paying first.",
            cell=state.NET_INCOME,
        ),
        SwitchOption(
            "end_with_one",
            False,
            "The match ends when one player is not bankrupt.",
            cell=state.END_WITH_ONE,
        ),
        SwitchOption(
            "branch_keeps",
            False,
            "New own track at its start keeps an incomplete link that was not extended.",
            cell=state.BRANCH_KEEPS,
        ),
        SwitchOption(
            "improve_unowned",
            True,
            "Tiles with complete unowned links may be improved.",
            cell=state.IMPROVE_UNOWNED,
        ),
        SwitchOption(
            "same_hex",
            True,
            "A hex may be built on more than once in a building turn.",
            cell=state.SAME_HEX,
        ),
        SwitchOption(
            "redirect_and_improve",
            False,
            "One tile may redirect the track of a hex and add another to it.",
            cell=state.REDIRECT_AND_IMPROVE,
        ),
        SwitchOption(
            "spur_track",
            True,
            "Track without owner beyond the spur of a town stays when the town becomes a city.",
            cell=state.SPUR_TRACK,
        ),
        SwitchOption(
            "growth_first",
            False,
            "City Growth comes before the first tile of a building turn.",
            cell=state.GROWTH_FIRST,
        ),
        SwitchOption(
            "redirect_double",
            True,
            "A track of a double tile may be redirected.",
            cell=state.REDIRECT_DOUBLE,
        ),
        SwitchOption(
            "redirect_start",
            False,
            "Redirecting may change the side by which a track comes in.",
            cell=state.REDIRECT_START,
        ),
        SwitchOption(
            "join_unowned",
            False,
            "Own track may join an open end without owner that could not be claimed.",
            cell=state.JOIN_UNOWNED,
        ),
        ChoiceOption(
            "loops",
            state.LOOPS,
            "allowed",
            "Loops of several links: allowed, none made of one owner's links (own), or none.",
        ),
    ),
    vocabulary=actions.VOCABULARY,
    components=Components,
    names=notation_names,
    cell_count=state.cell_count,
    position=Steam,
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
    schemas=lambda components: {"map": MAP},
    hides=False,
    ply_cap=PLY_CAP,
    summary="Build railroads on borrowed money, and deliver goods over them "
    "for income or for victory points.",
    minutes=(90, 150),
    weight=3.5,
    notices=(
        "Both maps are reconstructions from published descriptions and geography, not the printed "
        "boards.",
    ),
)

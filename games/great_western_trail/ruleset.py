"""Great Western Trail as a `games.game.Ruleset`: its options, and the functions that make it."""

from __future__ import annotations

from typing import Final

from railhead.games.data import GAMES_FOLDER
from railhead.games.game import Ruleset
from railhead.games.great_western_trail import actions, state
from railhead.games.great_western_trail.census import census
from railhead.games.great_western_trail.components import Components
from railhead.games.great_western_trail.data_schema import BOARD
from railhead.games.great_western_trail.match import GreatWesternTrail
from railhead.games.great_western_trail.match_setup import draw_setup, set_initial_state
from railhead.games.great_western_trail.picture import table_of
from railhead.games.great_western_trail.reference import reference
from railhead.games.great_western_trail.refusals import refusal
from railhead.games.great_western_trail.rules import scoring
from railhead.games.great_western_trail.tray import tray
from railhead.games.great_western_trail.view import view_of
from railhead.games.great_western_trail.wording import label_params
from railhead.games.options import ChoiceOption, FileOption, PatternOption, SwitchOption

PLY_CAP: Final = 400_000
"""Of 54 workers at most 47 can come to the job market after the set-up, one or two a visit to
Kansas City, so there are at most 47 + 4 visits. On the way there each turn goes on by at least one
of 49 spaces, and takes fewer than 150 decisions and draws: 24 objective cards of at most five each,
and four local actions."""


RULESET: Final = Ruleset(
    id="great_western_trail",
    name="Great Western Trail",
    version=2,
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
            cell=state.SPLIT,
        ),
        SwitchOption(
            "idle_turns", True, "Phase B may be skipped altogether.", cell=state.IDLE_TURNS
        ),
        SwitchOption(
            "delivery_objective_from_deck",
            True,
            "An objective card of a delivery may be the top of the deck.",
            cell=state.DELIVERY_DECK,
        ),
        SwitchOption(
            "special_delivery_pays",
            True,
            "Kansas City pays its dollars in the special delivery of building 9a too.",
            cell=state.SPECIAL_PAYS,
        ),
        ChoiceOption(
            "cowboys",
            ("each_action", "each_turn"),
            "each_action",
            "Cowboys can be assigned once in each market action, or once in a turn.",
            cell=state.COWBOYS_EACH_TURN,
        ),
        SwitchOption(
            "objectives_in_kansas_city",
            False,
            "Objective cards can be played before the first four steps of Kansas City.",
            cell=state.CITY_OBJECTIVES,
        ),
        SwitchOption(
            "copy_attached",
            False,
            "Building 8b copies the attached action of the space too.",
            cell=state.COPY_ATTACHED,
        ),
        ChoiceOption(
            "late_workers",
            ("refilled", "removed"),
            "refilled",
            "Workers turned up for the foresight spaces after the end is triggered stay or go.",
            cell=state.LATE_REMOVED,
        ),
        SwitchOption(
            "turn_up_last_card",
            True,
            "A cowboy may turn up the last card of the market deck.",
            cell=state.TURN_UP_LAST,
        ),
        SwitchOption(
            "upgrade_before_reward",
            False,
            "A station reached by an engine's way back is upgraded before the reward comes.",
            cell=state.UPGRADE_FIRST,
        ),
        SwitchOption(
            "keep_replaced_actions",
            False,
            "The local actions of a building that is replaced under the own cattleman may still "
            "be used on this visit.",
            cell=state.KEEP_ACTIONS,
        ),
        SwitchOption(
            "city_pays_hand_disc",
            False,
            "Kansas City's dollars may pay for a disc of the hand limit placed there, where no "
            "other kind is left.",
            cell=state.CITY_PAYS_DISC,
        ),
        FileOption(
            "board",
            "first_edition",
            "The data file of the trail, tolls, markets, stations and cities.",
        ),
    ),
    vocabulary=actions.VOCABULARY,
    components=Components,
    names=lambda components: {"locations": components.trail.names},
    cell_count=state.cell_count,
    position=GreatWesternTrail,
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
    schemas=lambda components: {"board": BOARD},
    hides=True,
    ply_cap=PLY_CAP,
    summary="Drive cattle along a trail to Kansas City, again and again, "
    "and hire, build and deliver further west each time.",
    minutes=(100, 180),
    weight=3.7,
    notices=(
        "The first edition of 2016, base game; the drawn board follows the printed one's spaces, "
        "not its art.",
    ),
)

"""The ruleset of Veil: its options, and the functions that make it."""

from __future__ import annotations

from typing import Final

from examples.veil import state
from examples.veil.actions import VOCABULARY
from examples.veil.census import census
from examples.veil.components import Components
from examples.veil.data_schema import DECK
from examples.veil.match import Veil
from examples.veil.match_setup import draw_setup, set_initial_state
from examples.veil.picture import table_of
from examples.veil.reference import reference
from examples.veil.refusals import refusal
from examples.veil.rules import scoring
from examples.veil.tray import tray
from examples.veil.view import view_of
from examples.veil.wording import label_params
from railhead.games.data import GAMES_FOLDER
from railhead.games.game import Ruleset
from railhead.games.options import ChoiceOption, FileOption, SwitchOption

PLY_CAP: Final = 80
"""At most four rounds, one for each card of the row, and four gifts to uncover.

A round has at most 8 draws, 4 selections, 4 reveals, and a card taken, given and shown.
"""

RULESET: Final = Ruleset(
    id="veil",
    name="Veil",
    version=1,
    folder=GAMES_FOLDER.parent / "examples" / "veil",
    min_seats=2,
    max_seats=state.MOST_SEATS,
    options=(
        FileOption("deck", "plain", "The cards."),
        ChoiceOption(
            "best",
            ("high", "low"),
            "high",
            "Which end of the ranking wins a round.",
            cell=state.LOW_WINS,
        ),
        SwitchOption("giving", True, "Whether cards may be given away.", cell=state.GIVING),
    ),
    vocabulary=VOCABULARY,
    components=Components,
    names=lambda components: {"cards": components.card_names},
    cell_count=state.cell_count,
    position=Veil,
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
    schemas=lambda components: {"deck": DECK},
    hides=True,
    ply_cap=PLY_CAP,
    summary="A small card game with hidden hands.",
    minutes=(5, 10),
    weight=1.2,
    notices=("Veil is an example, made up to show how a game is added.",),
)

"""Santa Fe as a `games.game.Ruleset`: its options, and the functions that make it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from railhead.games.data import GAMES_FOLDER
from railhead.games.game import Ruleset
from railhead.games.options import ChoiceOption, FileOption, SwitchOption
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.census import census
from railhead.games.santa_fe.components import Components
from railhead.games.santa_fe.data_schema import MAP
from railhead.games.santa_fe.match import SantaFe
from railhead.games.santa_fe.match_setup import draw_setup, set_initial_state
from railhead.games.santa_fe.picture import table_of
from railhead.games.santa_fe.reference import reference
from railhead.games.santa_fe.refusals import refusal
from railhead.games.santa_fe.rules import scoring
from railhead.games.santa_fe.tray import tray
from railhead.games.santa_fe.view import view_of
from railhead.games.santa_fe.wording import label_params

PLY_CAP: Final = 10_000
"""At most 65 rounds (`docs/rules/santa_fe.md` section 9) of 29 plies a seat, and the deal."""


def notation_names(components: Components) -> Mapping[str, Sequence[str]]:
    """The names that notation takes from the map."""
    return {
        "cities": components.board.codes,
        "cards": components.card_codes,
        "turned": [*components.card_codes, actions.NO_CARD],
    }


RULESET: Final = Ruleset(
    id="santa_fe",
    name="Santa Fe",
    version=2,
    folder=GAMES_FOLDER / "santa_fe",
    min_seats=2,
    max_seats=actions.MOST_SEATS,
    options=(
        FileOption("map", "reconstruction", "The data file of cities, links and starts."),
        ChoiceOption(
            "variant",
            ("basic", "advanced"),
            "basic",
            "The basic game, or the advanced one.",
            cell=state.ADVANCED,
        ),
        SwitchOption(
            "purchase",
            False,
            "The optional rule: buying a track piece each round.",
            cell=state.PURCHASE,
        ),
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
            cell=state.MANDATORY,
        ),
        SwitchOption(
            "start_city_bonus",
            False,
            "Whether the first railroad to arrive at another's start city earns the city bonus.",
            cell=state.START_BONUS,
        ),
        ChoiceOption(
            "engineer_mountain_river",
            ("free", "saves_one"),
            "free",
            "What an engineer does for the price of a mountain space that crosses a river.",
            cell=state.SAVES_ONE,
        ),
        ChoiceOption(
            "own_pieces_unlock",
            ("all", "same_railroad"),
            "all",
            "Bought pieces may be laid once the unbought ones of all railroads are gone, or of "
            "the same railroad.",
            cell=state.SAME_RAILROAD,
        ),
        SwitchOption(
            "open_money", True, "Whether views show the money of the others.", cell=state.OPEN_MONEY
        ),
        ChoiceOption(
            "engineer_sale",
            ("after_deal", "before_deal"),
            "after_deal",
            "Advanced game: whether engineers are sold after or before the city cards are dealt.",
            cell=state.EARLY_SALE,
        ),
        ChoiceOption(
            "exchange_time",
            ("own_turn", "before_phase"),
            "own_turn",
            "Cards are exchanged at the start of the player's own second lay turn, or by all "
            "before the first piece of the second lay phase.",
            cell=state.EARLY_EXCHANGE,
        ),
        SwitchOption(
            "open_exchange",
            False,
            "City cards laid aside in an exchange are shown.",
            cell=state.OPEN_EXCHANGE,
        ),
        SwitchOption(
            "special_bonus_again",
            False,
            "A railroad that comes to its special city again earns the special bonus again.",
            cell=state.SPECIAL_AGAIN,
        ),
        SwitchOption(
            "lone_branch",
            False,
            "A branch card may be drawn without another card in hand.",
            cell=state.LONE_BRANCH,
        ),
        SwitchOption(
            "stop_drawing",
            False,
            "Drawing may be stopped below the hand limit.",
            cell=state.STOP_DRAWING,
        ),
        SwitchOption(
            "must_branch",
            False,
            "Basic game: the own branch card has to be used where it alone allows a piece.",
            cell=state.MUST_BRANCH,
        ),
        ChoiceOption(
            "cannot_pay",
            ("pass", "ends"),
            "pass",
            "Advanced game: a player without the money for any legal piece passes, or the match "
            "ends.",
            cell=state.UNPAID_ENDS,
        ),
        ChoiceOption(
            "double_pass",
            ("no_piece", "one_piece"),
            "no_piece",
            "Where passing is allowed, a double turn is a pass without any piece, or with one "
            "piece too.",
            cell=state.ONE_PASSES,
        ),
        SwitchOption(
            "unbegun_branch",
            True,
            "A branch card may be used for a railroad without track.",
            cell=state.UNBEGUN_BRANCH,
        ),
        ChoiceOption(
            "mountain_river",
            ("space", "line"),
            "space",
            "Advanced game: a river on a mountain line raises the price of the space that "
            "crosses it, or of every space of the line.",
            cell=state.WHOLE_LINE,
        ),
        SwitchOption(
            "both_ends",
            False,
            "Another route of the railroad that began a line may lay from its other end.",
            cell=state.BOTH_ENDS,
        ),
        ChoiceOption(
            "cannot_lay",
            ("first_piece", "any_piece"),
            "first_piece",
            "The match ends when a player has no legal first piece of a lay turn, or also when "
            "there is no second one of a double turn, or none once only bought pieces are left.",
            cell=state.CANNOT_LAY,
        ),
    ),
    vocabulary=actions.VOCABULARY,
    components=Components,
    names=notation_names,
    cell_count=state.cell_count,
    position=SantaFe,
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
    hides=True,
    ply_cap=PLY_CAP,
    summary="Lay the track of railroads that nobody owns, and have them reach "
    "the cities that the cards in your hand pay for.",
    minutes=(45, 75),
    weight=2.4,
    notices=(
        "The map “reconstruction” is a reconstruction, not the printed board: most cities, "
        "all links with their lengths, rivers and mountains, and most special cities are designed "
        "to fit the published totals.",
    ),
)

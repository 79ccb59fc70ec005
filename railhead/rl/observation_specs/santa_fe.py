"""Santa Fe: others' hands, selections and exchanged cards are hidden, and the deck."""

from __future__ import annotations

from typing import Any

from railhead.games.game import ACTOR, Game
from railhead.games.santa_fe import actions, state
from railhead.rl.actions import Parts, whole
from railhead.rl.encoder import Encoder
from railhead.rl.encoders.santa_fe import UNTOLD, SantaFeEncoder
from railhead.rl.features import (
    CATEGORY,
    FLAG,
    MOST,
    Feature,
    Lookups,
    ObservationSpec,
    category,
    custom,
    field,
    flag,
    flags,
    looked_up,
    plain,
    seat,
    seat_flags,
)

RAILROADS = int(actions.RAILROAD_COUNT)
OWNER_WIDTH = 3


def action_parts(components: Any, seats: int) -> Parts:
    """A piece is its railroad and where it leads, then its route where there are several.

    A branch is where it begins and leads, then its railroad.
    """
    cities = int(components.city_count)
    ways = [
        (city, int(components.way_to[way]))
        for city in range(cities)
        for way in range(int(components.way_first[city]), int(components.way_first[city + 1]))
    ]
    return {
        "lay": [whole(0, 2), whole(1)],
        "branch": [whole(1, 2, values=ways), whole(0)],
    }


def observation_spec(
    game: Game, seats: int, parts: int, most: int
) -> tuple[ObservationSpec, Encoder]:
    """All but what the table of who knows what calls hidden."""
    lookups = Lookups()
    layout = ObservationSpec(
        seats,
        shared_features(game.components, seats, lookups),
        of_seat(game.components),
        parts,
        most,
    )
    table = layout.table(game, lookups, state.PLAYERS, state.PLAYER_CELLS, SantaFeEncoder)
    return layout, table


def shared_features(components: Any, seats: int, lookups: Lookups) -> list[Feature]:
    """What all seats share."""
    cards = components.card_codes[: int(components.cards)]
    phases = len(state.PHASES) - 1
    unseen = "City cards that the viewer has not seen: in the deck, others' hands and exchanges."
    return [
        seat("actor", ACTOR, "Who is to act; while cards are selected, the first.", seats),
        seat("first", state.FIRST, "Who holds the train.", seats),
        seat("turn", state.TURN, "Whose turn it is in this phase.", seats),
        category("phase", state.PHASE, f"Of {', '.join(state.PHASES)}.", phases),
        plain("round", state.ROUND, "The round."),
        plain("laid", state.LAID, "Pieces laid in this turn."),
        seat_flags("passed", state.PASSED, "Who passed in this lay phase.", seats),
        plain("owed", state.OWED, "City cards that the deck still owes."),
        plain("deck_size", state.DECK_SIZE, "Cards in the deck."),
        plain("doubles", state.DOUBLES, "Double-turn cards in the supply."),
        plain("engineers", state.ENGINEERS, "Engineers in the supply."),
        plain("supply", state.SUPPLY, "Track pieces in the supply.", actions.RAILROADS),
        plain("branches", state.BRANCHES, "Branch cards in the supply.", actions.RAILROADS),
        *railroads(components, lookups),
        *lines(components),
        custom("laid_aside", "Cards laid aside in the running exchange."),
        custom("laid_aside_cards", "Those of them that the viewer sees.", cards, private=True),
        custom("unseen", unseen, cards, private=True),
    ]


def railroads(components: Any, lookups: Lookups) -> list[Feature]:
    """Which cities railroads have reached, and where their routes stand."""
    codes = components.board.codes
    heads = [f"{name}_{route}" for name in actions.RAILROADS for route in range(1, 4)]
    most = state.INSIDE + int(components.line_count)
    rows = [
        number
        for head in range(most + 1)
        for number in ((head, 0) if head <= state.INSIDE else (0, head - state.INSIDE))
    ]
    told = "Where a route stands: 1 + a city, or 1 + the line it is inside of; 0 and 0 for nowhere."
    return [
        *(
            flags(f"connected_{name}", state.CONNECTED + number, f"Cities of {name}.", codes)
            for number, name in enumerate(actions.RAILROADS)
        ),
        looked_up("head", state.HEADS, told, heads, lookups.add(("city", "line"), rows), high=most),
    ]


def lines(components: Any) -> list[Feature]:
    """What lies on the lines between cities."""
    at = state.CITIES + state.CITY_CELLS * int(components.cards)
    links = components.board.links
    codes = components.board.codes
    names = []
    for line, link in enumerate(components.line_link):
        one = links[int(link)]
        second = "_2" if line and components.line_link[line - 1] == link else ""
        names.append(f"{codes[one.a]}-{codes[one.b]}{second}")
    return [
        field("line", at, "1 + the railroad on a line.", names, 0, OWNER_WIDTH, kind=CATEGORY),
        field(
            "line_side", at, "1 where it was begun from the second city.", names, 3, 1, kind=FLAG
        ),
        field("line_other", at, "1 + the route that comes from the other end.", names, 4, 2),
        field("line_other_pieces", at, "Its share of the pieces.", names, 6, 3),
        field("line_pieces", at, "Pieces on a line.", names, 9, 10),
    ]


def of_seat(components: Any) -> list[Feature]:
    """What a seat has; money and cards come last."""
    cards = components.card_codes[: int(components.cards)]
    most = int(components.cards) + 1
    return [
        plain("held_doubles", state.HELD_DOUBLES, "Double-turn cards in hand."),
        category("held_branch", state.HELD_BRANCH, "1 + the railroad of a branch card.", RAILROADS),
        category("engineer", state.ENGINEER, "0 none, 1 bought, 2 free.", 2),
        flag("double_turn", state.DOUBLE_TURN, "Whether this round is a double turn."),
        category(
            "played_branch",
            state.PLAYED_BRANCH,
            "1 + the railroad of a branch card not yet used.",
            RAILROADS,
        ),
        plain("own", state.OWN, "Bought track pieces.", actions.RAILROADS),
        custom("money", "Dollars; -1 where they are not shown.", low=UNTOLD, private=True),
        custom("city_cards", "City cards in hand, a selected one included."),
        custom("has_selected", "Whether the seat has selected a card.", kind=FLAG, high=1),
        custom(
            "selected",
            "1 + the card that the viewer has selected; -1 for other seats.",
            kind=CATEGORY,
            low=UNTOLD,
            high=most,
            private=True,
        ),
        custom("exchanged", "Cards exchanged so far."),
        custom("hand", "City cards in the viewer's hand; 0 for other seats.", cards, private=True),
        custom("tableau", "City cards played.", cards, high=MOST),
        custom(
            "exchanged_cards",
            "Cards exchanged; -1 where they are not shown.",
            cards,
            low=UNTOLD,
            private=True,
        ),
    ]

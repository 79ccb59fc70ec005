"""Great Western Trail: others' hands and decks are hidden, and the order of what is drawn."""

from __future__ import annotations

from typing import Any

from railhead.games.game import ACTOR, Game
from railhead.games.great_western_trail import actions, names, pending, state
from railhead.games.great_western_trail.components import (
    CATTLE,
    DO_DISCARD_CATTLE,
    DO_DISCARD_OBJECTIVE,
    DO_DISCARD_PAIR,
    OBJECTIVES,
)
from railhead.games.great_western_trail.trail import (
    FIRST_HAZARD,
    FIRST_NEUTRAL,
    FIRST_PRIVATE,
    FIRST_TEEPEE,
    LAST,
    PRIVATES,
    SPACES,
)
from railhead.rl.actions import ActionPart, Parts, whole
from railhead.rl.encoder import Encoder
from railhead.rl.encoders.great_western_trail import FRAMES_TOLD, GreatWesternTrailEncoder
from railhead.rl.features import (
    CATEGORY,
    Feature,
    Lookups,
    ObservationSpec,
    category,
    custom,
    field,
    flags,
    owner,
    plain,
    seat,
)

BUILDINGS = int(state.BUILDINGS)
PRIVATE_SPACES = range(FIRST_PRIVATE, FIRST_PRIVATE + int(PRIVATES))
EFFECT_BITS = 6


def action_parts(components: Any, seats: int) -> Parts:
    """A move is its end and, where several ways pay differently, its way; the rest one part each.

    Values that the board, the offers of the market or the effects do not have are left out.
    """
    return {
        "move": [whole(0), whole(1, values=routes(components.trail))],
        "copy": [whole(0, values=[(space,) for space in range(FIRST_NEUTRAL, FIRST_HAZARD)])],
        "build": [whole(0, 1, values=sites())],
        "hazard": [whole(0, values=[(space,) for space in range(FIRST_HAZARD, FIRST_TEEPEE)])],
        "trade": [whole(0, values=[(space,) for space in range(FIRST_TEEPEE, LAST)])],
        "buy": [whole(0, 1, 2, values=purchases(components))],
        "pair": [pairs(components)],
        "spend": [spending(components)],
    }


def routes(trail: Any) -> list[tuple[int, ...]]:
    """The branches that a move can take, from any space to any other."""
    found = {0}
    for start in range(SPACES):
        reached = {(start, 0)}
        open_ends = [(start, 0)]
        while open_ends:
            space, route = open_ends.pop()
            ways = [(int(trail.first[space]), route)]
            if trail.fork[space] >= 0:
                ways.append((int(trail.second[space]), route | 1 << int(trail.fork[space])))
            for way in ways:
                if way[0] >= 0 and way not in reached:
                    reached.add(way)
                    open_ends.append(way)
        found |= {route for _, route in reached}
    return [(route,) for route in sorted(found)]


def sites() -> list[tuple[int, ...]]:
    """Every side of every building on every space for one."""
    return [(face, site) for face in range(len(names.BUILDINGS)) for site in PRIVATE_SPACES]


def purchases(components: Any) -> list[tuple[int, ...]]:
    """The cards that each offer of the market can be: one, or two where it is for two."""
    found: list[tuple[int, ...]] = []
    for offer, wanted in enumerate(components.offer_value):
        fitting = [card for card in range(CATTLE) if components.value[card] == wanted]
        found += [(offer, card, actions.NO_CARD) for card in fitting]
        if components.offer_cards[offer] == 2:
            found += [(offer, one, other) for one in fitting for other in fitting if one <= other]
    return found


def pairs(components: Any) -> ActionPart:
    """Two cards of a breed for each effect that asks for them."""
    breed = components.breed
    alike = [
        (one, other)
        for one in range(CATTLE)
        for other in range(one, CATTLE)
        if breed[one] == breed[other]
    ]
    return whole(
        0,
        1,
        2,
        values=[(e, *two) for e in effects_that(components, DO_DISCARD_PAIR) for two in alike],
    )


def spending(components: Any) -> ActionPart:
    """A card for each effect that is paid with one of choice."""
    cattle = effects_that(components, DO_DISCARD_CATTLE)
    objective = effects_that(components, DO_DISCARD_OBJECTIVE)
    values = [(effect, card) for effect in cattle for card in range(CATTLE)]
    values += [(effect, CATTLE + card) for effect in objective for card in range(OBJECTIVES)]
    return whole(0, 1, values=values)


def effects_that(components: Any, does: int) -> list[int]:
    """The effects that do something."""
    return [effect for effect, done in enumerate(components.effect_does) if done == does]


def observation_spec(
    game: Game, seats: int, parts: int, most: int
) -> tuple[ObservationSpec, Encoder]:
    """All but what the table of who knows what calls hidden."""
    lookups = Lookups()
    layout = ObservationSpec(
        seats, shared_features(game.components, seats), of_seat(game.components), parts, most
    )
    table = layout.table(game, lookups, state.PLAYERS, state.PLAYER_CELLS, GreatWesternTrailEncoder)
    return layout, table


def shared_features(components: Any, seats: int) -> list[Feature]:
    """What all seats share."""
    frames = len(pending.FRAME_NAMES) - 1
    owed = [
        f"{n}.{part}" for n in range(1, FRAMES_TOLD + 1) for part in ("what", "first", "second")
    ]
    told = (
        f"What is owed, the next first: which of {', '.join(pending.FRAME_NAMES[1:])} "
        f"(1 to {frames}), with two numbers; 0 for nothing. At most {FRAMES_TOLD} are told."
    )
    return [
        *turn(components, seats),
        *board(components, seats),
        *supplies(),
        custom("objective_deck", "Cards in the objective deck."),
        custom("owed", told, owed, low=-99),
    ]


def turn(components: Any, seats: int) -> list[Feature]:
    """Whose turn it is, and what has happened in it."""
    spaces = components.trail.names[FIRST_NEUTRAL:FIRST_HAZARD]
    local = [f"action_{number + 1}" for number in range(int(state.LOCALS))]
    acted = "1 after a local action, 2 after an auxiliary action of this visit."
    return [
        seat("actor", ACTOR, "Who is to act.", seats),
        seat("active", state.ACTIVE, "Whose turn it is.", seats),
        plain("depth", state.DEPTH, "How many decisions and effects are owed."),
        plain("token_row", state.TOKEN_ROW, "The job market's row with the token; 12 once taken."),
        plain("row_fill", state.ROW_FILL, "Workers placed in that row."),
        seat("token_holder", state.END_SEAT, "Who took the token.", seats, 1),
        category("acted", state.ACTED, acted, 2),
        flags("copied", state.COPIED, "Buildings copied in this turn.", spaces, FIRST_NEUTRAL),
        category("copy_at", state.COPY_AT, "1 + the space whose neighbours can be copied.", SPACES),
        plain("cowboys", state.COWBOYS, "Cowboys assigned."),
        plain("value", state.VALUE, "Breeding value and certificates of this delivery."),
        flags("breeds", state.BREEDS, "Breeds turned up for this income.", names.BREEDS),
        flags("sides", state.SIDES, "Buildings whose b side is used.", names.BUILDINGS[:BUILDINGS]),
        field(
            "local",
            state.LOCAL,
            "The local actions left on this visit: 1 + an effect.",
            local,
            0,
            EFFECT_BITS,
            kind=CATEGORY,
        ),
        field(
            "local_or",
            state.LOCAL,
            "The other effect of each, where it is one of two.",
            local,
            EFFECT_BITS,
            EFFECT_BITS,
            kind=CATEGORY,
        ),
    ]


def board(components: Any, seats: int) -> list[Feature]:
    """What lies on the trail."""
    spaces = components.trail.names
    return [
        category(
            "neutral",
            state.BOARD + FIRST_NEUTRAL,
            "1 + the neutral building of a space.",
            7,
            spaces[FIRST_NEUTRAL:FIRST_PRIVATE],
        ),
        owner(
            "private",
            state.BOARD + FIRST_PRIVATE,
            "Whose building is on a space, and its number.",
            [spaces[space] for space in PRIVATE_SPACES],
            BUILDINGS,
            max(BUILDINGS, seats),
        ),
        category(
            "tile",
            state.BOARD + FIRST_HAZARD,
            "The hazard or teepee tile of a space; 0 for none.",
            len(names.TILES) - 1,
            spaces[FIRST_HAZARD:LAST],
        ),
    ]


def supplies() -> list[Feature]:
    """What can be had, and what is gone."""
    stacks = [f"{stack}.{tile}" for stack in (1, 2, 3) for tile in names.TILES]
    columns = [f"{column}.{place}" for column in (1, 2, 3) for place in (1, 2)]
    jobs = [f"{row + 1}.{worker}" for row in range(state.JOB_ROWS) for worker in names.WORKERS]
    stations = names.STATIONS[: state.MASTER_CELLS]
    masters = "1 + the station master tile of a station; 0 once taken."
    return [
        plain("supply", state.SUPPLY, "Tiles left in the three stacks.", stacks),
        category(
            "foresight", state.FORESIGHT, "The foresight tiles.", len(names.TILES) - 1, columns
        ),
        plain("jobs", state.JOBS, "Workers in the rows of the job market.", jobs),
        plain("market", state.MARKET, "The cattle market.", names.CATTLE),
        plain("market_deck", state.MARKET_DECK, "Cards left in its deck.", names.CATTLE),
        plain("display", state.DISPLAY, "Objective cards on display.", names.OBJECTIVES),
        plain(
            "unseen",
            state.UNSEEN,
            "Objective cards that nobody has seen but who may hold them.",
            names.OBJECTIVES,
        ),
        plain("removed_cards", state.REMOVED_CARDS, "Cards out of the match.", names.CARDS),
        plain("removed_tiles", state.REMOVED_TILES, "Tiles out of the match.", names.TILES),
        category("masters", state.MASTERS, masters, len(names.MASTERS), stations),
        category(
            "station_workers",
            state.STATION_WORKERS,
            "1 + the worker given up at a station.",
            len(names.WORKERS),
            stations,
        ),
    ]


def of_seat(components: Any) -> list[Feature]:
    """What a seat has; its cards come last."""
    buildings = [str(number + 1) for number in range(BUILDINGS)]
    left = "Stations whose tile was left at an upgrade."
    return [
        plain("money", state.MONEY, "Dollars."),
        category("place", state.PLACE, "The cattleman's space; -1 beside the board.", LAST, low=-1),
        category("engine", state.TRACK, "The engine's space.", len(names.SPACES) - 1),
        plain("certificate", state.CERTIFICATE, "The place of the certificate marker."),
        plain("workers", state.WORKERS, "Workers, the printed ones included.", names.WORKERS),
        plain("discs", state.DISCS, "Discs left on the player board.", names.DISCS),
        flags("stations", state.STATIONS, "Stations upgraded.", names.STATIONS),
        plain("cities", state.CITIES, "Discs on cities.", names.CITIES),
        plain("hazards", state.HAZARDS, "Hazards removed."),
        plain("hazard_points", state.HAZARD_POINTS, "Their points."),
        plain("teepees", state.TEEPEES, "Teepees.", ("green", "blue")),
        flags("masters_owned", state.MASTERS_OWNED, "Station masters.", names.MASTERS),
        flags("masters_left", state.MASTERS_LEFT, left, names.STATIONS[: state.MASTER_CELLS]),
        category("start_objective", state.START_OBJECTIVE, "The card the seat began with.", 4),
        category(
            "sites",
            state.SITES,
            "1 + the space of each private building; 0 unbuilt, -1 out of the match.",
            SPACES,
            buildings,
            low=-1,
        ),
        plain("discards", state.DISCARDS, "The discard pile.", names.CARDS),
        plain("objectives", state.PLAYED, "Objective cards played.", names.OBJECTIVES),
        custom("hand_size", "Cards in hand."),
        custom("deck_size", "Cards in the own deck."),
        custom("unseen_in_hand", "Cards in hand that all others may only guess."),
        custom(
            "hand",
            "The hand; of another seat what all know to be in it.",
            names.CARDS,
            private=True,
        ),
        custom(
            "deck",
            "The own deck; of another seat the cards that all know to be in hand or deck.",
            names.CARDS,
            private=True,
        ),
    ]

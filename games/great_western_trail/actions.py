"""The action vocabulary of Great Western Trail."""

from __future__ import annotations

from typing import Final

from railhead.games.great_western_trail.help_texts import HELP
from railhead.games.great_western_trail.names import (
    BUILDINGS,
    CARDS,
    CATTLE,
    CITIES,
    DISCS,
    EFFECTS,
    OBJECTIVES,
    SPACES,
    STATIONS,
    TILES,
    WORKERS,
)
from railhead.games.vocabulary import ActionType, Choice, Integer, Name, Vocabulary

DRAW: Final = 0
REVEAL: Final = 1
TURN_UP_CATTLE: Final = 2
TURN_UP_OBJECTIVE: Final = 3
GAIN_OBJECTIVE: Final = 4
TAKE_OBJECTIVE: Final = 5
FORESIGHT: Final = 6
MOVE: Final = 7
PLAY: Final = 8
USE: Final = 9
COPY: Final = 10
AUXILIARY: Final = 11
DONE: Final = 12
SKIP: Final = 13
TAKE: Final = 14
INCOME: Final = 15
DELIVER: Final = 16
DISC: Final = 17
OBJECTIVE: Final = 18
ENGINE: Final = 19
UPGRADE: Final = 20
MASTER: Final = 21
HIRE: Final = 22
BUILD: Final = 23
BUY: Final = 24
TURN_UP: Final = 25
STOP: Final = 26
HAZARD: Final = 27
TRADE: Final = 28
DISCARD: Final = 29
REMOVE: Final = 30
DRAW_CARDS: Final = 31
PAIR: Final = 32
SPEND: Final = 33

# Sets of action types, a bit for each: what deals with them together.
CHANCE_TYPES: Final = (
    1 << DRAW
    | 1 << REVEAL
    | 1 << TURN_UP_CATTLE
    | 1 << TURN_UP_OBJECTIVE
    | 1 << GAIN_OBJECTIVE
    | 1 << TAKE_OBJECTIVE
    | 1 << FORESIGHT
)
TURN_TYPES: Final = (
    1 << MOVE | 1 << PLAY | 1 << USE | 1 << COPY | 1 << AUXILIARY | 1 << DONE | 1 << SKIP
)
CITY_TYPES: Final = 1 << TAKE | 1 << INCOME | 1 << DELIVER | 1 << DISC | 1 << OBJECTIVE
ENGINE_TYPES: Final = 1 << ENGINE | 1 << UPGRADE | 1 << MASTER
CHOICE_TYPES: Final = (
    1 << HIRE | 1 << BUILD | 1 << BUY | 1 << TURN_UP | 1 << STOP | 1 << HAZARD | 1 << TRADE
)

NO_CARD: Final = len(CATTLE)
"""The raw value of "none" as the second card of a purchase."""
FROM_DECK: Final = len(OBJECTIVES)
"""The raw value of "deck" for an objective card."""
MOST_ROUTES: Final = 127

_SEAT: Final = Integer("seat", 0, 3, "Whose card it is.")
_CARD: Final = Choice("card", CARDS, "The kind of card.")
_OBJECTIVE: Final = Choice("card", OBJECTIVES, "The objective card.")
_TILE: Final = Choice("tile", TILES, "The tile.")
_COLUMN: Final = Integer("column", 1, 3, "The number of the foresight spaces.")
_SOURCES: Final = (*DISCS, *(f"station_{name}" for name in STATIONS))
_LOCATION: Final = Name("location", "locations", "The space of the trail.")

VOCABULARY: Final = Vocabulary(
    (
        ActionType(
            DRAW,
            "draw",
            "Seat {seat} draws {card}",
            (_SEAT, _CARD),
            HELP["draw"],
            chance=True,
            targets=("deck-{seat}",),
        ),
        ActionType(
            REVEAL,
            "reveal",
            "Seat {seat} turns up {card}",
            (_SEAT, _CARD),
            HELP["reveal"],
            chance=True,
            targets=("deck-{seat}",),
        ),
        ActionType(
            TURN_UP_CATTLE,
            "turn_up_cattle",
            "{card} comes to the market",
            (Choice("card", CATTLE, "The kind of card."),),
            HELP["turn_up_cattle"],
            chance=True,
            targets=("market-{card}",),
        ),
        ActionType(
            TURN_UP_OBJECTIVE,
            "turn_up_objective",
            "{card} comes to the display",
            (_OBJECTIVE,),
            HELP["turn_up_objective"],
            chance=True,
            targets=("objective-{card}",),
        ),
        ActionType(
            GAIN_OBJECTIVE,
            "gain_objective",
            "Seat {seat} gains {card} from the deck",
            (_SEAT, _OBJECTIVE),
            HELP["gain_objective"],
            chance=True,
            targets=("objective-deck",),
        ),
        ActionType(
            TAKE_OBJECTIVE,
            "take_objective",
            "Seat {seat} takes {card} into the hand",
            (_SEAT, _OBJECTIVE),
            HELP["take_objective"],
            chance=True,
            targets=("objective-deck",),
        ),
        ActionType(
            FORESIGHT,
            "foresight",
            "{tile} comes to foresight {column}",
            (_COLUMN, _TILE),
            HELP["foresight"],
            chance=True,
            targets=("foresight-{column}-{tile}",),
        ),
        ActionType(
            MOVE,
            "move",
            "{text}",
            (_LOCATION, Integer("route", 0, 127, "The branches taken, a bit for each fork.")),
            HELP["move"],
            secret=True,
            targets=("space-{location}",),
        ),
        ActionType(
            PLAY,
            "play",
            "Play objective {text}",
            (_OBJECTIVE,),
            HELP["play"],
            targets=("hand-{seat}-{card}",),
        ),
        ActionType(
            USE,
            "use",
            "{text}",
            (Choice("effect", EFFECTS, "What to do."),),
            HELP["use"],
            targets=("effect-{effect}",),
        ),
        ActionType(
            COPY,
            "copy",
            "Use the actions of {text}",
            (_LOCATION,),
            HELP["copy"],
            targets=("space-{location}",),
        ),
        ActionType(
            AUXILIARY,
            "auxiliary",
            "Auxiliary action: {text}",
            (
                Integer("number", 1, 5, "From the top of the player board."),
                Integer("times", 1, 2, "Single or double."),
            ),
            HELP["auxiliary"],
            secret=True,
            targets=("auxiliary-{seat}-{number}",),
        ),
        ActionType(
            DONE,
            "done",
            "{text}",
            (),
            HELP["done"],
            secret=True,
            untargeted="This part of the turn ends, nothing is moved.",
        ),
        ActionType(
            SKIP,
            "skip",
            "{text}",
            (),
            HELP["skip"],
            secret=True,
            untargeted="The effect is left out.",
        ),
        ActionType(
            TAKE,
            "take",
            "Foresight {column}: place {text}",
            (_COLUMN, _TILE),
            HELP["take"],
            targets=("foresight-{column}-{tile}",),
        ),
        ActionType(
            INCOME,
            "income",
            "{text}",
            (Integer("steps", 0, 5, "Spaces the certificate marker goes back."),),
            HELP["income"],
            targets=("certificates-{seat}",),
        ),
        ActionType(
            DELIVER,
            "deliver",
            "Deliver to {text}",
            (Choice("city", CITIES, "The city."),),
            HELP["deliver"],
            targets=("city-{city}",),
        ),
        ActionType(
            DISC,
            "disc",
            "Take the disc {text}",
            (Choice("source", _SOURCES, "The space of the player board, or an own station."),),
            HELP["disc"],
            targets=("disc-{seat}-{source}",),
        ),
        ActionType(
            OBJECTIVE,
            "objective",
            "Gain {text}",
            (Choice("card", (*OBJECTIVES, "deck"), "A card of the display, or the deck's top."),),
            HELP["objective"],
            targets=("objective-{card}",),
        ),
        ActionType(
            ENGINE,
            "engine",
            "Move the engine to {text}",
            (Choice("space", SPACES, "The space of the track; a siding ends in .5."),),
            HELP["engine"],
            targets=("track-{space}",),
        ),
        ActionType(
            UPGRADE,
            "upgrade",
            "Upgrade station {station} for ${cost} ({points})",
            (Choice("station", STATIONS, "The station, by its space."),),
            HELP["upgrade"],
            targets=("station-{station}",),
        ),
        ActionType(
            MASTER,
            "master",
            "Give up the last {worker} for the station master {text}",
            (Choice("worker", WORKERS, "The row of workers."),),
            HELP["master"],
            targets=("worker-{seat}-{worker}",),
        ),
        ActionType(
            HIRE,
            "hire",
            "Hire {text} for ${cost} (row {row} of the job market)",
            (
                Integer("row", 1, 12, "The row of the job market."),
                Choice("worker", WORKERS, "The type of worker."),
            ),
            HELP["hire"],
            targets=("job-{row}-{worker}",),
        ),
        ActionType(
            BUILD,
            "build",
            "Build {building} at {site} for ${cost}{text}",
            (
                Choice("building", BUILDINGS, "The private building."),
                Name("site", "locations", "A space of the trail."),
            ),
            HELP["build"],
            targets=("building-{seat}-{building}", "space-{site}"),
        ),
        ActionType(
            BUY,
            "buy",
            "Buy {text}",
            (
                Integer("offer", 1, 8, "The offer, in the order of the rules page."),
                Choice("card", CATTLE, "The card."),
                Choice("second", (*CATTLE, "none"), "The second card, or none."),
            ),
            HELP["buy"],
            targets=("market-{card}", "market-{second}"),
        ),
        ActionType(
            TURN_UP,
            "turn_up",
            "Turn up {text} of the market deck",
            (),
            HELP["turn_up"],
            targets=("market-deck",),
        ),
        ActionType(
            STOP,
            "stop",
            "Leave the cattle market",
            (),
            HELP["stop"],
            untargeted="Nothing further is bought.",
        ),
        ActionType(
            HAZARD,
            "hazard",
            "Remove the hazard at {location} ({text})",
            (_LOCATION,),
            HELP["hazard"],
            targets=("space-{location}",),
        ),
        ActionType(
            TRADE,
            "trade",
            "Trade at {location}: {text}",
            (_LOCATION,),
            HELP["trade"],
            targets=("space-{location}",),
        ),
        ActionType(
            DISCARD,
            "discard",
            "Discard {card}",
            (_CARD,),
            HELP["discard"],
            secret=True,
            targets=("hand-{seat}-{card}",),
        ),
        ActionType(
            REMOVE,
            "remove",
            "Remove {card} from the game",
            (_CARD,),
            HELP["remove"],
            secret=True,
            targets=("hand-{seat}-{card}",),
        ),
        ActionType(
            DRAW_CARDS,
            "draw_cards",
            "Draw {text}, then discard as many",
            (Integer("cards", 1, 6, "How many."),),
            HELP["draw_cards"],
            targets=("deck-{seat}",),
        ),
        ActionType(
            PAIR,
            "pair",
            "Discard {card} and {second} for {text}",
            (
                Choice("effect", EFFECTS, "What it pays for."),
                Choice("card", CATTLE, "One card."),
                Choice("second", CATTLE, "Another of the same breed."),
            ),
            HELP["pair"],
            targets=("hand-{seat}-{card}", "hand-{seat}-{second}"),
        ),
        ActionType(
            SPEND,
            "spend",
            "Discard {card} for {text}",
            (Choice("effect", EFFECTS, "What it pays for."), _CARD),
            HELP["spend"],
            targets=("hand-{seat}-{card}",),
        ),
    )
)

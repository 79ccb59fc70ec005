"""The schema of a board of Great Western Trail; what it cannot say is checked in
`games.great_western_trail.trail` and `games.great_western_trail.components`.
"""

from __future__ import annotations

from typing import Final

from railhead.games.data_schema import (
    NOTICES,
    TITLE,
    Schema,
    document,
    flag,
    in_order,
    just,
    matching,
    number,
    one_number_of,
    one_of,
    record,
    several,
    sourced_record,
    text,
)
from railhead.games.great_western_trail import names

KINDS: Final = ("start", "neutral", "private", "hazard", "teepee", "kansas_city")
NUMBERS: Final = (1, 7, 22, 12, 9, 1)
"""How many spaces there are of each kind."""
SEATS: Final = ("2", "3", "4")
HANDS: Final = ("green", "black")
FRAMES: Final = ("white", "black")
JOB_ROWS: Final = 12
OFFERS: Final = 8
LAST_SPACE: Final = 39
"""The end of the track; its spaces have the numbers up to this."""

_NAME: Final = "[A-Za-z][A-Za-z0-9]{0,7}"
_FRAME: Final = one_of("The colour of its frame.", FRAMES)

_SPACE: Final = record(
    "A space.",
    {
        "name": matching(
            _NAME, "How moves name it: a letter and up to seven letters and digits.", "FR1"
        ),
        "kind": one_of("Which kind of space it is.", KINDS),
        "next": several(
            "The names of the spaces that follow: one, two where the trail forks, none at its end "
            "and at the first three teepees, which lie off it.",
            matching(_NAME, "The name of a space.", "B"),
            0,
            2,
        ),
        "at": just(
            2,
            "Where it is drawn: from the left and from the top, in percent.",
            number("Percent.", 0, 100),
        ),
    },
    {
        "forest": flag("Whether it is a space of the forest; false if left out."),
        "attached": one_of("What may be done there in place of the building.", names.ATTACHED),
        "gain": number("Dollars for the teepee that is taken from it; 0 if left out.", -20, 20),
    },
)

_OFFER: Final = record(
    "What some cowboys buy.",
    {
        "cowboys": number("How many cowboys it takes.", 1, 6),
        "price": number("What it costs in dollars.", 0, 30),
        "cards": number("How many cards it buys.", 1, 2),
        "value": number("Their breeding value.", 3, 5),
    },
)

_STATION: Final = record(
    "A station.",
    {
        "after": one_number_of(
            "After the space of which number it lies.",
            [int(name.split(".")[0]) for name in names.STATIONS],
        ),
        "cost": number("What the upgrade costs in dollars.", 0, 20),
        "points": number("The points it gives.", 0, 20),
        "frame": _FRAME,
    },
    {
        "master": flag(
            f"True for the first {len(names.MASTERS)} stations, which have a station master; "
            "false or left out for the others."
        )
    },
)

_CITY: Final = record(
    "A city.",
    {
        "name": one_of("Which it is.", names.CITIES),
        "value": number(
            "The value of cattle that it takes; 0 for the first, so that there is always one to "
            "deliver to.",
            0,
            LAST_SPACE,
        ),
        "frame": _FRAME,
    },
    {
        "each": number("Points for each disc there; 0 if left out.", -20, 20),
        "money": number("Dollars for a delivery there; 0 if left out.", 0, 20),
        "right": record(
            "The arrow to the next city.",
            {},
            {
                "points": number("Points for both cities; 0 if left out.", -20, 20),
                "objective": flag("Whether it gives an objective card; false if left out."),
            },
        ),
    },
)

_TRAIL: Final = in_order(
    just(
        sum(NUMBERS),
        "All spaces by kind: "
        + ", ".join(f"{count} {kind}" for kind, count in zip(KINDS, NUMBERS, strict=True))
        + ". No two names are alike.",
        _SPACE,
    ),
    "kind",
    [kind for kind, count in zip(KINDS, NUMBERS, strict=True) for _ in range(count)],
)

_CITIES: Final = in_order(
    in_order(
        just(len(names.CITIES), f"The cities {', '.join(names.CITIES)}, in this order.", _CITY),
        "name",
        names.CITIES,
    ),
    "value",
    [0],
)

BOARD: Final[Schema] = document(
    "A board of Great Western Trail",
    record(
        "The trail, the markets, the stations and the cities. What no schema says: from every "
        "space the trail leads on to the last, without a circle, those off it apart; it forks "
        f"just at the spaces {', '.join(names.ROUTES)}.",
        {
            "title": TITLE,
            "notices": NOTICES,
            "trail": sourced_record(
                "The trail.",
                {"places": text("How the places of spaces were found.", "C"), "spaces": _TRAIL},
            ),
            "tolls": sourced_record(
                "Dollars for hands, by number of players.",
                {
                    seats: record(
                        f"In a match of {seats}.",
                        {hand: number(f"For a {hand} hand.", 0, 9) for hand in HANDS},
                    )
                    for seats in SEATS
                },
            ),
            "job_market": sourced_record(
                "The job market.",
                {
                    "costs": just(
                        JOB_ROWS, "What a worker of each row costs.", number("Dollars.", 1, 20)
                    ),
                    "refill_after": several(
                        "After which rows the cattle market is refilled.",
                        number("A row.", 1, JOB_ROWS - 1),
                        0,
                        JOB_ROWS - 1,
                        apart=True,
                    ),
                },
            ),
            "cattle_market": sourced_record(
                "Cards in the cattle market after a refill, by number of players.",
                {seats: number(f"In a match of {seats}.", 1, 36) for seats in SEATS},
            ),
            "offers": sourced_record(
                "What cowboys buy.", {"list": just(OFFERS, "The offers.", _OFFER)}
            ),
            "stations": sourced_record(
                "The stations.",
                {
                    "list": in_order(
                        just(
                            len(names.STATIONS),
                            "The stations along the track; the last is its end.",
                            _STATION,
                        ),
                        "after",
                        [int(name.split(".")[0]) for name in names.STATIONS],
                    ),
                    "turn_back": number("Dollars for going back from the end of the track.", 0, 20),
                },
            ),
            "cities": sourced_record(
                "The cities.",
                {
                    "list": _CITIES,
                    "crosses": several(
                        "The crosses of the track, each behind the space of this number.",
                        number("The number of a space.", 0, LAST_SPACE),
                    ),
                },
            ),
        },
    ),
)

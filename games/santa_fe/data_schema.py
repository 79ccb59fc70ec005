"""The schema of a map of Santa Fe; what it cannot say is checked in `games.santa_fe.board`."""

from __future__ import annotations

from typing import Final

from railhead.games.data_schema import (
    NOTICES,
    REMARKS,
    TITLE,
    Schema,
    document,
    flag,
    in_order,
    just,
    matching,
    number,
    one_number_of,
    record,
    several,
    sourced_record,
    text,
)
from railhead.games.santa_fe import actions

FEWEST_CITIES: Final = 2
MOST_CITIES: Final = 60
MOST_LINKS: Final = 250
MOST_SPACES: Final = 7
LOWEST_VALUE: Final = 2
HIGHEST_VALUE: Final = 7
SMALLEST_SIDE: Final = 100
LARGEST_SIDE: Final = 5000

_CITY: Final = record(
    "A city.",
    {
        "id": text("How this document refers to the city; no two are alike.", "santa_fe"),
        "code": matching(
            "[A-Z][A-Z0-9]{1,3}",
            "How moves name the city: two to four capital letters and digits; no two are alike.",
            "SFE",
        ),
        "name": text("Its name; no two are alike.", "Santa Fe"),
        "value": one_number_of(
            "The value on its card; 0 for a city where a railroad starts, which has no card.",
            (0, *range(LOWEST_VALUE, HIGHEST_VALUE + 1)),
        ),
        "x": number("Pixels from the left, up to the width of `board`.", 0, LARGEST_SIDE),
        "y": number(
            "Pixels from the top, up to the height of `board`; no two cities are at one place.",
            0,
            LARGEST_SIDE,
        ),
        "confidence": REMARKS["confidence"],
    },
)

_SPECIAL: Final = record(
    "A special city of the railroad.",
    {
        "city": text("The `id` of a city other than the start; none twice.", "houston"),
        "confidence": REMARKS["confidence"],
    },
)

_RAILROAD: Final = record(
    "A railroad.",
    {
        "id": text("Which it is.", *actions.RAILROADS),
        "start": text("The `id` of the city of value 0 where it starts.", "chicago"),
        "special": several("The cities that pay this railroad a bonus.", _SPECIAL),
    },
)

_LINK: Final = record(
    "One or two lines between neighbouring cities.",
    {
        "a": text("The `id` of a city.", "milwaukee"),
        "b": text("The `id` of another; no other link joins the two.", "chicago"),
        "lines": number("How many lines there are.", 1, 2),
        "mountain": flag("Whether it crosses mountains."),
        "river": several(
            "Of each space, in order from `a` to `b`, whether it crosses a river. A space takes "
            "one piece of track.",
            flag("Whether this space does."),
            1,
            MOST_SPACES,
        ),
        "rivers": several(
            "The names of the rivers: one or more where a space crosses one, not more than such "
            "spaces, and none elsewhere.",
            text("The name of a river.", "Missouri"),
            0,
            MOST_SPACES,
        ),
    },
)

MAP: Final[Schema] = document(
    "A map of Santa Fe",
    record(
        "Cities and the links between them. What no schema says: every city can be reached over "
        "links; at each city of value 0 a railroad starts; the cities of values 2 to 7 make "
        "enough cards for the first hands of five.",
        {
            "title": TITLE,
            "notices": NOTICES,
            "board": record(
                "How large the drawn board is, in pixels.",
                {
                    "width": number("Its width.", SMALLEST_SIDE, LARGEST_SIDE),
                    "height": number("Its height.", SMALLEST_SIDE, LARGEST_SIDE),
                },
            ),
            "railroads": sourced_record(
                "The railroads.",
                {
                    "list": in_order(
                        just(
                            len(actions.RAILROADS),
                            f"The railroads {', '.join(actions.RAILROADS)}, in this order.",
                            _RAILROAD,
                        ),
                        "id",
                        actions.RAILROADS,
                    )
                },
            ),
            "cities": sourced_record(
                "The cities.",
                {"list": several("The cities, in any order.", _CITY, FEWEST_CITIES, MOST_CITIES)},
            ),
            "links": sourced_record(
                "The links.", {"list": several("The links, in any order.", _LINK, 0, MOST_LINKS)}
            ),
        },
    ),
)

"""The names of pieces that are the same in every match, in the order of their numbers."""

from __future__ import annotations

from typing import Final

CATTLE: Final = (
    "jersey",
    "guernsey",
    "black_angus",
    "dutch_belt",
    "holstein",
    "brown_swiss",
    "ayrshire",
    "west_highland_3",
    "west_highland_4",
    "west_highland_5",
    "texas_longhorn_5",
    "texas_longhorn_6",
    "texas_longhorn_7",
)
"""Kinds of cattle cards: cards alike in breed and victory points."""
OBJECTIVES: Final = (
    *(f"{letter}{number}" for letter in "DWEM" for number in range(1, 6)),
    "X",
)
CARDS: Final = (*CATTLE, *OBJECTIVES)
BREEDS: Final = (
    "jersey",
    "guernsey",
    "black_angus",
    "dutch_belt",
    "holstein",
    "brown_swiss",
    "ayrshire",
    "west_highland",
    "texas_longhorn",
)
START_OBJECTIVES: Final = ("S1", "S2", "S3", "S4")
TASKS: Final = "BGLHS345F"

WORKERS: Final = ("cowboy", "craftsman", "engineer")
HAZARD_TYPES: Final = ("flood", "drought", "rockfall")
HAZARD_FACES: Final = ("2_green", "2_black", "3_green", "3_black", "4_green")
TILES: Final = (
    "empty",
    *WORKERS,
    "green_teepee",
    "blue_teepee",
    *(f"{kind}_{face}" for kind in HAZARD_TYPES for face in HAZARD_FACES),
)
"""The tiles of the Kansas City supply; 0 stands for none."""

NEUTRAL: Final = ("A", "B", "C", "D", "E", "F", "G")
BUILDINGS: Final = (*(f"{n}a" for n in range(1, 11)), *(f"{n}b" for n in range(1, 11)))
FACES: Final = (*NEUTRAL, *BUILDINGS)
"""The faces of building tiles."""

ROUTES: Final[tuple[str, ...]] = ("A", "B", "C", "C2", "E", "F", "G")
"""The forks of the trail, in the order of the bits of a route."""
ATTACHED: Final[tuple[str, ...]] = ("jersey_certificate_2", "cattle_certificate")
"""What can be printed beside a space of the trail: effects of `EFFECTS`."""
SIDINGS: Final = (4, 7, 10, 13, 16, 21, 25, 29, 33)
SPACES: Final = tuple(
    name
    for number in range(40)
    for name in ([str(number), f"{number}.5"] if number in SIDINGS else [str(number)])
)
"""The spaces of the railroad track in the order of the way, each siding before what follows it."""
STATIONS: Final[tuple[str, ...]] = (*(f"{number}.5" for number in SIDINGS), "39")
MASTERS: Final[tuple[str, ...]] = ("workers", "objectives", "hazards", "teepees", "certificates")
CITIES: Final[tuple[str, ...]] = (
    "kansas_city",
    "topeka",
    "wichita",
    "colorado_springs",
    "santa_fe",
    "albuquerque",
    "el_paso",
    "san_diego",
    "sacramento",
    "san_francisco",
)
DISCS: Final = (
    "auxiliary_1",
    "auxiliary_2",
    "auxiliary_3",
    "auxiliary_4",
    "auxiliary_5",
    "certificate_4",
    "certificate_6",
    "step_left",
    "step_right",
    "hand",
)
"""Groups of equal disc spaces on a player board, those with a white frame first."""

EFFECTS: Final = (
    "guernsey_2",
    "guernsey_4",
    "dutch_belt_2",
    "dutch_belt_3",
    "black_angus_2",
    "black_angus_certificate_2",
    "holstein_10",
    "jersey_certificate",
    "jersey_certificate_twice",
    "jersey_certificate_2",
    "jersey_2",
    "jersey_4",
    "jersey_engine_1",
    "cattle_certificate",
    "cattle_money_3_objective",
    "objective_certificate_2",
    "pair_3",
    "pair_4",
    "money_2",
    "money_4",
    "certificate",
    "certificate_limit",
    "money_engineers",
    "money_2_forest",
    "teepee_pairs",
    "hire",
    "hire_dear",
    "hire_cheap_1",
    "hire_cheap_2",
    "build",
    "build_cheap",
    "objective",
    "engine_engineers",
    "engine_forest",
    "engine_2",
    "engine_3",
    "engine_4",
    "pay_2_engine_2",
    "back_1_money_3",
    "trade",
    "auxiliary",
    "cattle_market",
    "hazard_free",
    "hazard_5",
    "hazard_7",
    "draw_3",
    "draw_cowboys",
    "move_1",
    "move_2",
    "move_3",
    "move_4",
    "move_5",
    "ride_3",
    "special_delivery",
    "copy",
    "upgrade_behind",
)
"""What an icon can be: the names of the entries of `effects` in `data/pieces.yaml`."""
DOINGS: Final = (
    "discard",
    "discard_cattle",
    "discard_objective",
    "discard_pair",
    "gain",
    "money_engineers",
    "money_forest",
    "teepee_pairs",
    "hire",
    "build",
    "objective",
    "engine",
    "engine_engineers",
    "engine_forest",
    "engine_back",
    "trade",
    "auxiliary",
    "cattle_market",
    "hazard",
    "draw",
    "draw_cowboys",
    "move",
    "ride",
    "special_delivery",
    "copy",
    "upgrade_behind",
)
"""What effects do, apart from their numbers."""

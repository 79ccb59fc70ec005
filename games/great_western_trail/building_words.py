"""What effects are called on buildings, as short as a building has room, each with its sign."""

from __future__ import annotations

from typing import Final

from railhead.games.great_western_trail.printed import pieces

WORDS: Final = {
    "guernsey_2": ("card:guernsey", "Guernsey: $2"),
    "guernsey_4": ("card:guernsey", "Guernsey: $4"),
    "dutch_belt_2": ("card:dutch_belt", "Dutch Belt: $2"),
    "dutch_belt_3": ("card:dutch_belt", "Dutch Belt: $3"),
    "black_angus_2": ("card:black_angus", "B. Angus: $2"),
    "black_angus_certificate_2": ("card:black_angus", "Black Angus: 2 certificates"),
    "holstein_10": ("card:holstein", "Holstein: $10"),
    "jersey_certificate": ("card:jersey", "Jersey: certificate"),
    "jersey_certificate_twice": ("card:jersey", "Jersey: 2 certificates"),
    "jersey_certificate_2": ("card:jersey", "Jersey: certificate, $2"),
    "jersey_2": ("card:jersey", "Jersey: $2"),
    "jersey_4": ("card:jersey", "Jersey: $4"),
    "jersey_engine_1": ("card:jersey", "Jersey: engine 1"),
    "cattle_certificate": ("card:any", "any cattle: certificate"),
    "cattle_money_3_objective": ("card:any", "any cattle: $3, objective"),
    "objective_certificate_2": ("objective", "objective: 2 certificates"),
    "pair_3": ("draw", "two alike: $3"),
    "pair_4": ("draw", "two alike: $4"),
    "money_2": ("coin", "gain $2"),
    "money_4": ("coin", "gain $4"),
    "certificate": ("certificate", "certificate"),
    "certificate_limit": ("certificate", "certificates to the limit"),
    "money_engineers": ("coin", "$1 per engineer"),
    "money_2_forest": ("tree", "$2 per building at a forest"),
    "teepee_pairs": ("trade", "a pair: 2 certificates, $2"),
    "hire": ("hire", "hire"),
    "hire_dear": ("hire", "hire, $2 more"),
    "hire_cheap_1": ("hire", "hire, $1 less"),
    "hire_cheap_2": ("hire", "hire, $2 less"),
    "build": ("build", "build, $2 each"),
    "build_cheap": ("build", "build, $1 each"),
    "objective": ("objective", "objective"),
    "engine_engineers": ("engine", "1 per engineer"),
    "engine_forest": ("engine", "1 per building at a forest"),
    "engine_2": ("engine", "engine up to 2"),
    "engine_3": ("engine", "engine up to 3"),
    "engine_4": ("engine", "engine up to 4"),
    "pay_2_engine_2": ("engine", "$2: engine 2"),
    "back_1_money_3": ("engine", "engine back: $3"),
    "trade": ("trade", "trade"),
    "auxiliary": ("auxiliary", "auxiliary"),
    "cattle_market": ("cattle", "buy cattle"),
    "hazard_free": ("hazard", "hazard, free"),
    "hazard_5": ("hazard", "hazard for $5"),
    "hazard_7": ("hazard", "hazard for $7"),
    "draw_3": ("draw", "draw up to 3"),
    "draw_cowboys": ("draw", "draw 1 per cowboy"),
    "move_1": ("move", "move 1"),
    "move_2": ("move", "move up to 2"),
    "move_3": ("move", "move up to 3"),
    "move_4": ("move", "move up to 4"),
    "move_5": ("move", "move up to 5"),
    "ride_3": ("move", "ride up to 3"),
    "special_delivery": ("delivery", "special delivery"),
    "copy": ("copy", "copy the next building"),
    "upgrade_behind": ("station", "upgrade behind the engine"),
}
"""By the names of `names.EFFECTS`: the sign of `icons`, and the words; `or` stands between."""

Row = tuple[str, str]


def rows_of(name: str) -> list[Row]:
    """What a building does, an effect a row: its sign and its words."""
    printed = pieces()
    private = printed["private_buildings"].get(name)
    actions = private["actions"] if private else printed["neutral_buildings"][name]
    rows = []
    for choice in actions:
        for index, effect in enumerate(choice):
            sign, words = WORDS[effect]
            rows.append((sign, f"or {words}" if index else words))
    return rows


def hands_of(name: str) -> list[str]:
    """The colours of the hands on a private building."""
    printed = pieces()["private_buildings"][name]["hands"]
    return {"none": [], "both": ["green", "black"]}.get(printed, [printed])

"""What effects, tasks and workers are called in labels."""

from __future__ import annotations

from typing import Final

TASK_TEXTS: Final = {
    "B": ("own building", "own buildings"),
    "G": ("green teepee", "green teepees"),
    "L": ("blue teepee", "blue teepees"),
    "H": ("hazard", "hazards"),
    "S": ("station", "stations"),
    "3": ("card of value 3", "cards of value 3"),
    "4": ("West Highland", "West Highlands"),
    "5": ("Texas Longhorn", "Texas Longhorns"),
    "F": ("disc on San Francisco", "discs on San Francisco"),
}
"""One item and several of each task, by the letters of `names.TASKS`."""


def task_text(letters: str) -> str:
    """Tasks given as letters in words: `HSS` is `1 hazard, 2 stations`."""
    numbers = {letter: letters.count(letter) for letter in letters}
    return ", ".join(f"{n} {TASK_TEXTS[letter][n > 1]}" for letter, n in numbers.items())


def article(name: str) -> str:
    """A name after its article, such as `an engineer`."""
    return f"an {name}" if name[0].lower() in "aeiou" else f"a {name}"


DUE_TEXTS: Final = {
    "phase_a": "move the cattleman",
    "local_actions": "use the location",
    "phase_c": "draw up to the hand limit",
}
"""What is due, by the names of `pending.FRAME_NAMES`, where these are not words yet."""


AUXILIARY_TEXTS: Final = (
    "gain ${times}",
    "draw {cards}, then discard as many",
    "pay ${times} and move the engine back {spaces}, with a certificate step for each",
    "pay ${times} to move the engine forward up to {spaces}",
    "move the engine back {spaces}; for each, a card in hand may be removed",
)
"""The auxiliary actions, from the top of the player board; `auxiliary_text` fills them."""

AUXILIARY_NOTES: Final = (
    "gain $1",
    "draw 1, discard 1",
    "$1, engine 1 back: 1 certificate",
    "$1: engine 1 forward",
    "engine 1 back: remove 1 card",
)
"""The same as short as a player board has room."""


def auxiliary_text(number: int, times: int) -> str:
    """An auxiliary action, taken once or twice: `draw 2 cards, then discard as many`."""
    several = "" if times == 1 else "s"
    return AUXILIARY_TEXTS[number].format(
        times=times, cards=f"{times} card{several}", spaces=f"{times} space{several}"
    )


PAID_WITH: Final = {
    "discard_cattle": "Discard a cattle card for ",
    "discard_objective": "Discard an objective card for ",
    "discard_pair": "Discard two cards of one breed for ",
}
"""What effects are paid with whose text says only what that brings, by what they do."""

ATTACHED_TEXTS: Final = {
    "jersey_certificate_2": "Jersey: 1 step, $2",
    "cattle_certificate": "cattle: 1 step",
}
"""What is printed beside a space, as short as the board has room; a step is one of certificates."""

EFFECT_TEXTS: Final = {
    "guernsey_2": "Discard a Guernsey for $2",
    "guernsey_4": "Discard a Guernsey for $4",
    "dutch_belt_2": "Discard a Dutch Belt for $2",
    "dutch_belt_3": "Discard a Dutch Belt for $3",
    "black_angus_2": "Discard a Black Angus for $2",
    "black_angus_certificate_2": "Discard a Black Angus for 2 certificate steps",
    "holstein_10": "Discard a Holstein for $10",
    "jersey_certificate": "Discard a Jersey for a certificate step",
    "jersey_certificate_twice": "Discard a Jersey for 2 certificate steps",
    "jersey_certificate_2": "Discard a Jersey for a certificate step and $2",
    "jersey_2": "Discard a Jersey for $2",
    "jersey_4": "Discard a Jersey for $4",
    "jersey_engine_1": "Discard a Jersey to move the engine forward 1 space",
    "cattle_certificate": "a certificate step",
    "cattle_money_3_objective": "$3 and an objective card into the hand",
    "objective_certificate_2": "2 certificate steps",
    "pair_3": "$3",
    "pair_4": "$4",
    "money_2": "Gain $2",
    "money_4": "Gain $4",
    "certificate": "Gain a certificate step",
    "certificate_limit": "Gain certificate steps up to the limit",
    "money_engineers": "Gain $1 for each engineer",
    "money_2_forest": "Gain $2 for each own building beside a forest",
    "teepee_pairs": "Gain 2 certificate steps and $2 for each pair of teepees",
    "hire": "Hire a worker",
    "hire_dear": "Hire a worker for $2 more",
    "hire_cheap_1": "Hire a worker for $1 less",
    "hire_cheap_2": "Hire a worker for $2 less",
    "build": "Build for $2 per craftsman",
    "build_cheap": "Build for $1 per craftsman",
    "objective": "Gain an objective card",
    "engine_engineers": "Move the engine forward up to 1 space for each engineer",
    "engine_forest": "Move the engine forward up to 1 space for each own building beside a forest",
    "engine_2": "Move the engine forward up to 2 spaces",
    "engine_3": "Move the engine forward up to 3 spaces",
    "engine_4": "Move the engine forward up to 4 spaces",
    "pay_2_engine_2": "Pay $2 to move the engine forward up to 2 spaces",
    "back_1_money_3": "Move the engine back 1 space for $3",
    "trade": "Trade with the Indians",
    "auxiliary": "Take an auxiliary action, single or double",
    "cattle_market": "Go to the cattle market",
    "hazard_free": "Remove a hazard for nothing",
    "hazard_5": "Remove a hazard for $5",
    "hazard_7": "Remove a hazard for $7",
    "draw_3": "Draw up to 3 cards, then discard as many",
    "draw_cowboys": "Draw up to a card for each cowboy, then discard as many",
    "move_1": "Move on 1 step",
    "move_2": "Move on up to 2 steps",
    "move_3": "Move on up to 3 steps",
    "move_4": "Move on up to 4 steps",
    "move_5": "Move on up to 5 steps",
    "ride_3": "Ride up to 3 steps without tolls",
    "special_delivery": "Make a special delivery",
    "copy": "Copy a neighbouring building",
    "upgrade_behind": "Upgrade a station behind the engine",
}
"""By the names of `names.EFFECTS`; those paid with a card of choice say what it pays for."""

MASTER_TEXTS: Final = {
    "workers": "for each worker of one's own",
    "objectives": "for every {per} objective cards laid down",
    "hazards": "for every {per} hazard tiles",
    "teepees": "for each pair of a green and a blue teepee",
    "certificates": "for every {per} certificates",
}
"""What station masters score for, by the names of `names.MASTERS`."""


EXPLAINED: Final = {
    "trade": "take a teepee from its space of the trail, and gain or pay what is printed there",
    "special_delivery": "move the engine back, and deliver to a city worth no more than the spaces "
    "that it moved, without income and without transport costs",
    "copy": "use the actions of one building on a neighbouring space",
}
"""What effects do whose text is only a name."""


def whole_text(effect: str, does: str) -> str:
    """What an effect does, with what it is paid with: `Discard a cattle card for $3`."""
    return PAID_WITH.get(does, "") + EFFECT_TEXTS[effect]

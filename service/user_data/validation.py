"""Playing on data that a stranger sent, before anybody does: whole matches, with all that is shown.

A loader checks what can be said of a document by reading it. What is left (a board on which a match
comes to a stop, a picture that cannot be drawn) shows itself in a few random matches.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any, Final

import orjson
import structlog

from railhead.ai.search.levels import Player
from railhead.games.game import CHANCE, OVER, SPECTATOR, Game, State
from railhead.games.options import (
    ChoiceOption,
    IntegerOption,
    InvalidOption,
    Option,
    SwitchOption,
    complete,
)
from railhead.games.random import Random
from railhead.games.reference import as_json
from railhead.service.errors import InvalidData

log = structlog.get_logger()

MATCHES: Final = 6
"""How many matches are played for each number of seats."""
MOST_PLIES: Final = 20_000
"""How many decisions and draws a random match may take; those on shipped data take below 1,500."""
MOST_SECONDS: Final = 15.0
"""How long a thread may work on all of them; on shipped data it is about one."""
MOST_DRAWING: Final = 2.0
"""How long a thread may work on one view and its picture; on shipped data it is below 0.2."""
LOOKS: Final = 3
"""How often all that can be seen of a match is made, in the first one of each number of seats."""
PLIES_BETWEEN: Final = 60
LEVEL: Final = "easy"
BUDGET: Final = 0.2
PICTURED: Final = 2
"""Of how many matches, for each number of seats, the end is drawn."""


def validate_by_playing(game: Game) -> None:
    """Play some matches over the data of a game. Raises `InvalidData` where one goes wrong.

    The same data is always tried in the same way.
    """
    ruleset = game.ruleset
    chance = random.Random(game.data_hash)  # noqa: S311 - nothing is secret about it
    # Of this thread alone: no document is refused because the machine is busy.
    until = time.thread_time() + MOST_SECONDS
    played = 0
    for seats in range(ruleset.min_seats, ruleset.max_seats + 1):
        for number in range(MATCHES):
            others = _others(ruleset.options, chance) if number else {}
            source = Random(chance.getrandbits(60), number)
            try:
                state = _opening(game, seats, complete(ruleset.options, others), source)
                if state is None:
                    continue
                _play(state, source, until, LOOKS if number == 0 else 0)
                show(state, number < PICTURED)
                orjson.dumps([state.scores(), state.ranking(), state.score_sheet()])
            except InvalidData:
                raise
            except Exception as error:
                log.info("data refused", game=ruleset.id, seats=seats, exc_info=error)
                raise invalid_data(f"leads to a match of {seats} that cannot go on") from error
            played += 1
    if not played:
        raise invalid_data("is made for no number of players")


def invalid_data(problem: str) -> InvalidData:
    """The refusal of a document as a whole."""
    return InvalidData(errors=[{"field": "body", "problem": problem, "pointer": ""}])


def _others(options: Sequence[Option], chance: random.Random) -> dict[str, Any]:
    """Values of options, some other than the defaults."""
    values: dict[str, Any] = {}
    for option in options:
        if isinstance(option, ChoiceOption):
            values[option.name] = chance.choice(option.choices)
        elif isinstance(option, SwitchOption):
            values[option.name] = chance.random() < 0.5
        elif isinstance(option, IntegerOption):
            values[option.name] = chance.choice([option.low, option.default, option.high])
    return values


def _opening(game: Game, seats: int, options: dict[str, Any], source: Random) -> State | None:
    """The first position; None where the map is not made for so many, or options clash."""
    try:
        setup = game.draw_setup(seats, options, source)
    except InvalidOption:
        return None
    orjson.dumps(as_json(game.vocabulary, game.reference(options)))
    # As it will come out of the store: what is saved has to be read back.
    return game.load(game.start(setup).save())


def _play(state: State, source: Random, until: float, looks: int) -> None:
    """Play on to the end. Raises `InvalidData` where there is none, and whatever breaks."""
    pieces = state.census()
    plies = 0
    while state.actor() != OVER:
        if plies >= MOST_PLIES:
            raise invalid_data(f"leads to a match without an end within {MOST_PLIES} decisions")
        if time.thread_time() > until:
            raise invalid_data(f"takes over {MOST_SECONDS:.0f} seconds to try out")
        if looks and plies % PLIES_BETWEEN == 0 and state.actor() != CHANCE:
            looks -= 1
            _look(state)
        seat = CHANCE if state.actor() == CHANCE else state.to_act()[0]
        state.play(seat, _choose_action(state, seat, source))
        plies += 1
    if state.census() != pieces:
        raise invalid_data("leads to a match in which components get lost")


def _choose_action(state: State, seat: int, source: Random) -> int:
    """One of the legal actions, or of the outcomes of chance. Raises `InvalidData` for none."""
    if seat == CHANCE:
        outcomes = state.chance_outcomes()
        if not outcomes or min(weight for _, weight in outcomes) < 1:
            raise invalid_data("leads to a draw with nothing to draw")
        return outcomes[source.below(len(outcomes))][0]
    legal = state.legal_actions(seat)
    if not legal:
        raise invalid_data("leads to a decision without a legal action")
    return legal[source.below(len(legal))]


def _look(state: State) -> None:
    """Make all that is shown of a position, and let a bot think about it."""
    show(state, pictured=True)
    vocabulary = state.game.vocabulary
    seat = state.to_act()[0]
    for action in state.legal_actions(seat):
        state.label(seat, action)
        vocabulary.targets_of(action, seat)
    Player(state.game.ruleset.id, LEVEL, scale=BUDGET).choose(state.clone(), seat)


def show(state: State, pictured: bool) -> None:
    """Make the views of all, and pictures of two. Raises `InvalidData` where that takes long."""
    draw = state.game.ruleset.picture
    seats = range(int(state.seats()))
    drawn = b""
    for viewer in (SPECTATOR, *seats):
        began = time.thread_time()
        view = state.view(viewer)
        shown = orjson.dumps(view)
        if pictured and viewer <= 0 and shown != drawn:
            draw(view, [f"Seat {seat}" for seat in seats])
            drawn = shown
        if time.thread_time() > began + MOST_DRAWING:
            raise invalid_data(f"takes over {MOST_DRAWING:.0f} seconds to be drawn")

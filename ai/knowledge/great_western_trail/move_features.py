"""What a policy network is told of the moves of Great Western Trail.

Each action has keys for its parameters, for what stands at its target, what it costs and brings,
and for what the acting seat has of it, where it matters by how far the match has come. What follows
a move is in `choice_features.py`.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.great_western_trail.choice_features import (
    CHOICE_KEYS,
    see_city,
    see_purchase,
    see_track,
)
from railhead.ai.knowledge.great_western_trail.measures import has_pair
from railhead.ai.knowledge.great_western_trail.move_context import MoveContext, purse_of
from railhead.ai.net.moves import MoveFeatures as Base
from railhead.ai.net.moves import MoveKeys
from railhead.games.game import Actions, State
from railhead.games.great_western_trail import actions, pending, state
from railhead.games.great_western_trail.rules.hazards import FIRST_HAZARD_TILE
from railhead.games.great_western_trail.rules.movement import (
    face_on,
    is_location,
    owner_of,
    toll_at,
)
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import LAST, PRIVATE
from railhead.games.packing import CODE_MASK, FIRST, PARAMETER_MASK, SECOND, THIRD

TYPES_OF_ACTIONS: Final = 34
STAGES: Final = 7
PURSES: Final = 6
TENTHS: Final = 10
"""As in `move_context`; said here again since mypyc folds sums of one module's constants only."""
SPACES: Final = 52
FACES: Final = 27
EFFECTS: Final = 57
TILES: Final = 21
FRAMES: Final = 40
CITIES: Final = 10
TRACK: Final = 49
CARDS: Final = 34

MOST_STEPS: Final = 7
MOST_TOLL: Final = 6
MOST_VALUE: Final = 20
MOST_OPEN: Final = 4
MOST_HELD: Final = 2
TARGETS: Final = 2 * FACES + 4
"""Own or neutral faces, those of others, then hazards, two kinds of teepees and Kansas City."""
OTHER_FACES: Final = FACES
HAZARD_TARGET: Final = 2 * FACES
CITY_TARGET: Final = 2 * FACES + 3

# Moves.
TARGET_FROM: Final = 0
TARGET_PURSE_FROM: Final = TARGET_FROM + TARGETS * STAGES
ATTACHED_FROM: Final = TARGET_PURSE_FROM + TARGETS * PURSES
STEPS_FROM: Final = ATTACHED_FROM + 3
TOLL_FROM: Final = STEPS_FROM + STAGES * (MOST_STEPS + 1)
ARRIVAL_FROM: Final = TOLL_FROM + MOST_TOLL + 1
PROGRESS_FROM: Final = ARRIVAL_FROM + 10 * PURSES
CITY_VALUE_FROM: Final = PROGRESS_FROM + 10 * STAGES
HAND_FROM: Final = CITY_VALUE_FROM + MOST_VALUE + 1
REACHED_FROM: Final = HAND_FROM + 7 * TENTHS
# Effects and auxiliary actions.
USE_FROM: Final = REACHED_FROM + CITIES * STAGES
USE_PURSE_FROM: Final = USE_FROM + EFFECTS * STAGES
USE_HELD_FROM: Final = USE_PURSE_FROM + EFFECTS * PURSES
AUXILIARY_FROM: Final = USE_HELD_FROM + EFFECTS * (MOST_HELD + 1)
AUXILIARY_PURSE_FROM: Final = AUXILIARY_FROM + 10 * STAGES
AUXILIARY_HAND_FROM: Final = AUXILIARY_PURSE_FROM + 10 * PURSES
AUXILIARY_CHOICES_FROM: Final = AUXILIARY_HAND_FROM + 4
# Cards, and what is left undone.
PART_FROM: Final = AUXILIARY_CHOICES_FROM + 10 * 2 * 7
PART_PLACE_FROM: Final = PART_FROM + 3 * CARDS * (MOST_HELD + 1)
DRAW_FROM: Final = PART_PLACE_FROM + 3 * TENTHS
PLAY_FROM: Final = DRAW_FROM + 7 * 2
DONE_FROM: Final = PLAY_FROM + STAGES * (MOST_OPEN + 1)
DONE_CHOICES_FROM: Final = DONE_FROM + FRAMES * STAGES
SKIPPED_FROM: Final = DONE_CHOICES_FROM + 2 * 6
TURN_KEYS: Final = SKIPPED_FROM + EFFECTS + 1

PARAMETERS: Final = (
    (actions.MOVE, 0, SPACES),
    (actions.PLAY, 0, 21),
    (actions.USE, 0, EFFECTS),
    (actions.COPY, 0, SPACES),
    (actions.AUXILIARY, 0, 5),
    (actions.TAKE, 0, 3),
    (actions.TAKE, 1, TILES),
    (actions.INCOME, 0, 6),
    (actions.DELIVER, 0, CITIES),
    (actions.DISC, 0, 20),
    (actions.OBJECTIVE, 0, 22),
    (actions.ENGINE, 0, TRACK),
    (actions.UPGRADE, 0, 10),
    (actions.MASTER, 0, 3),
    (actions.HIRE, 0, 12),
    (actions.HIRE, 1, 3),
    (actions.BUILD, 0, 20),
    (actions.BUILD, 1, SPACES),
    (actions.BUY, 0, 8),
    (actions.BUY, 1, 13),
    (actions.BUY, 2, 14),
    (actions.HAZARD, 0, SPACES),
    (actions.TRADE, 0, SPACES),
    (actions.DISCARD, 0, CARDS),
    (actions.REMOVE, 0, CARDS),
    (actions.DRAW_CARDS, 0, 6),
    (actions.PAIR, 0, EFFECTS),
    (actions.PAIR, 1, 13),
    (actions.SPEND, 0, EFFECTS),
    (actions.SPEND, 1, CARDS),
)


@final
class MoveFeatures(Base):
    """What stands at a target, what it costs and brings, and when."""

    def __init__(self) -> None:
        super().__init__(TYPES_OF_ACTIONS, PARAMETERS, TURN_KEYS + CHOICE_KEYS)
        self.context: MoveContext = MoveContext()
        self.context.first_choice = self.first_other + TURN_KEYS

    def see_moves(self, position: State, seat: i64, legal: Actions, out: MoveKeys) -> None:
        """See `ai.net.moves.MoveFeatures.see_moves`."""
        assert isinstance(position, Position)
        out.clear(legal.count)
        context = self.context
        context.begin(position, seat, legal.count)
        items = legal.items
        index: i64 = 0
        while index < legal.count:
            action: i64 = items[index]
            self.see_parameters(action, out)
            code: i64 = action & CODE_MASK
            first: i64 = (action >> FIRST) & PARAMETER_MASK
            second: i64 = (action >> SECOND) & PARAMETER_MASK
            if code <= actions.SKIP:
                self._see_turn(position, seat, code, first, second, out)
            elif code <= actions.OBJECTIVE:
                see_city(context, position, seat, code, first, second, out)
            elif code <= actions.MASTER:
                see_track(context, position, seat, code, first, out)
            elif code <= actions.TRADE:
                third: i64 = (action >> THIRD) & PARAMETER_MASK
                see_purchase(context, position, seat, code, first, second, third, out)
            else:
                self._see_cards(position, code, first, second, out)
            out.end_move()
            index += 1

    def _see_turn(
        self, position: Position, seat: i64, code: i64, first: i64, second: i64, out: MoveKeys
    ) -> None:
        """Moves, effects, auxiliary actions, and ends."""
        base: i64 = self.first_other
        context = self.context
        if code == actions.MOVE:
            self._see_move(position, seat, first, second, out)
        elif code == actions.USE:
            self._see_use(position, first, out)
        elif code == actions.AUXILIARY:
            kind: i64 = 2 * first + second
            out.add(base + AUXILIARY_FROM + STAGES * kind + context.stage)
            out.add(base + AUXILIARY_PURSE_FROM + PURSES * kind + context.purse)
            instead: i64 = 0 if pending.top(position) == pending.LOCAL else 10
            out.add(base + AUXILIARY_CHOICES_FROM + 7 * (instead + kind) + context.choices)
            if first == 1:
                out.add(base + AUXILIARY_HAND_FROM + (1 if has_pair(position, context.own) else 0))
            elif first == 4:
                jersey: i64 = 1 if position.cells[context.own + state.HAND] > 0 else 0
                out.add(base + AUXILIARY_HAND_FROM + 2 + jersey)
        elif code == actions.PLAY:
            left: i64 = context.open_tasks(position, seat, first)
            out.choose(base + PLAY_FROM + (MOST_OPEN + 1) * context.stage, left, MOST_OPEN)
        elif code == actions.DONE or code == actions.SKIP:
            frame: i64 = pending.top(position)
            out.add(base + DONE_FROM + STAGES * frame + context.stage)
            skip: i64 = 0 if code == actions.DONE else 6
            out.choose(base + DONE_CHOICES_FROM + skip, context.choices - 1, 5)
            if frame == pending.OFFER:
                out.choose(base + SKIPPED_FROM, pending.top_first(position) - 1, EFFECTS)

    def _see_move(
        self, position: Position, seat: i64, space: i64, route: i64, out: MoveKeys
    ) -> None:
        """What stands at the target, the way there, and what is left in the purse."""
        base: i64 = self.first_other
        context = self.context
        target: i64 = self._target(position, seat, space)
        out.add(base + TARGET_FROM + STAGES * target + context.stage)
        steps: i64 = 0
        toll: i64 = 0
        at: i64 = position.cells[context.own + state.PLACE]
        trail = position.components.trail
        while at >= 0 and at != space:
            if trail.fork[at] >= 0 and (route >> trail.fork[at]) & 1 == 1:
                at = trail.second[at]
            else:
                at = trail.first[at]
            if is_location(position, at):
                steps += 1
                toll += toll_at(position, seat, at)
        purse: i64 = purse_of(context.money - toll)
        out.add(base + TARGET_PURSE_FROM + PURSES * target + purse)
        out.choose(base + STEPS_FROM + (MOST_STEPS + 1) * context.stage, steps, MOST_STEPS)
        out.choose(base + TOLL_FROM, toll, MOST_TOLL)
        out.add(base + ARRIVAL_FROM + PURSES * context.tenths(space) + purse)
        out.add(base + PROGRESS_FROM + STAGES * context.tenths(space) + context.stage)
        out.choose(base + HAND_FROM + 7 * context.tenths(space), context.value // 3, 6)
        attached: i64 = trail.attached[space]
        if attached >= 0 and target < FACES:
            card: i64 = 1 if position.cells[context.own + state.HAND] > 0 else 0
            out.add(base + ATTACHED_FROM + card)
        if space == LAST:
            out.choose(base + CITY_VALUE_FROM, context.value, MOST_VALUE)
            city: i64 = context.best_city(position, context.value)
            out.add(base + REACHED_FROM + STAGES * city + context.stage)

    def _target(self, position: Position, seat: i64, space: i64) -> i64:
        """What stands at a space: see `TARGETS`."""
        if space == LAST:
            return CITY_TARGET
        face: i64 = face_on(position, space)
        if face >= 0:
            owned: bool = position.components.trail.kind[space] != PRIVATE
            return face if owned or owner_of(position, space) == seat else OTHER_FACES + face
        tile: i64 = position.cells[state.BOARD + space]
        return HAZARD_TARGET if tile >= FIRST_HAZARD_TILE else HAZARD_TARGET + 1 + tile % 2

    def _see_use(self, position: Position, effect: i64, out: MoveKeys) -> None:
        """An effect, and the cards that it asks for."""
        base: i64 = self.first_other
        context = self.context
        out.add(base + USE_FROM + STAGES * effect + context.stage)
        out.add(base + USE_PURSE_FROM + PURSES * effect + context.purse)
        card: i64 = position.components.effect_card[effect]
        if card >= 0:
            held: i64 = position.cells[context.own + state.HAND + card]
            out.choose(base + USE_HELD_FROM + (MOST_HELD + 1) * effect, held, MOST_HELD)

    def _see_cards(
        self, position: Position, code: i64, first: i64, second: i64, out: MoveKeys
    ) -> None:
        """Cards of the own hand, by how many of the kind there are."""
        base: i64 = self.first_other
        context = self.context
        cells = position.cells
        if code == actions.DRAW_CARDS:
            pair: i64 = 1 if has_pair(position, context.own) else 0
            out.add(base + DRAW_FROM + 7 * pair + first)
            return
        kind: i64 = 0
        card: i64 = first
        if code == actions.REMOVE:
            kind = 1
        elif code != actions.DISCARD:
            kind = 2
            card = second
        held: i64 = cells[context.own + state.HAND + card] - 1
        out.choose(base + PART_FROM + (MOST_HELD + 1) * (CARDS * kind + card), held, MOST_HELD)
        # A duplicate is worth less the nearer Kansas City is.
        if held > 0:
            out.add(base + PART_PLACE_FROM + 10 * kind + context.place)

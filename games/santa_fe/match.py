"""A match of Santa Fe as a `games.game.State`: which decision is open, and what it leads to."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.games.game import ACTOR, CHANCE, SEATS, Actions
from railhead.games.packing import CODE_MASK, FIRST, PARAMETER_MASK, SECOND, THIRD
from railhead.games.random import Random
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.rules import cards, rounds, secrets, track
from railhead.games.santa_fe.state import Position

PHASES: Final = len(state.PHASES)


@final
class SantaFe(Position):
    """One position."""

    def clone(self) -> SantaFe:
        """An independent copy."""
        return SantaFe(self.game, self.cells[:])

    def to_act(self) -> list[int]:
        """Every seat that still has to select a card, else the one on turn."""
        cells = self.cells
        if cells[state.PHASE] == state.SELECTING:
            return [
                seat
                for seat in range(int(cells[SEATS]))
                if cells[state.block(seat) + state.CHOSEN] == 0 and cards.can_select(self, seat)
            ]
        return [int(cells[ACTOR])] if cells[ACTOR] >= 0 else []

    def collect(self, seat: i64, out: Actions) -> None:
        """See `State.collect`."""
        cells = self.cells
        phase: i64 = cells[state.PHASE]
        if phase == state.SELECTING:
            if 0 <= seat < cells[SEATS] and cells[state.block(seat) + state.CHOSEN] == 0:
                cards.collect_selections(self, seat, out)
            return
        if seat != cells[ACTOR] or seat < 0:
            return
        if phase == state.DRAWING:
            cards.collect_draws(self, seat, out)
        elif phase == state.EXCHANGE:
            cards.collect_discards(self, seat, out)
        elif phase == state.BUYING:
            collect_purchases(self, out)
        elif phase == state.ENGINEER_SALE:
            out.add(actions.ENGINEER)
            out.add(actions.ENGINEER, 1)
        else:
            collect_lays(self, seat, out)

    def play(self, seat: i64, action: i64) -> None:
        """See `State.play`."""
        code: i64 = action & CODE_MASK
        first: i64 = (action >> FIRST) & PARAMETER_MASK
        if code == actions.LAY:
            track.lay(
                self,
                seat,
                first,
                ((action >> SECOND) & PARAMETER_MASK),
                ((action >> THIRD) & PARAMETER_MASK),
            )
            rounds.after_piece(self, seat)
        elif code == actions.SELECT:
            self.cells[state.block(seat) + state.CHOSEN] = first + 1
            rounds.after_selection(self)
        elif code == actions.REVEAL:
            cards.reveal(self, action)
            rounds.begin_lay_phase(self, state.LAY_ONE)
        elif code == actions.DRAW:
            cards.draw(self, seat, first)
            rounds.after_draw(self)
        elif code == actions.DEAL:
            self.deal((action >> SECOND) & PARAMETER_MASK)
        else:
            play_rarer(self, seat, code, first, action)

    def deal(self, card: i64) -> None:
        """The deck deals a card to whom it owes one."""
        cells = self.cells
        cards.move_to_hand(self, cells[state.TURN], card)
        cells[state.OWED] -= 1
        if cells[state.OWED] == 0:
            rounds.after_deal(self)

    def sample_chance(self, random: Random) -> None:
        """Turn up all selected cards, or deal all cards owed."""
        while self.cells[ACTOR] == CHANCE:
            if self.cells[state.PHASE] == state.REVEALING:
                self.play(CHANCE, cards.reveal_action(self))
            else:
                self.deal(cards.drawn_card(self, random))

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """The next selected card, or the cards of the deck by their copies."""
        if self.cells[state.PHASE] == state.REVEALING:
            return [(int(cards.reveal_action(self)), 1)]
        return cards.deal_outcomes(self)

    def turn(self) -> i64:
        """By round and phase: everybody has one turn in each."""
        return PHASES * self.cells[state.ROUND] + rounds.phase_of_turn(self)

    def redact(self, viewer: i64, seat: i64, action: i64) -> i64:
        """See `secrets.redact`."""
        return secrets.redact(self, viewer, seat, action)

    def determinize(self, seat: i64, random: Random) -> None:
        """See `State.determinize`."""
        secrets.determinize(self, seat, random)


def collect_lays(position: SantaFe, seat: i64, out: Actions) -> None:
    """The legal pieces, and laying none where that is allowed.

    A player who can pay no piece has to pass.
    """
    before: i64 = out.count
    track.collect_pieces(position, seat, out)
    if position.cells[state.LAID]:
        if rounds.may_stop(position):
            out.add(actions.STOP)
    elif out.count == before or rounds.may_pass(position):
        out.add(actions.PASS)


def collect_purchases(position: SantaFe, out: Actions) -> None:
    """One piece of any railroad that has some left, or nothing."""
    for railroad in range(actions.RAILROAD_COUNT):
        if position.cells[state.SUPPLY + railroad] > 0:
            out.add(actions.BUY, railroad)
    out.add(actions.BUY, actions.NOTHING)


def play_rarer(position: SantaFe, seat: i64, code: i64, first: i64, action: i64) -> None:
    """What happens at most a few times in a round."""
    if code == actions.BRANCH:
        track.branch(
            position,
            seat,
            first,
            ((action >> SECOND) & PARAMETER_MASK),
            ((action >> THIRD) & PARAMETER_MASK),
        )
        rounds.after_piece(position, seat)
    elif code == actions.PASS:
        rounds.pass_turn(position, seat)
    elif code == actions.BUY:
        rounds.buy(position, seat, first)
    elif code == actions.DISCARD:
        if cards.discard(position, seat, first):
            rounds.end_exchange(position, seat)
    elif code == actions.KEEP:
        rounds.end_exchange(position, seat)
    elif code == actions.ENGINEER:
        rounds.answer_engineer(position, seat, first == 1)
    elif position.cells[state.PHASE] == state.DRAWING:
        rounds.stop_drawing(position)
    else:
        rounds.end_laid_turn(position, seat)

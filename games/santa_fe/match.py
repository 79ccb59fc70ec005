"""A match of Santa Fe as a `games.game.State`: which decision is open, and what it leads to."""

from __future__ import annotations

from typing import Any, final

from mypy_extensions import i64

from games.game import ACTOR, CHANCE, SEATS, Actions
from games.packing import packed
from games.random import Random
from games.santa_fe import census
from games.santa_fe.actions import (
    BRANCH,
    BUY,
    DEAL,
    DISCARD,
    DRAW,
    ENGINEER,
    KEEP,
    LAY,
    NOTHING,
    PASS,
    RAILROAD_COUNT,
    REVEAL,
    SELECT,
    STOP,
)
from games.santa_fe.refusals import refusal
from games.santa_fe.rules import cards, rounds, scoring, secrets, track
from games.santa_fe.state import (
    BUYING,
    CHOSEN,
    DRAWING,
    ENGINEER_SALE,
    EXCHANGE,
    LAID,
    LAY_ONE,
    OWED,
    PHASE,
    REVEALING,
    SELECTING,
    SUPPLY,
    TURN,
    Position,
    block,
)
from games.santa_fe.wording import details


@final
class SantaFe(Position):
    """One position."""

    def clone(self) -> SantaFe:
        """An independent copy."""
        return SantaFe(self.game, self.cells[:])

    def to_act(self) -> list[int]:
        """Every seat that still has to select a card, else the one on turn."""
        cells = self.cells
        if cells[PHASE] == SELECTING:
            return [
                seat
                for seat in range(int(cells[SEATS]))
                if cells[block(seat) + CHOSEN] == 0 and cards.can_select(self, seat)
            ]
        return [int(cells[ACTOR])] if cells[ACTOR] >= 0 else []

    def collect(self, seat: i64, out: Actions) -> None:
        """See `State.collect`."""
        cells = self.cells
        phase: i64 = cells[PHASE]
        if phase == SELECTING:
            if 0 <= seat < cells[SEATS] and cells[block(seat) + CHOSEN] == 0:
                cards.collect_selections(self, seat, out)
            return
        if seat != cells[ACTOR] or seat < 0:
            return
        if phase == DRAWING:
            cards.collect_draws(self, seat, out)
        elif phase == EXCHANGE:
            cards.collect_discards(self, seat, out)
        elif phase == BUYING:
            collect_purchases(self, out)
        elif phase == ENGINEER_SALE:
            out.add(ENGINEER)
            out.add(ENGINEER | (1 << 8))
        else:
            collect_lays(self, seat, out)

    def play(self, seat: i64, action: i64) -> None:
        """See `State.play`."""
        code: i64 = action & 255
        first: i64 = (action >> 8) & 1023
        if code == LAY:
            track.lay(self, seat, first, (action >> 18) & 1023, (action >> 28) & 1023)
            rounds.after_piece(self, seat)
        elif code == SELECT:
            self.cells[block(seat) + CHOSEN] = first + 1
            rounds.after_selection(self)
        elif code == REVEAL:
            cards.reveal(self, action)
            rounds.begin_lay_phase(self, LAY_ONE)
        elif code == DRAW:
            cards.draw(self, seat, first)
            rounds.after_draw(self)
        elif code == DEAL:
            self.deal((action >> 18) & 1023)
        else:
            play_rarer(self, seat, code, first, action)

    def deal(self, card: i64) -> None:
        """The deck deals a card to whom it owes one."""
        cells = self.cells
        cards.move_to_hand(self, cells[TURN], card)
        cells[OWED] -= 1
        if cells[OWED] == 0:
            rounds.after_deal(self)

    def sample_chance(self, random: Random) -> None:
        """Turn up all selected cards, or deal all cards owed."""
        while self.cells[ACTOR] == CHANCE:
            if self.cells[PHASE] == REVEALING:
                self.play(CHANCE, cards.reveal_action(self))
            else:
                self.deal(cards.drawn_card(self, random))

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """The next selected card, or the cards of the deck by their copies."""
        if self.cells[PHASE] == REVEALING:
            return [(int(cards.reveal_action(self)), 1)]
        return cards.deal_outcomes(self)

    def scores(self) -> list[int]:
        """Money and the worth of the city cards played."""
        return scoring.scores(self)

    def ranking(self) -> list[list[int]]:
        """By points, then by city cards of value 7."""
        return scoring.ranking(self)

    def score_sheet(self) -> dict[str, list[int]]:
        """Money, city cards and the tie-break."""
        return scoring.score_sheet(self)

    def census(self) -> dict[str, int]:
        """All components but branch cards, which leave the game."""
        return census.census(self)

    def observed(self, viewer: i64, seat: i64, action: i64) -> i64:
        """See `secrets.observed`."""
        return secrets.observed(self, viewer, seat, action)

    def determinize(self, seat: i64, random: Random) -> None:
        """See `State.determinize`."""
        secrets.determinize(self, seat, random)

    def label_details(self, seat: i64, action: i64) -> dict[str, Any]:
        """What the label says beyond the parameters."""
        return details(self, int(seat), int(action))

    def explain(self, seat: i64, action: i64) -> str:
        """Why an action is not legal here."""
        return refusal(self, int(seat), int(action))


def collect_lays(state: SantaFe, seat: i64, out: Actions) -> None:
    """The legal pieces, and laying none where that is allowed.

    A player who can pay no piece has to pass.
    """
    before: i64 = out.count
    track.collect_pieces(state, seat, out)
    if state.cells[LAID]:
        if rounds.may_stop(state):
            out.add(STOP)
    elif out.count == before or rounds.may_pass(state):
        out.add(PASS)


def collect_purchases(state: SantaFe, out: Actions) -> None:
    """One piece of any railroad that has some left, or nothing."""
    railroad: i64 = 0
    while railroad < RAILROAD_COUNT:
        if state.cells[SUPPLY + railroad] > 0:
            out.add(packed(BUY, railroad))
        railroad += 1
    out.add(packed(BUY, NOTHING))


def play_rarer(state: SantaFe, seat: i64, code: i64, first: i64, action: i64) -> None:
    """What happens at most a few times in a round."""
    if code == BRANCH:
        track.branch(state, seat, first, (action >> 18) & 1023, (action >> 28) & 1023)
        rounds.after_piece(state, seat)
    elif code == PASS:
        rounds.pass_turn(state, seat)
    elif code == BUY:
        rounds.buy(state, seat, first)
    elif code == DISCARD:
        if cards.discard(state, seat, first):
            rounds.end_exchange(state, seat)
    elif code == KEEP:
        rounds.end_exchange(state, seat)
    elif code == ENGINEER:
        rounds.answer_engineer(state, seat, first == 1)
    elif state.cells[PHASE] == DRAWING:
        rounds.stop_drawing(state)
    else:
        rounds.end_laid_turn(state, seat)

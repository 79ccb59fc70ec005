"""The course of a match: whose turn comes next, from the deal to the passing of the train.

`docs/rules/santa_fe.md` sections 4.3 to 4.5, 4.9 and 4.11.
"""

from __future__ import annotations

from mypy_extensions import i64

from games.game import ACTOR, CHANCE, OVER, SEATS, Actions
from games.santa_fe.actions import NOTHING
from games.santa_fe.components import PRICES_NONE
from games.santa_fe.rules import cards, track
from games.santa_fe.state import (
    ADVANCED,
    BOUGHT,
    BUYING,
    DEALING,
    DOUBLE_TURN,
    DOUBLES,
    DRAW_DEAL,
    DRAWING,
    EARLY_EXCHANGE,
    EARLY_SALE,
    ENGINEER,
    ENGINEER_SALE,
    ENGINEERS,
    EXCHANGE,
    EXCHANGE_DEAL,
    FIRST,
    HELD_BRANCH,
    LAID,
    LAY_ONE,
    LAY_TWO,
    MANDATORY,
    MATCH_OVER,
    MONEY,
    MUST_BRANCH,
    ONE_PASSES,
    OWED,
    OWN,
    PASSED,
    PHASE,
    PLAYED_BRANCH,
    PURCHASE,
    REVEALING,
    ROUND,
    SELECTING,
    SUPPLY,
    TURN,
    UNPAID_ENDS,
    Position,
    block,
)


def next_in_order(state: Position) -> bool:
    """Pass the turn to the left; False where everybody has had it in this phase."""
    cells = state.cells
    seat: i64 = cells[TURN] + 1
    if seat == cells[SEATS]:
        seat = 0
    cells[TURN] = seat
    return seat != cells[FIRST]


def after_deal(state: Position) -> None:
    """Go on once the deck owes nothing more to the player on turn."""
    cells = state.cells
    phase: i64 = cells[PHASE]
    if phase == DRAW_DEAL:
        ask_to_draw(state)
    elif phase == EXCHANGE_DEAL:
        after_exchange(state)
    elif next_in_order(state):
        cells[OWED] = state.components.dealt
    elif cells[ADVANCED] and not cells[EARLY_SALE]:
        ask_for_engineer(state)
    else:
        begin_round(state)


def ask_for_engineer(state: Position) -> None:
    """Offer the engineer of the set-up to the player on turn, or go on to who can buy one."""
    cells = state.cells
    if (
        cells[ENGINEERS] > 0
        and cells[block(cells[TURN]) + MONEY] >= state.components.engineer_price
    ):
        state.enter(ENGINEER_SALE, cells[TURN])
    else:
        after_engineer(state)


def answer_engineer(state: Position, seat: i64, buys: bool) -> None:
    """Buy an engineer before the first round, or do not."""
    cells = state.cells
    if buys:
        cells[ENGINEERS] -= 1
        cells[block(seat) + ENGINEER] = BOUGHT
        cells[block(seat) + MONEY] -= state.components.engineer_price
    after_engineer(state)


def after_engineer(state: Position) -> None:
    """Ask the next player; then the first round begins, or by the option the deal."""
    if next_in_order(state):
        ask_for_engineer(state)
    elif state.cells[EARLY_SALE]:
        deal_hands(state)
    else:
        begin_round(state)


def begin_round(state: Position) -> None:
    """Everybody who holds a card selects one."""
    cells = state.cells
    cells[PHASE] = SELECTING
    cells[TURN] = cells[FIRST]
    after_selection(state)


def after_selection(state: Position) -> None:
    """Wait for the next seat that has to select, or turn all selected cards up."""
    cells = state.cells
    waiting = cards.next_to_select(state)
    if waiting < cells[SEATS]:
        cells[ACTOR] = waiting
    elif cards.any_selected(state):
        state.enter(REVEALING, CHANCE)
    else:
        begin_lay_phase(state, LAY_ONE)


def begin_lay_phase(state: Position, phase: i64) -> None:
    """The first player's lay turn of the first or second lay phase.

    By the option all exchanges come first.
    """
    cells = state.cells
    cells[PHASE] = phase
    cells[PASSED] = 0
    cells[LAID] = 0
    cells[TURN] = cells[FIRST]
    if phase == LAY_TWO and cells[EARLY_EXCHANGE]:
        ask_to_exchange(state)
    else:
        begin_lay_turn(state)


def ask_to_exchange(state: Position) -> None:
    """Ask the player on turn for an exchange, or the next who may; then comes the lay phase."""
    cells = state.cells
    while not cards.may_exchange(state, cells[TURN]):
        if not next_in_order(state):
            cells[PHASE] = LAY_TWO
            begin_lay_turn(state)
            return
    state.enter(EXCHANGE, cells[TURN])


def begin_lay_turn(state: Position) -> None:
    """A lay turn, before which a double-turn card allows an exchange in the second phase."""
    cells = state.cells
    seat: i64 = cells[TURN]
    cells[LAID] = 0
    exchanges = cells[PHASE] == LAY_TWO and cells[EARLY_EXCHANGE] == 0
    if exchanges and cards.may_exchange(state, seat):
        state.enter(EXCHANGE, seat)
    else:
        ask_to_lay(state)


def end_exchange(state: Position, seat: i64) -> None:
    """Deal as many cards as were laid aside, then go on."""
    cards.finish_exchange(state, seat)
    if state.cells[OWED] > 0:
        state.enter(EXCHANGE_DEAL, CHANCE)
    else:
        after_exchange(state)


def after_exchange(state: Position) -> None:
    """Go on with the lay turn, or by the option with the next player's exchange."""
    state.cells[PHASE] = LAY_TWO
    if state.cells[EARLY_EXCHANGE] == 0:
        ask_to_lay(state)
    elif next_in_order(state):
        ask_to_exchange(state)
    else:
        begin_lay_turn(state)


def ask_to_lay(state: Position) -> None:
    """Ask for the first piece of a turn; the match is over where the board has no place for it.

    By the option it is over, too, where the player has no money for it.
    """
    cells = state.cells
    seat: i64 = cells[TURN]
    if state.unbought() == 0 or (
        (track.unbought_fits(state) or track.any_piece(state, seat, PRICES_NONE, track.BOUNDLESS))
        and (cells[UNPAID_ENDS] == 0 or track.can_pay_piece(state, seat))
    ):
        cells[ACTOR] = seat
    else:
        end_match(state)


def may_pass(state: Position) -> bool:
    """Whether the player on turn may lay nothing at all.

    Always in the advanced game and once only bought pieces are left, else where no unbought piece
    can be laid without the own branch card, or by the option even with it.
    """
    cells = state.cells
    if cells[ADVANCED] > 0 or state.unbought() == 0:
        return True
    if track.unbought_fits(state):
        return False
    return cells[MUST_BRANCH] == 0 or not track.unbought_branches(state, cells[TURN])


def may_stop(state: Position) -> bool:
    """Whether the player on turn may leave out the second piece of a double turn."""
    return state.cells[MANDATORY] == 0 or may_pass(state)


def after_piece(state: Position, seat: i64) -> None:
    """The match ends with the last piece; a double turn allows a second one."""
    cells = state.cells
    cells[LAID] += 1
    if state.unbought() == 0 and nobody_owns_pieces(state):
        end_match(state)
    elif (
        cells[LAID] > 1
        or cells[block(seat) + DOUBLE_TURN] == 0
        or not track.can_pay_piece(state, seat)
    ):
        end_laid_turn(state, seat)


def nobody_owns_pieces(state: Position) -> bool:
    """Whether all bought pieces have been laid."""
    seat: i64 = 0
    while seat < state.cells[SEATS]:
        if state.bought(seat):
            return False
        seat += 1
    return True


def pass_turn(state: Position, seat: i64) -> None:
    """Lay nothing: over in the basic game while unbought pieces are left, and once all pass."""
    cells = state.cells
    if (cells[ADVANCED] == 0 and state.unbought() > 0) or all_have_passed(state, seat):
        end_match(state)
    else:
        end_lay_turn(state)


def all_have_passed(state: Position, seat: i64) -> bool:
    """Note that a player has passed; whether everybody has in this lay phase."""
    cells = state.cells
    one: i64 = 1
    cells[PASSED] |= one << seat
    return cells[PASSED] == (one << cells[SEATS]) - 1


def end_laid_turn(state: Position, seat: i64) -> None:
    """End a turn in which a piece was laid: by the option a pass, if it was one piece of two."""
    cells = state.cells
    if (
        cells[ONE_PASSES]
        and cells[LAID] == 1
        and cells[block(seat) + DOUBLE_TURN]
        and (cells[ADVANCED] or state.unbought() == 0)
        and all_have_passed(state, seat)
    ):
        end_match(state)
    else:
        end_lay_turn(state)


def end_lay_turn(state: Position) -> None:
    """The next player's lay turn, or the next phase."""
    if next_in_order(state):
        begin_lay_turn(state)
    elif state.cells[PHASE] == LAY_ONE:
        begin_lay_phase(state, LAY_TWO)
    else:
        clean_up(state)
        ask_to_draw(state)


def clean_up(state: Position) -> None:
    """Played double-turn cards go back to the supply, branch cards not used leave the game.

    So does one still in hand, for want of a card to be played with.
    """
    cells = state.cells
    cells[LAID] = 0
    cells[PASSED] = 0
    seat: i64 = 0
    while seat < cells[SEATS]:
        at: i64 = block(seat)
        cells[DOUBLES] += cells[at + DOUBLE_TURN]
        cells[at + DOUBLE_TURN] = 0
        cells[at + PLAYED_BRANCH] = 0
        cells[at + HELD_BRANCH] = 0
        seat += 1


def ask_to_draw(state: Position) -> None:
    """The next draw, of the player on turn or of the next who has something to draw."""
    cells = state.cells
    offered = Actions(8)
    while True:
        seat: i64 = cells[TURN]
        offered.clear()
        if state.hand_size(seat) < state.hand_limit(seat):
            cards.collect_draws(state, seat, offered)
        if offered.count:
            state.enter(DRAWING, seat)
            return
        if not next_in_order(state):
            begin_sale(state)
            return


def after_draw(state: Position) -> None:
    """A card that the deck owes is dealt first."""
    if state.cells[OWED] > 0:
        state.enter(DRAW_DEAL, CHANCE)
    else:
        ask_to_draw(state)


def stop_drawing(state: Position) -> None:
    """The player on turn leaves the rest."""
    if next_in_order(state):
        ask_to_draw(state)
    else:
        begin_sale(state)


def begin_sale(state: Position) -> None:
    """The optional rule's purchases, then the next round."""
    if state.cells[PURCHASE]:
        ask_to_buy(state)
    else:
        pass_train(state)


def ask_to_buy(state: Position) -> None:
    """Offer a piece to the player on turn, or to the next one who can pay it."""
    cells = state.cells
    if state.unbought() > 0:
        while cells[block(cells[TURN]) + MONEY] < state.components.piece_price:
            if not next_in_order(state):
                pass_train(state)
                return
        state.enter(BUYING, cells[TURN])
    else:
        pass_train(state)


def buy(state: Position, seat: i64, railroad: i64) -> None:
    """Buy a track piece, or with `NOTHING` none."""
    cells = state.cells
    if railroad != NOTHING:
        cells[SUPPLY + railroad] -= 1
        cells[block(seat) + OWN + railroad] += 1
        cells[block(seat) + MONEY] -= state.components.piece_price
    if next_in_order(state):
        ask_to_buy(state)
    else:
        pass_train(state)


def pass_train(state: Position) -> None:
    """The seat to the left leads the next round."""
    cells = state.cells
    first: i64 = cells[FIRST] + 1
    cells[FIRST] = 0 if first == cells[SEATS] else first
    cells[ROUND] += 1
    begin_round(state)


def end_match(state: Position) -> None:
    """Nobody has anything to decide any more."""
    state.enter(MATCH_OVER, OVER)


def begin_match(state: Position) -> None:
    """The deal, or by the option the sale of engineers."""
    cells = state.cells
    cells[TURN] = cells[FIRST]
    if cells[ADVANCED] and cells[EARLY_SALE]:
        ask_for_engineer(state)
    else:
        deal_hands(state)


def deal_hands(state: Position) -> None:
    """The deck owes everybody a hand, first to the first player, whose turn it is."""
    state.cells[OWED] = state.components.dealt
    state.enter(DEALING, CHANCE)

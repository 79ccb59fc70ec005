"""The course of a match: whose turn comes next, from the deal to the passing of the train.

`docs/rules/santa_fe.md` sections 4.3 to 4.5, 4.9 and 4.11.
"""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.game import ACTOR, CHANCE, OVER, SEATS, Actions
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.components import PRICES_NONE
from railhead.games.santa_fe.rules import cards, track
from railhead.games.santa_fe.state import Position


def next_in_order(position: Position) -> bool:
    """Pass the turn to the left; False where everybody has had it in this phase."""
    cells = position.cells
    seat: i64 = cells[state.TURN] + 1
    if seat == cells[SEATS]:
        seat = 0
    cells[state.TURN] = seat
    return seat != cells[state.FIRST]


def after_deal(position: Position) -> None:
    """Go on once the deck owes nothing more to the player on turn."""
    cells = position.cells
    phase: i64 = cells[state.PHASE]
    if phase == state.DRAW_DEAL:
        ask_to_draw(position)
    elif phase == state.EXCHANGE_DEAL:
        after_exchange(position)
    elif next_in_order(position):
        cells[state.OWED] = position.components.dealt
    elif cells[state.ADVANCED] and not cells[state.EARLY_SALE]:
        ask_for_engineer(position)
    else:
        begin_round(position)


def ask_for_engineer(position: Position) -> None:
    """Offer the engineer of the set-up to the player on turn, or go on to who can buy one."""
    cells = position.cells
    if (
        cells[state.ENGINEERS] > 0
        and cells[state.block(cells[state.TURN]) + state.MONEY]
        >= position.components.engineer_price
    ):
        position.enter(state.ENGINEER_SALE, cells[state.TURN])
    else:
        after_engineer(position)


def answer_engineer(position: Position, seat: i64, buys: bool) -> None:
    """Buy an engineer before the first round, or do not."""
    cells = position.cells
    if buys:
        cells[state.ENGINEERS] -= 1
        cells[state.block(seat) + state.ENGINEER] = state.BOUGHT
        cells[state.block(seat) + state.MONEY] -= position.components.engineer_price
    after_engineer(position)


def after_engineer(position: Position) -> None:
    """Ask the next player; then the first round begins, or by the option the deal."""
    if next_in_order(position):
        ask_for_engineer(position)
    elif position.cells[state.EARLY_SALE]:
        deal_hands(position)
    else:
        begin_round(position)


def begin_round(position: Position) -> None:
    """Everybody who holds a card selects one."""
    cells = position.cells
    cells[state.PHASE] = state.SELECTING
    cells[state.TURN] = cells[state.FIRST]
    after_selection(position)


def after_selection(position: Position) -> None:
    """Wait for the next seat that has to select, or turn all selected cards up."""
    cells = position.cells
    waiting = cards.next_to_select(position)
    if waiting < cells[SEATS]:
        cells[ACTOR] = waiting
    elif cards.any_selected(position):
        position.enter(state.REVEALING, CHANCE)
    else:
        begin_lay_phase(position, state.LAY_ONE)


def begin_lay_phase(position: Position, phase: i64) -> None:
    """The first player's lay turn of the first or second lay phase.

    By the option all exchanges come first.
    """
    cells = position.cells
    cells[state.PHASE] = phase
    cells[state.PASSED] = 0
    cells[state.LAID] = 0
    cells[state.TURN] = cells[state.FIRST]
    if phase == state.LAY_TWO and cells[state.EARLY_EXCHANGE]:
        ask_to_exchange(position)
    else:
        begin_lay_turn(position)


def ask_to_exchange(position: Position) -> None:
    """Ask the player on turn for an exchange, or the next who may; then comes the lay phase."""
    cells = position.cells
    while not cards.may_exchange(position, cells[state.TURN]):
        if not next_in_order(position):
            cells[state.PHASE] = state.LAY_TWO
            begin_lay_turn(position)
            return
    position.enter(state.EXCHANGE, cells[state.TURN])


def begin_lay_turn(position: Position) -> None:
    """A lay turn, before which a double-turn card allows an exchange in the second phase."""
    cells = position.cells
    seat: i64 = cells[state.TURN]
    cells[state.LAID] = 0
    exchanges = cells[state.PHASE] == state.LAY_TWO and cells[state.EARLY_EXCHANGE] == 0
    if exchanges and cards.may_exchange(position, seat):
        position.enter(state.EXCHANGE, seat)
    else:
        ask_to_lay(position)


def end_exchange(position: Position, seat: i64) -> None:
    """Deal as many cards as were laid aside, then go on."""
    cards.finish_exchange(position, seat)
    if position.cells[state.OWED] > 0:
        position.enter(state.EXCHANGE_DEAL, CHANCE)
    else:
        after_exchange(position)


def after_exchange(position: Position) -> None:
    """Go on with the lay turn, or by the option with the next player's exchange."""
    position.cells[state.PHASE] = state.LAY_TWO
    if position.cells[state.EARLY_EXCHANGE] == 0:
        ask_to_lay(position)
    elif next_in_order(position):
        ask_to_exchange(position)
    else:
        begin_lay_turn(position)


def ask_to_lay(position: Position) -> None:
    """Ask for the first piece of a turn; the match is over where the player cannot lay it.

    Once only bought pieces are left it is not, unless an option says so.
    """
    cells = position.cells
    voluntary = position.unbought_pieces() == 0 and cells[state.CANNOT_LAY] == 0
    if voluntary or not cannot_lay(position, cells[state.TURN]):
        cells[ACTOR] = cells[state.TURN]
    else:
        end_match(position)


def cannot_lay(position: Position, seat: i64) -> bool:
    """Whether the board has no place for a piece of the player, or by an option the player no money
    for any."""
    if not track.unbought_fits(position) and not track.any_piece(
        position, seat, PRICES_NONE, track.BOUNDLESS
    ):
        return True
    return position.cells[state.UNPAID_ENDS] > 0 and not track.can_pay_piece(position, seat)


def may_pass(position: Position) -> bool:
    """Whether the player on turn may lay nothing at all.

    Always in the advanced game and once only bought pieces are left, else where no unbought piece
    can be laid without the own branch card, or by the option even with it.
    """
    cells = position.cells
    if cells[state.ADVANCED] > 0 or position.unbought_pieces() == 0:
        return True
    if track.unbought_fits(position):
        return False
    return cells[state.MUST_BRANCH] == 0 or not track.unbought_branches(position, cells[state.TURN])


def may_stop(position: Position) -> bool:
    """Whether the player on turn may leave out the second piece of a double turn."""
    return position.cells[state.MANDATORY] == 0 or may_pass(position)


def after_piece(position: Position, seat: i64) -> None:
    """The match ends with the last piece; a double turn allows a second one.

    By an option the match ends, too, where the player cannot lay that one.
    """
    cells = position.cells
    cells[state.LAID] += 1
    second = cells[state.LAID] == 1 and cells[state.block(seat) + state.DOUBLE_TURN] > 0
    if (position.unbought_pieces() == 0 and nobody_owns_pieces(position)) or (
        second and cells[state.CANNOT_LAY] > 0 and cannot_lay(position, seat)
    ):
        end_match(position)
    elif not second or not track.can_pay_piece(position, seat):
        end_laid_turn(position, seat)


def nobody_owns_pieces(position: Position) -> bool:
    """Whether all bought pieces have been laid."""
    return all(not position.bought_pieces(seat) for seat in range(position.cells[SEATS]))


def pass_turn(position: Position, seat: i64) -> None:
    """Lay nothing: over in the basic game while unbought pieces are left, and once all pass."""
    cells = position.cells
    if (cells[state.ADVANCED] == 0 and position.unbought_pieces() > 0) or all_have_passed(
        position, seat
    ):
        end_match(position)
    else:
        end_lay_turn(position)


def all_have_passed(position: Position, seat: i64) -> bool:
    """Note that a player has passed; whether everybody has in this lay phase."""
    cells = position.cells
    one: i64 = 1
    cells[state.PASSED] |= one << seat
    return cells[state.PASSED] == (one << cells[SEATS]) - 1


def end_laid_turn(position: Position, seat: i64) -> None:
    """End a turn in which a piece was laid: by the option a pass, if it was one piece of two."""
    cells = position.cells
    if (
        cells[state.ONE_PASSES]
        and cells[state.LAID] == 1
        and cells[state.block(seat) + state.DOUBLE_TURN]
        and (cells[state.ADVANCED] or position.unbought_pieces() == 0)
        and all_have_passed(position, seat)
    ):
        end_match(position)
    else:
        end_lay_turn(position)


def end_lay_turn(position: Position) -> None:
    """The next player's lay turn, or the next phase."""
    if next_in_order(position):
        begin_lay_turn(position)
    elif position.cells[state.PHASE] == state.LAY_ONE:
        begin_lay_phase(position, state.LAY_TWO)
    else:
        clean_up(position)
        ask_to_draw(position)


def clean_up(position: Position) -> None:
    """Played double-turn cards go back to the supply, branch cards not used leave the game.

    So does one still in hand, for want of a card to be played with.
    """
    cells = position.cells
    cells[state.LAID] = 0
    cells[state.PASSED] = 0
    for seat in range(cells[SEATS]):
        at: i64 = state.block(seat)
        cells[state.DOUBLES] += cells[at + state.DOUBLE_TURN]
        cells[at + state.DOUBLE_TURN] = 0
        cells[at + state.PLAYED_BRANCH] = 0
        cells[at + state.HELD_BRANCH] = 0


def ask_to_draw(position: Position) -> None:
    """The next draw, of the player on turn or of the next who has something to draw."""
    cells = position.cells
    offered = Actions(8)
    while True:
        seat: i64 = cells[state.TURN]
        offered.clear()
        if position.hand_size(seat) < position.hand_limit(seat):
            cards.collect_draws(position, seat, offered)
        if offered.count:
            position.enter(state.DRAWING, seat)
            return
        if not next_in_order(position):
            begin_sale(position)
            return


def after_draw(position: Position) -> None:
    """A card that the deck owes is dealt first."""
    if position.cells[state.OWED] > 0:
        position.enter(state.DRAW_DEAL, CHANCE)
    else:
        ask_to_draw(position)


def stop_drawing(position: Position) -> None:
    """The player on turn leaves the rest."""
    if next_in_order(position):
        ask_to_draw(position)
    else:
        begin_sale(position)


def begin_sale(position: Position) -> None:
    """The optional rule's purchases, then the next round."""
    if position.cells[state.PURCHASE]:
        ask_to_buy(position)
    else:
        pass_train(position)


def ask_to_buy(position: Position) -> None:
    """Offer a piece to the player on turn, or to the next one who can pay it."""
    cells = position.cells
    if position.unbought_pieces() > 0:
        while cells[state.block(cells[state.TURN]) + state.MONEY] < position.components.piece_price:
            if not next_in_order(position):
                pass_train(position)
                return
        position.enter(state.BUYING, cells[state.TURN])
    else:
        pass_train(position)


def buy(position: Position, seat: i64, railroad: i64) -> None:
    """Buy a track piece, or with `NOTHING` none."""
    cells = position.cells
    if railroad != actions.NOTHING:
        cells[state.SUPPLY + railroad] -= 1
        cells[state.block(seat) + state.OWN + railroad] += 1
        cells[state.block(seat) + state.MONEY] -= position.components.piece_price
    if next_in_order(position):
        ask_to_buy(position)
    else:
        pass_train(position)


def pass_train(position: Position) -> None:
    """The seat to the left leads the next round."""
    cells = position.cells
    first: i64 = cells[state.FIRST] + 1
    cells[state.FIRST] = 0 if first == cells[SEATS] else first
    cells[state.ROUND] += 1
    begin_round(position)


def phase_of_turn(position: Position) -> i64:
    """The phase that the running turn belongs to: an exchange may open the second lay turn.

    What the deck deals for an exchange or a draw is dealt within the turn.
    """
    phase: i64 = position.cells[state.PHASE]
    if phase == state.DRAW_DEAL:
        return state.DRAWING
    if phase == state.EXCHANGE or phase == state.EXCHANGE_DEAL:
        return state.EXCHANGE if position.cells[state.EARLY_EXCHANGE] else state.LAY_TWO
    return phase


def end_match(position: Position) -> None:
    """Nobody has anything to decide any more."""
    position.enter(state.MATCH_OVER, OVER)


def begin_match(position: Position) -> None:
    """The deal, or by the option the sale of engineers."""
    cells = position.cells
    cells[state.TURN] = cells[state.FIRST]
    if cells[state.ADVANCED] and cells[state.EARLY_SALE]:
        ask_for_engineer(position)
    else:
        deal_hands(position)


def deal_hands(position: Position) -> None:
    """The deck owes everybody a hand, first to the first player, whose turn it is."""
    position.cells[state.OWED] = position.components.dealt
    position.enter(state.DEALING, CHANCE)

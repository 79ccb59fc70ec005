"""The positions of Veil: rules, chance, knowledge and scores."""

from __future__ import annotations

from typing import Any, Final

from games.game import CHANCE, OVER, SPECTATOR, Actions, State
from games.packing import HIDDEN, code_of, packed, parameter
from games.random import Random, shuffled
from tests.veil import actions

# Cells behind the number of seats, in this order: the header, then every card's place, then who has
# seen every card there.
PHASE: Final = 1
TURN: Final = 2
"""Who takes and gives (phases TAKE and GIVE), or who may show a card (SHOW)."""
LOW_WINS: Final = 3
GIVING: Final = 4
POINTS: Final = 5
"""From here, for each of four seats, the points for giving and showing."""
PLACES: Final = 9

DRAWING, SELECTING, REVEALING, TAKING, GIVING_AWAY, SHOWING, UNCOVERING, DONE = range(8)

# Places of a card; the last four are the first of one place for each seat.
DECK: Final = 0
ROW: Final = 1
OUT: Final = 2
HAND: Final = 4
CHOSEN: Final = 8
TABLE: Final = 12
PILE: Final = 16

HAND_SIZE: Final = 2
EVERYBODY: Final = 31
"""The mask of all four seats and the spectators."""


def bit_of(viewer: int) -> int:
    """The bit of a viewer in the mask of those who have seen a card."""
    return 16 if viewer == SPECTATOR else 1 << viewer


class Veil(State):
    """One position."""

    @property
    def deck(self) -> Any:
        """The cards of this match."""
        return self.game.components

    def clone(self) -> Veil:
        return type(self)(self.game, self.cells[:])

    # Cards: where they are and who knows it.

    def count(self) -> int:
        """How many cards the deck of this match has."""
        return (len(self.cells) - PLACES) // 2

    def place(self, card: int) -> int:
        """Where a card lies."""
        return self.cells[PLACES + card]

    def seen(self, card: int) -> int:
        """The mask of the viewers who know that the card lies there."""
        return self.cells[PLACES + self.count() + card]

    def move(self, card: int, place: int, seen: int) -> None:
        """Lay a card down, known to `seen`."""
        self.cells[PLACES + card] = place
        self.cells[PLACES + self.count() + card] = seen

    def at(self, place: int) -> list[int]:
        """The cards at a place, in ascending order."""
        places = self.cells[PLACES : PLACES + self.count()]
        return [card for card, lies in enumerate(places) if lies == place]

    def closed(self, seat: int) -> list[int]:
        """The cards in a hand that nobody else has seen."""
        return [card for card in self.at(HAND + seat) if self.seen(card) == bit_of(seat)]

    def showable(self, seat: int) -> list[int]:
        """The closed cards in a hand that are high enough to be shown."""
        return [card for card in self.closed(seat) if card >= self.deck.show_from]

    # Whose turn it is, and what they may do.

    def drawer(self) -> int:
        """The seat that draws next, or -1."""
        if self.at(DECK):
            for seat in range(self.seats()):
                if len(self.at(HAND + seat)) < HAND_SIZE:
                    return seat
        return -1

    def to_act(self) -> list[int]:
        phase = self.cells[PHASE]
        if phase == SELECTING:
            return [seat for seat in range(self.seats()) if not self.at(CHOSEN + seat)]
        return [int(self.cells[TURN])] if phase in (TAKING, GIVING_AWAY, SHOWING) else []

    def actor(self) -> int:
        if self.cells[PHASE] == DONE:
            return OVER
        acting = self.to_act()
        return acting[0] if acting else CHANCE

    def collect(self, seat: int, out: Actions) -> None:
        if seat not in self.to_act():
            return
        phase = self.cells[PHASE]
        if phase == SELECTING:
            self._offer(actions.SELECT, self.at(HAND + seat), out)
        elif phase == TAKING:
            self._offer(actions.TAKE, self.at(ROW), out)
        elif phase == GIVING_AWAY:
            self._offer(actions.GIVE, self.closed(seat), out)
            out.add(actions.KEEP)
        else:
            self._offer(actions.SHOW, self.showable(seat), out)
            out.add(actions.PASS)

    def _offer(self, code: int, cards: list[int], out: Actions) -> None:
        for card in cards:
            out.add(packed(code, card))

    def chance_outcomes(self) -> list[tuple[int, int]]:
        if self.cells[PHASE] == DRAWING:
            drawer = self.drawer()
            return [(packed(actions.DRAW, drawer, card), 1) for card in self.at(DECK)]
        seat, card = self._next_to_reveal()
        return [(packed(actions.REVEAL, seat, card), 1)]

    def sample_chance(self, random: Random) -> None:
        while self.actor() == CHANCE:
            outcomes = self.chance_outcomes()
            self.play(CHANCE, outcomes[random.below(len(outcomes))][0])

    def _next_to_reveal(self) -> tuple[int, int]:
        """The first seat with a covered card to turn over, and that card; (-1, -1) for none."""
        for seat in range(self.seats()):
            if self.cells[PHASE] == REVEALING:
                covered = self.at(CHOSEN + seat)
            else:
                covered = [card for card in self.at(PILE + seat) if self.seen(card) != EVERYBODY]
            if covered:
                return seat, covered[0]
        return -1, -1

    # What an action does.

    def play(self, seat: int, action: int) -> None:
        code = code_of(action)
        card = parameter(action, 1 if seat == CHANCE else 0)
        if code == actions.DRAW:
            drawer = parameter(action, 0)
            self.move(card, HAND + drawer, bit_of(drawer))
        elif code == actions.SELECT:
            self.move(card, CHOSEN + seat, self.seen(card))
        elif code == actions.REVEAL:
            place = TABLE if self.cells[PHASE] == REVEALING else PILE
            self.move(card, place + parameter(action, 0), EVERYBODY)
        elif code == actions.TAKE:
            self.move(card, HAND + seat, EVERYBODY)
        elif code == actions.GIVE:
            receiver = (seat + 1) % self.seats()
            self.move(card, PILE + receiver, bit_of(seat) | bit_of(receiver))
            self.cells[POINTS + seat] += 2
        elif code == actions.SHOW:
            self.move(card, HAND + seat, EVERYBODY)
            self.cells[POINTS + seat] += 1
        self._go_on()

    def _go_on(self) -> None:
        """Pass to the next phase where this one is finished."""
        phase = self.cells[PHASE]
        if phase == DRAWING:
            if self.drawer() < 0:
                stuck = not all(self.at(HAND + seat) for seat in range(self.seats()))
                self.cells[PHASE] = UNCOVERING if stuck else SELECTING
        elif phase == SELECTING:
            if not self.to_act():
                self.cells[PHASE] = REVEALING
        elif phase == REVEALING:
            if self._next_to_reveal()[0] < 0:
                self._settle()
        elif phase == TAKING:
            self.cells[PHASE] = GIVING_AWAY
            if not self.cells[GIVING]:
                self._let_loser_show()
        elif phase == GIVING_AWAY:
            self._let_loser_show()
        elif phase == SHOWING:
            self._end_round()
        if self.cells[PHASE] == UNCOVERING and self._next_to_reveal()[0] < 0:
            self.cells[PHASE] = DONE

    def _settle(self) -> None:
        """The best card on the table goes to its seat's pile; that seat takes from the row."""
        tables = [(self.at(TABLE + seat)[0], seat) for seat in range(self.seats())]
        card, winner = min(tables) if self.cells[LOW_WINS] else max(tables)
        self.move(card, PILE + winner, EVERYBODY)
        self.cells[TURN] = winner
        self.cells[PHASE] = TAKING

    def _let_loser_show(self) -> None:
        """The seat whose card on the table came last is next."""
        tables = [(card, seat) for seat in range(self.seats()) for card in self.at(TABLE + seat)]
        self.cells[TURN] = (max(tables) if self.cells[LOW_WINS] else min(tables))[1]
        self.cells[PHASE] = SHOWING

    def _end_round(self) -> None:
        """Clear the table; the match ends with the row."""
        for seat in range(self.seats()):
            for card in self.at(TABLE + seat):
                self.move(card, OUT, EVERYBODY)
        self.cells[TURN] = 0
        self.cells[PHASE] = DRAWING if self.at(ROW) else UNCOVERING
        if self.cells[PHASE] == DRAWING and self.drawer() < 0:
            self._go_on()

    # What others see, and what they can suppose.

    def observed(self, viewer: int, seat: int, action: int) -> int:
        code = code_of(action)
        if code == actions.DRAW and viewer != parameter(action, 0):
            return packed(code, parameter(action, 0), HIDDEN)
        if code == actions.SELECT and viewer != seat:
            return packed(code, HIDDEN)
        if code == actions.GIVE and viewer not in (seat, (seat + 1) % self.seats()):
            return packed(code, HIDDEN)
        return action

    def determinize(self, seat: int, random: Random) -> None:
        choosers = [s for s in range(self.seats()) if s != seat and self.at(CHOSEN + s)]
        for chooser in choosers:
            # Even a card that everybody knows is in the hand may be the selected one, or not.
            card = self.at(CHOSEN + chooser)[0]
            self.move(card, HAND + chooser, self.seen(card))
        unknown = [c for c in range(self.count()) if not self.seen(c) & bit_of(seat)]
        # Sorted, so that the outcome owes nothing to where the cards really lie.
        lying = sorted(self.place(card) * 32 + self.seen(card) for card in unknown)
        for card, lie in zip(unknown, shuffled(lying, random), strict=True):
            self.move(card, lie // 32, lie % 32)
        for chooser in choosers:
            hand = self.at(HAND + chooser)
            card = hand[random.below(len(hand))]
            self.move(card, CHOSEN + chooser, self.seen(card))

    def label_details(self, seat: int, action: int) -> dict[str, Any]:
        code = code_of(action)
        if code == actions.TAKE:
            return {"points": self.deck.points[parameter(action, 0)]}
        return {"receiver": (seat + 1) % self.seats()} if code == actions.GIVE else {}

    def explain(self, seat: int, action: int) -> str:
        kind = self.game.vocabulary.type_of(action)
        legal = {self.game.vocabulary.type_of(a).name for a in self.legal_actions(seat)}
        if kind.name not in legal:
            return f"now is the time to {' or '.join(sorted(legal))}, not to {kind.name}"
        place = "in the row" if kind.code == actions.TAKE else "a card of yours that you may use"
        return f"{self.deck.names[parameter(action, 0)]} is not {place}"

    # How it ends.

    def score_sheet(self) -> dict[str, list[int]]:
        piles = [self.at(PILE + seat) for seat in range(self.seats())]
        return {
            "piles": [sum(self.deck.points[card] for card in pile) for pile in piles],
            "gifts and shows": [int(self.cells[POINTS + s]) for s in range(self.seats())],
            "tie-break: highest card": [max(pile, default=-1) for pile in piles],
        }

    def scores(self) -> list[int]:
        sheet = self.score_sheet()
        return [a + b for a, b in zip(sheet["piles"], sheet["gifts and shows"], strict=True)]

    def ranking(self) -> list[list[int]]:
        highest = self.score_sheet()["tie-break: highest card"]
        keys = list(zip(self.scores(), highest, strict=True))
        return [
            [seat for seat, own in enumerate(keys) if own == key]
            for key in sorted(set(keys), reverse=True)
        ]

    def census(self) -> dict[str, int]:
        places = [DECK, ROW, OUT]
        for first in (HAND, CHOSEN, TABLE, PILE):
            places += [first + seat for seat in range(self.seats())]
        return {"cards": sum(len(self.at(place)) for place in places)}

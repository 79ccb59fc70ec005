"""The set-up, and the data it is made of."""

from __future__ import annotations

import pytest

from examples.veil.components import Components
from railhead.games.data import DataError, Entry
from railhead.games.game import CHANCE, SPECTATOR
from tests.games.positions import actor
from tests.games.veil.positions import MADE, laid_out


@pytest.mark.rule("veil:1")
def test_a_row_and_empty_hands() -> None:
    state = MADE.opened(3)
    view = state.view(SPECTATOR)
    assert len(view["row"]) == 3
    assert [seat["hand_size"] for seat in view["seats"]] == [0, 0, 0]
    assert actor(state) == CHANCE
    drawn = {state.game.vocabulary.notation(outcome) for outcome, _ in state.chance_outcomes()}
    assert len(drawn) == view["deck"] == 21
    assert all(notation.startswith("draw:0:") for notation in drawn)


@pytest.mark.rule("veil:2")
@pytest.mark.parametrize("row", ["ant ant", "ant", "ant dodo"])
def test_a_row_that_cannot_be_laid_out_is_refused(row: str) -> None:
    with pytest.raises(DataError, match="row"):
        laid_out(2, row)


@pytest.mark.parametrize(
    ("card", "problem"),
    [
        ({"name": "c0", "points": 1}, r"cards\[12\].name: is the name of another card"),
        ({"name": "c12", "points": 10}, r"cards\[12\].points: is 10, outside 0 to 9"),
        ({"name": "c12", "price": 1}, r"cards\[12\]: has the unknown key 'price'"),
    ],
)
def test_a_wrong_card_is_refused_by_its_place(card: dict[str, object], problem: str) -> None:
    cards = [*({"name": f"c{number}", "points": 1} for number in range(12)), card]
    deck = {"source": "a test", "confidence": "C", "show_from": "c3", "cards": cards}
    pieces = Entry.of_file(MADE.ruleset.folder / "data" / "pieces.yaml")
    with pytest.raises(DataError, match=problem):
        Components({"pieces": pieces, "deck": Entry(deck, "deck.yaml")})

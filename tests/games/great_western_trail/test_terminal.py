"""The table in the terminal, at every kind of position and for every viewer."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from railhead.games.game import CHANCE, OVER, SPECTATOR, State
from railhead.games.great_western_trail.ruleset import RULESET
from railhead.games.options import complete
from railhead.games.random import Random
from railhead.games.registry import Catalogue
from railhead.words.ascii_boards import render_table

SEATS = [
    {"kind": "human", "name": "Ann [bold]"},
    {"kind": "bot", "level": "hard"},
    {"kind": "human", "name": "Bo"},
]


def drawn(state: State, viewer: int) -> str:
    """The text of the table."""
    out = io.StringIO()
    view = state.view(viewer)
    Console(file=out, width=240).print(render_table("great_western_trail", view, SEATS))
    return out.getvalue()


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_the_table_shows_what_the_viewer_may_see(viewer: int) -> None:
    options = complete(RULESET.options, {})
    game = Catalogue().game(RULESET, options)
    state = game.start(game.draw_setup(3, options, Random(4, 0)))
    random = Random(4, 1)
    texts = []
    while state.actor() != OVER:
        if state.actor() == CHANCE:
            state.sample_chance(random)
            continue
        if random.below(20) == 0:
            texts.append(drawn(state, viewer))
        legal = state.legal_actions(state.actor())
        state.play(state.actor(), legal[random.below(len(legal))])
    texts.append(drawn(state, viewer))
    assert len(texts) > 5
    for text in texts:
        assert "Ann [bold]" in text
        assert "hard bot" in text
        assert "kansas city" in text
        assert "foresight" in text
        assert "first edition" in text
    view = state.view(viewer)
    total = sum(points[0] for points in view["score_sheet"].values())
    assert str(total) in texts[-1]


def test_hands_of_others_are_numbers_of_cards() -> None:
    options = complete(RULESET.options, {})
    game = Catalogue().game(RULESET, options)
    state = game.start(game.draw_setup(2, options, Random(4, 0)))
    while state.actor() == CHANCE:
        state.sample_chance(Random(4, 1))
    hand = state.view(0)["players"][0]["hand"]
    name = max(hand, key=lambda card: hand[card]).replace("_", " ")
    assert name in drawn(state, 0)
    assert drawn(state, SPECTATOR).count("4 cards") >= 1

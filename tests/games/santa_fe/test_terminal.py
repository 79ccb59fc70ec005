"""The table in the terminal."""

from __future__ import annotations

import io

from rich.console import Console

from railhead.games.game import OVER, SPECTATOR
from railhead.games.playout import random_match
from railhead.games.random import Random
from railhead.games.santa_fe.match import SantaFe
from railhead.words.ascii_boards import render_table
from tests.games.positions import act
from tests.games.santa_fe.positions import (
    fill,
    game,
    give_branch,
    later,
    laying,
    options,
    put_head,
    started,
)

SEATS = [{"kind": "human", "name": f"guest {seat}"} for seat in range(5)]


def shown(state: SantaFe, viewer: int = SPECTATOR) -> str:
    out = io.StringIO()
    console = Console(file=out, width=220, color_system=None)
    console.print(render_table("santa_fe", state.view(viewer), SEATS))
    return out.getvalue()


def test_routes_and_where_they_may_go() -> None:
    state = laying()
    act(state, "lay:gn:1:DUL")
    put_head(state, "up", "SPO")
    text = shown(state)
    assert "1: MIL to DUL, 1 of 2" in text
    assert "1: SPO → " in text
    for way in ("GTF 3^", "BOI 2^~", "BUT 2=^", "POR 2~", "SEA 2=^~"):
        assert way in text
    assert "Spokane up" in text


def test_a_dead_end() -> None:
    state = laying()
    put_head(state, "kp", "MIL")
    for link in state.view(0)["map"]["links"]:
        if "MIL" in (link["a"], link["b"]):
            fill(state, link["a"], link["b"])
    assert "1: MIL → dead end" in shown(state)


def test_hands_are_shown_to_their_owners() -> None:
    state = later()
    give_branch(state, 0, "kp")
    state.apply(0, state.parse("select:REN"))
    assert "DEN SFE REN SEA double branch kp" in shown(state, 0)
    assert "selected REN" in shown(state, 0)
    other = shown(state, 1)
    assert "4 city, 1 double branch kp" in other
    assert "selected REN" not in other
    assert "selected" in other


def test_every_stage_of_a_match() -> None:
    given = options(variant="advanced", purchase=True, open_money=False)
    state = started(game().draw_setup(5, given, Random(4)))
    random = Random(5)
    while state.actor() != OVER:
        state.sample_chance(random)
        text = shown(state, 0)
        assert "guest 4" in text
        assert " engineer" in text.partition("\n")[0] or not state.view(0)["engineers"]
        random_match(state, random, 25)
    assert "reconstruction" in shown(state)

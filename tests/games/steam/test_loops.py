"""Loops of several links, by each value of the option `loops`."""

from __future__ import annotations

import pytest

from railhead.ai.knowledge.steam.track_building import LikelyBuilds
from railhead.games.game import Actions
from railhead.games.random import Random
from railhead.games.steam import actions, state
from railhead.games.steam.match import Steam
from tests.games.positions import act, label, offered
from tests.games.steam.positions import (
    BLACK,
    GREEN,
    ORANGE,
    build,
    building,
    game,
    lay_all,
    may_build,
    opened,
    options,
    refused_build,
    started,
    track,
)

LOOPS = pytest.mark.parametrize("loops", state.LOOPS)
FIGURE_1 = {"I12": "N-S", "I14": "N+S", "I16": "N-S"}
FIGURE_2 = {"H11": "NE-S", "H13": "N-S", "H15": "N-S"}
"""But for its last tile, H17."""


def figure_2(owner: int, loops: str) -> Steam:
    """Albany-Poughkeepsie-New York is Black's; the owner's second line lacks one tile."""
    position = opened(loops=loops)
    track(position, BLACK, **FIGURE_1)
    track(position, owner, **FIGURE_2)
    return building(position, owner, *({BLACK, GREEN, ORANGE} - {owner}))


@pytest.mark.rule("steam:Q25")
@LOOPS
def test_a_loop_over_two_owners(loops: str) -> None:
    position = figure_2(ORANGE, loops)
    if loops == "none":
        assert "loop of links: Albany and New York" in refused_build(position, "H17", "N-SE")
        assert may_build(position, "H17", "N-S"), "the line may go elsewhere"
    else:
        assert lay_all(position, H17="N-SE") == 2


@pytest.mark.rule("steam:Q25")
@LOOPS
def test_a_loop_of_one_owner(loops: str) -> None:
    position = figure_2(BLACK, loops)
    if loops == "allowed":
        assert "completing Albany" in label(position, build(position, "H17", "N-SE"))
        assert lay_all(position, H17="N-SE") == 2
    else:
        assert "would make a loop of links" in refused_build(position, "H17", "N-SE")
        assert may_build(position, "H17", "N-S")


@pytest.mark.rule("steam:Q25")
@LOOPS
def test_two_links_between_the_same_stops_are_a_loop(loops: str) -> None:
    position = opened(loops=loops)
    track(position, BLACK, **FIGURE_1, H11="NE-S", H13="N-SE")
    building(position)
    assert may_build(position, "I14", "N+S+NW") == (loops == "allowed")
    assert may_build(position, "I14", "N+S+SW"), "an exit that completes nothing makes no loop"


@pytest.mark.rule("steam:Q25")
@LOOPS
def test_an_exit_may_complete_a_loop_of_another_player(loops: str) -> None:
    position = opened(loops=loops)
    track(position, BLACK, **FIGURE_1, H11="NE-S", H13="N-SE")
    track(position, GREEN, J11="NW-S", J13="N-SW")
    building(position, GREEN, BLACK, ORANGE)
    assert may_build(position, "I14", "N+S+NE") == (loops != "none")
    assert may_build(position, "I14", "N+S+NE+NW") == (loops == "allowed")
    if loops == "own":
        reason = refused_build(position, "I14", "N+S+NE+NW")
        assert "of one owner: Albany and Poughkeepsie are joined already" in reason


@pytest.mark.rule("steam:Q25")
@LOOPS
def test_a_new_city_is_placed_whatever_it_completes(loops: str) -> None:
    position = opened(loops=loops)
    track(position, BLACK, I12="N-S", I16="N-S", **FIGURE_2, H17="N-SE")
    building(position, s0="urbanization")
    before = set(offered(position, "build"))
    act(position, "urbanize:Poughkeepsie:red", "supply:1")
    complete = [link for link in position.view(0)["links"] if link["complete"]]
    assert len(complete) == 3
    later = set(offered(position, "build"))
    assert len(before & later) > 20, "what the loop does not concern may be built"


@pytest.mark.rule("steam:Q25")
def test_a_match_without_the_option_allows_loops() -> None:
    bound = game()
    setup = bound.draw_setup(3, options(loops="none", join_unowned=True), Random(1))
    new = started(setup)
    assert (new.loops(), new.joins_unowned()) == (state.LOOPS_NONE, True)
    without = {name: one for name, one in setup["options"].items() if name != "loops"}
    old = started({**setup, "options": without})
    assert (old.loops(), old.joins_unowned()) == (state.LOOPS_ALLOWED, True)
    allowed = started({**setup, "options": {**without, "loops": "allowed"}})
    assert allowed.save() == old.save()


@pytest.mark.rule("steam:Q25")
@LOOPS
@pytest.mark.parametrize("owner", [BLACK, ORANGE])
def test_bots_think_of_legal_tiles_only(loops: str, owner: int) -> None:
    position = figure_2(owner, loops)
    likely = Actions()
    LikelyBuilds().collect(position, owner, likely)
    legal = position.legal_actions(owner)
    assert set(likely.to_list()) <= set(legal)
    last = position.parse(build(position, "H17", "N-SE"))
    assert (last in likely.to_list()) == (last in legal)
    assert any(action & 255 == actions.BUILD for action in likely.to_list())

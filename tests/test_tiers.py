"""`make test` runs one repetition of each test that is sampled, and every commit another one."""

from __future__ import annotations

import pytest

from tests.tiers import left_out

pytest_plugins = ["pytester"]

TESTS = """
import pytest

class Ruleset: id = "game"
class Game: ruleset = Ruleset
class Case:
    game = Game
    def __init__(self, changed): self.changed = changed

@pytest.mark.parametrize("case", [Case(c) for c in ["", "", "a", "b", "c"]])
def test_case(case): pass

@pytest.mark.sampled
@pytest.mark.parametrize("size", range(4))
def test_sampled(size): pass

@pytest.mark.sampled(by="game")
@pytest.mark.parametrize("game", ["one", "other"])
@pytest.mark.parametrize("size", range(4))
def test_by_game(game, size): pass

@pytest.mark.parametrize("size", range(4))
def test_whole(size): pass

@pytest.mark.full
def test_soak(): pass
"""
CONFTEST = """
import pytest
from tests import tiers

def pytest_configure(config):
    for marker in tiers.MARKERS:
        config.addinivalue_line("markers", marker)

@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    tiers.mark_what_is_left_out(items, at="COMMIT")
"""


def selected(pytester: pytest.Pytester, at: str, *arguments: str) -> list[str]:
    pytester.makeconftest(CONFTEST.replace("COMMIT", at))
    pytester.makepyfile(TESTS)
    ran = pytester.inline_run("-p", "no:xdist", *arguments)
    passed, _, failed = ran.listoutcomes()
    assert not failed
    return [one.nodeid.partition("::")[2] for one in passed]


def count(names: list[str], test: str) -> int:
    return sum(name.startswith(test) for name in names)


def test_the_defaults_and_one_repetition_are_left(pytester: pytest.Pytester) -> None:
    names = selected(pytester, "abc", "-m", "not full")
    assert {name for name in names if name.startswith("test_case")} >= {
        "test_case[case0]",
        "test_case[case1]",
    }
    assert [count(names, test) for test in ("test_case", "test_sampled", "test_by_game")] == [
        3,
        1,
        2,
    ]
    assert (count(names, "test_whole"), count(names, "test_soak")) == (4, 0)


def test_both_tiers_together_are_everything_once(pytester: pytest.Pytester) -> None:
    few, rest = (selected(pytester, "abc", "-m", tier) for tier in ("not full", "full"))
    assert sorted([*few, *rest]) == sorted(selected(pytester, "abc"))


def test_commits_choose_differently_and_each_one_always_the_same() -> None:
    names = [f"test[{number}]" for number in range(20)]
    tried = {
        frozenset({*names} - left_out(reversed(names), "test", str(commit)))
        for commit in range(300)
    }
    assert tried == {frozenset({name}) for name in names}
    assert left_out(names, "test", "abc") == left_out(names[::-1], "test", "abc")

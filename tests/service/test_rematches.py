"""Which match follows another, in a store of each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from railhead.service.core.matches import Matches, open_matches
from railhead.service.errors import MatchNotOver, NoSuchMatch
from railhead.service.model import Match
from railhead.service.seats.rematch import rematch
from railhead.service.settings import Settings
from railhead.service.store.data_sets import DataSets
from railhead.service.store.store import Store
from tests.service.test_matches import create, play
from tests.stores import store_kind

__all__ = ["store_kind"]


@pytest.fixture
def over(matches: Matches) -> Match:
    """A match that is over."""
    return play(matches, create(matches).match)


@pytest.fixture
def elsewhere(settings: Settings) -> Iterator[Matches]:
    """The same matches in another process, which remembers what it has read."""
    opened = open_matches(settings)
    yield opened
    opened.close()


def following(matches: Matches, over: Match) -> str:
    return rematch(matches, over).match.record.id


def once_before(
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    happens: Callable[[], object],
    kind: type[Store | DataSets] = Store,
) -> None:
    """Let something happen before a method of the store is called for the first time."""
    method = getattr(kind, name)

    def late(*given: Any, **named: Any) -> Any:
        monkeypatch.setattr(kind, name, method)
        happens()
        return method(*given, **named)

    monkeypatch.setattr(kind, name, late)


def test_one_match_follows_however_many_ask(matches: Matches, over: Match) -> None:
    with pytest.raises(MatchNotOver):
        rematch(matches, create(matches).match)
    with ThreadPoolExecutor(6) as pool:
        asked = set(pool.map(lambda _: following(matches, over), range(12)))
    assert len(asked) == 1
    assert asked != {over.record.id}


def test_a_rematch_that_was_deleted_is_followed_by_one_of_another_id(
    matches: Matches, elsewhere: Matches, over: Match
) -> None:
    ids = []
    for _ in range(3):
        ids.append(following(matches, over))
        assert following(elsewhere, over) == ids[-1]
        made = play(matches, matches.match(ids[-1]))
        for process in (matches, elsewhere):
            assert process.replay(ids[-1]).save() == made.state.save()
        elsewhere.delete(ids[-1])
    assert len({*ids}) == 3
    for gone in ids:
        with pytest.raises(NoSuchMatch):
            matches.match(gone)
    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(lambda _: following(matches, over), range(12)))) == 1


@pytest.mark.parametrize(("kind", "step"), [(DataSets, "keep"), (Store, "commit")])
def test_who_makes_a_rematch_while_another_does_gets_the_first_one(
    matches: Matches,
    elsewhere: Matches,
    over: Match,
    monkeypatch: pytest.MonkeyPatch,
    kind: type[Store | DataSets],
    step: str,
) -> None:
    first: list[str] = []
    once_before(monkeypatch, step, lambda: first.append(following(elsewhere, over)), kind)
    assert [following(matches, over)] == first


def test_a_rematch_that_was_made_and_deleted_meanwhile_does_not_come_back(
    matches: Matches, elsewhere: Matches, over: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone: list[str] = []

    def made_and_deleted() -> None:
        gone.append(following(elsewhere, over))
        elsewhere.delete(gone[0])

    once_before(monkeypatch, "commit", made_and_deleted)
    assert following(matches, over) not in gone
    assert following(matches, over) == following(elsewhere, over)


def test_who_fails_on_the_way_is_in_nobodys_way(
    matches: Matches, over: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing() -> None:
        raise RuntimeError

    once_before(monkeypatch, "commit", failing)
    with pytest.raises(RuntimeError):
        rematch(matches, over)
    assert following(matches, over) == following(matches, over)

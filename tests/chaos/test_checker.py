"""The checker accepts what is sound, finds all that was broken on purpose, and is exact."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.chaos import checker
from tests.chaos.broken import BROKEN, MATCH, log_of, sound
from tests.chaos.checker import check, check_match, set_back, without
from tests.chaos.history import History, Operation, log_line, operation_line, read

randoms = st.builds(Random, st.integers(0, 2**32))


@settings(max_examples=150, deadline=None)
@given(randoms, st.integers(0, 60), st.booleans())
def test_sound_histories_are_accepted(random: Random, steps: int, few: bool) -> None:
    history = sound(random, steps, few)
    assert check(history) == []
    assert check(History(history.operations, None)) == []


@pytest.mark.sampled
@pytest.mark.parametrize("name", BROKEN)
@settings(max_examples=100, deadline=None)
@given(random=randoms)
def test_what_was_broken_on_purpose_is_found(name: str, random: Random) -> None:
    breaking, kind = BROKEN[name]
    broken = breaking(random, sound(random))
    assume(broken is not None)
    assert broken is not None
    assert kind in {finding.kind for finding in check(broken)}


@pytest.mark.sampled
@pytest.mark.parametrize("name", BROKEN)
def test_every_way_to_break_a_history_finds_a_place(name: str) -> None:
    breaking, kind = BROKEN[name]
    found = [breaking(Random(seed), sound(Random(seed), 40)) for seed in range(300)]
    broken = [history for history in found if history is not None]
    assert len(broken) > 200
    assert all(kind in {finding.kind for finding in check(history)} for history in broken)


def has_an_order(operations: list[Operation], version: int = -1) -> bool:
    """Whether the operations can have happened one after the other, found by trying all orders.

    This is the search that general checkers make; others may add to the log in between.
    """
    if not operations:
        return True
    ends = min(one.end for one in operations if one.end is not None)
    for one in operations:
        assert one.version is not None
        fits = version <= one.version
        if one.kind == "submit":
            assert one.first is not None
            fits = version < one.first
        if fits and one.start <= ends:
            rest = [other for other in operations if other is not one]
            if has_an_order(rest, one.version):
                return True
    return False


@st.composite
def anything(draw: st.DrawFn) -> list[Operation]:
    """A few operations as they come, most of them not sound together."""
    moments = draw(st.permutations(range(12)))
    found = []
    for number in range(draw(st.integers(1, 6))):
        start, end = sorted((float(moments[2 * number]), float(moments[2 * number + 1])))
        version = draw(st.integers(1, 5))
        kind = draw(st.sampled_from(["read", "submit"]))
        one = Operation("c", MATCH, kind, start, end, "ok", version=version, key=f"k{number}")
        if kind == "submit":
            one = replace(one, first=draw(st.integers(max(1, version - 1), version)))
        found.append(one)
    return found


@settings(max_examples=500, deadline=None)
@given(anything())
def test_it_finds_exactly_what_has_no_order(operations: list[Operation]) -> None:
    assert (check_match(MATCH, operations, None, False) == []) == has_an_order(operations)


def test_the_search_of_all_orders_tells_both_apart() -> None:
    """Small histories one by one: both verdicts occur, and both judges agree."""
    verdicts = []
    for versions in product(range(1, 4), repeat=3):
        operations = [
            Operation("c", MATCH, kind, start, end, "ok", version=version, first=version)
            for kind, (start, end), version in zip(
                ("submit", "submit", "read"), ((0, 3), (2, 4), (5, 6)), versions, strict=True
            )
        ]
        verdicts.append(has_an_order(operations))
        assert (check_match(MATCH, operations, None, False) == []) == verdicts[-1]
    assert {True, False} == set(verdicts)


def test_an_answer_that_never_came_excuses_one_entry_and_no_second() -> None:
    history = next(
        found
        for found in (sound(Random(seed), 40) for seed in range(100))
        if any(
            (one.outcome, one.action) == ("unknown", entry.action)
            for one in found.operations
            for entry in log_of(found).entries
        )
    )
    done = {entry.action for entry in log_of(history).entries}
    unknown = next(
        one for one in history.operations if one.outcome == "unknown" and one.action in done
    )
    rest = [one for one in history.operations if one is not unknown]
    kinds = {finding.kind for finding in check(History(rest, history.logs))}
    assert kinds == {checker.DOUBLED}
    later = max(one.end or 0 for one in history.operations) + 1
    too_late = replace(unknown, start=later)
    seen = Operation("c", MATCH, "read", later - 0.5, later - 0.4, "ok")
    seen = replace(seen, version=len(log_of(history).entries))
    kinds = {finding.kind for finding in check(History([*rest, too_late, seen], history.logs))}
    assert kinds == {checker.DOUBLED}


def test_what_a_store_lost_is_set_aside_and_counted() -> None:
    breaking, _ = BROKEN["lost at the end"]
    for seed in range(100):
        history = breaking(Random(seed), sound(Random(seed), 40))
        if history is None:
            continue
        lost, unlasting = set_back(history)
        assert lost
        assert check(without(history, [*lost, *unlasting])) == []
        assert checker.LOST in {finding.kind for finding in check(without(history, unlasting))}
    assert set_back(sound(Random(1), 40)) == ([], [])


def test_of_two_who_made_one_version_the_first_one_was_lost() -> None:
    history = sound(Random(2), 40)
    one = next(one for one in history.operations if one.kind == "submit" and one.outcome == "ok")
    assert one.end is not None
    again = replace(one, key="another", start=one.end + 1, end=one.end + 2)
    history = History([*history.operations, again], history.logs)
    assert set_back(history) == ([one], [])


def test_histories_are_kept_as_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    history = sound(Random(3), 40)
    files = [tmp_path / "operations.jsonl", tmp_path / "logs.jsonl"]
    files[0].write_text("".join(f"{operation_line(one)}\n" for one in history.operations))
    files[1].write_text(f"{log_line(MATCH, log_of(history))}\n")
    assert read(files) == history
    assert checker.main([str(file) for file in files]) == 0
    broken = BROKEN["doubled"][0](Random(3), history)
    assert broken is not None
    files[1].write_text(f"{log_line(MATCH, log_of(broken))}\n")
    assert checker.main([str(file) for file in files]) == 1
    assert "doubled" in capsys.readouterr().out

"""Puzzles: what makes a decision one, what is on file, and the command that finds them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from railhead.ai import puzzles
from railhead.ai.knowledge import knowledge_for
from railhead.ai.puzzles import Puzzle, load_puzzles, of_the_day
from railhead.ai.search.search import Search
from railhead.ai.training import puzzle_generator
from railhead.ai.training.puzzle_generator import (
    PuzzleCriteria,
    PuzzleGenerator,
    SelfPlayMatch,
    as_known,
    balance,
    self_play_decisions,
)
from railhead.games.options import complete
from railhead.games.random import Random
from railhead.games.registry import Catalogue, rulesets, shipped_rulesets
from railhead.service.commands.puzzles import command

SMALL = PuzzleCriteria(simulations=256, share=0.5, margin=0.01)
GAMES = [*shipped_rulesets()]


def table(game: str, folder: Path, number: int = 5) -> SelfPlayMatch:
    return SelfPlayMatch(
        game, rulesets()[game].min_seats, {}, number, 32, 4, SMALL, folder / "0.json"
    )


def generator(game: str) -> PuzzleGenerator:
    return PuzzleGenerator(game, complete(rulesets()[game].options, {}), SMALL)


def found_in(game: str, folder: Path, wanted: int = 3) -> list[Puzzle]:
    """The first puzzles of a match."""
    looking = generator(game)
    several = (
        looking.puzzle(state, seat) for state, seat in self_play_decisions(table(game, folder))
    )
    return [*islice((one for one in several if one is not None), wanted)]


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_what_searches_find_and_a_glance_does_not(game: str, tmp_path: Path) -> None:
    for one in found_in(game, tmp_path):
        ruleset = rulesets()[game]
        state = Catalogue().game(ruleset, one.options).load(one.position)
        legal = state.legal_actions(one.seat)
        assert len(legal) >= puzzle_generator.LEAST_ACTIONS
        for seed in (1, 2, 4):
            search = Search(state, one.seat, knowledge_for(game), seed)
            search.run(SMALL.simulations)
            visits = {entry[0]: entry[1] for entry in search.statistics()}
            best = max(visits, key=lambda action: visits[action])
            assert state.game.vocabulary.notation(best) == one.best
            assert seed == 4 or visits[best] >= SMALL.share * SMALL.simulations
        assert one.found[0].value >= one.found[1].value + SMALL.margin / 2
        assert 1 <= one.difficulty <= puzzles.HARDEST
        liked = generator(game).greedy.fallback(state, one.seat).action
        assert one.difficulty > 1 or state.game.vocabulary.notation(liked) != one.best


@pytest.mark.sampled
@pytest.mark.parametrize("game", [game for game in GAMES if rulesets()[game].hides])
def test_a_puzzle_depends_on_nothing_that_its_seat_does_not_know(game: str, tmp_path: Path) -> None:
    looking, random = generator(game), Random(4)
    compared = varied = 0
    for state, seat in self_play_decisions(table(game, tmp_path)):
        one = looking.puzzle(state, seat)
        other = state.clone()
        other.determinize(seat, random)
        varied += other.save() != state.save()
        assert as_known(other, seat).save() == as_known(state, seat).save()
        if one is not None:
            assert looking.puzzle(other, seat) == one
            compared += 1
        if compared >= 3 and varied:
            return
    raise AssertionError("nothing hidden differed where there was a puzzle")


def test_puzzles_of_one_match_are_the_same_each_time(tmp_path: Path) -> None:
    first = puzzle_generator.read(puzzle_generator.generate(table("montana", tmp_path)).file)
    (tmp_path / "0.json").unlink()
    assert first == puzzle_generator.read(
        puzzle_generator.generate(table("montana", tmp_path)).file
    )
    assert 0 < len(first) <= 4
    assert (
        puzzle_generator.read(puzzle_generator.generate(table("montana", tmp_path, 6)).file)
        != first
    )


def test_difficulties_are_mixed() -> None:
    def one(difficulty: int, number: int) -> Puzzle:
        return Puzzle(0, 2, difficulty, {}, "", bytes([difficulty, number]), 1, ())

    rows = [one(difficulty, number) for difficulty in (1, 1, 1, 2, 4) for number in range(3)]
    taken = balance(iter(rows), 5)
    assert sorted(puzzle.difficulty for puzzle in taken) == [1, 1, 2, 2, 4]
    assert len({puzzle.id for puzzle in taken}) == 5


@pytest.mark.parametrize("game", GAMES)
def test_the_shipped_puzzles_can_all_be_posed(game: str) -> None:
    ruleset = rulesets()[game]
    written = puzzles.read(ruleset, puzzles.SHIPPED / f"{game}.json")
    found = load_puzzles(ruleset, Catalogue())
    assert 12 <= len(written) <= 30
    assert {one.id for one in written} == set(found)
    for one in found.values():
        assert one.puzzle.id in found
        assert as_known(one.state, one.puzzle.seat).save() == one.state.save(), (
            "the position is not a deal of what the seat knows"
        )
        assert one.puzzle.found[0].visits > one.puzzle.simulations
    assert len({one.puzzle.difficulty for one in found.values()}) > 1


def test_what_belongs_to_other_rules_or_data_is_left_out(tmp_path: Path) -> None:
    ruleset = rulesets()["montana"]
    (one,) = found_in("montana", tmp_path, 1)
    others = [
        replace(one, data_hash="0" * 32),
        replace(one, options={**one.options, "round_limit": -1}),
        replace(one, position=one.position[:1] + b"\x63" + one.position[2:]),
        replace(one, position=one.position[:20]),
        replace(one, seat=1 - one.seat),
        replace(one, found=(replace(one.found[0], notation="nothing"), *one.found[1:])),
    ]
    puzzles.write(ruleset, [one, *others], tmp_path / "montana" / puzzles.OWN)
    shown = load_puzzles(ruleset, Catalogue(tmp_path))
    assert one.id in shown
    assert not {other.id for other in others} - {one.id} & set(shown)
    assert shown.keys() == {*load_puzzles(ruleset, Catalogue()), one.id}
    older = replace(ruleset, version=1)
    assert puzzles.read(older, tmp_path / "montana" / puzzles.OWN) == []


def test_each_day_has_a_puzzle_and_none_comes_twice_before_all_have() -> None:
    ruleset = rulesets()["montana"]
    all_of_them = load_puzzles(ruleset, Catalogue())
    days = [date(2026, 11, 23) + timedelta(one) for one in range(len(all_of_them))]
    shown = [of_the_day(all_of_them, day) for day in days]
    assert {one.puzzle.id for one in shown if one is not None} == set(all_of_them)
    assert of_the_day({}, days[0]) is None


@pytest.mark.full
def test_the_command_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    folder = tmp_path / "found"
    asked = ["montana", "--folder", str(folder), "--processes", "1", "--count", "40"]
    small = ["--simulations", "128", "--min-visit-share", "0.5"]
    small += ["--self-play-simulations", "16", "--max-matches", "2"]
    ran = CliRunner().invoke(command, [*asked, *small])
    assert ran.exit_code == 0, ran.output
    written = (folder / "puzzles.json").read_bytes()
    kept = (folder / "000000.json").stat().st_mtime_ns
    (folder / "000001.json").unlink()
    again = CliRunner().invoke(command, [*asked, *small])
    assert again.exit_code == 0, again.output
    assert (folder / "puzzles.json").read_bytes() == written
    assert (folder / "000000.json").stat().st_mtime_ns == kept
    assert puzzles.read(rulesets()["montana"], folder / "puzzles.json")
    other = CliRunner().invoke(command, [*asked, *small, "--seed", "2"])
    assert other.exit_code == 1
    assert "name another" in other.output


def test_the_command_says_what_it_cannot_do(tmp_path: Path) -> None:
    wrong = CliRunner().invoke(command, ["chess"])
    assert wrong.exit_code == 2
    assert "not one of" in wrong.output
    nobody = ["montana", "--url", "http://127.0.0.1:9", "--folder", str(tmp_path)]
    unheard = CliRunner().invoke(command, nobody)
    assert unheard.exit_code == 1
    assert "does not answer" in unheard.output

"""How an agent played in an arena: its habits, and what of them is published."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import yaml

from railhead.ai.strength import HABITS, habits_measured
from railhead.ai.training.arena import Arena, Result
from railhead.ai.training.habits import habits_of
from railhead.ai.training.habits.figures import Figure, HabitFigures, Played, figures
from railhead.ai.training.records import commit_here

DIGITS = 3


def agent_habits(arena: Arena, agent: str) -> list[HabitFigures]:
    """How an agent plays, by all its seats in whole samples; empty for a game without habits.

    Matches of one shuffle are one sample, whomever they were against.
    """
    samples: dict[int, list[Played]] = {}
    for first, second in arena.pairings:
        for number, results in arena.complete(first, second).items():
            samples.setdefault(number, []).extend(
                Played(result.habits, result.ranking, seats)
                for result in results
                if result.habits is not None and (seats := seats_of(arena, agent, result))
            )
    return figures(habits_of(arena.game), [own for own in samples.values() if own])


def seats_of(arena: Arena, agent: str, result: Result) -> list[int]:
    """The seats that an agent held in a match."""
    strong = replace(arena.plan[0], number=result.number).seats_of_first()
    return [
        seat
        for seat in range(arena.seats)
        if agent == (result.first if seat in strong else result.second)
    ]


def summary(arena: Arena) -> dict[str, Any]:
    """What is published of an agent against itself; see `ai.strength.habits_measured`."""
    match = arena.plan[0]
    samples = arena.complete(*arena.pairings[0])
    return {
        "game": arena.game,
        "seats": arena.seats,
        "options": dict(match.options),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "commit": commit_here(),
        "agent": match.first,
        "budget": match.budget,
        "seed": match.seed,
        "samples": len(samples),
        "matches": sum(map(len, samples.values())),
        "habits": [_entry(one) for one in agent_habits(arena, match.first)],
    }


def publish(arena: Arena, folder: Path = HABITS) -> Path:
    """Write the summary to where it is published from."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{arena.game}-{arena.seats}.yaml"
    file.write_text(yaml.safe_dump(summary(arena), sort_keys=False), encoding="utf-8")
    habits_measured.cache_clear()
    return file


def _entry(one: HabitFigures) -> dict[str, Any]:
    groups = {"everybody": one.everybody, "winners": one.winners, "others": one.others}
    return {**asdict(one.habit), **{name: _round_figure(figure) for name, figure in groups.items()}}


def _round_figure(figure: Figure | None) -> Mapping[str, float | None] | None:
    if figure is None:
        return None
    return {
        name: None if number is None else round(number, DIGITS)
        for name, number in asdict(figure).items()
    }

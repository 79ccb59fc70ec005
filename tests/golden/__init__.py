"""Golden playthroughs and perft counts of every registered game.

A playthrough is a text to be read in review: one random match with every position's changes, legal
actions and choice. Perft counts the leaves of the tree of actions and chance below some positions.
`python -m tests.golden` writes both anew, for one game where its id follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson
import yaml

from railhead.games.game import CHANCE, OVER, SPECTATOR, Ruleset, State
from railhead.games.random import Random
from tests.conformance.walks import Case, cases, choices_at

FOLDER = Path(__file__).parent
PERFT = FOLDER / "perft.yaml"
SEED = 1
MOST_LISTED = 24
MOST_LEAVES = 3000


def transcript(ruleset: Ruleset) -> str:
    """The playthrough of a game with its default options and fewest seats."""
    case = cases(ruleset)[0]
    lines = [f"{ruleset.name}, {case.seats} seats, {_json(case.options)}"]
    lines += _match(case, case.opening(SEED), Random(SEED, 8))
    return "\n".join(lines) + "\n"


def _match(case: Case, state: State, random: Random) -> Iterator[str]:
    shown = _flat_views(state)
    yield from (f"    {key}: {_json(value)}" for key, value in state.view(SPECTATOR).items())
    ply = 0
    while state.actor() != OVER:
        choices = choices_at(state)
        actor = list(choices)[int(random.below(len(choices)))]
        action = choices[actor][int(random.below(len(choices[actor])))]
        yield from _choice(state, ply, actor, choices[actor], action)
        state.apply(actor, action)
        before, shown = shown, _flat_views(state)
        yield from (f"    {line}" for line in _changes(before, shown))
        ply += 1
    yield f"\nover: ranking {state.ranking()}, scores {state.scores()}"
    yield from (f"    {category}: {points}" for category, points in state.score_sheet().items())


def _choice(state: State, ply: int, actor: int, offered: list[int], action: int) -> Iterator[str]:
    notation = state.game.vocabulary.notation
    who = "chance" if actor == CHANCE else f"seat {actor} of {state.to_act()}"
    yield f"\n[{ply}] {who}, {len(offered)} possible"
    more = f" and {len(offered) - MOST_LISTED} more" if len(offered) > MOST_LISTED else ""
    yield f"  {' '.join(notation(one) for one in offered[:MOST_LISTED])}{more}"
    label = "" if actor == CHANCE else f'  "{state.label(actor, action)}"'
    yield f"> {notation(action)}{label}"
    for viewer in [*range(int(state.seats())), SPECTATOR]:
        seen = state.observe(viewer, actor, action)
        if seen != notation(action):
            yield f"    {_viewer(viewer)} sees {seen}"


def _viewer(viewer: int) -> str:
    return "spectator" if viewer == SPECTATOR else f"seat {viewer}"


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()


def _flat(value: Any, at: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, f"{at}.{key}" if at else key)
    elif isinstance(value, list) and any(isinstance(inner, dict) for inner in value):
        for index, inner in enumerate(value):
            yield from _flat(inner, f"{at}[{index}]")
    else:
        yield at, _json(value)


def _flat_views(state: State) -> dict[str, str]:
    """The spectator's view, path by path, and what seats see beyond it."""
    common = dict(_flat(state.view(SPECTATOR)))
    found = dict(common)
    for seat in range(int(state.seats())):
        for path, value in _flat(state.view(seat)):
            if common.get(path) != value:
                found[f"{path} (seat {seat})"] = value
    return found


def _changes(before: dict[str, str], after: dict[str, str]) -> Iterator[str]:
    for path in [*after, *(path for path in before if path not in after)]:
        if before.get(path) != after.get(path):
            old = f"{before[path]} -> " if path in before else ""
            yield f"{path}: {old}{after.get(path, 'as for spectators')}"


def leaves(state: State, depth: int, most: int) -> int:
    """How many sequences of `depth` actions and outcomes lead on from here; over `most` stops.

    Where several seats may act, each may go first. A match that ends earlier counts once.
    """
    if depth == 0 or state.actor() == OVER:
        return 1
    count = 0
    for actor, actions in choices_at(state).items():
        if depth == 1:
            count += len(actions)
            continue
        for action in actions:
            after = state.clone()
            after.play(actor, action)
            count += leaves(after, depth - 1, most - count)
            if count > most:
                return count
    return count


def counts(state: State) -> list[int]:
    """The leaves at depth 1, 2 and so on, as far as they stay below `MOST_LEAVES`, four at most."""
    found: list[int] = []
    for depth in range(1, 5):
        count = leaves(state, depth, MOST_LEAVES)
        if count > MOST_LEAVES:
            break
        found.append(count)
    return found


def perft(ruleset: Ruleset) -> list[dict[str, Any]]:
    """Counts at some positions of a random match at every number of seats, default options."""
    rows = []
    for case in cases(ruleset):
        if case.changed:
            continue
        state, random = case.opening(SEED), Random(SEED, 9)
        ply = 0
        while state.actor() != OVER:
            if ply % 16 == 0 and ply < 160:
                rows.append({"seats": case.seats, "ply": ply, "leaves": counts(state)})
            choices = choices_at(state)
            actor = next(iter(choices))
            state.play(actor, choices[actor][int(random.below(len(choices[actor])))])
            ply += 1
    return rows


def counted() -> dict[str, list[dict[str, Any]]]:
    """The counts on file, by game."""
    found: dict[str, list[dict[str, Any]]] = yaml.safe_load(PERFT.read_text(encoding="utf-8"))
    return found


def perft_text(rows: Mapping[str, list[dict[str, Any]]]) -> str:
    """The data file of these counts by game."""
    return yaml.safe_dump(
        dict(sorted(rows.items())), default_flow_style=None, sort_keys=False, width=100
    )

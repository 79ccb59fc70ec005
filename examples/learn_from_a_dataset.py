"""Reads a data set of `railhead export`, and learns from it which types of action are searched.

    railhead export montana --dataset build/dataset --matches 20
    python examples/learn_from_a_dataset.py build/dataset

Needs NumPy alone; positions are only loaded, one of them, to show what else can be had of them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.games.registry import Catalogue, rulesets

Arrays = dict[str, NDArray[Any]]
STEPS = 200
RATE = 4.0


def read(folder: Path) -> list[Arrays]:
    """The columns of each file of a data set."""
    files = []
    for file in sorted(folder.glob("*.npz")):
        with np.load(file) as columns:
            files.append({name: columns[name] for name in columns.files})
    return files


def first_is_best(files: list[Arrays]) -> float:
    """In which share of the decisions the most visited action is the first legal one."""
    firsts = decisions = 0
    for columns in files:
        starts = columns["actions_from"][:-1]
        most = np.maximum.reduceat(columns["visits"], starts)
        firsts += int(np.sum(columns["visits"][starts] == most))
        decisions += len(starts)
    return firsts / decisions


def surprise(weights: NDArray[np.float64], columns: Arrays) -> tuple[float, NDArray[np.float64]]:
    """How much the visits surprise a softmax over weights of action types, in nats a decision, and
    in which direction the weights should change."""
    starts, visits = columns["actions_from"][:-1], columns["visits"].astype(float)
    sizes = np.diff(columns["actions_from"])
    kinds = columns["actions"] & 255  # the type of a packed action
    likely = np.exp(weights[kinds])
    likely /= np.repeat(np.add.reduceat(likely, starts), sizes)
    target = visits / np.repeat(np.add.reduceat(visits, starts), sizes)
    slope = np.bincount(kinds, target - likely, minlength=len(weights))
    return -float(np.sum(target * np.log(likely))) / len(starts), slope / len(starts)


def descend(files: list[Arrays]) -> tuple[float, float]:
    """The surprise before and after some steps of descent, over all files."""
    weights = np.zeros(256)
    before = float(np.mean([surprise(weights, columns)[0] for columns in files]))
    for _ in range(STEPS):
        weights += RATE * np.mean([surprise(weights, columns)[1] for columns in files], axis=0)
    return before, float(np.mean([surprise(weights, columns)[0] for columns in files]))


def first_position(folder: Path, columns: Arrays) -> str:
    """The first decision in words: what its seat sees of the table is in `state.view(seat)`."""
    plan = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
    game = Catalogue().game(rulesets()[plan["game"]], plan["options"])
    begin, end = columns["positions_from"][:2]
    state = game.load(columns["positions"][begin:end].tobytes())
    action = int(columns["actions"][columns["chosen"][0]])
    return f"seat {columns['seat'][0]}: {state.label(int(columns['seat'][0]), action)}"


def main(folder: Path) -> None:
    """Say what is in the data set, and what can be learned from it at once."""
    files = read(folder)
    matches = sum(len(columns["match"]) for columns in files)
    decisions = sum(len(columns["seat"]) for columns in files)
    print(
        f"{matches} matches, {decisions} decisions; the first one: "
        f"{first_position(folder, files[0])}"
    )
    print(f"the most visited action is the first legal one in {first_is_best(files):.0%}")
    before, after = descend(files)
    print(f"nats a decision: {before:.3f} with all actions alike, {after:.3f} by their types")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

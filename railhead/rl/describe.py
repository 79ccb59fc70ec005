"""What the numbers of a game's observations and actions mean, as a page of Markdown.

python -m railhead.rl.describe montana --seats 2
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from railhead.rl.actions import Numbers
from railhead.rl.environment import Table
from railhead.rl.features import MOST, Place
from railhead.rl.observation_specs import OBSERVATION_SPECS

MOST_NAMES: Final = 24
"""Of more names the first and the last ones are told."""
EDGES: Final = 4

INTRODUCTION: Final = """\
# {name}: observations and actions

For {seats} seats, with the options' defaults. Made by `python -m railhead.rl.describe {game}`.
It describes other numbers of seats (`--seats`) and other data files too.
[What all games have in common](README.md).

## Observations

{width} numbers (int16). `own.` is the viewer, `next_1.` the next in the order of seats, and so on;
where a number names a seat, 1 is the viewer, 2 the next one, 0 nobody.

| numbers | feature | kind | from | to | what | one by one |
| --- | --- | --- | --- | --- | --- | --- |
"""
ACTIONS: Final = """
## Actions

{size} numbers. {parts}

| numbers | action | part | what |
| --- | --- | --- | --- |
"""
ONE_PART: Final = "Every action is one of them."
SEVERAL_PARTS: Final = (
    "An action is one of them, or several where its type has parts. Then the same seat chooses "
    "one part after another, and `chosen` has the parts chosen so far. A part that only one legal "
    "action fits is skipped."
)


def page(game: str, seats: int | None = None) -> str:
    """The page of a game. Raises what `Table` raises."""
    table = Table(game, seats)
    ruleset = table.game.ruleset
    lines = [
        INTRODUCTION.format(
            name=ruleset.name, seats=table.seats, game=game, width=table.layout.size
        )
    ]
    places = table.layout.places
    lines += [_feature(one) for one in places if not one.name.startswith(("next_", "chosen"))]
    lines += [_of_another(table, seat) for seat in range(1, table.seats)]
    lines += [_feature(one) for one in places if one.name == "chosen"]
    parts = ONE_PART if table.actions.parts == 1 else SEVERAL_PARTS
    lines.append(ACTIONS.format(size=table.actions.size, parts=parts))
    lines += [_action(one) for one in table.actions.ranges]
    return "".join(lines)


def _of_another(table: Table, seat: int) -> str:
    """The row of another seat, whose features are those of the viewer's own."""
    places = [one for one in table.layout.places if one.name.startswith(f"next_{seat}.")]
    span = _span(places[0].start, places[-1].end)
    return f"| {span} | next_{seat}.… | | | | The same of that seat, in that order. | |\n"


def _feature(place: Place) -> str:
    feature = place.feature
    span, names = _span(place.start, place.end), _names_text(feature.names)
    most = "" if feature.high == MOST else feature.high
    return (
        f"| {span} | {place.name} | {feature.kind} | {feature.low} | {most} "
        f"| {feature.help} | {names} |\n"
    )


def _action(one: Numbers) -> str:
    names = [one.kind.parameters[each.parameter].name for each in one.fields]
    wanted = ", ".join(f"`{name}`" for name in names) or "–"
    told = one.kind.help if one.part == 0 else f"{wanted} of it."
    return (
        f"| {_span(one.start, one.end)} | {one.kind.name} | {one.part + 1}: {wanted} | {told} |\n"
    )


def _span(start: int, end: int) -> str:
    return str(start) if end == start + 1 else f"{start} to {end - 1}"


def _names_text(names: Sequence[str]) -> str:
    if len(names) <= MOST_NAMES:
        return "; ".join(names)
    return "; ".join([*names[:EDGES], "…", *names[-EDGES:]])


def main() -> None:
    """Print the page of a game, or write those of all."""
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("game", choices=OBSERVATION_SPECS, nargs="?")
    arguments.add_argument("--seats", type=int)
    arguments.add_argument("--all", type=Path, help="the folder to write the pages of all games to")
    chosen = arguments.parse_args()
    if chosen.all is not None:
        for game in OBSERVATION_SPECS:
            (chosen.all / f"{game}.md").write_text(page(game), encoding="utf-8")
    elif chosen.game is not None:
        print(page(chosen.game, chosen.seats), end="")
    else:
        arguments.error("name a game, or a folder with --all")


if __name__ == "__main__":
    main()

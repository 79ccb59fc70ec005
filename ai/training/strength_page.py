"""The page of the ladders, `docs/strength.md`, and its plots: made of what `ai.strength` has.

`python -m railhead.ai.training.strength_page` writes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from railhead.ai.search.levels import LEVELS
from railhead.ai.strength import LADDERS, ladders, levels_as_measured
from railhead.ai.training.releases import ROOT
from railhead.games.game import Ruleset
from railhead.games.interval_plot import Interval, interval_plot
from railhead.games.registry import shipped_rulesets

DOCS = ROOT / "docs"
PAGE = "strength.md"
PICTURES = "pictures"

HEAD = """# How strong the bots are

Fixed agents play each other, the same shuffles with every rotation of the seats, one in one seat
and the other in the rest. Ratings are the likeliest ones given all rankings; 400 Elo are ten times
the chance to come first. Intervals are of 95 %, by bootstrap; an agent differs from the next one
where the interval of its lead is above 0. Agents think by their number of simulations, so the
machine does not matter. Seconds are processor time of a turn on the machine that measured it.
[engines.md](engines.md#the-ladder) says who the agents are and how a ladder is played;
`make strength` makes this page of `ai/strength/data`, and `GET /v1/games/{game}` says the same.
[habits.md](habits.md) shows how they play.
"""
NONE = """
No ladder has been played here yet; `railhead ladder {game} --publish` plays one. What was measured
before is in [an experiment](experiments/matches-against-the-past.md).
"""

LEVELS_BY_STRENGTH = list(LEVELS)

LEAST_STEP = 10
"""Elo between the marks of a plot."""


def write_page(folder: Path = DOCS, data: Path = LADDERS) -> Path:
    """Write the page and its plots, from the ladders in `data`; the page's file."""
    for name, content in pages(data).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    return folder / PAGE


def pages(data: Path = LADDERS) -> dict[str, str]:
    """The page and its plots, by their paths in `docs/`, from the ladders in `data`."""
    found: dict[str, str] = {}
    parts = [HEAD]
    for ruleset in shipped_rulesets().values():
        parts.append(f"\n## {ruleset.name}\n")
        own = ladders(ruleset.id, data)
        if not own:
            parts.append(NONE.format(game=ruleset.id))
        for ladder in own:
            plot = f"{PICTURES}/strength-{ruleset.id}-{ladder['seats']}.svg"
            found[plot] = plot_of(ruleset, ladder)
            parts.append(section(ladder, plot))
    return {PAGE: "".join(parts), **found}


def section(ladder: Mapping[str, Any], plot: str) -> str:
    """A ladder in Markdown; `plot` is the path of its picture."""
    seats, budget = ladder["seats"], ladder["budget"]
    scaled = "" if budget == 1 else f", all thinking times {budget:g}"
    lines = [
        "",
        f"### {seats} players",
        "",
        f"{ladder['date']}, at commit {ladder['commit']}{scaled}; {ladder['anchor']} is at 0.",
        *_changed_since(ladder),
        "",
        *_expectations(ladder),
        f"![Ratings of {len(ladder['agents'])} agents with {seats} players]({plot})",
        "",
        "| agent | Elo | 95 % interval | ahead of the next | matches | simulations a turn: most, "
        "usual | seconds a turn |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for agent in ladder["agents"]:
        most, lead = agent["most_simulations"], agent["lead"]
        cells = [
            agent["agent"],
            f"{agent['rating']}",
            f"{agent['low']} to {agent['high']}",
            "" if lead is None else f"{lead['elo']} ({lead['low']} to {lead['high']})",
            f"{agent['matches']}",
            "none" if most is None else f"{most:,}, {agent['simulations_per_turn']:,}",
            f"{agent['seconds_per_turn']:g}",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    lines += [
        "",
        "| pairing | matches | first places of the first | 95 % interval |",
        "| --- | --- | --- | --- |",
    ]
    for one in ladder["pairings"]:
        shares = [f"{100 * one[name]:.1f}" for name in ("share", "low", "high")]
        cells = [
            f"{one['first']} : {one['second']}",
            f"{one['matches']}",
            f"{shares[0]} %",
            f"{shares[1]} to {shares[2]} %",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def _changed_since(ladder: Mapping[str, Any]) -> list[str]:
    """A sentence on the levels that play otherwise than they did on a ladder, if there are any."""
    kept = levels_as_measured(ladder)
    names = [agent["agent"] for agent in ladder["agents"]]
    changed = [name for name in names if name in LEVELS and name not in kept]
    return (
        [f"Levels that play otherwise now, with figures of before: {', '.join(changed)}."]
        if changed
        else []
    )


def _expectations(ladder: Mapping[str, Any]) -> list[str]:
    """A line for each level, weakest first: what whoever plays with it may expect."""
    shares = {(one["first"], one["second"]): one for one in ladder["pairings"]}
    measured = [agent for agent in ladder["agents"] if agent["agent"] in levels_as_measured(ladder)]
    lines = []
    for level in reversed(measured):
        name = level["agent"]
        lines.append(f"- `{name}` ends with about {level['points']:.0f} points")
        beaten = [one for one in LEVELS_BY_STRENGTH if (name, one) in shares]
        if beaten:
            one = shares[name, beaten[-1]]
            lines[-1] += f" and comes first in {one['share']:.0%} of matches with `{beaten[-1]}`"
        lines[-1] += "."
    return [*lines, ""] if lines else []


def plot_of(ruleset: Ruleset, ladder: Mapping[str, Any]) -> str:
    """The ratings of a ladder with their intervals, as an SVG document."""
    title = f"{ruleset.name}, {ladder['seats']} players: ratings in Elo with 95 % intervals"
    rows = [
        Interval(agent["agent"], agent["rating"], agent["low"], agent["high"])
        for agent in ladder["agents"]
    ]
    return interval_plot(title, rows, LEAST_STEP)


if __name__ == "__main__":
    print(write_page())

"""Which package imports which, as Mermaid diagrams between the marks of `docs/architecture.md`.

An arrow that follows from others is left out: who imports `http` imports what that is made of.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs/architecture.md"
FEATURES: Final = "features of one folder each"
GROUPS: Final = {
    "the processes": ("api_process", "app", "cli", "commands", "doctor", "running"),
    "base": (
        "errors",
        "logs",
        "metrics",
        "model",
        "parent_death_signal",
        "graceful_restart",
    ),
    "settings": ("settings", "machine"),
    "contract": ("contract", "features"),
}
"""Small modules of the service that stand as one."""
MARKS: Final = re.compile(r"(<!-- (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

Arrows = Mapping[str, set[str]]
"""By the one that imports, whom it imports."""


def feature_folders() -> list[str]:
    """The features of the service, as the import contract of `pyproject.toml` lists them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (listed,) = (one["modules"] for one in contracts if one["type"] == "independence")
    return [module.removeprefix("railhead.service.") for module in listed]


def arrows_between(graph: grimp.ImportGraph, parent: str, groups: Mapping[str, str]) -> Arrows:
    """The imports between the children of `parent`; those of one group are one."""

    def room(module: str) -> str | None:
        if not module.startswith(f"{parent}."):
            return None
        child = module[len(parent) + 1 :].partition(".")[0]
        return groups.get(child, child)

    found: dict[str, set[str]] = {}
    for module in graph.modules:
        importer = room(module)
        if importer is None:
            continue
        found.setdefault(importer, set())
        for imported in graph.find_modules_directly_imported_by(module):
            other = room(imported)
            if other not in (None, importer):
                found[importer].add(str(other))
    return found


def needed(arrows: Arrows) -> Arrows:
    """The arrows without those that follow from others."""

    def reached(begin: str) -> set[str]:
        seen, waiting = set[str](), [begin]
        while waiting:
            for other in arrows[waiting.pop()] - seen:
                seen.add(other)
                waiting.append(other)
        return seen

    below = {name: reached(name) for name in arrows}
    return {
        name: {one for one in others if not any(one in below[other] for other in others - {one})}
        for name, others in arrows.items()
    }


def mermaid(arrows: Arrows) -> str:
    """A diagram, the same for the same arrows."""
    names = {name: f"n{index}" for index, name in enumerate(sorted(arrows))}
    lines = [f'    {short}["{name}"]' for name, short in names.items()]
    for name in sorted(arrows):
        lines += [f"    {names[name]} --> {names[other]}" for other in sorted(arrows[name])]
    return "\n".join(["```mermaid", "flowchart TD", *lines, "```", ""])


def drawn(page: str) -> str:
    """The page with both pictures as the imports are."""
    graph = grimp.build_graph("railhead", cache_dir=None)
    rooms = {member: group for group, members in GROUPS.items() for member in members}
    # Deliveries of webhooks are processes of their own; the routes beside them are a feature's.
    rooms |= {folder: FEATURES for folder in feature_folders() if folder != "webhooks"}
    pictures = {
        "packages": mermaid(needed(arrows_between(graph, "railhead", {}))),
        "service": mermaid(needed(arrows_between(graph, "railhead.service", rooms))),
    }
    return MARKS.sub(lambda found: found[1] + pictures[found[2]] + found[3], page)

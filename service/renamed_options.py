"""Options of commands that had another name in an earlier release: it works for one release more.

It is hidden from the help, and whoever uses it is told the new one.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Final

import click

RENAMED: Final[Mapping[str, Mapping[str, str]]] = {
    "agents": {
        "--attempts": "--max-illegal",
        "--memory": "--context-decisions",
        "--no-legal": "--hide-legal-actions",
        "--seconds": "--answer-seconds",
    },
    "arena": {
        "--records": "--publish-dir",
        "--sheet": "--score-sheet",
        "--strong": "--focus-seats",
    },
    "export": {"--explore": "--exploration-share"},
    "ladder": {
        "--least": "--min-samples",
        "--record": "--publish",
        "--samples": "--max-samples",
        "--within": "--ci",
    },
    "mcp": {"--wait": "--wait-seconds"},
    "puzzles": {
        "--margin": "--min-value-margin",
        "--matches": "--max-matches",
        "--most": "--max-per-match",
        "--play": "--self-play-simulations",
        "--share": "--min-visit-share",
    },
    "tournament": {
        "--by": "--order-by",
        "--stall": "--stall-seconds",
        "--tables": "--parallel",
    },
}
"""By command, the old options with those that took their place."""


def with_old_names(command: click.Command) -> click.Command:
    """The command, with a hidden and deprecated option for each old name of its options."""
    options = {name: option for option in command.params for name in option.opts}
    for old, new in RENAMED.get(command.name or "", {}).items():
        if old not in options:
            command.params.append(_old_option(old, new, options[new]))
    return command


def _old_option(old: str, new: str, option: click.Parameter) -> click.Option:
    """An option that sets another one's default: what is given under the new name counts."""

    def default(ctx: click.Context, _: click.Parameter, value: Any) -> None:
        if ctx.get_parameter_source(hidden.name or "") is click.core.ParameterSource.COMMANDLINE:
            ctx.default_map = {**(ctx.default_map or {}), option.name or "": value}

    hidden = copy.copy(option)
    assert isinstance(hidden, click.Option)
    hidden.opts, hidden.secondary_opts = [old], []
    hidden.name = old.strip("-").replace("-", "_")
    hidden.hidden, hidden.expose_value, hidden.is_eager = True, False, True
    hidden.deprecated, hidden.callback = f"Use {new}.", default
    return hidden

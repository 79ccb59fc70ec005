"""`python -m railhead.service.cli_page`: docs/cli.md, every command as its `--help` describes it.

Tools that do this are for one site generator alone (sphinx-click, mkdocs-click) or no longer
maintained (md-click), and the page is read as Markdown too.
"""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Final

import click

from railhead.service.cli import main

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "cli.md"
HEAD: Final = """\
# The commands

This page is the output of `railhead COMMAND --help`; `make cli` writes it. [Settings](settings.md)
configure the service itself, not options.
"""


def page() -> str:
    """The whole page."""
    context = click.Context(main, info_name="railhead")
    commands = [main.get_command(context, name) for name in main.list_commands(context)]
    return "\n".join([HEAD, *(section(one, context) for one in commands if one and not one.hidden)])


def section(command: click.Command, parent: click.Context) -> str:
    """A command: how it is called, what it does, and its options with their defaults."""
    context = click.Context(command, parent, info_name=command.name)
    lines = [f"## {command.name}", "", f"    {context.command_path} {usage(command, context)}", ""]
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        # Click leaves the lines of such a paragraph as they are: a block of code to Markdown.
        verbatim = paragraph.startswith("\b\n")
        text = paragraph.removeprefix("\b\n").splitlines()
        lines += [*(["```", *text, "```"] if verbatim else text), ""]
    rows = [row for option in command.get_params(context) if (row := option_row(option, context))]
    if rows:
        lines += ["| option | what it does |", "| --- | --- |", *rows, ""]
    return "\n".join(lines)


def usage(command: click.Command, context: click.Context) -> str:
    """The arguments, as in the first line of the help."""
    return " ".join(command.collect_usage_pieces(context))


def option_row(option: click.Parameter, context: click.Context) -> str | None:
    """An option's row; none for arguments, hidden options and `--help`."""
    record = option.get_help_record(context)
    if record is None or isinstance(option, click.Argument) or "--help" in option.opts:
        return None
    names, text = (" ".join(cell.split()).replace("|", "\\|") for cell in record)
    return f"| `{names}` | {text} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

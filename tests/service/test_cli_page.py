"""The page of the commands is what the commands say of themselves."""

from __future__ import annotations

import re

import click

from railhead.service.cli import main
from railhead.service.cli_page import PAGE, page


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make cli`"


def test_it_has_every_command_and_every_option_that_is_shown() -> None:
    text, context = page(), click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        assert (f"\n## {name}\n" in text) is not command.hidden
        section = text.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        for one in command.params:
            if isinstance(one, click.Option) and not command.hidden:
                shown = re.search(rf"^\| `{one.opts[0]}[ `,]", section, re.MULTILINE)
                assert (shown is None) is one.hidden

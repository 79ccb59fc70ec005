"""`railhead openapi`: the OpenAPI document and the page of problems, as committed."""

from __future__ import annotations

import click

from railhead.service.contract.openapi import as_yaml
from railhead.service.documentation.routes import problems_markdown


@click.command("openapi")
@click.option("--problems", is_flag=True, help="Print docs/problems.md instead.")
def command(problems: bool) -> None:
    """Print the OpenAPI document as YAML."""
    click.echo(problems_markdown() if problems else as_yaml(), nl=False)

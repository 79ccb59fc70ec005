"""`railhead openapi`: the OpenAPI document and the page of problems, as committed."""

from __future__ import annotations

import click

from railhead.service.contract.openapi import as_yaml
from railhead.service.documentation.routes import problems_markdown


@click.command("openapi")
@click.option("--problems", is_flag=True, help="Print docs/problems.md instead.")
@click.option(
    "--for-types", is_flag=True, help="Leave out the recorded examples, for generators of types."
)
def command(problems: bool, for_types: bool) -> None:
    """Print the OpenAPI document as YAML."""
    written = problems_markdown() if problems else as_yaml(recorded_examples=not for_types)
    click.echo(written, nl=False)

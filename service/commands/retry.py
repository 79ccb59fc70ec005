"""`railhead retry`: the turns of bots that were halted, to be tried again."""

from __future__ import annotations

import click

from railhead.service.environment import InvalidSetting
from railhead.service.errors import Unavailable
from railhead.service.logs import configure
from railhead.service.settings import Settings
from railhead.service.store.connection import UnusableUrl
from railhead.service.store.embedded_server import url_of
from railhead.service.store.store import Store


@click.command("retry")
@click.argument("matches", nargs=-1, metavar="[MATCH]...")
@click.option("--all", "everything", is_flag=True, help="Retry all halted turns.")
def command(matches: tuple[str, ...], everything: bool) -> None:
    """Retry the halted turns of bots; without MATCH, list them.

    The store is that of REDIS_URL, else the embedded one that runs over RAILHEAD_DATA_DIR.
    """
    try:
        settings = Settings.from_environment()
        configure(settings)
        store = Store(settings_with_store(settings))
        halted = dict(store.halted_turns.all())
        if not matches and not everything:
            for match_id, why in halted.items():
                click.echo(f"{match_id}  {why.reason}  since {why.at}, by version {why.version}")
            click.echo(f"{len(halted)} halted; railhead retry --all tries them again")
            return
        unknown = [match_id for match_id in matches if match_id not in halted]
        for match_id in halted if everything else [one for one in matches if one in halted]:
            store.halted_turns.take_up(match_id)
            click.echo(f"{match_id} is tried again")
        store.close()
    except (InvalidSetting, UnusableUrl) as problem:
        raise click.ClickException(str(problem)) from problem
    except Unavailable as problem:
        raise click.ClickException(problem.detail) from problem
    if unknown:
        raise click.ClickException(f"no bot is halted in {', '.join(unknown)}")


def settings_with_store(settings: Settings) -> Settings:
    """The settings, with the store of the data folder where they name none."""
    from dataclasses import replace

    return (
        settings if settings.redis_url else replace(settings, redis_url=url_of(settings.data_dir))
    )

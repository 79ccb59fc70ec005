"""The command `railhead`: what runs the service, and one module of a folder of commands each."""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from pathlib import Path

import click
import structlog

from railhead import __version__
from railhead.games._build import COMPILED
from railhead.service.environment import InvalidSetting
from railhead.service.logs import configure
from railhead.service.renamed_options import with_old_names
from railhead.service.settings import Settings

BANNER = """
Railhead is ready at {url}   ({build}; matches in {where}; Ctrl-C stops it)

Try:
  curl {url}/v1/games
  curl -X POST {url}/v1/matches -H 'Content-Type: application/json' -d '{{"game": "{game}",
    "seats": [{{"kind": "human", "name": "me"}}, {{"kind": "bot", "level": "easy"}}]}}'
  railhead play {game} --url {url}
The API is documented at {url}/docs
Play in a browser at {url}/web/
"""


FOLDERS = (
    "railhead.service.commands",
    "railhead.agents.commands",
    "railhead.tournaments.commands",
)
"""Packages whose modules are commands. Those of clients are known to the service by name alone."""


class Commands(click.Group):
    """The commands here and in `FOLDERS`, whose modules are only loaded when called.

    The module `new_game` is the command `new-game`; one whose name begins with an underscore holds
    what several commands share.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names."""
        return sorted([*super().list_commands(ctx), *_modules()])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, or None."""
        if cmd_name in self.commands or cmd_name not in _modules():
            return super().get_command(ctx, cmd_name)
        return with_old_names(importlib.import_module(_modules()[cmd_name]).command)


def _modules() -> dict[str, str]:
    """The modules of `FOLDERS` by the names of their commands."""
    return {
        module.name.replace("_", "-"): f"{folder}.{module.name}"
        for folder in FOLDERS
        for module in pkgutil.iter_modules(importlib.import_module(folder).__path__)
        if not module.name.startswith("_")
    }


@click.group(cls=Commands)
@click.version_option(__version__)
def main() -> None:
    """Railhead: a game-state service with strong bots for heavy eurogames."""


def _settings() -> Settings:
    from railhead.service.store.connection import UnusableUrl, check_url

    try:
        settings = Settings.from_environment()
        for url in filter(None, {settings.redis_url, settings.queue}):
            check_url(url)
    except (InvalidSetting, UnusableUrl) as problem:
        raise click.ClickException(str(problem)) from problem
    configure(settings)
    return settings


def _build() -> str:
    return (
        "compiled build" if COMPILED else "plain Python build, slower: `railhead doctor` says why"
    )


@main.command()
def serve() -> None:
    """Run the API and the bot workers; without REDIS_URL, an embedded store too."""
    from railhead.games.registry import rulesets
    from railhead.service.running.embedded_store import StoreProblem
    from railhead.service.running.serve import CannotServe, Service
    from railhead.service.store.connection import redact_url

    settings = _settings()

    def ready(running: Service) -> None:
        where = str(running.embedded.folder) if running.embedded else redact_url(settings.redis_url)
        game = next(iter(rulesets()), "montana")
        click.echo(BANNER.format(url=running.url, build=_build(), where=where, game=game))
        sys.stdout.flush()

    try:
        Service(settings).run(ready)
    except (CannotServe, StoreProblem) as problem:
        raise click.ClickException(str(problem)) from problem
    click.echo("Stopped; the matches are kept.")


@main.command()
def api() -> None:
    """Run an API process over the store of REDIS_URL. Any number may run."""
    settings = _settings()
    if not settings.redis_url:
        raise click.ClickException("set REDIS_URL; `railhead serve` runs an API of its own")
    from railhead.service.running import metrics_directory
    from railhead.service.running.serve import CannotServe, api_command, see_to_files

    try:
        see_to_files(settings)
    except CannotServe as problem:
        raise click.ClickException(str(problem)) from problem
    if metrics_directory.prepare(settings):
        metrics_directory.start()
    command = api_command(settings)
    os.execv(command[0], command)  # noqa: S606 - our own interpreter, without a shell


@main.command()
def worker() -> None:
    """Run the bot workers of this host against the store of REDIS_URL."""
    settings = _settings()
    if not settings.redis_url:
        raise click.ClickException("set REDIS_URL; `railhead serve` runs workers of its own")
    from railhead.service.running import metrics_directory

    wanted = metrics_directory.prepare(settings)
    # Only now: prometheus_client looks for the folder when it is imported.
    from railhead.service.running import supervisor

    with metrics_directory.metrics_process(wanted):
        supervisor.run(settings)


@main.command(hidden=True)
def metrics() -> None:
    """Show what the processes of this host count; the others start this one."""
    from railhead.service.running import metrics_exporter

    settings = _settings()
    try:
        metrics_exporter.run(settings)
    except OSError as error:
        raise click.ClickException(
            f"cannot show metrics on port {settings.metrics_port} ({error.strerror}); "
            "set RAILHEAD_METRICS_PORT to another one"
        ) from error


@main.command()
@click.argument("target", type=click.Path(path_type=Path))
def backup(target: Path) -> None:
    """Copy the matches of RAILHEAD_DATA_DIR to the new folder TARGET, while they are played."""
    from railhead.service.running.backup import back_up
    from railhead.service.running.embedded_store import StoreProblem

    try:
        size = back_up(_settings().data_dir, target)
    except StoreProblem as problem:
        raise click.ClickException(str(problem)) from problem
    click.echo(f"{size} bytes; RAILHEAD_DATA_DIR={target} railhead serve goes on from there")


@main.command()
def doctor() -> None:
    """Report the parts of this installation, its problems, and their fixes.

    With the REDIS_URL of the service it checks the whole deployment. The exit status is 1 if there
    is a problem.
    """
    from railhead.service.doctor import report

    if not report(_settings(), click.echo):
        sys.exit(1)


structlog.configure(logger_factory=structlog.WriteLoggerFactory(sys.stderr))

if __name__ == "__main__":
    main()

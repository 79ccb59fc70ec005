"""How many simulations a second a game's bots do: `python -m railhead.ai.training.nps GAME`.

Wants a machine with nothing else to do. The figures turn the seconds of levels into simulations.
"""

from __future__ import annotations

import statistics
import time

import click
import yaml

from railhead.ai.knowledge import knowledge_for
from railhead.ai.search import Search
from railhead.ai.search.levels import NPS_FILE
from railhead.ai.training.matches import openings, play_by_policy
from railhead.games.data import read
from railhead.games.game import State
from railhead.games.options import InvalidOption
from railhead.games.random import Random
from railhead.games.registry import rulesets

SIMULATIONS = 2000
"""How many each position is searched with: trees as large as those of a middling turn."""


def positions(game_id: str, seats: int, count: int) -> list[State]:
    """So many decisions with a choice, from matches of the policy, evenly through them."""
    knowledge, start = knowledge_for(game_id), openings(game_id, seats)
    found: list[State] = []
    for number in range(4):
        seen: list[State] = []

        def see(state: State, into: list[State] = seen) -> None:
            if len(state.legal_actions(int(state.actor()))) > 1:
                into.append(state.clone())

        play_by_policy(knowledge, start(number), Random(number, 1), see)
        wanted = count // 4
        found += [seen[(2 * index + 1) * len(seen) // (2 * wanted)] for index in range(wanted)]
    return found


def measure_nps(game_id: str, seats: int, count: int = 24) -> int:
    """Simulations a second of processor time: the median over positions."""
    rates = []
    for number, state in enumerate(positions(game_id, seats, count)):
        search = Search(state, int(state.actor()), knowledge_for(game_id), number)
        begun = time.process_time()
        search.run(SIMULATIONS)
        rates.append(SIMULATIONS / (time.process_time() - begun))
    return round(statistics.median(rates))


@click.command()
@click.argument("games", nargs=-1)
@click.option("--publish", is_flag=True, help="Write the figures to the data file.")
def main(games: tuple[str, ...], publish: bool) -> None:
    """Measure GAMES (all without any) at every number of seats."""
    content = read(NPS_FILE)
    for game_id in games or tuple(rulesets()):
        ruleset = rulesets()[game_id]
        for seats in range(ruleset.min_seats, ruleset.max_seats + 1):
            try:
                found = measure_nps(game_id, seats)
            except InvalidOption:
                continue  # the map of the default options is not made for so many
            click.echo(f"{game_id}, {seats} seats: {found:,} simulations a second")
            content["games"].setdefault(game_id, {})[seats] = found
    if publish:
        head = NPS_FILE.read_text(encoding="utf-8").partition("default:")[0]
        NPS_FILE.write_text(head + yaml.safe_dump(content, sort_keys=True), encoding="utf-8")


if __name__ == "__main__":
    main()

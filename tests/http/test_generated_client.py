"""A client that is generated from `openapi.yaml` plays every game with typed views and actions."""

from __future__ import annotations

import importlib
import random
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest

from railhead.games.registry import shipped_rulesets
from railhead.service.http.schemas.vocabulary import game_name
from tests.clients.__main__ import HERE as CLIENTS
from tests.http.api import Api
from tests.http.test_contract import COMMITTED

pytestmark = pytest.mark.full
"""For all of these a client is generated."""

DECISIONS = 3000
"""More than any of these matches takes."""


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The package that openapi-python-client makes of the committed document."""
    folder = tmp_path_factory.mktemp("client")
    config = folder / "config.yaml"
    settings = (CLIENTS / "python.yaml").read_text(encoding="utf-8")
    config.write_text(f"{settings}post_hooks: []\n", encoding="utf-8")
    made = subprocess.run(
        [
            *(sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"),
            *("--path", str(COMMITTED), "--output-path", str(folder / "railhead_client")),
            *("--config", str(config), "--fail-on-warning"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    sys.path.insert(0, str(folder))
    return importlib.import_module("railhead_client")


def operation(name: str) -> Any:
    return importlib.import_module(f"railhead_client.api.{name}")


class Table:
    """A match with a generated client for each seat."""

    def __init__(self, api: Api, generated: ModuleType, game: str) -> None:
        self.models = importlib.import_module("railhead_client.models")
        self.name = game_name(shipped_rulesets()[game])
        self.random = random.Random(7)
        with generated.Client(base_url=api.address) as anybody:
            seats = [
                self.models.HumanSeat(kind="human", name=f"Guest {seat}")
                for seat in range(shipped_rulesets()[game].min_seats)
            ]
            wanted = self.model("New{}Match")(game=game, seats=seats, seed=11)
            self.match = operation("matches.create_match").sync(client=anybody, body=wanted)
        assert isinstance(self.match, self.models.CreatedMatch)
        self.seats = [
            generated.AuthenticatedClient(base_url=api.address, token=seat.token)
            for seat in self.match.seats
        ]

    def model(self, name: str) -> Any:
        """The model of that name, such as `{}View`, of this game."""
        return getattr(self.models, name.format(self.name))

    def read(self, seat: int) -> Any:
        shown = operation("matches.get_match").sync(self.match.id, client=self.seats[seat])
        assert type(shown) is self.model("{}MatchShown")
        assert type(shown.view) is self.model("{}View")
        assert type(shown.options) is self.model("{}MatchOptions")
        return shown

    def legal(self, seat: int) -> Any:
        legal = operation("play.list_legal_actions").sync(self.match.id, client=self.seats[seat])
        assert type(legal) is self.model("{}LegalActions")
        return legal

    def act(self, seat: int, legal: Any) -> Any:
        """One of the seat's actions at random, submitted."""
        choice = self.random.choice(legal.actions)
        kind = "".join(part.title() for part in choice.type_.split("_"))
        assert type(choice) is self.model("{}" + kind)
        body = self.models.NewAction(action=choice.action, version=legal.version)
        done = operation("play.submit_action").sync(
            self.match.id, client=self.seats[seat], body=body
        )
        assert type(done) is self.model("{}Submission"), done
        assert type(done.view) is self.model("{}View")
        return done

    def close(self) -> None:
        for seat in self.seats:
            seat.get_httpx_client().close()


@pytest.mark.parametrize("game", shipped_rulesets())
def test_a_generated_client_plays_a_match(api: Api, generated: ModuleType, game: str) -> None:
    table = Table(api, generated, game)
    now = table.read(0)
    for _ in range(DECISIONS):
        if now.status == "over":
            break
        seat = now.to_act[0]
        now = table.act(seat, table.legal(seat))
    assert now.status == "over"
    assert len(now.result.scores) == len(table.seats)
    assert table.legal(0).reason == "The match is over."
    assert type(table.read(1).result) is table.models.Result
    table.close()


def test_what_is_refused_is_a_problem_document(api: Api, generated: ModuleType) -> None:
    table = Table(api, generated, "montana")
    seat = table.read(0).to_act[0]
    table.act(seat, table.legal(seat))
    stale = table.models.NewAction(action="hire", version=0)
    refused = operation("play.submit_action").sync(
        table.match.id, client=table.seats[seat], body=stale
    )
    assert isinstance(refused, table.models.ProblemDocument)
    table.close()


def test_a_generated_client_reads_what_tables_are_made_of(api: Api, generated: ModuleType) -> None:
    models = importlib.import_module("railhead_client.models")
    with generated.Client(base_url=api.address) as anybody:
        options = models.GetComponentsOptions.from_dict({"map": "ruhr"})
        found = operation("games.get_components").sync("steam", client=anybody, options=options)
        assert type(found) is models.GameComponents
        assert found.options["map"] == "ruhr"
        assert found.tables["stops"][0].name == "Eindhoven"
        games = operation("games.list_games").sync(client=anybody)
        assert [game.id for game in games.games][:-1] == [*shipped_rulesets()]

"""Each type of problem is an exception of its own, and the service's refusals are these."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from railhead.client import Created, Problem, Railhead, operations, problems
from railhead.client.calls import Answer, Call
from railhead.client.schemas import BotSeat, HumanSeat, NewAction, OpenSeat
from railhead.service.documentation.routes import problem_types
from tests.http.api import Api

ANN: HumanSeat = {"kind": "human", "name": "Ann"}
BEN: HumanSeat = {"kind": "human", "name": "Ben"}
OPEN: OpenSeat = {"kind": "open"}
BOT: BotSeat = {"kind": "bot", "level": "easy"}
KEPT: OpenSeat = {"kind": "open", "client": "client_nobody"}


def refusal(slug: str, **members: Any) -> Answer:
    body = {"type": f"/problems/{slug}", "title": "No.", "status": 400, **members}
    kind = {"content-type": "application/problem+json", "x-request-id": "one"}
    return Answer(400, kind, json.dumps(body).encode())


@pytest.mark.parametrize("slug", problem_types())
def test_a_problem_type_is_an_exception(slug: str) -> None:
    found = refusal(slug, detail="Not so.").failure()
    assert type(found) is problems.BY_SLUG[slug]
    assert type(found).slug == slug
    assert str(found) == "Not so."


def test_a_problem_of_a_later_service_is_one_all_the_same() -> None:
    errors = [{"field": "seats", "problem": "must be 2"}]
    found = refusal("of-tomorrow", errors=errors, fix="Wait.").failure()
    assert type(found) is Problem
    assert (found.type, found.title, found.fix) == ("/problems/of-tomorrow", "No.", "Wait.")
    assert (found.errors, found.request_id) == (errors, "one")
    assert str(found) == "No.\n  seats: must be 2"


@pytest.fixture
def railhead(api: Api) -> Iterator[Railhead]:
    with Railhead(api.address) as opened:
        yield opened


@pytest.fixture
def table(railhead: Railhead) -> Created:
    """A match in which both seats are to act."""
    return railhead.create("veil", [ANN, BEN], seed=3)


def submitted(table: Created, body: Any, **headers: str) -> Call[Any]:
    action = operations.submit_action(table.id, body).holding(table.seats[0].token)
    return replace(action, headers={**action.headers, **headers})


def acted_twice(_: Railhead, table: Created) -> None:
    legal = table.seats[0].legal_actions()
    table.seats[0].act(legal["actions"][0])
    table.seats[0].act("nonsense")


def acted_for_a_bot(_: Railhead, table: Created) -> None:
    table.seats[0].change_seat({"kind": "bot", "level": "easy"})
    table.seats[0].act("keep", table.seats[0].state()["version"])


def acted_too_early(railhead: Railhead, _: Created) -> None:
    railhead.create("veil", [ANN, OPEN]).seats[0].act("keep", 1)


def acted_too_late(railhead: Railhead, table: Created) -> None:
    played_out(table)
    table.seats[0].act("keep")


def played_out(table: Created) -> None:
    while table.owner.state()["status"] != "over":
        seat = table.seats[table.owner.state()["to_act"][0]]
        seat.act(seat.legal_actions()["actions"][0])


def imported(railhead: Railhead, table: Created) -> None:
    played_out(table)
    document = table.owner.export()
    railhead.import_match({**document, "seats": document["seats"][:1]})


def keyed_twice(railhead: Railhead, table: Created) -> None:
    call = operations.create_match({"game": "montana", "seats": [ANN, BOT]})
    railhead.ask(call)
    railhead.ask(replace(call, body={**call.body, "seed": 1}))


def claimed(railhead: Railhead, _: Created) -> None:
    public = railhead.create("veil", [ANN, OPEN], visibility="public")
    railhead.match(public.id).claim(0)


def drew_a_board(railhead: Railhead, _: Created) -> None:
    token = railhead.register("Ann")["token"]
    railhead.ask(operations.put_my_data("montana", "components", "mine", {}).holding(token))


ACTION: NewAction = {"action": "keep", "version": 0}
PROVOKED: dict[str, Callable[[Railhead, Created], object]] = {
    "unauthorized": lambda railhead, _: railhead.me(),
    "analyses-not-allowed": lambda _, table: table.seats[0].analyse(),
    "forbidden": lambda _, table: table.seats[0].delete(),
    "no-such-analysis": lambda railhead, table: railhead.ask(
        operations.get_analysis(table.id, 9).holding(table.seats[0].token)
    ),
    "no-such-client": lambda railhead, _: railhead.create("veil", [ANN, KEPT]),
    "no-such-data": lambda railhead, _: railhead.ask(
        operations.get_game_data("montana", "components", "nothing")
    ),
    "no-such-game": lambda railhead, _: railhead.game("chess"),
    "no-such-match": lambda railhead, _: railhead.match("a" * 20, "x" * 32).state(),
    "no-such-element": lambda railhead, table: railhead.ask(
        operations.list_legal_actions(table.id, about="nothing").holding(table.seats[0].token)
    ),
    "no-such-version": lambda _, table: table.seats[0].at(99),
    "not-found": lambda railhead, _: railhead.ask(Call[None]("GET", "/v1/nowhere")),
    "method-not-allowed": lambda railhead, _: railhead.ask(Call[None]("PATCH", "/v1/games")),
    "not-acceptable": lambda railhead, table: railhead.ask(
        replace(operations.list_events(table.id), headers={"Accept": "image/png"}).holding(
            table.seats[0].token
        )
    ),
    "cannot-go-back": lambda _, table: table.seats[0].undo(0),
    "match-not-over": lambda _, table: table.owner.export(),
    "match-not-started": acted_too_early,
    "match-over": acted_too_late,
    "match-went-back": lambda _, table: table.seats[0].act("keep", 99),
    "not-your-turn": acted_twice,
    "seat-changed": acted_for_a_bot,
    "seat-taken": claimed,
    "stale-version": lambda _, table: table.seats[0].act("keep", 0),
    "precondition-failed": lambda railhead, table: railhead.ask(
        submitted(table, {"action": "keep"}, **{"If-Match": '"0"'})
    ),
    "body-too-large": lambda railhead, _: railhead.register("x" * 500_000),
    "unsupported-media-type": lambda railhead, table: railhead.ask(
        submitted(table, ACTION, **{"Content-Type": "text/plain"})
    ),
    "idempotency-key-reused": keyed_twice,
    "illegal-action": lambda _, table: table.seats[0].act(
        "keep", table.seats[0].state()["version"]
    ),
    "import-refused": imported,
    "invalid-data": drew_a_board,
    "invalid-options": lambda railhead, _: railhead.create(
        "veil", [ANN, BEN], options={"deck": "huge"}
    ),
    "invalid-request": lambda _, table: table.seats[0].act("x" * 300, 0),
    "invalid-seats": lambda railhead, _: railhead.create("veil", []),
    "unknown-game": lambda railhead, _: railhead.create("chess", [ANN, BEN]),
    "unknown-level": lambda railhead, _: railhead.create(
        "veil",
        [ANN, {"kind": "bot", "level": "godlike"}],  # type: ignore[typeddict-item]
    ),
    "version-required": lambda railhead, table: railhead.ask(submitted(table, {"action": "keep"})),
}


@pytest.mark.sampled
@pytest.mark.parametrize("slug", PROVOKED)
def test_a_refusal_of_the_service_is_raised(railhead: Railhead, table: Created, slug: str) -> None:
    with pytest.raises(Problem) as raised:
        PROVOKED[slug](railhead, table)
    assert type(raised.value) is problems.BY_SLUG[slug], raised.value
    assert raised.value.status == problem_types()[slug].status
    assert raised.value.fix
    assert raised.value.request_id

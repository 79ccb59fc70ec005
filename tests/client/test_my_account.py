"""What belongs to a client's token: matches, one stream for all of them, a webhook."""

from __future__ import annotations

from itertools import islice

import pytest

from railhead.client import Railhead, operations, problems
from railhead.client.schemas import HumanSeat, OpenSeat
from tests.client.conftest import Opened
from tests.http.api import Api

MINE: HumanSeat = {"kind": "human", "mine": True}
ANN: HumanSeat = {"kind": "human", "name": "Ann"}


@pytest.fixture
def mine(opened: Opened, api: Api) -> Railhead:
    """A client with a token."""
    return opened(
        api.address, token=opened(api.address).register("Ben", "ben@example.org")["token"]
    )


def test_a_token_serves_for_all_its_matches(mine: Railhead, api: Api, opened: Opened) -> None:
    assert mine.me()["contact"] == "ben@example.org"
    created = mine.create("veil", [MINE, ANN])
    turn = mine.match(created.id).turn()
    assert turn is not None
    assert turn.seat == 0
    turn.match.act(turn.actions[0])
    assert created.seats[0].state()["you"] == 0, "a seat of the client's has the client's token"
    kept: OpenSeat = {"kind": "open", "client": mine.me()["id"]}
    invited = opened(api.address).create("veil", [ANN, kept])
    assert [one["invited_to"] for one in mine.my_matches()] == [1, None]
    assert mine.match(invited.id).claim(1).state()["you"] == 1
    mine.match(created.id).delete()


def test_one_stream_tells_of_all_matches(mine: Railhead) -> None:
    first = mine.create("veil", [MINE, ANN])
    events = iter(mine.my_events())
    told = [(event["kind"], event["match"]) for event in islice(events, 2)]
    assert told == [("turn", first.id), ("open", None)]
    second = mine.create("veil", [ANN, MINE])
    event = next(events)
    assert (event["kind"], event["match"], event["seat"]) == ("turn", second.id, 1)
    second.owner.delete()
    assert next(events)["kind"] == "gone"
    mine.ask(operations.delete_me())
    with pytest.raises(problems.Unauthorized):
        next(events)


def test_webhooks_are_put_looked_at_and_deleted(mine: Railhead) -> None:
    with pytest.raises(problems.NoWebhook):
        mine.ask(operations.get_my_webhook())
    made = mine.ask(operations.put_my_webhook({"url": "https://hooks.example/railhead"}))
    renewed = mine.ask(operations.renew_my_webhook_secret())
    assert made["secret"] != renewed["secret"]
    sent = mine.ask(operations.test_my_webhook())
    (delivery,) = mine.ask(operations.list_my_deliveries())["deliveries"]
    assert delivery["id"] == sent["id"]
    with pytest.raises(problems.NoSuchDelivery):
        mine.ask(operations.replay_my_delivery("evt_no"))
    mine.ask(operations.delete_my_webhook())


def test_tokens_are_made_listed_and_revoked(mine: Railhead, api: Api, opened: Opened) -> None:
    made = mine.create_token("dashboard", ["read"], expires_in=3600)
    reader = opened(api.address, token=made["token"])
    assert reader.me()["id"] == mine.me()["id"]
    with pytest.raises(problems.InsufficientScope) as refused:
        reader.create("veil", [MINE, ANN])
    assert refused.value.problem["scope"] == "play"
    assert [one["name"] for one in mine.tokens()] == ["main", "dashboard"]
    events = iter(reader.my_events())
    assert next(events)["kind"] == "open"
    mine.revoke_token(made["id"])
    with pytest.raises(problems.Unauthorized):
        next(events)
    with pytest.raises(problems.NoSuchToken):
        mine.revoke_token(made["id"])
    renewed = opened(api.address, token=mine.renew_token()["token"])
    assert [one["id"] for one in renewed.tokens()] == ["main"]
    with pytest.raises(problems.Unauthorized):
        mine.me()


@pytest.mark.sampled
def test_documents_of_data_are_kept_and_read(mine: Railhead) -> None:
    board = mine.ask(operations.get_game_data("steam", "map", "ruhr"))
    schema = mine.ask(operations.get_data_schema("steam", "map"))
    assert schema["title"] == "A map of Steam"
    wrong = {**board, "players": []}
    told = mine.ask(operations.put_my_data("steam", "map", "mine", wrong, dry_run=True))
    assert [one["pointer"] for one in told["errors"]] == ["/players"]
    kept = mine.ask(operations.put_my_data("steam", "map", "mine", board))
    assert kept["value"] == "mine/mine"
    assert mine.ask(operations.get_my_data("steam", "map", "mine")) == board
    assert mine.ask(operations.list_my_data())["documents"][0]["name"] == "mine"
    created = mine.create("steam", [MINE, ANN, ANN], options={"map": "mine/mine"})
    assert created.seats[0].components()["options"]["map"] == "mine/mine"
    mine.ask(operations.delete_my_data("steam", "map", "mine"))

"""The story that the examples tell: Ann's account, one match of hers to its end, and all around it.

Ann plays Montana against a guest and a bot; she takes a move back, has a decision analysed, and
makes a fork. The guest and she give up, and the match goes out as a document and comes in again.
"""

from __future__ import annotations

from typing import Any, Final

import orjson

from tests.http.api import Api
from tests.recording.stage import Stage
from tests.recording.telling import Telling
from tests.service.conftest import eventually

GAME: Final = "montana"
DATA: Final = {"game": GAME, "option": "components", "name": "my-board"}
ENDPOINT: Final = "https://bots.example.com/railhead"
BOT_SEAT: Final = {"kind": "bot", "level": "easy"}
WANTED: Final = {
    "game": GAME,
    "options": {},
    "seed": 9,
    "visibility": "public",
    "undo": "any",
    "analyses": "everybody",
    "seats": [
        {"kind": "open"},
        BOT_SEAT,
        {"kind": "human", "name": "Ben"},
    ],
}
ANN, GUEST = 0, 2


def told(telling: Telling, stage: Stage) -> None:
    """Tell it all."""
    telling.names.written[stage.endpoint] = ENDPOINT
    _entrance(telling)
    _games(telling)
    _puzzles(telling)
    ann = _account(telling)
    _webhook(telling, ann, stage.endpoint)
    _data(telling, ann)
    match, guest = _match(telling, ann)
    _analysis(telling, ann, match)
    _first_move(telling, ann, match)
    _end(telling, ann, guest, match)
    _farewell(telling, ann, match)


def _entrance(telling: Telling) -> None:
    for operation in ("get_entrance", "get_health", "get_readiness", "get_documentation"):
        telling.tell(telling.anybody, operation)
    contract = telling.tell(telling.anybody, "get_contract")
    answers = telling.recorded["get_contract"]["answers"]
    answers["200"] = {name: contract[name] for name in ("openapi", "info", "servers")}
    telling.tell(telling.anybody, "get_problem", slug="not-your-turn")


def _games(telling: Telling) -> None:
    telling.tell(telling.anybody, "list_games")
    shown = ("get_game", "get_components", "get_rules", "get_player_rules")
    for operation in (*shown, "get_tutorial", "get_game_picture"):
        telling.tell(telling.anybody, operation, game=GAME)


def _puzzles(telling: Telling) -> None:
    listed = telling.tell(telling.anybody, "list_puzzles", game=GAME)["puzzles"]
    telling.tell(telling.anybody, "get_daily_puzzle", game=GAME)
    one = {"game": GAME, "puzzle": listed[0]["id"]}
    shown = telling.tell(telling.anybody, "get_puzzle", **one)
    telling.tell(telling.anybody, "get_puzzle_picture", **one)
    answer = {"action": shown["actions"][0]["action"], "reveal": True}
    telling.tell(telling.anybody, "answer_puzzle", answer, **one)


def _account(telling: Telling) -> Api:
    """Ann's account, with its tokens."""
    made = telling.tell(telling.anybody, "create_client", {"name": "Ann"})
    ann = telling.anybody.holding(made["token"])
    telling.tell(ann, "get_me")
    further = {"name": "spectator", "scopes": ["read"], "expires_in": 86400}
    token = telling.tell(ann, "create_my_token", further)
    telling.tell(ann, "list_my_tokens")
    telling.tell(ann, "revoke_my_token", token=token["id"])
    renewed = telling.tell(ann, "renew_my_token")
    return telling.anybody.holding(renewed["token"])


def _webhook(telling: Telling, ann: Api, endpoint: str) -> None:
    telling.tell(ann, "put_my_webhook", {"url": endpoint})
    test = telling.tell(ann, "test_my_webhook")

    def delivered() -> Any:
        listed = ann.get("/v1/me/webhook/deliveries").json()
        return all(one["status"] == "delivered" for one in listed["deliveries"])

    eventually(delivered)
    telling.tell(ann, "list_my_deliveries")
    telling.tell(ann, "replay_my_delivery", delivery=test["id"])
    eventually(delivered)
    telling.tell(ann, "renew_my_webhook_secret")
    telling.tell(ann, "get_my_webhook")
    telling.tell(ann, "delete_my_webhook")


def _data(telling: Telling, ann: Api) -> None:
    """A set of components of Ann's own: the game's, under another title, sent twice."""
    given = telling.tell(ann, "get_game_data", **{**DATA, "name": "reconstruction"})
    document = {
        **orjson.loads(orjson.dumps(given)),
        "title": "Ann's Montana",
        "notices": ["Drawn by hand."],
    }
    schema = telling.tell(ann, "get_data_schema", game=GAME, option=DATA["option"])
    told = ("$schema", "title", "description", "type", "required")
    answers = telling.recorded["get_data_schema"]["answers"]
    answers["200"] = {name: schema[name] for name in told}
    telling.tell(ann, "put_my_data", document, **DATA)
    telling.tell(ann, "put_my_data", document, **DATA)
    telling.tell(ann, "get_my_data", **DATA)
    telling.tell(ann, "list_my_data")
    telling.tell(ann, "delete_my_data", **DATA)


def _match(telling: Telling, ann: Api) -> tuple[dict[str, Any], Api]:
    """Ann's match, once she has taken her seat, and the guest in it."""
    match = telling.tell(ann, "create_match", WANTED)
    here = {"match": match["id"]}
    claim = {"invitation": match["seats"][ANN]["invitation"], "name": "Ann"}
    telling.tell(ann, "claim_seat", claim, seat=ANN, **here)
    telling.tell(telling.anybody, "list_matches", query="?game=montana")
    telling.tell(ann, "list_my_matches")
    telling.tell(ann, "list_my_events")
    telling.tell(ann, "get_match", query="?include=legal-actions", **here)
    telling.tell(ann, "get_match_components", **here)
    telling.tell(ann, "get_picture", **here)
    return match, telling.anybody.holding(match["seats"][GUEST]["token"])


def _analysis(telling: Telling, ann: Api, match: dict[str, Any]) -> None:
    here = {"match": match["id"]}
    asked = telling.tell(ann, "create_analysis", {"seconds": 2, "simulations": 500}, **here)
    one = {**here, "analysis": asked["analysis"]}
    telling.tell(ann, "get_analysis", query="?wait=30", **one)
    telling.tell(ann, "list_analyses", **here)
    telling.tell(ann, "cancel_analysis", **one)


def _first_move(telling: Telling, ann: Api, match: dict[str, Any]) -> None:
    """Ann takes a decision, takes it back, and tries it out in a fork."""
    here = {"match": match["id"]}
    legal = telling.tell(ann, "list_legal_actions", **here)
    decision = {"action": legal["actions"][0]["action"], "version": legal["version"]}
    done = telling.tell(ann, "submit_action", decision, query="?include=legal-actions", **here)
    telling.tell(ann, "list_events", **here)
    telling.tell(ann, "get_undo", **here)
    owner = telling.anybody.holding(match["owner_token"])
    back = {"to": legal["version"], "version": done["version"]}
    telling.tell(owner, "undo", back, **here)
    telling.tell(ann, "get_version", version=done["version"], **here)
    seats = [{"kind": "human", "name": "Ann"}, BOT_SEAT, BOT_SEAT]
    telling.tell(ann, "create_fork", {"version": legal["version"], "seats": seats}, **here)


def _end(telling: Telling, ann: Api, guest: Api, match: dict[str, Any]) -> None:
    """The match goes on until the bot has acted; then the guest and Ann give up."""
    here = {"match": match["id"]}

    def at_the_guest() -> bool:
        shown = ann.get(f"/v1/matches/{match['id']}?include=legal-actions").json()
        if shown["to_act"] == [ANN]:
            first = shown["legal_actions"]["actions"][0]["action"]
            decision = {"action": first, "version": shown["version"]}
            assert ann.post(f"/v1/matches/{match['id']}/actions", json=decision).ok
        return bool(shown["to_act"] == [GUEST])

    eventually(at_the_guest)
    resigned = {**BOT_SEAT, "resign": True}
    telling.tell(ann, "change_seat", resigned, seat=ANN, **here)
    telling.tell(guest, "change_seat", resigned, seat=GUEST, **here)
    telling.tell(ann, "get_scores", **here)
    document = telling.tell(ann, "export_match", **here)
    telling.tell(ann, "import_match", document)
    telling.tell(ann, "play_again", **here)


def _farewell(telling: Telling, ann: Api, match: dict[str, Any]) -> None:
    owner = telling.anybody.holding(match["owner_token"])
    telling.tell(owner, "delete_match", match=match["id"])
    telling.tell(ann, "delete_me")

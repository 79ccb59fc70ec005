"""Every operation of the contract: what to send, and the type of what comes back.

`Railhead.ask` and `AsyncRailhead.ask` take what these functions return.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from railhead.client import schemas
from railhead.client.calls import Call, call


def list_games() -> Call[schemas.GameList]:
    """All games."""
    return call("GET", "/v1/games")


def get_game(game: str) -> Call[schemas.GameShown]:
    """One game: seats, options, action vocabulary, bot levels."""
    return call("GET", "/v1/games/{game}", path={"game": game})


def get_components(
    game: str, *, options: Mapping[str, str] | None = None
) -> Call[schemas.GameComponents]:
    """What a table is made of: places, names, what each is, does and costs."""
    return call(
        "GET", "/v1/games/{game}/components", path={"game": game}, query={"options": options}
    )


def get_rules(game: str) -> Call[str]:
    """The rules of a game as implemented, as Markdown."""
    return call("GET", "/v1/games/{game}/rules", path={"game": game})


def get_player_rules(game: str) -> Call[schemas.PlayerRulesShown]:
    """The rules of a game for its players, in short."""
    return call("GET", "/v1/games/{game}/rules.json", path={"game": game})


def get_tutorial(game: str) -> Call[schemas.TutorialShown]:
    """A first match that is explained while it is played."""
    return call("GET", "/v1/games/{game}/tutorial", path={"game": game})


def get_game_picture(
    game: str,
    *,
    layout: Literal["wide", "narrow"] | None = None,
    region: str | None = None,
    theme: Literal["light", "dark"] | None = None,
) -> Call[str]:
    """A table of the game, drawn at the beginning of a match."""
    return call(
        "GET",
        "/v1/games/{game}/picture.svg",
        path={"game": game},
        query={"layout": layout, "region": region, "theme": theme},
    )


def list_puzzles(game: str) -> Call[schemas.PuzzleList]:
    """The puzzles of a game."""
    return call("GET", "/v1/games/{game}/puzzles", path={"game": game})


def get_daily_puzzle(game: str) -> Call[schemas.PuzzleShown]:
    """The puzzle of the day."""
    return call("GET", "/v1/games/{game}/puzzles/daily", path={"game": game})


def get_puzzle(game: str, puzzle: str) -> Call[schemas.PuzzleShown]:
    """A puzzle: the table as its seat sees it, and the legal actions."""
    return call("GET", "/v1/games/{game}/puzzles/{puzzle}", path={"game": game, "puzzle": puzzle})


def get_puzzle_picture(
    game: str,
    puzzle: str,
    *,
    layout: Literal["wide", "narrow"] | None = None,
    region: str | None = None,
    theme: Literal["light", "dark"] | None = None,
) -> Call[str]:
    """The table of a puzzle as an SVG picture."""
    return call(
        "GET",
        "/v1/games/{game}/puzzles/{puzzle}/picture.svg",
        path={"game": game, "puzzle": puzzle},
        query={"layout": layout, "region": region, "theme": theme},
    )


def answer_puzzle(
    game: str, puzzle: str, body: schemas.NewPuzzleAnswer
) -> Call[schemas.PuzzleAnswer]:
    """Answer a puzzle."""
    return call(
        "POST",
        "/v1/games/{game}/puzzles/{puzzle}/answers",
        path={"game": game, "puzzle": puzzle},
        body=body,
    )


def create_match(body: schemas.NewMatch) -> Call[schemas.CreatedMatch]:
    """Create a match."""
    return call("POST", "/v1/matches", body=body, keyed=True)


def list_matches(
    *,
    game: Literal["montana", "great_western_trail", "santa_fe", "steam"] | None = None,
    status: Literal["open", "active", "over"] | None = None,
    cursor: str | None = None,
    limit: int | None = None,
) -> Call[schemas.MatchPage]:
    """Public matches, newest first."""
    return call(
        "GET",
        "/v1/matches",
        query={"game": game, "status": status, "cursor": cursor, "limit": limit},
    )


def get_match(
    match: str,
    *,
    until: Literal["rematch"] | None = None,
    wait: int | None = None,
    include: Literal["legal-actions", "trays", "legal-actions,trays"] | None = None,
) -> Call[schemas.MatchShown]:
    """A match as the caller may see it."""
    return call(
        "GET",
        "/v1/matches/{match}",
        path={"match": match},
        query={"until": until, "wait": wait, "include": include},
    )


def delete_match(match: str) -> Call[None]:
    """Delete a match."""
    return call("DELETE", "/v1/matches/{match}", path={"match": match})


def list_legal_actions(
    match: str, *, about: str | None = None, after: str | None = None
) -> Call[schemas.LegalActions]:
    """Every decision open to the caller's seat."""
    return call(
        "GET",
        "/v1/matches/{match}/legal-actions",
        path={"match": match},
        query={"about": about, "after": after},
    )


def submit_action(
    match: str,
    body: schemas.NewAction,
    *,
    include: Literal[
        "match",
        "legal-actions",
        "trays",
        "match,legal-actions",
        "match,trays",
        "legal-actions,trays",
        "match,legal-actions,trays",
    ]
    | None = None,
) -> Call[schemas.Submission]:
    """Take one decision."""
    return call(
        "POST",
        "/v1/matches/{match}/actions",
        path={"match": match},
        query={"include": include},
        body=body,
        keyed=True,
    )


def list_events(
    match: str,
    *,
    as_: int | None = None,
    after: int | None = None,
    limit: int | None = None,
    until: Literal["rematch"] | None = None,
) -> Call[schemas.EventPage]:
    """What has happened in a match, and what happens."""
    return call(
        "GET",
        "/v1/matches/{match}/events",
        path={"match": match},
        query={"as": as_, "after": after, "limit": limit, "until": until},
    )


def get_picture(
    match: str,
    *,
    layout: Literal["wide", "narrow"] | None = None,
    region: str | None = None,
    theme: Literal["light", "dark"] | None = None,
    as_: int | None = None,
    version: int | None = None,
    after: str | None = None,
) -> Call[str]:
    """The table, drawn as the caller may see it."""
    return call(
        "GET",
        "/v1/matches/{match}/picture.svg",
        path={"match": match},
        query={
            "layout": layout,
            "region": region,
            "theme": theme,
            "as": as_,
            "version": version,
            "after": after,
        },
    )


def claim_seat(match: str, seat: int, body: schemas.Claim) -> Call[schemas.ClaimedSeat]:
    """Claim an open seat."""
    return call(
        "POST",
        "/v1/matches/{match}/seats/{seat}/claim",
        path={"match": match, "seat": seat},
        body=body,
        keyed=True,
    )


def change_seat(match: str, seat: int, body: schemas.SeatChange) -> Call[schemas.ChangedSeat]:
    """Hand a seat to a bot, take it back, leave it, give up."""
    return call(
        "PUT", "/v1/matches/{match}/seats/{seat}", path={"match": match, "seat": seat}, body=body
    )


def play_again(match: str) -> Call[schemas.CreatedMatch]:
    """Play the same match once more."""
    return call("POST", "/v1/matches/{match}/rematch", path={"match": match}, repeatable=True)


def get_version(match: str, version: int, *, as_: int | None = None) -> Call[schemas.MatchShown]:
    """The match as the caller saw it at a version."""
    return call(
        "GET",
        "/v1/matches/{match}/versions/{version}",
        path={"match": match, "version": version},
        query={"as": as_},
    )


def get_scores(match: str) -> Call[schemas.ScoresShown]:
    """How the scores of a finished match came about."""
    return call("GET", "/v1/matches/{match}/scores", path={"match": match})


def get_undo(match: str) -> Call[schemas.UndoReach]:
    """How far the caller may go back, and why not further."""
    return call("GET", "/v1/matches/{match}/undo", path={"match": match})


def undo(match: str, body: schemas.NewUndo) -> Call[schemas.Submission]:
    """Go back to an earlier version."""
    return call("POST", "/v1/matches/{match}/undo", path={"match": match}, body=body)


def create_fork(match: str, body: schemas.NewFork) -> Call[schemas.CreatedMatch]:
    """Make a new match out of a version of this one."""
    return call("POST", "/v1/matches/{match}/forks", path={"match": match}, body=body, keyed=True)


def export_match(match: str) -> Call[schemas.Export]:
    """A finished match as one document."""
    return call("GET", "/v1/matches/{match}/export", path={"match": match})


def import_match(
    body: schemas.NewImport, *, visibility: Literal["private", "public"] | None = None
) -> Call[schemas.CreatedMatch]:
    """Make a finished match of a document."""
    return call("POST", "/v1/imports", query={"visibility": visibility}, body=body, keyed=True)


def create_analysis(match: str, body: schemas.NewAnalysis) -> Call[schemas.AnalysisShown]:
    """Have a decision analysed."""
    return call(
        "POST", "/v1/matches/{match}/analyses", path={"match": match}, body=body, keyed=True
    )


def list_analyses(match: str) -> Call[schemas.AnalysisList]:
    """The caller's analyses of a match."""
    return call("GET", "/v1/matches/{match}/analyses", path={"match": match})


def get_analysis(
    match: str, analysis: int, *, wait: int | None = None
) -> Call[schemas.AnalysisShown]:
    """An analysis as far as it is, or as it goes on."""
    return call(
        "GET",
        "/v1/matches/{match}/analyses/{analysis}",
        path={"match": match, "analysis": analysis},
        query={"wait": wait},
    )


def cancel_analysis(match: str, analysis: int) -> Call[None]:
    """Cancel an analysis."""
    return call(
        "DELETE",
        "/v1/matches/{match}/analyses/{analysis}",
        path={"match": match, "analysis": analysis},
    )


def create_client(body: schemas.NewClient) -> Call[schemas.ClientCreated]:
    """Make a client: an account without a password."""
    return call("POST", "/v1/clients", body=body, keyed=True)


def get_me() -> Call[schemas.ClientShown]:
    """The client whose token this is."""
    return call("GET", "/v1/me")


def delete_me() -> Call[None]:
    """Revoke the client and its tokens."""
    return call("DELETE", "/v1/me")


def renew_my_token() -> Call[schemas.ClientCreated]:
    """Put another token in place of the client's main one."""
    return call("POST", "/v1/me/token")


def list_my_matches(
    *, cursor: str | None = None, limit: int | None = None
) -> Call[schemas.MyMatchPage]:
    """Matches in which the client sits or is invited, or which it owns."""
    return call("GET", "/v1/me/matches", query={"cursor": cursor, "limit": limit})


def list_my_events() -> Call[schemas.ClientEventList]:
    """What concerns the client, over all its matches."""
    return call("GET", "/v1/me/events")


def create_my_token(body: schemas.NewToken) -> Call[schemas.TokenCreated]:
    """Make a further token of the client."""
    return call("POST", "/v1/me/tokens", body=body, keyed=True)


def list_my_tokens() -> Call[schemas.TokenList]:
    """The tokens of the client."""
    return call("GET", "/v1/me/tokens")


def revoke_my_token(token: str) -> Call[None]:
    """Revoke a token of the client."""
    return call("DELETE", "/v1/me/tokens/{token}", path={"token": token})


def get_game_data(game: str, option: str, name: str) -> Call[dict[str, Any]]:
    """A document of data that the game has: to begin one's own with."""
    return call(
        "GET",
        "/v1/games/{game}/data/{option}/{name}",
        path={"game": game, "option": option, "name": name},
    )


def get_data_schema(game: str, option: str) -> Call[dict[str, Any]]:
    """The JSON Schema of the documents that an option names."""
    return call(
        "GET", "/v1/games/{game}/data/{option}/schema", path={"game": game, "option": option}
    )


def get_match_components(match: str) -> Call[schemas.GameComponents]:
    """What the table of this match is made of."""
    return call("GET", "/v1/matches/{match}/components", path={"match": match})


def list_my_data() -> Call[schemas.MyDataList]:
    """The client's documents of data."""
    return call("GET", "/v1/me/data")


def put_my_data(
    game: str, option: str, name: str, body: Mapping[str, Any], *, dry_run: bool | None = None
) -> Call[dict[str, Any]]:
    """Keep a board of one's own: a map, a board, a set of components."""
    return call(
        "PUT",
        "/v1/me/data/{game}/{option}/{name}",
        path={"game": game, "option": option, "name": name},
        query={"dry_run": dry_run},
        body=body,
    )


def get_my_data(game: str, option: str, name: str) -> Call[dict[str, Any]]:
    """A document of the client's."""
    return call(
        "GET",
        "/v1/me/data/{game}/{option}/{name}",
        path={"game": game, "option": option, "name": name},
    )


def delete_my_data(game: str, option: str, name: str) -> Call[None]:
    """Delete a document of the client's."""
    return call(
        "DELETE",
        "/v1/me/data/{game}/{option}/{name}",
        path={"game": game, "option": option, "name": name},
    )


def put_my_webhook(body: schemas.NewWebhook) -> Call[schemas.WebhookSecret]:
    """Let the client's events go to an address."""
    return call("PUT", "/v1/me/webhook", body=body)


def get_my_webhook() -> Call[schemas.WebhookShown]:
    """Where the client's events go, and how that fares."""
    return call("GET", "/v1/me/webhook")


def delete_my_webhook() -> Call[None]:
    """Send the client's events nowhere."""
    return call("DELETE", "/v1/me/webhook")


def renew_my_webhook_secret() -> Call[schemas.WebhookSecret]:
    """Put another secret in place of the webhook's."""
    return call("POST", "/v1/me/webhook/secret")


def test_my_webhook() -> Call[schemas.DeliveryShown]:
    """Send a test to the client's webhook."""
    return call("POST", "/v1/me/webhook/test")


def list_my_deliveries(
    *, cursor: str | None = None, limit: int | None = None
) -> Call[schemas.DeliveryPage]:
    """What was sent to the client's webhook, and what is to be sent."""
    return call("GET", "/v1/me/webhook/deliveries", query={"cursor": cursor, "limit": limit})


def replay_my_delivery(delivery: str) -> Call[schemas.DeliveryShown]:
    """Send a delivery once more."""
    return call("POST", "/v1/me/webhook/deliveries/{delivery}/replay", path={"delivery": delivery})


def get_contract() -> Call[dict[str, Any]]:
    """This document."""
    return call("GET", "/openapi.json")


def get_entrance() -> Call[schemas.Entrance]:
    """What is here."""
    return call("GET", "/")


def get_health() -> Call[schemas.Health]:
    """Whether the process answers."""
    return call("GET", "/healthz")


def get_readiness() -> Call[schemas.Readiness]:
    """Whether the service can take requests."""
    return call("GET", "/readyz")

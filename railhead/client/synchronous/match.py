# Made of railhead/client/asynchronous by `make openapi`: change it there.
"""A match through the eyes of whoever holds a token: reading, playing, following it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from railhead.client import operations, problems, schemas
from railhead.client.calls import without_none
from railhead.client.seats import (
    OVERTAKEN,
    Action,
    Choice,
    Seat,
    State,
    View,
    has_stand_in,
    notation,
    times_each_turn,
)
from railhead.client.streams import MatchEvents
from railhead.client.synchronous.analysis import Analysis
from railhead.client.synchronous.connection import Connection

WAIT_SECONDS = 30
PAGE = 1000


class Match:
    """A match and a token of it; without a token, one that anybody may watch.

    `version` is the one that the handle has last been told.
    """

    def __init__(self, connection: Connection, match: str, token: str | None) -> None:
        self.id = match
        self.token = connection.token if token is None else token
        self.version: int | None = None
        self._connection = connection
        self._latest: State | None = None

    def __repr__(self) -> str:
        return f"<match {self.id}>"

    def state(self, *, legal_actions: bool = False) -> schemas.MatchShown:
        """The match now, with what its seat may do where that is asked for."""
        include: Literal["legal-actions"] | None = "legal-actions" if legal_actions else None
        shown = self._connection.ask(operations.get_match(self.id, include=include), self.token)
        self.version = shown["version"]
        return shown

    def at(self, version: int, *, seat: int | None = None) -> schemas.MatchShown:
        """The match as it was at a version; after the end, as a `seat` saw it."""
        call = operations.get_version(self.id, version, as_=seat)
        return self._connection.ask(call, self.token)

    def legal_actions(self, about: str | None = None) -> schemas.LegalActions:
        """What the token's seat may do now; only what is `about` that element of the picture.

        Raises `problems.NoSuchElement` for an id that means nothing to the seat.
        """
        call = operations.list_legal_actions(self.id, about=about)
        legal = self._connection.ask(call, self.token)
        self.version = legal["version"]
        return legal

    def why_not(self, element: str) -> list[schemas.Reason]:
        """Why the seat cannot do now what could be done with an element of the picture.

        One reason for each type of action that could be about it and is not legal there. Where it
        is not the seat's turn, one without a type, which says whose turn it is. Raises
        `problems.NoSuchElement` for an id that means nothing to the seat.
        """
        legal = self.legal_actions(element)
        return legal.get("reasons", [])

    def wait(
        self, after: int | None = None, seconds: float = WAIT_SECONDS
    ) -> schemas.MatchShown | None:
        """The match with the seat's legal actions once it is past a version; None if it stays.

        The version is the one last told, where none is named. A match that went back is past it.
        """
        version = self.version if after is None else after
        if version is None:
            return self.state(legal_actions=True)
        until = time.monotonic() + seconds
        shown = None
        while shown is None and (left := until - time.monotonic()) > 0:
            call = operations.get_match(
                self.id, wait=max(1, min(WAIT_SECONDS, round(left))), include="legal-actions"
            )
            try:
                shown = self._connection.ask(call.unless(version), self.token)
            except problems.MatchWentBack:
                return self.state(legal_actions=True)
        if shown is not None:
            self.version = shown["version"]
        return shown

    def turn(self, *, take_back: bool = False) -> Turn | None:
        """The seat's next decision, as soon as it has one; None once the match is over.

        While a bot plays for the seat, as where its time was over, there is none; `take_back` has
        the seat taken back from it where that is allowed. Raises `ValueError` where the token
        holds no seat.
        """
        state, self._latest = self._latest, None
        if state is None:
            state = self.state(legal_actions=True)
        while state["status"] != "over":
            seat = self.seat(state)
            if take_back and has_stand_in(state):
                try:
                    self.change_seat({"kind": "human"}, seat)
                except (problems.Forbidden, problems.MatchOver):
                    take_back = False
                except problems.TimeOver:
                    take_back = times_each_turn(state)
                    if take_back:
                        self.wait(state["version"])
                state = self.state(legal_actions=True)
                continue
            legal = state.get("legal_actions")
            if legal is not None and legal["actions"]:
                return Turn(self, state, legal["actions"])
            state = self.wait(state["version"]) or state
        return None

    def act(self, choice: Choice, version: int | None = None) -> schemas.Submission:
        """Take a legal action, or the one of that notation, for the decision at a version.

        The version is the one last told, where none is named. It is taken once, however often it
        has to be sent.
        """
        version = self.version if version is None else version
        if version is None:
            raise ValueError("read the match first, or name the version of the decision")
        call = operations.submit_action(
            self.id, {"action": notation(choice), "version": version}, include="legal-actions"
        )
        self._latest = None
        self._latest = done = self._connection.ask(call, self.token)
        self.version = done["version"]
        return done

    def play(self, choose: Chooser) -> schemas.Result:
        """Play the token's seat to the end of the match, with what `choose` says at each turn.

        Where a turn is overtaken by what others do, or by the service going back, the seat's
        next one is chosen for anew. Where time was over and a bot plays on, the seat is taken back
        if that is allowed. Raises `ValueError` where the token holds no seat.
        """
        while (turn := self.turn(take_back=True)) is not None:
            choice = choose(turn)
            try:
                self.act(choice, turn.version)
            except problems.TimeOver:
                self._wait_for_stand_in()
            except OVERTAKEN:
                continue
        result = (self.state())["result"]
        assert result is not None
        return result

    def _wait_for_stand_in(self) -> None:
        """Wait, after time was over, for the bot that plays on: what others did does not count."""
        state = self.state()
        if state["status"] != "over" and not has_stand_in(state):
            self.wait(state["version"])

    def events(self, after: int = 0, *, seat: int | None = None) -> Iterator[schemas.StreamEvent]:
        """What happened after a version, then what happens, up to the event of kind `over`.

        A cut connection is opened again behind the last event: none is missed or comes twice.
        `seat` is as whom, after the end. Raises the `Problem` that ends the stream, as
        `problems.MatchWentBack` or, where the seat is no longer held, `problems.SeatChanged`.
        """
        patience = self._connection.patience
        following = MatchEvents(self.id, after, seat, self.token, patience)
        return self._connection.follow(following)

    def log(self, after: int = 0, *, seat: int | None = None) -> Iterator[schemas.MatchEvent]:
        """What has happened after a version until now."""
        while True:
            call = operations.list_events(self.id, as_=seat, after=after, limit=PAGE)
            page = self._connection.ask(call, self.token)
            for event in page["events"]:
                yield event
            if page["next"] == after:
                return
            after = page["next"]

    def undo(self, to: int | None = None) -> schemas.Submission:
        """Go back to a version; where none is named, as little as can be.

        Raises `problems.CannotGoBack`.
        """
        reach = self.undo_reach()
        if to is None:
            to = reach["versions"][0] if reach["versions"] else reach["version"]
        call = operations.undo(self.id, {"to": to, "version": reach["version"]})
        self._latest = None
        done = self._connection.ask(call, self.token)
        self.version = done["version"]
        return done

    def undo_reach(self) -> schemas.UndoReach:
        """The versions that may be gone back to."""
        return self._connection.ask(operations.get_undo(self.id), self.token)

    def fork(
        self,
        version: int,
        seats: Sequence[Seat],
        *,
        visibility: Literal["private", "public"] | None = None,
        undo: Literal["own", "any", "off"] | None = None,
        sealed: bool | None = None,
        analyses: Literal["alone", "ended", "everybody", "nobody"] | None = None,
    ) -> Created:
        """A new match that goes on from a version of this one, as its seat knows it."""
        body = without_none(
            version=version,
            seats=list(seats),
            visibility=visibility,
            undo=undo,
            sealed=sealed,
            analyses=analyses,
        )
        made = self._connection.ask(
            operations.create_fork(self.id, cast(schemas.NewFork, body)), self.token
        )
        return Created(self._connection, made)

    def rematch(self) -> Match:
        """The next match with the same seats, which the same token opens."""
        made = self._connection.ask(operations.play_again(self.id), self.token)
        return Match(self._connection, made["id"], self.token)

    def picture(
        self,
        *,
        version: int | None = None,
        seat: int | None = None,
        layout: Literal["wide", "narrow"] | None = None,
        region: str | None = None,
        theme: Literal["light", "dark"] | None = None,
        after: str | None = None,
    ) -> str:
        """The table or a region as SVG, now or at a version; after the end, as a `seat` saw it.

        With `after`, as it would be right after that legal action, before chance and others.
        """
        call = operations.get_picture(
            self.id,
            as_=seat,
            version=version,
            layout=layout,
            region=region,
            theme=theme,
            after=after,
        )
        return self._connection.ask(call, self.token)

    def components(self) -> schemas.GameComponents:
        """What the table is made of."""
        return self._connection.ask(operations.get_match_components(self.id), self.token)

    def scores(self) -> schemas.ScoresShown:
        """How the scores came about, after the end."""
        return self._connection.ask(operations.get_scores(self.id), self.token)

    def export(self) -> schemas.Export:
        """The finished match as a document."""
        return self._connection.ask(operations.export_match(self.id), self.token)

    def analyse(
        self,
        seconds: int = 2,
        *,
        version: int | None = None,
        seat: int | None = None,
        simulations: int | None = None,
    ) -> Analysis:
        """Have a decision thought about; where no other is named, the seat's own now."""
        body = without_none(seconds=seconds, version=version, seat=seat, simulations=simulations)
        made = self._connection.ask(
            operations.create_analysis(self.id, cast(schemas.NewAnalysis, body)), self.token
        )
        return Analysis(self._connection, self.id, self.token, made["analysis"])

    def analyses(self) -> list[schemas.AnalysisShown]:
        """The caller's analyses of the match."""
        found = self._connection.ask(operations.list_analyses(self.id), self.token)
        return found["analyses"]

    def claim(self, seat: int, *, invitation: str | None = None, name: str | None = None) -> Match:
        """Sit down at an open seat; what comes back holds its token."""
        body = cast(schemas.Claim, without_none(invitation=invitation, name=name))
        claimed = self._connection.ask(operations.claim_seat(self.id, seat, body), self.token)
        return Match(self._connection, self.id, claimed["token"])

    def change_seat(
        self, change: schemas.SeatChange, seat: int | None = None
    ) -> schemas.ChangedSeat:
        """Say who plays a seat from now on; where none is named, the token's own.

        Raises `ValueError` where none is named and the token holds none.
        """
        if seat is None:
            seat = self.seat(self.state())
        self._latest = None
        return self._connection.ask(operations.change_seat(self.id, seat, change), self.token)

    def resign(
        self,
        level: Literal["easy", "medium", "hard", "expert"] = "easy",
        *,
        play_on: bool = False,
    ) -> schemas.ChangedSeat:
        """Give the seat up for good; a bot of that level plays on.

        Where only bots are left the match is over with it, unless they shall `play_on`.
        """
        change: schemas.ToBot = {"kind": "bot", "level": level, "resign": True}
        if play_on:
            change["play_on"] = True
        return self.change_seat(change)

    def delete(self) -> None:
        """Delete the match; its owner may."""
        self._connection.ask(operations.delete_match(self.id), self.token)

    def seat(self, state: State) -> int:
        """Whose token it is, as a state says. Raises `ValueError` where it holds no seat."""
        seat = state["you"]
        if seat is None:
            raise ValueError(f"the token holds no seat of match {self.id}")
        return seat


@dataclass(frozen=True)
class Turn:
    """A decision of a seat: the `state` of the match, and the `actions` to choose from."""

    match: Match
    state: State
    actions: Sequence[Action]

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.state["game"]

    @property
    def view(self) -> View:
        """The table as the seat sees it."""
        return self.state["view"]

    @property
    def version(self) -> int:
        """The version of the match."""
        return self.state["version"]

    @property
    def seat(self) -> int:
        """The seat to act."""
        seat = self.state["you"]
        assert seat is not None
        return seat


Chooser: TypeAlias = Callable[[Turn], Choice]
"""What plays a seat: for a turn, one of its actions, or the notation of one."""


class Created:
    """A new match: a handle for each token that came with it.

    `document` is what the service said, `seats` the handles of the people's seats by number.
    A token that is not told again, and one of a seat that the client holds, is the client's.
    """

    def __init__(self, connection: Connection, document: schemas.CreatedMatch) -> None:
        self.document = document
        self.id = document["id"]
        self.owner = Match(connection, self.id, document["owner_token"])
        self.spectator = Match(connection, self.id, document["spectator_token"])
        self.seats: Mapping[int, Match] = {
            seat["seat"]: Match(connection, self.id, seat["token"])
            for seat in document["seats"]
            if seat["kind"] == "human"
        }
        self.invitations: Mapping[int, str | None] = {
            seat["seat"]: seat["invitation"] for seat in document["seats"] if seat["kind"] == "open"
        }

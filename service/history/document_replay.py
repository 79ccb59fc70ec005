"""The positions of finished matches, from the documents that they are exported as."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from railhead.games.game import CHANCE, State
from railhead.games.options import complete
from railhead.games.registry import Catalogue, rulesets
from railhead.service.history.documents import FORMAT
from railhead.service.model import MOVES


def decisions_of(document: Mapping[str, Any], catalogue: Catalogue) -> Iterator[tuple[State, int]]:
    """The positions at which a seat has decided, and which seat, in the order of the log.

    What was taken back later is among them. Raises `ValueError` for a document of another format,
    other rules, data that are not this installation's, or a match that began as a fork.
    """
    if document["format"] != FORMAT or document["data"] is not None or document["opening"]:
        raise ValueError("only matches with data of this installation, from their beginning")
    ruleset = rulesets().get(document["game"])
    if ruleset is None or ruleset.version != document["rules_version"]:
        raise ValueError("the match belongs to other rules")
    options = complete(ruleset.options, document["options"])
    state = catalogue.game(ruleset, options).start({**document["setup"], "options": options})
    before = []
    for entry in document["log"]:
        before.append(state.clone())
        if entry["kind"] == "undo":
            state = before[entry["details"]["to"]].clone()
        elif entry["kind"] in MOVES:
            seat = CHANCE if entry["seat"] is None else entry["seat"]
            if entry["kind"] == "action":
                yield before[-1], seat
            state.apply(seat, state.parse(entry["action"]))

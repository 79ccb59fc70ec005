"""The data of games, and what a match is made of."""

from __future__ import annotations

import orjson
from flask import Response

from railhead.games.options import FileOption, InvalidOption, complete
from railhead.games.registry import Catalogue
from railhead.service.errors import NoSuchData
from railhead.service.http import auth
from railhead.service.http.addresses import caller_address
from railhead.service.http.answers import private_tagged_answer
from railhead.service.http.rate_limits import RateLimits
from railhead.service.http.request_parts import query
from railhead.service.http.resources.games import components_json, known_game
from railhead.service.http.routing import Handlers
from railhead.service.http.unchanging import Unchanging, kept_answers, tagged_answer
from railhead.service.matches.matches import Matches


def data(matches: Matches, catalogue: Catalogue, limits: RateLimits) -> Handlers:
    """The handlers of data that is only read; `limits` bound how often a table is described."""
    standard, described = kept_answers(), kept_answers()

    def get_game_data(game: str, option: str, name: str) -> Response:
        ruleset = known_game(game)
        query()
        declared = {one.name: one for one in ruleset.options if isinstance(one, FileOption)}
        if option not in declared:
            raise NoSuchData()
        try:
            content = catalogue.document(ruleset, declared[option], name)
        except InvalidOption as error:
            raise NoSuchData(f"{name!r} {error.problem}") from error
        return tagged_answer(standard, orjson.dumps(content))

    def get_match_components(match: str) -> Response:
        caller = auth.reader(matches, match)
        query()
        record = caller.record
        made = matches.game(record)
        options = complete(made.ruleset.options, record.options)
        key = (record.game, made.data_hash, *options.values())
        kept = described.get(key)
        if kept is None:
            limits.components.count(caller_address())
            kept = Unchanging(orjson.dumps(components_json(made, options)))
            described.keep(key, kept)
        return private_tagged_answer(kept.body, kept.tag[3:-1], kept.compressed)

    return [get_game_data, get_match_components]

"""Requests that come from an address of one's choice, among those of this host."""

from __future__ import annotations

from typing import Any

from requests.adapters import HTTPAdapter

from tests.http.api import Api


class _From(HTTPAdapter):
    def __init__(self, source: str) -> None:
        self._source = source
        super().__init__()

    def init_poolmanager(self, *arguments: Any, **rest: Any) -> None:
        super().init_poolmanager(*arguments, source_address=(self._source, 0), **rest)


def coming_from(source: str, address: str, token: str | None = None) -> Api:
    """The API at an address, for a caller at another."""
    api = Api(address, token)
    api.session.mount("http://", _From(source))
    return api

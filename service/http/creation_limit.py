"""How many matches one address may create, counted in the store that all processes share."""

from __future__ import annotations

from limits import parse_many

from service.errors import TooManyRequests
from service.store.store import Store


class CreationLimit:
    """The limits written as `60/minute` (several with `;`), or none for an empty text."""

    def __init__(self, text: str, store: Store) -> None:
        self.limits = parse_many(text) if text else []
        self.store = store

    def count(self, address: str) -> None:
        """Count one creation. Raises `TooManyRequests`, `Unavailable`."""
        for limit in self.limits:
            count, left = self.store.count(limit.key_for("create", address), limit.get_expiry())
            if count > limit.amount:
                raise TooManyRequests(f"{limit} matches may be created", retry_after=max(1, left))

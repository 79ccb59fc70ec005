"""`@bot`: a function that chooses becomes one that plays."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol, cast, overload

from railhead.client.asynchronous.bots import AsyncBot
from railhead.client.asynchronous.match import AsyncTurn
from railhead.client.seats import Choice
from railhead.client.synchronous.bots import Bot
from railhead.client.synchronous.match import Turn


class Decorator(Protocol):
    """Makes an `AsyncBot` of a coroutine function, a `Bot` of any other."""

    @overload
    def __call__(self, choose: Callable[[AsyncTurn], Awaitable[Choice]]) -> AsyncBot: ...

    @overload
    def __call__(self, choose: Callable[[Turn], Choice]) -> Bot: ...


def bot(
    url: str,
    *,
    game: str = "montana",
    against: str | Sequence[str] = "easy",
    name: str = "bot",
    options: Mapping[str, Any] | None = None,
    seconds: float = 300.0,
    **settings: Any,
) -> Decorator:
    """A decorator for the function that chooses: it then plays at the service at `url`.

    `against` is the level of all other seats, or a level for each of them. A service that no
    longer answers is looked for so many `seconds`; `settings` are those of `Railhead`.
    """

    def decorate(choose: Any) -> Any:
        kind: Any = AsyncBot if inspect.iscoroutinefunction(choose) else Bot
        own = None if options is None else dict(options)
        return kind(choose, url, game, against, name, own, {"seconds": seconds, **settings})

    return cast(Decorator, decorate)

"""How full queues may get: hints are offered again and again, and only workers take them out."""

from __future__ import annotations

from typing import Final

import structlog
from redis.exceptions import RedisError

from railhead.service.logs import QUEUE
from railhead.service.queue.jobs import HintQueue

log = structlog.get_logger()

ENOUGH_HINTS: Final = 1000
"""With more in a queue those who take them have enough to do, whatever else is marked."""
MOST_HINTS: Final = 10_000
"""With more in a queue nobody takes them: they are thrown away, and what is marked is offered."""


def queue_length(queue: HintQueue) -> int | None:
    """How many hints a queue holds, once those that nobody takes are thrown away.

    None where it does not answer.
    """
    try:
        held = queue.count
        if held <= MOST_HINTS:
            return held
        log.warning("hints thrown away", queue=queue.name, hints=held)
        queue.discard(held)
        return queue.count
    except RedisError as error:
        log.warning("a queue does not answer", queue=queue.name, outage=QUEUE, error=str(error))
        return None


def has_room(queue: HintQueue) -> bool:
    """Whether a queue answers and may be given more, as `queue_length` finds it."""
    held = queue_length(queue)
    return held is not None and held < ENOUGH_HINTS

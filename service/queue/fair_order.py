"""The order in which the turns of bots are taken: thinking is shared by who asked for it.

Beside the queue of hints stands who waits: addresses, the creators of matches at each, and the
hints of each creator. Whoever takes a hint gets that of the address, and there of the creator, that
has had the least thinking, so that a thousand turns of one delay the turn of another by no more
than the one that is being played. What an address has had is counted in seconds, from what the
others have had at the moment it begins to wait: nobody saves up (start-time fair queuing: Goyal,
Vin and Cheng, 1996). A creator that has had more than its seconds of an hour comes when nobody
else waits.

All of this lies with the queue and is as good as that: a hint. Where it is lost, hints are taken as
they came.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import structlog
from redis import Redis
from redis.exceptions import ResponseError
from rq.defaults import RQ_KEY_PREFIX

from railhead.service.model import Record
from railhead.service.store.connection import Script

log = structlog.get_logger()

ROOT: Final = f"{RQ_KEY_PREFIX}:waiting"
"""What all keys of the order begin with: they lie with those of the queue."""
UNKNOWN: Final = "-"
"""Stands for an address or a client that is not known, or that there is none."""
MOST_HINTS: Final = 1000
"""How many hints of one creator wait at most: more are offered again once these are fewer."""
HOUR: Final = 3600
LIGHTER: Final = 2
"""Who has had less than half of what another has had in an hour has had far less."""

_TREE: Final = f"""
-- The other keys are made here and not declared: all have the hash tag of the queue. `late` puts
-- who has used up the hour behind all others, and keeps the order among those.
local root, late = KEYS[1], 1e12
local function number(key) return tonumber(redis.call('GET', key) or '0') end
local function creators(address) return root .. ':creators:' .. address end
local function hints(address, creator) return root .. ':hints:' .. address .. ' ' .. creator end
local function had(node) return root .. ':had:' .. node end
local function floor(node) return root .. ':floor:' .. node end
local function used(address, creator)
  -- Without a client it is the address's own hour: else all who have none would share one.
  return root .. ':used:' .. (creator == '{UNKNOWN}' and address or creator)
end
local function hour(address) return root .. ':hour:' .. address end
local function first(key) return redis.call('ZRANGE', key, 0, 0, 'WITHSCORES') end
local function write(key, seconds)
  redis.call('SET', key, string.format('%.6f', seconds), 'EX', {HOUR})
end
local function raise(node, below, by)
  -- The start tag of start-time fair queuing: the own finish or the virtual time, if that is more.
  local seconds = math.max(number(had(node)), number(floor(below))) + by
  write(had(node), seconds)
  return seconds
end
local function place_address(address)
  local next_one = first(creators(address))
  if not next_one[1] then return redis.call('ZREM', root, address) end
  local behind = tonumber(next_one[2]) >= late and late or 0
  redis.call('ZADD', root, number(had(address)) + behind, address)
end
local function score_of(address, creator, budget)
  local behind = budget > 0 and number(used(address, creator)) > budget and late or 0
  return number(had(address .. ' ' .. creator)) + behind
end
"""
"""What is kept by address and by creator: who waits, by what each has had; and what the one that
was chosen last had had, below which nobody begins."""

WAIT: Final = Script(
    _TREE
    + f"""
local address, creator, hint = ARGV[1], ARGV[2], ARGV[3]
local time = redis.call('TIME')
local at = ARGV[4] == '1' and 0 or time[1] + time[2] / 1000000
local budget = tonumber(ARGV[5])
local waiting = hints(address, creator)
-- A turn that was broken off (at 0) is let in always: it had its place before.
if at > 0 and redis.call('ZCARD', waiting) >= {MOST_HINTS} then return 0 end
if redis.call('EXISTS', waiting) == 0 then
  if redis.call('EXISTS', creators(address)) == 0 then raise(address, '', 0) end
  raise(address .. ' ' .. creator, address, 0)
end
redis.call('ZADD', waiting, 'NX', at, hint)
redis.call('ZADD', creators(address), score_of(address, creator, budget), creator)
place_address(address)
return 1
"""
)
"""Arguments: address, creator, hint, whether it comes before all others (1), seconds of an hour."""

NEXT: Final = Script(
    _TREE
    + """
while true do
  local top = first(root)
  if not top[1] then return false end
  local address = top[1]
  local chosen = first(creators(address))
  local hint
  if chosen[1] then
    local waiting = hints(address, chosen[1])
    hint = redis.call('ZPOPMIN', waiting)[1]
    if redis.call('EXISTS', waiting) == 0 then
      redis.call('ZREM', creators(address), chosen[1])
    end
  end
  -- The virtual time, which never goes back: what the one chosen has had.
  if hint then
    local seconds, own = number(had(address)), number(had(address .. ' ' .. chosen[1]))
    write(floor(''), math.max(seconds, number(floor(''))))
    write(floor(address), math.max(own, number(floor(address))))
  end
  place_address(address)
  -- Else this was what a lost key has left: it is removed now, and the next is looked at.
  if hint then return hint end
end
"""
)
SPEND: Final = Script(
    _TREE
    + f"""
local address, creator = ARGV[1], ARGV[2]
local seconds, budget = tonumber(ARGV[3]), tonumber(ARGV[4])
local node = address .. ' ' .. creator
local function count(key)
  redis.call('INCRBYFLOAT', key, ARGV[3])
  -- An hour that begins with its first second of thinking and is not prolonged.
  if redis.call('TTL', key) < 0 then redis.call('EXPIRE', key, {HOUR}) end
end
count(used(address, creator))
count(hour(address))
-- Both may have expired while the turn was played: begin as who comes anew does, not at 0.
if redis.call('EXISTS', had(address)) == 0 then raise(address, '', 0) end
if redis.call('EXISTS', had(node)) == 0 then raise(node, address, 0) end
write(had(address), number(had(address)) + seconds)
write(had(node), number(had(node)) + seconds)
local own = score_of(address, creator, budget)
if redis.call('EXISTS', hints(address, creator)) == 1 then
  redis.call('ZADD', creators(address), own, creator)
end
place_address(address)
local top = first(root)
if not top[1] then return 0 end
if top[1] == address then
  local beside = first(creators(address))
  local less = number(used(address, beside[1])) * {LIGHTER} < number(used(address, creator))
  return less and tonumber(beside[2]) < own and 1 or 0
end
local gap = number(had(address)) + (own >= late and late or 0) - tonumber(top[2])
local here, there = number(hour(address)), number(hour(top[1]))
if gap <= 0 then return 0 end
-- Who has had far less is not kept waiting; between equals a turn goes on for a slice, or two long
-- turns would break each other off all the time.
if there * {LIGHTER} < here then return 1 end
return here * {LIGHTER} >= there and gap >= tonumber(ARGV[5]) and 1 or 0
"""
)
"""Arguments: address, creator, seconds it has had, seconds of an hour, the least difference that
counts between two who have had about the same of an hour. Whether another is to have a turn now."""
CLEAR: Final = Script("""
for _, address in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local creators = KEYS[1] .. ':creators:' .. address
  for _, creator in ipairs(redis.call('ZRANGE', creators, 0, -1)) do
    redis.call('UNLINK', KEYS[1] .. ':hints:' .. address .. ' ' .. creator)
  end
  redis.call('UNLINK', creators)
end
return redis.call('UNLINK', KEYS[1])
""")


@dataclass(frozen=True)
class Asker:
    """Who a match is played for: what stands for an address, and a client where one asked."""

    address: str = UNKNOWN
    client: str = UNKNOWN

    @classmethod
    def of(cls, record: Record) -> Asker:
        """Who asked for a match; of matches from before that was kept, who owns it."""
        if record.asked_by is None:
            return cls(UNKNOWN, record.client or UNKNOWN)
        address, _, client = record.asked_by.partition(" ")
        return cls(address, client or UNKNOWN)


class FairOrder:
    """The order of the hints of one queue. `budget` is how many seconds of an hour a creator has
    before it comes last; 0 for no bound.

    Every method raises `RedisError`.
    """

    def __init__(self, connection: Redis, budget: float) -> None:
        self._connection = connection
        self._budget = budget

    def wait(self, asker: Asker, hint: str, first: bool = False) -> bool:
        """Let a hint wait; the `first` one comes before all others of its asker.

        False where as many wait as may.
        """
        words = [asker.address, asker.client, hint, int(first), self._budget]
        return bool(WAIT(self._connection, [ROOT], words))

    def spend(self, asker: Asker, seconds: float, least: float) -> bool:
        """Count what an asker has had; whether another one waits that is to have a turn now.

        That is one that comes before it, and has had far less within the hour; or another address
        that has had about as much, and `least` seconds less since both have wanted more.
        """
        # Six digits: Python would write small numbers with an exponent.
        words = [asker.address, asker.client, f"{seconds:.6f}", self._budget, least]
        return bool(SPEND(self._connection, [ROOT], words))


def exchange_hint(connection: Redis, hint: str) -> str:
    """The hint to be followed where this one was taken: of all that wait the next, else itself.

    Raises `RedisError` where the queue does not answer.
    """
    try:
        found = NEXT(connection, [ROOT], [])
    except ResponseError as error:
        log.warning("the order of turns cannot be read, and is forgotten", error=str(error))
        # Nothing is lost but hints: the sweep offers again what is due.
        connection.unlink(ROOT)
        return hint
    return hint if found is None else bytes(found).decode(errors="replace")


def forget(connection: Redis) -> None:
    """Forget who waits, and not what they have had. Raises `RedisError`."""
    CLEAR(connection, [ROOT], [])

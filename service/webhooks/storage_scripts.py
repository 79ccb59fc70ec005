"""What is done to a webhook and its deliveries in one step: all keys are in its partition."""

from __future__ import annotations

from typing import Final

from railhead.service.accounts.token_storage import HELD
from railhead.service.store.connection import Script
from railhead.service.store.due_turns import NOW

PUT: Final = Script(
    HELD
    + NOW
    + """
if (redis.call('HGET', KEYS[2], 'secret') or '') ~= ARGV[4] then return 'changed' end
redis.call('HDEL', KEYS[2], 'old_secret', 'old_until', 'delivered_at')
redis.call('HDEL', KEYS[2], 'disabled_at', 'disabled_why', 'failing_since')
for index = 5, #ARGV - 1, 2 do
  redis.call('HSET', KEYS[2], ARGV[index], ARGV[index + 1])
end
redis.call('DEL', KEYS[3])
redis.call('ZADD', KEYS[4], now, ARGV[3])
return 'kept'
"""
)
"""Keys: client, webhook, what it was told, lanes. Arguments: `proof` of the client, the lane of
all, the secret before, empty for none, then fields."""
CHANGE: Final = Script("""
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 3))
return 1
""")
"""Key: webhook. Arguments: a field, what it must be, then fields with their values."""
PUSH: Final = Script(
    NOW
    + """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local waiting = redis.call('ZCARD', KEYS[4]) - redis.call('ZCARD', KEYS[8])
if ARGV[3] ~= '' and waiting >= tonumber(ARGV[8]) then
  redis.call('HSET', KEYS[1], 'disabled_at', ARGV[9], 'disabled_why', 'full')
  redis.call('ZADD', KEYS[6], now, ARGV[10])
  return 0
end
-- What was told is never the same text again: a worker that was overtaken is noticed.
local number = redis.call('HINCRBY', KEYS[1], 'number', 1)
if ARGV[4] ~= '' then
  if (redis.call('HGET', KEYS[2], ARGV[4]) or '') ~= ARGV[5] then return 0 end
  redis.call('HSET', KEYS[2], ARGV[4], ARGV[6] .. ' ' .. number)
end
if ARGV[3] ~= '' then
  redis.call('HSET', KEYS[3], ARGV[2], ARGV[3])
  redis.call('ZADD', KEYS[4], number, ARGV[2])
  redis.call('RPUSH', KEYS[5], ARGV[2])
  -- A lane that is held, or waits for its next attempt, goes on doing so.
  redis.call('ZADD', KEYS[6], 'NX', now, ARGV[1])
  redis.call('ZADD', KEYS[7], now, ARGV[7])
end
return 1
"""
)
"""Keys: webhook, told, deliveries, log, lane, lanes, undelivered, finished. Arguments: `client
lane`, the id of the delivery and the delivery, empty where there is nothing to tell; the match,
empty for none, with what the client was told of it before and is now; `client delivery`, how many
may wait; where there are more, since when the webhook is switched off, and the lane of all, in
which what waits is given up then."""
FINISH: Final = Script(
    NOW
    + """
if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or '') ~= tonumber(ARGV[2]) then return '' end
if redis.call('LINDEX', KEYS[2], 0) == ARGV[3] then redis.call('LPOP', KEYS[2]) end
redis.call('ZREM', KEYS[3], ARGV[4])
-- It is gone where the webhook was removed meanwhile, and does not come back.
if redis.call('HEXISTS', KEYS[4], ARGV[3]) == 1 then
  redis.call('HSET', KEYS[4], ARGV[3], ARGV[5])
  redis.call('ZADD', KEYS[6], time[1] * 1000 + time[2] / 1000, ARGV[3]) -- in their order
end
local old = redis.call('ZRANGEBYSCORE', KEYS[6], '-inf', now - ARGV[7] * 1000, 'LIMIT', 0, 100)
local most = redis.call('ZCARD', KEYS[6]) - ARGV[6] - 1
if most >= 0 and most >= #old then old = redis.call('ZRANGE', KEYS[6], 0, most) end
for _, id in ipairs(old) do
  redis.call('ZREM', KEYS[6], id)
  redis.call('ZREM', KEYS[5], id)
  redis.call('HDEL', KEYS[4], id)
end
if redis.call('LLEN', KEYS[2]) == 0 then
  redis.call('ZREM', KEYS[1], ARGV[1])
  return ''
end
local hold = string.format('%.2f', now + ARGV[8] + 0.5)
redis.call('ZADD', KEYS[1], hold, ARGV[1])
return hold
"""
)
"""Keys: lanes, lane, undelivered, deliveries, log, finished. Arguments: `client lane`, how it was
taken, the delivery's id, `client delivery`, the delivery, how many are kept and for how many
seconds, and for how many milliseconds the lane is taken if there is more in it."""
POSTPONE: Final = Script(
    NOW
    + """
if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or '') ~= tonumber(ARGV[2]) then return 0 end
if redis.call('HEXISTS', KEYS[2], ARGV[3]) == 1 then
  redis.call('HSET', KEYS[2], ARGV[3], ARGV[4])
end
redis.call('ZADD', KEYS[1], now + ARGV[5], ARGV[1])
return 1
"""
)
"""Keys: lanes, deliveries. Arguments: `client lane`, how it was taken, the delivery's id, the
delivery, in how many milliseconds it is tried again."""
REPLAY: Final = Script(
    NOW
    + """
if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('RPUSH', KEYS[3], ARGV[1])
redis.call('ZADD', KEYS[4], now, ARGV[3])
redis.call('ZADD', KEYS[5], now, ARGV[4])
return 1
"""
)
"""Keys: finished, deliveries, lane, lanes, undelivered. Arguments: the delivery's id, the delivery,
`client lane`, `client delivery`."""
HEALTH: Final = Script("""
if redis.call('EXISTS', KEYS[3]) == 0 then return {'', 0, 0} end
local spent = redis.call('INCRBY', KEYS[2], ARGV[4])
local left = redis.call('PTTL', KEYS[2])
if left < 0 then
  redis.call('EXPIRE', KEYS[2], ARGV[5])
  left = ARGV[5] * 1000
end
if redis.call('HGET', KEYS[1], 'url') ~= ARGV[3] then return {'', spent, left} end
if ARGV[1] == 'delivered' then
  redis.call('HDEL', KEYS[1], 'failing_since')
  redis.call('HSET', KEYS[1], 'delivered_at', ARGV[2])
  return {'', spent, left}
end
redis.call('HSETNX', KEYS[1], 'failing_since', ARGV[2])
return {redis.call('HGET', KEYS[1], 'failing_since'), spent, left}
""")
"""Keys: webhook, seconds, client. Arguments: how the attempt ended, when, its URL, how many
milliseconds it took, for how many seconds these are counted. Answers since when all have failed,
how many milliseconds are counted, and in how many they are forgotten."""

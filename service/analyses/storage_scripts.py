"""What is done to analyses in the store, each as one script.

An analysis is a field `<asker>:<number>` of the hash of its match. Its lines are: status, when it
was asked for, attempts without a result and changes; what was asked; why it failed; what has been
counted; what has been found.
"""

from __future__ import annotations

from typing import Final

from railhead.service.store.connection import Script
from railhead.service.store.due_turns import NOW

_READ: Final = """
local value = redis.call('HGET', KEYS[1], ARGV[1])
local status, at, attempts, changes, asked, reason, rest
if value then
  status, at, attempts, changes, asked, reason, rest =
    string.match(value, '^(%a+) (%d+) (%d+) (%d+)\\n([^\\n]*)\\n([^\\n]*)\\n(.*)$')
end
local function write()
  local head = status .. ' ' .. at .. ' ' .. attempts .. ' ' .. changes
  local whole = head .. '\\n' .. asked .. '\\n' .. reason .. '\\n' .. rest
  redis.call('HSET', KEYS[1], ARGV[1], whole)
  return whole
end
"""

_EARLIER: Final = """
local function earlier()
  local kept = ARGV[9] ~= '' and redis.call('HGET', KEYS[3], ARGV[9])
  if not kept then return nil end
  local at, fingerprint, number = string.match(kept, '^(%d+) (%x+) (%d+)$')
  if tonumber(at) <= now - ARGV[11] * 1000 then return nil end
  if redis.call('HEXISTS', KEYS[1], ARGV[1] .. ':' .. number) == 0 then return nil end
  return fingerprint .. ' ' .. number
end
"""
"""What an idempotency key was used for, as long as that is kept."""
ASK: Final = Script(
    NOW
    + _EARLIER
    + """
local before = earlier()
if before then return before end
if ARGV[3] == '' then return '' end
local number, running, busy, own, ended = 0, 0, 0, 0, {}
local fields = redis.call('HGETALL', KEYS[1])
for index = 1, #fields, 2 do
  local asker, numbered = string.match(fields[index], '^(%x+):(%d+)$')
  local status, at = string.match(fields[index + 1], '^(%a+) (%d+)')
  local mine = asker == ARGV[1]
  if mine then
    number = math.max(number, tonumber(numbered))
    own = own + 1
  end
  if status == 'running' then
    busy = busy + 1
    if mine then running = running + 1 end
  else
    ended[#ended + 1] = {tonumber(at), fields[index], mine}
  end
end
if running >= tonumber(ARGV[4]) or busy >= tonumber(ARGV[6]) then return '' end
local all = #fields / 2
table.sort(ended, function (one, other) return one[1] < other[1] end)
for _, old in ipairs(ended) do
  if all >= tonumber(ARGV[6]) or (old[3] and own >= tonumber(ARGV[5])) then
    redis.call('HDEL', KEYS[1], old[2])
    all = all - 1
    if old[3] then own = own - 1 end
  end
end
number = number + 1
local field = ARGV[1] .. ':' .. number
local head = 'running ' .. string.format('%.0f', now) .. ' 0 0'
redis.call('HSET', KEYS[1], field, head .. '\\n' .. ARGV[3] .. '\\n\\n\\n')
redis.call('EXPIRE', KEYS[1], ARGV[7])
redis.call('ZADD', KEYS[2], now + ARGV[8], ARGV[2] .. '.' .. field)
if ARGV[9] ~= '' then
  local kept = string.format('%.0f', now) .. ' ' .. ARGV[10] .. ' ' .. number
  redis.call('HSET', KEYS[3], ARGV[9], kept)
  redis.call('EXPIRE', KEYS[3], ARGV[11])
end
return ARGV[10] .. ' ' .. number
"""
)
"""Keys: analyses, marks, idempotency of the match. Arguments: asker, match, what is asked, '' for
nothing new, how many may run for one asker, be kept for one, be kept in all, seconds they are kept,
milliseconds until overdue, idempotency field, '' for none, with the fingerprint of the request and
the seconds that it is kept. Answers fingerprint and number, those of the earlier request where
there was one; '' where nothing new is asked, or as many are running as may."""

TAKE: Final = Script(
    NOW
    + _READ
    + """
if status ~= 'running' then
  redis.call('ZREM', KEYS[2], ARGV[2])
  return false
end
local holder = redis.call('GET', KEYS[3])
if holder and holder ~= ARGV[3] then return false end
redis.call('SET', KEYS[3], ARGV[3], 'PX', ARGV[4])
-- Overdue as soon as the lease has run out, should its worker die.
redis.call('ZADD', KEYS[2], now + ARGV[4], ARGV[2])
attempts = attempts + 1
return write()
"""
)
"""Keys: analyses, marks, lease. Arguments: field, mark, holder, milliseconds of the lease. Answers
the analysis where it is to be gone on with, and nobody else does."""

SAVE: Final = Script(
    NOW
    + _READ
    + """
if status ~= 'running' or redis.call('GET', KEYS[3]) ~= ARGV[3] then return 0 end
-- There is something new: only attempts that have brought nothing count.
status, attempts, changes, rest = ARGV[5], 0, changes + 1, ARGV[6]
write()
if ARGV[5] ~= 'running' then
  redis.call('DEL', KEYS[3])
  redis.call('ZREM', KEYS[2], ARGV[2])
elseif ARGV[7] ~= '' then
  redis.call('DEL', KEYS[3])
  redis.call('ZADD', KEYS[2], now + ARGV[7], ARGV[2])
else
  redis.call('PEXPIRE', KEYS[3], ARGV[4])
  redis.call('ZADD', KEYS[2], now + ARGV[4], ARGV[2])
end
redis.call(ARGV[8], ARGV[9], ARGV[2])
return changes
"""
)
"""Keys and first arguments as of `TAKE`; then status, what has been counted and found, milliseconds
until it is overdue where it is let go, else '', command that tells changes, its channel. Answers
how often it has changed, 0 where it is not to be gone on with."""

END: Final = Script(
    _READ
    + """
if status ~= 'running' then
  redis.call('ZREM', KEYS[2], ARGV[2])
  return 0
end
status, reason, changes = ARGV[3], ARGV[4], changes + 1
write()
redis.call('ZREM', KEYS[2], ARGV[2])
redis.call(ARGV[5], ARGV[6], ARGV[2])
return changes
"""
)
"""Keys: analyses, marks. Arguments: field, mark, status, why it failed, command, channel."""

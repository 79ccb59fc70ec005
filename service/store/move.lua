-- Moves one match from the keys of the first layout to those of its partition, with its due mark and
-- its listing entries; what is there already, or no longer, is left alone.
-- KEYS  the old keys of its parts, the head first; their new keys in the same order;
--       then the old and the new key of the due marks; then pairs of old and new listings
-- ARGV  1 match id  2 listing member  3 how many parts
-- Answers 1 where there was something to move.

local parts = tonumber(ARGV[3])
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end

for part = 1, parts do
  if redis.call('EXISTS', KEYS[part]) == 1 then
    redis.call('RENAME', KEYS[part], KEYS[parts + part])
  end
end

-- Heads had no nonce; what they are is as good as one.
local head = redis.call('GET', KEYS[parts + 1])
local version, rest = string.match(head, '^(%d+) (.*)$')
local nonce = string.sub(redis.sha1hex(head), 1, 12)
redis.call('SET', KEYS[parts + 1], version .. ' ' .. nonce .. ' ' .. rest, 'KEEPTTL')

local due = 2 * parts + 1
local score = redis.call('ZSCORE', KEYS[due], ARGV[1])
if score then
  redis.call('ZADD', KEYS[due + 1], score, ARGV[1])
  redis.call('ZREM', KEYS[due], ARGV[1])
end

for index = due + 2, #KEYS, 2 do
  if redis.call('ZSCORE', KEYS[index], ARGV[2]) then
    redis.call('ZADD', KEYS[index + 1], 0, ARGV[2])
    redis.call('ZREM', KEYS[index], ARGV[2])
  end
end
return 1

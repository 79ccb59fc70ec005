-- Deletes all of a match, and wakes whoever waits for it.
-- KEYS  1.. its own keys  then the due marks, the clocks, the news and the listings of its partition
-- ARGV  1 match id  2 how many keys are its own  3 listing member  4 command that tells changes
--       5 its channel  6.. clients that it concerns
-- Answers how many of its keys there were.

local own = tonumber(ARGV[2])
local gone = 0
for index = 1, own do
  gone = gone + redis.call('DEL', KEYS[index])
end
redis.call('ZREM', KEYS[own + 1], ARGV[1])
redis.call('ZREM', KEYS[own + 2], ARGV[1])
local time = redis.call('TIME')
for index = 6, #ARGV do
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZADD', KEYS[own + 3], now, ARGV[1] .. ' ' .. ARGV[index])
end
for index = own + 4, #KEYS do
  redis.call('ZREM', KEYS[index], ARGV[3])
end
redis.call(ARGV[4], ARGV[5], ARGV[1])
return gone

-- One commit: compare the head, append the batch, replace the snapshot, and all that goes with it.
-- KEYS  1 head  2 log  3 record  4 failures  5 idempotency  6 due  7 folded log  8 clocks
--       9 data of the match's own  10 news  11 places  12.. index entries to add, then those to
--       remove
-- ARGV  1 match id  2 expected version and nonce, '' to create  3 new head  4 milliseconds until
--       the bot's turn counts as overdue, -1 where no bot is to act  5 seconds until the match
--       expires, 0 for never  6 idempotency field, '' for none  7 its record  8 its seconds to live
--       9 command that tells changes  10 its channel  11 record, '' but for a creation  12 index
--       member  13 how many index keys to add to  14 the whole log folded into one value, which
--       takes the stream's place, '' but for the last commit  15 when a clock runs out, '-' where
--       none runs, '' in a match without clocks  16 clients that it may concern, with spaces
--       between them  17 the new head as a place, '' for none  18.. entries of the log
-- Answers {'done'}, {'repeat', record}, {'moved', head} or {'missing'}.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local version = 0

-- Before the head is compared: the first try of a repetition has moved it, mostly.
if ARGV[6] ~= '' then
  local earlier = redis.call('HGET', KEYS[5], ARGV[6])
  -- By the field's own time: each further key prolongs the life of the whole hash.
  if earlier and tonumber(string.match(earlier, '^%d+')) > now - ARGV[8] * 1000 then
    return {'repeat', earlier}
  end
end

local head = redis.call('GET', KEYS[1])
if ARGV[2] ~= '' then
  if not head then return {'missing'} end
  if string.match(head, '^%d+ %S+') ~= ARGV[2] then return {'moved', head} end
  version = tonumber(string.match(head, '^%d+'))
elseif head then
  return {'moved', head}
else
  redis.call('SET', KEYS[3], ARGV[11])
end

redis.call('SET', KEYS[1], ARGV[3])
if ARGV[14] ~= '' then
  redis.call('SET', KEYS[7], ARGV[14])
  redis.call('DEL', KEYS[2])
end
for entry = 18, #ARGV do
  -- An entry's id is its version: a range of versions is a range of the stream.
  redis.call('XADD', KEYS[2], (version + entry - 17) .. '-0', 'e', ARGV[entry])
end
if ARGV[17] ~= '' then
  redis.call('ZADD', KEYS[11], string.match(ARGV[3], '^%d+'), ARGV[17])
end
-- Each commit is followed by another decision, with all its attempts, halted or not.
redis.call('DEL', KEYS[4])

if ARGV[4] == '-1' then
  redis.call('ZREM', KEYS[6], ARGV[1])
else
  -- Overdue only after a while, in which the hint should have brought a worker.
  redis.call('ZADD', KEYS[6], now + ARGV[4], ARGV[1])
end

if ARGV[15] == '-' then
  redis.call('ZREM', KEYS[8], ARGV[1])
elseif ARGV[15] ~= '' then
  redis.call('ZADD', KEYS[8], ARGV[15], ARGV[1])
end

if ARGV[6] ~= '' then
  redis.call('HSET', KEYS[5], ARGV[6], string.format('%.0f', now) .. ' ' .. ARGV[7])
  redis.call('EXPIRE', KEYS[5], ARGV[8])
end

-- A client may lie on another server: this only marks, and a worker notes it there.
for client in string.gmatch(ARGV[16], '%S+') do
  redis.call('ZADD', KEYS[10], now, ARGV[1] .. ' ' .. client)
end

for index = 12, #KEYS do
  if index < 12 + tonumber(ARGV[13]) then
    redis.call('ZADD', KEYS[index], 0, ARGV[12])
  else
    redis.call('ZREM', KEYS[index], ARGV[12])
  end
end

for _, key in ipairs({KEYS[1], KEYS[2], KEYS[3], KEYS[7], KEYS[9], KEYS[11]}) do
  if ARGV[5] == '0' then
    redis.call('PERSIST', key)
  else
    redis.call('EXPIRE', key, ARGV[5])
  end
end

-- In the script, so that nobody can die between a commit and telling of it.
redis.call(ARGV[9], ARGV[10], ARGV[1])
return {'done'}

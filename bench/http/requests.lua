-- What wrk asks, and how it tells of it: one line of JSON.
--   wrk ... -s requests.lua URL -- get PATHS_FILE     a random line of the file each time
--   wrk ... -s requests.lua URL -- post PATH BODY_FILE
local paths = {}

local function content(name)
  local file = assert(io.open(name))
  local text = file:read("*a")
  file:close()
  return text
end

function init(args)
  math.randomseed(os.time())
  if args[1] == "post" then
    local headers = { ["Content-Type"] = "application/xml" }
    paths[1] = wrk.format("POST", args[2], headers, content(args[3]))
  else
    for line in content(args[2]):gmatch("[^\n]+") do
      paths[#paths + 1] = wrk.format("GET", line)
    end
  end
end

function request()
  return paths[math.random(#paths)]
end

function done(summary, latency)
  local wrong = summary.errors
  io.write(string.format(
    '{"requests": %d, "us": %d, "bytes": %d, "p50_us": %d, "p99_us": %d, "refused": %d, "broken": %d}\n',
    summary.requests, summary.duration, summary.bytes, latency:percentile(50),
    latency:percentile(99), wrong.status, wrong.connect + wrong.read + wrong.write + wrong.timeout))
end

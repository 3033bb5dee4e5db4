-- 20 calls of a function that drags 1e5 balls.
local here = arg[0]:match("^(.*/)") or ""
local balls = dofile(here .. "balls_make.lua")
local function drag()
  for _, b in ipairs(balls) do
    local v = b.vel
    if v.x > 1000.0 then
      v.x = v.x * 0.99
    end
  end
end
for cycle = 1, 20 do
  drag()
end
sum(balls)

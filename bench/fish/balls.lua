-- Passes over 1e5 balls that read and write their velocities.
local here = arg[0]:match("^(.*/)") or ""
local balls = dofile(here .. "balls_make.lua")
for pass = 1, 40 do
  for _, b in ipairs(balls) do
    local v = b.vel
    v.x = v.x * 0.99
    v.y = v.y * 0.99
    v.z = v.z * 0.99
  end
end
sum(balls)

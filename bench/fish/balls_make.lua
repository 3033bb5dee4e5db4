-- 1e5 balls as tables.
local balls = {}
for k = 0, 99999 do
  balls[k + 1] = { id = k + 1, radius = 0.4, pos = { x = k % 50 + 0.5, y = (k // 50) % 50 + 0.5, z = k // 2500 + 0.5 },
                   vel = { x = k * 1.0, y = 1.0, z = -0.5 } }
end
function sum(list)
  local s = 0.0
  for _, b in ipairs(list) do s = s + b.vel.x end
  print(string.format("%.17g", s))
end
return balls

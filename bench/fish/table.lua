-- Writes and reads a table of 1e5 rows of x and y, ten times.
local n = 100000
local t = {}
local s = 0.0
for pass = 1, 10 do
  for i = 1, n do
    local row = t[i]
    if row then row.y = i * 0.5 else t[i] = { x = 0.0, y = i * 0.5 } end
  end
  for k = 1, n do
    s = s + t[k].y
  end
end
print(string.format("%.17g", s))

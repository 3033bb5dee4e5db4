-- Arithmetic of reals and integers with comparisons in a loop of 3e6.
local s = 0.0
local hits = 0
for i = 1, 3000000 do
  local x = i * 0.5 - s / 3.0
  s = s + x
  if x > 1.0 then
    hits = hits + 1
  end
end
print(string.format("%.17g %d", s, hits))

-- Fills an array of 1e6 and sums it, three times.
local n = 1000000
local a = {}
local s = 0
for pass = 1, 3 do
  for i = 1, n do
    a[i] = i * pass
  end
  for k = 1, n do
    s = s + a[k]
  end
end
print(s)

-- Counts in a table by words, 1e6 times.
local m = { stone = 0, sand = 0, silt = 0, clay = 0 }
for i = 1, 250000 do
  m['stone'] = m['stone'] + i
  m['sand'] = m['sand'] + 1
  m['silt'] = m['silt'] + m['sand']
  m['clay'] = m['clay'] - 1
end
print(m['stone'] + m['silt'] + m['clay'])

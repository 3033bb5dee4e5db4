-- Builds a text of 30000 numbers, one after the other.
local s = ''
for i = 1, 30000 do
  s = s .. tostring(i) .. ','
end
print(#s)

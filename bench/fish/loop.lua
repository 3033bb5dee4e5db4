-- An empty loop of 1e7.
local n = 10000000
for i = 1, n do
end
print(n)

# Fills an array of 1e6 and sums it, three times.
def main():
    n = 1000000
    a = [0] * (n + 1)
    s = 0
    for turn in range(1, 4):
        for i in range(1, n + 1):
            a[i] = i * turn
        for k in range(1, n + 1):
            s = s + a[k]
    print(s)


main()

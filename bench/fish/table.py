# Writes and reads a table of 1e5 rows of x and y, ten times.
def main():
    n = 100000
    t = {}
    s = 0.0
    for turn in range(1, 11):
        for i in range(1, n + 1):
            row = t.get(i)
            if row is None:
                t[i] = [0.0, i * 0.5]
            else:
                row[1] = i * 0.5
        for k in range(1, n + 1):
            s = s + t[k][1]
    print("%.17g" % s)


main()

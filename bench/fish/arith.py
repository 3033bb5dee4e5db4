# Arithmetic of reals and integers with comparisons in a loop of 3e6.
def main():
    s = 0.0
    hits = 0
    for i in range(1, 3000001):
        x = i * 0.5 - s / 3.0
        s = s + x
        if x > 1.0:
            hits = hits + 1
    print("%.17g %d" % (s, hits))


main()

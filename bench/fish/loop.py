# An empty loop of 1e7.
def main():
    n = 10000000
    for i in range(1, n + 1):
        pass
    print(n)


main()

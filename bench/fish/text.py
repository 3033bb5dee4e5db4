# Builds a text of 30000 numbers, one after the other.
def main():
    s = ""
    for i in range(1, 30001):
        s = s + str(i) + ","
    print(len(s))


main()

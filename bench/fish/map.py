# Counts in a dictionary by words, 1e6 times.
def main():
    m = {"stone": 0, "sand": 0, "silt": 0, "clay": 0}
    for i in range(1, 250001):
        m["stone"] = m["stone"] + i
        m["sand"] = m["sand"] + 1
        m["silt"] = m["silt"] + m["sand"]
        m["clay"] = m["clay"] - 1
    print(m["stone"] + m["silt"] + m["clay"])


main()

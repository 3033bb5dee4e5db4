# Passes over 1e5 balls that read and write their velocities.
from balls_make import make, sum_x


def main():
    balls = make()
    for turn in range(40):
        for b in balls:
            v = b.vel
            v.x = v.x * 0.99
            v.y = v.y * 0.99
            v.z = v.z * 0.99
    sum_x(balls)


main()

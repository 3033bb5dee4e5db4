# 20 calls of a function that drags 1e5 balls.
from balls_make import make, sum_x


def drag(balls):
    for b in balls:
        v = b.vel
        if v.x > 1000.0:
            v.x = v.x * 0.99


def main():
    balls = make()
    for cycle in range(20):
        drag(balls)
    sum_x(balls)


main()

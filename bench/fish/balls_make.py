# 1e5 balls as objects.
class Vector:
    __slots__ = ("x", "y", "z")

    def __init__(self, x, y, z):
        self.x, self.y, self.z = x, y, z


class Ball:
    __slots__ = ("id", "radius", "pos", "vel")

    def __init__(self, id, radius, pos, vel):
        self.id, self.radius, self.pos, self.vel = id, radius, pos, vel


def make():
    return [
        Ball(k + 1, 0.4, Vector(k % 50 + 0.5, (k // 50) % 50 + 0.5, k // 2500 + 0.5),
             Vector(k * 1.0, 1.0, -0.5)) for k in range(100000)
    ]


def sum_x(balls):
    s = 0.0
    for b in balls:
        s = s + b.vel.x
    print("%.17g" % s)

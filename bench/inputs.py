"""Makes what the cases of bench/run.py read: settled packings, their repetition, data files for
LAMMPS and LIGGGHTS, meshes.

Everything lands in one folder and is made once. scree itself settles the packings, with the data
files tile*.dat and sizes-tile.dat.
"""
import math
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(HERE, "cases")
DENSITY = 2500.0
COPIES = {1: (1, 1), 3: (3, 1), 10: (5, 2), 100: (10, 10), 1000: (40, 25)}  # of a tile, in x and y


class Random:
    """A 64-bit linear congruence, so that inputs are the same everywhere."""

    def __init__(self, seed):
        self.state = seed

    def uniform(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & (2**64 - 1)
        return (self.state >> 11) / float(1 << 53)


def read_spheres(path):
    with open(path) as f:
        return [tuple(map(float, line.split())) for line in f]


def write_spheres(path, spheres):
    with open(path + ".part", "w") as f:
        for s in spheres:
            f.write(" ".join("%.17g" % v for v in s) + "\n")
    os.replace(path + ".part", path)


class Inputs:
    def __init__(self, program, folder, threads, say):
        self.program, self.folder, self.threads, self.say = program, folder, threads, say
        os.makedirs(folder, exist_ok=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def settle(self, name, data_file, symbols):
        """What the data file prints, kept as the file of this name."""
        path = self.path(name)
        if not os.path.exists(path):
            self.say("settling %s once" % name)
            command = [self.program, "run", "--quiet", "--threads", str(self.threads), "--out",
                       self.folder]
            for key, value in symbols.items():
                command += ["--set", "%s=%s" % (key, value)]
            done = subprocess.run(command + [os.path.join(CASES, data_file)], check=True,
                                  stdout=subprocess.PIPE, text=True)
            with open(path + ".part", "w") as f: # without the marks of what is timed
                f.writelines(l + "\n" for l in done.stdout.splitlines() if not l[:1].isalpha())
            os.replace(path + ".part", path)
        return path

    def tile(self, small):
        """(path, side in m) of the settled spheres that all beds repeat: 1000, or 10000."""
        count, side = (1000, 0.0158) if small else (10000, 0.05)
        return self.settle("tile%d.xyzr" % count, "tile.dat", {"count": count, "side": side}), side

    def bed(self, count, small):
        """(path, lx, ly) of so many settled spheres, periodic in x and y."""
        tile, side = self.tile(small or count == 1000)
        copies = COPIES[count // (1000 if small or count == 1000 else 10000)]
        path = self.path("bed%d%s.xyzr" % (count, "s" if small else ""))
        if not os.path.exists(path):
            write_spheres(path, repeat(read_spheres(tile), side, copies))
        return path, copies[0] * side, copies[1] * side

    def at_rest(self, symbols, small):
        """The bed of these symbols at rest under the law `linear`."""
        wanted = dict(symbols, law="linear", warm=0, cycles=2000 if small else 40000)
        return self.settle("bed10000%s-linear.xyzr" % ("s" if small else ""), "rest.dat", wanted)

    def bed2d(self, count):
        side = count * 4.0e-5
        path = self.settle("disks%d.xyr" % count, "tile2d.p2dat", {"count": count, "side": side})
        return path, side

    def chute(self, count, small):
        """The bed in units of its mean diameter."""
        bed, lx, ly = self.bed(count, small)
        path = os.path.splitext(bed)[0] + "-chute.xyzr"
        if not os.path.exists(path):
            write_spheres(path, [tuple(500.0 * v for v in s) for s in read_spheres(bed)])
        return path, 500.0 * lx, 500.0 * ly

    def sizes(self, ratio):
        """(path, side, height) of a settled box of two sizes, half of the volume each.

        1: the small ones of 1:50 by themselves."""
        scale, across, layers = {3: (3, 8, 5), 10: (10, 3, 2), 50: (50, 1, 1), 1: (50, 1, 1)}[ratio]
        pitch = 2.2e-3 * scale
        side, height = pitch * across, pitch * layers + 0.1
        loose = self.path("sizes%d-loose.xyzr" % ratio)
        if not os.path.exists(loose):
            large = on_lattice(1e-3 * scale, pitch, across, layers)
            wanted = len(large) * scale**3
            if ratio == 1:
                large = []
            small = cut_from(read_spheres(self.tile(False)[0]), 0.05, side, wanted, large, pitch)
            write_spheres(loose, large + small)
        symbols = {"bed": loose, "side": side, "height": height, "cycles": 20000}
        return self.settle("sizes%d.xyzr" % ratio, "sizes-tile.dat", symbols), side, height

    def silo(self, triangles, count):
        """(path of the mesh, path of the spheres)"""
        stl = self.path("silo%d.stl" % triangles)
        if not os.path.exists(stl):
            write_silo(stl, *{480: (48, 5), 48000: (480, 50)}[triangles])
        loose = self.path("silo%d.xyzr" % count)
        if not os.path.exists(loose):
            write_spheres(loose, lattice_in_cylinder(count, 0.025))
        return stl, loose

    def data_file(self, spheres, box, kind, types):
        """A file that LAMMPS and LIGGGHTS read. types(x, y, z, r): type of a sphere."""
        path = os.path.splitext(spheres)[0] + "-%s.data" % kind
        if not os.path.exists(path) or os.path.getmtime(path) < os.path.getmtime(spheres):
            write_data(path, read_spheres(spheres), box, kind, types)
        return path


def repeat(spheres, side, copies):
    """A packing that is periodic over side, so many times in x and y."""
    wrapped = [(x % side, y % side, z, r) for x, y, z, r in spheres]
    for i in range(copies[0]):
        for j in range(copies[1]):
            for x, y, z, r in wrapped:
                yield x + i * side, y + j * side, z, r


def on_lattice(radius, pitch, across, layers):
    centre = [pitch * (k + 0.5) for k in range(max(across, layers))]
    return [(centre[i], centre[j], centre[k], radius) for k in range(layers) for j in range(across)
            for i in range(across)]


def cut_from(tile, tile_side, side, wanted, large, pitch):
    """So many spheres of the tile, repeated over a box of that side, between and above large ones
    on a lattice."""
    small, level, copies = [], 0, int(side / tile_side) + 1
    while len(small) < wanted:
        for x, y, z, r in repeat(tile, tile_side, (copies, copies)):
            z += 0.031 * level
            inside = max(x, y) + r < side and min(x, y) > r
            if inside and not touches_lattice(x, y, z, r, large, pitch):
                small.append((x, y, z, r))
        level += 1
    small.sort(key=lambda s: s[2])
    return small[:wanted]


def touches_lattice(x, y, z, r, large, pitch):
    """Only the nearest point of the lattice can be reached, since its spheres do not touch."""
    if not large:
        return False
    top, radius = large[-1][2], large[-1][3]
    a, b = (v - (math.floor(v / pitch) + 0.5) * pitch for v in (x, y))
    c = z - min((math.floor(z / pitch) + 0.5) * pitch, top)
    return a * a + b * b + c * c < (r + radius) ** 2


def lattice_in_cylinder(count, radius):
    """A loose filling above the cone, slightly disturbed."""
    random, a, spheres, layer = Random(777), 2.3e-3, [], 0
    n = int(radius / a) + 1

    def shake():
        return 0.05e-3 * (2 * random.uniform() - 1)

    while len(spheres) < count:
        for i in range(-n, n + 1):
            for j in range(-n, n + 1):
                if math.hypot(i * a, j * a) < radius - 1.3e-3 and len(spheres) < count:
                    x, y, z = i * a + shake(), j * a + shake(), 22e-3 + layer * a + shake()
                    spheres.append((x, y, z, 0.9e-3 + 0.2e-3 * random.uniform()))
        layer += 1
    return spheres


def write_silo(path, segments, bands):
    """A cone from an orifice of 7 mm at z = 0 to 25 mm at z = 20 mm, and a cylinder to z = 140 mm;
    segments * bands * 2 triangles."""
    cone = bands * 2 // 5
    rings = [(7e-3 + 18e-3 * k / cone, 20e-3 * k / cone) for k in range(cone)]
    rings += [(25e-3, 20e-3 + 120e-3 * k / (bands - cone)) for k in range(bands - cone + 1)]

    def point(ring, k):
        angle = 2 * math.pi * (k % segments) / segments
        return ring[0] * math.cos(angle), ring[0] * math.sin(angle), ring[1]

    with open(path, "w") as f:
        f.write("solid silo\n")
        for low, high in zip(rings, rings[1:]):
            for k in range(segments):
                a, b, c, d = point(low, k), point(low, k + 1), point(high, k + 1), point(high, k)
                write_facet(f, (a, c, b))
                write_facet(f, (a, d, c))
        f.write("endsolid silo\n")


def write_facet(f, corners):
    e, g = ([corners[k][i] - corners[0][i] for i in range(3)] for k in (1, 2))
    n = e[1] * g[2] - e[2] * g[1], e[2] * g[0] - e[0] * g[2], e[0] * g[1] - e[1] * g[0]
    size = math.sqrt(sum(v * v for v in n))
    f.write(" facet normal %.9e %.9e %.9e\n  outer loop\n" % tuple(v / size for v in n))
    for v in corners:
        f.write("   vertex %.9e %.9e %.9e\n" % v)
    f.write("  endloop\n endfacet\n")


def write_data(path, spheres, box, kind, types):
    """Kind 'flow' gives a shear of 25 1/s to type 1."""
    density = 6.0 / math.pi if kind == "chute" else DENSITY
    flat = len(spheres[0]) == 3  # x y radius
    if flat:
        spheres = [(x, y, 0.0, r) for x, y, r in spheres]
    type_of = [types(*s) for s in spheres]
    with open(path + ".part", "w") as f:
        f.write("spheres\n\n%d atoms\n%d atom types\n\n" % (len(spheres), max(2, max(type_of))))
        for axis, (low, high) in zip("xyz", box):
            f.write("%.12g %.12g %slo %shi\n" % (low, high, axis, axis))
        f.write("\nAtoms\n\n")
        for k, (x, y, z, r) in enumerate(spheres):
            row = (k + 1, type_of[k], 2 * r, density, x, y, z)
            f.write("%d %d %.12e %.12g %.12e %.12e %.12e\n" % row)
        if kind == "flow":
            f.write("\nVelocities\n\n")
            for k, (x, y, z, r) in enumerate(spheres):
                f.write("%d %.9e 0 0 0 0 0\n" % (k + 1, 25.0 * z if type_of[k] == 1 else 0.0))
    os.replace(path + ".part", path)

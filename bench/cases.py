"""The cases of bench/run.py, in the order of the table.

A case prepares its inputs and says what each program runs."""
import os
from dataclasses import dataclass, field

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ATOMIC = ("lammps hertz", "lammps granular", "liggghts")  # of class Atomic
ALL = ATOMIC + ("yade",)


@dataclass
class Case:
    name: str
    kind: str  # of Bench.take_*
    what: str
    file: str = ""
    count: int = 0
    warm: int = 0
    steps: int = 0
    peers: tuple = ()
    skins: tuple = (1e-4,)  # m; several: the best of them for each peer
    option: int = 0
    slow: bool = False  # left out of --quick unless it is named
    unit: str = "ns a particle-step"  # of a case of cycles
    named: bool = False  # runs only if it is named
    threads: bool = True  # timed with each number of threads


@dataclass
class Job:
    """A case with its inputs: symbols for scree, variables for the peers."""

    case: Case
    symbols: dict = field(default_factory=dict)
    spheres: str = ""
    box: tuple = ()
    kind: str = ""
    inputs: object = None

    def input(self, peer):
        return peer + {"chute": "-chute", "silo": "-silo"}.get(self.kind, "") + ".in"

    def variables(self, scale):
        """What an input of a peer is told, with that part of the steps."""
        steps = max(4, int(self.symbols["cycles"] * scale))
        number = {"bed": 1, "flow": 2, "sizes": 3, "plane": 4}.get(self.kind, 0)
        found = {"data": self.data(), "steps": steps, "kind": self.kind, "number": number}
        for key in ("lx", "ly", "height", "stl"):
            if key in self.symbols:
                found[key] = self.symbols[key]
        for key in ("warm", "fill"):
            if key in self.symbols:
                found[key] = max(2, int(self.symbols[key] * scale))
        return found

    def data(self):
        return self.inputs.data_file(self.spheres, self.box, self.kind, TYPES[self.kind](self.case))

    def parts(self, loops):
        """{part: ns a particle-step} of the runs of a peer."""
        from programs import Failed

        names = ["filling", "discharge"] if self.kind == "silo" else ["cycles"]
        loops = [(s, n, a) for s, n, a in loops if n > 0 and a > 0]
        if len(loops) < len(names):
            raise Failed("no time found")
        return {name: 1e9 * s / (n * a) for name, (s, n, a) in zip(names, loops[-len(names) :])}


def one_type(case):
    return lambda x, y, z, r: 1


# The type of a sphere in a peer's data file: 2 is held below, or large.
TYPES = {
    "bed": one_type,
    "plane": one_type,
    "silo": one_type,
    "flow": lambda case: lambda x, y, z, r: 2 if z < 2e-3 else 1,
    "chute": lambda case: lambda x, y, z, r: 2 if z < 1.0 else 1,
    "sizes": lambda case: lambda x, y, z, r: 2 if r > 0.9e-3 * case.option else 1,
}


def prepare_bed(case, inputs, small):
    path, lx, ly = inputs.bed(min(case.count, 10000) if small else case.count, small)
    symbols = {"bed": path, "lx": lx, "ly": ly, "warm": case.warm, "cycles": case.steps}
    kind = "flow" if case.file == "flow.dat" else "bed"
    return Job(case, symbols, path, ((0, lx), (0, ly), (-1e-4, 0.06)), kind, inputs)


def prepare_law(case, inputs, small):
    job = prepare_bed(case, inputs, small)
    job.symbols["law"] = case.name[len("law-"):]
    if job.symbols["law"] in OF_SPRINGS:
        job.symbols["bed"] = inputs.at_rest(job.symbols, small)
    return job


def prepare_plane(case, inputs, small):
    path, lx = inputs.bed2d(case.count // 10 if small else case.count)
    symbols = {"bed": path, "lx": lx, "warm": case.warm, "cycles": case.steps}
    return Job(case, symbols, path, ((0, lx), (-1e-4, 1.0), (-1e-3, 1e-3)), "plane", inputs)


def prepare_chute(case, inputs, small):
    path, lx, ly = inputs.chute(case.count // 10 if small else case.count, small)
    symbols = {"bed": path, "lx": lx, "ly": ly, "warm": case.warm, "cycles": case.steps}
    return Job(case, symbols, path, ((0, lx), (0, ly), (-0.5, 40)), "chute", inputs)


def prepare_sizes(case, inputs, small):
    path, side, height = inputs.sizes(case.option)
    symbols = {"bed": path, "lx": side, "ly": side, "height": height, "warm": case.warm,
               "cycles": case.steps}
    box = ((-1e-3, side + 1e-3), (-1e-3, side + 1e-3), (-1e-3, height + 1e-3))
    return Job(case, symbols, path, box, "sizes", inputs)


def prepare_silo(case, inputs, small):
    stl, path = inputs.silo(case.option, case.count // 10 if small else case.count)
    symbols = {"bed": path, "stl": stl, "fill": case.warm, "cycles": case.steps}
    return Job(case, symbols, path, ((-0.03, 0.03), (-0.03, 0.03), (-0.05, 0.15)), "silo", inputs)


def prepare_servo(case, inputs, small):
    return Job(case, {"count": case.count, "servos": case.option, "press": 6000, "warm": case.warm,
                      "cycles": case.steps})


def prepare_nothing(case, inputs, small):
    return Job(case, {"cycles": case.steps, "warm": case.warm})


PREPARE = {
    "bed.dat": prepare_bed,
    "bed-pfc.dat": prepare_bed,
    "bed-ratio.dat": prepare_bed,
    "results.dat": prepare_bed,
    "burger.dat": prepare_bed,
    "flow.dat": prepare_bed,
    "laws.dat": prepare_law,
    "load.dat": prepare_bed,
    "save.dat": prepare_bed,
    "picture.dat": prepare_bed,
    "bed2d.p2dat": prepare_plane,
    "chute.dat": prepare_chute,
    "sizes.dat": prepare_sizes,
    "silo.dat": prepare_silo,
    "servo.dat": prepare_servo,
    "fish-cycle.dat": prepare_nothing,
}

# All that exert a force, in the order of models.def.
LAWS = ["linear", "hertz", "burger", "rrlinear", "linearpbond", "linearcbond", "arrlinear",
        "hysteretic", "hill", "softbond", "flatjoint", "dmt", "smoothjoint", "mohr", "jkr", "eepa",
        "walton", "rrhertz", "capillary", "fish", "lineardipole",
        "springnetwork", "burgercbond", "subspringnetwork"]
# Those with the springs of `linear`: their bed rests under these. In one that rests under Hertz's
# law most balls lift off at first, and after 750 cycles a third of the contacts is left.
OF_SPRINGS = ("linear", "rrlinear", "linearpbond", "linearcbond")

FLOW_SKINS = (1e-4, 2e-4, 4e-4, 8e-4)

CASES = [
    Case("bed-1e3", "cycles", "1e3 settled spheres, Hertz", "bed.dat", 1000, 1000, 10000, ALL),
    Case("bed-1e4", "cycles", "1e4 settled spheres", "bed.dat", 10000, 150, 1500, ALL),
    Case("bed-1e5", "cycles", "1e5 settled spheres", "bed.dat", 100000, 15, 150, ALL, slow=True),
    Case("bed-1e6", "cycles", "1e6 settled spheres", "bed.dat", 1000000, 10, 20, ALL, slow=True),
    Case("bed-1e7", "cycles", "1e7 settled spheres: some 5 GB of memory, and 1 GB of input",
         "bed.dat", 10000000, 2, 20, ALL, named=True),
    Case("bed-pfc-1e4", "cycles", "1e4 spheres: automatic timestep, damping, energies",
         "bed-pfc.dat", 10000, 150, 1500),
    Case("bed-pfc-1e5", "cycles", "1e5 spheres: automatic timestep, damping, energies",
         "bed-pfc.dat", 100000, 15, 150, slow=True),
    Case("bed-ratio-1e4", "cycles", "1e4 spheres, solved to a ratio", "bed-ratio.dat", 10000, 150,
         1500),
    Case("bed-ratio-1e5", "cycles", "1e5 spheres, solved to a ratio", "bed-ratio.dat", 100000, 15,
         150, slow=True),
    Case("flow-1e4", "cycles", "1e4 spheres flow down an incline", "flow.dat", 10000, 200, 2000,
         ALL, FLOW_SKINS),
    Case("flow-1e5", "cycles", "1e5 spheres flow down an incline", "flow.dat", 100000, 30, 300, ALL,
         FLOW_SKINS, slow=True),
    Case("chute", "cycles", "3e4 spheres on a chute, linear springs", "chute.dat", 30000, 50, 500,
         ("lammps hertz", "liggghts"), (0.1,), slow=True),
    Case("silo-480", "cycles", "1e4 spheres in a silo of 480 triangles", "silo.dat", 10000, 10000,
         5000, ("liggghts", "yade"), (3e-4,), 480),
    Case("silo-48000", "cycles", "1e4 spheres in a silo of 48,000 triangles", "silo.dat", 10000,
         10000, 5000, ("liggghts", "yade"), (3e-4,), 48000, slow=True),
    Case("sizes-3", "cycles", "9e3 spheres of two sizes, 1:3", "sizes.dat", 0, 150, 1500, ALL,
         (1e-4, 2e-4), 3, slow=True),
    Case("sizes-10", "cycles", "1.8e4 spheres of two sizes, 1:10", "sizes.dat", 0, 80, 800, ALL,
         (1e-4, 2e-4), 10, slow=True),
    Case("sizes-50", "cycles", "1.25e5 spheres of two sizes, 1:50", "sizes.dat", 0, 10, 100, ALL,
         (1e-4,), 50, slow=True),
    Case("bed-2d", "cycles", "1e4 settled disks (2D)", "bed2d.p2dat", 10000, 200, 2000, ATOMIC),
    Case("burger", "cycles", "1e4 settled spheres, Burger's law", "burger.dat", 10000, 150, 1500),
    *[Case("law-" + law, "cycles", "1e4 settled spheres under the law " + law, "laws.dat", 10000,
           150, 600, slow=True, threads=False) for law in LAWS],
    Case("start", "whole", "start to the first cycle, two balls", "bench/cases/start.dat",
         threads=False),
    Case("legacy", "whole", "legacy file, a million cycles of one contact",
         "examples/legacy-burger2d.dat", threads=False),
    Case("load", "times", "reading 1e6 balls", "load.dat", 1000000,
         peers=("lammps hertz", "liggghts"), slow=True),
    Case("save", "times", "saving and restoring 1e6 balls with contacts", "save.dat", 1000000,
         slow=True),
    Case("picture", "times", "a picture of 1e6 balls, 1920 x 1080", "picture.dat", 1000000,
         slow=True),
    Case("results-1e4", "results", "1e4 spheres, ten frames a second in files", "results.dat",
         10000, 150, 3000),
    Case("results-1e5", "results", "1e5 spheres, ten frames a second in files", "results.dat",
         100000, 15, 400, slow=True),
    Case("results-contacts-1e4", "results", "the same of 1e4 with their contacts", "results.dat",
         10000, 150, 3000, option=1),
    *[Case("servo-%d" % walls, "cycles", "1e4 spheres in a box, %d walls with servos" % walls,
           "servo.dat", 10000, 150, 1500, option=walls) for walls in (0, 1, 6)],
    Case("fish-cycle", "cycles", "two balls and a FISH call in each cycle", "fish-cycle.dat", 2,
         1000, 1000000, unit="ns a cycle", threads=False),
    Case("memory", "memory", "peak memory a ball of a bed of 1e5", "bed.dat", 100000, 2, 10, ALL,
         slow=True, threads=False),
    Case("rebuild", "rebuild", "building neighbour lists in a flow of 1e4", "flow.dat", 10000, 200,
         2000, ATOMIC, FLOW_SKINS, threads=False),
    Case("forces-hertz", "forces", "the pass over pairs, Hertz, in each instruction set", "bed.dat",
         10000, 150, 1000, threads=False),
    Case("forces-linear", "forces", "the pass over pairs, linear springs, in each instruction set",
         "chute.dat", 10000, 150, 1000, threads=False),
    Case("forces-burger", "forces", "the pass over pairs, Burger's law, in each instruction set",
         "burger.dat", 10000, 150, 1000, threads=False),
    Case("forces-2d", "forces", "the pass over pairs in 2D, in each instruction set", "bed2d.p2dat",
         10000, 150, 1000, threads=False),
    Case("forces-mesh", "counts", "instructions of pairs and facets in a silo of 480 triangles",
         "silo.dat", 10000, 10000, 4, option=480, threads=False),
    Case("forces-50", "forces", "the pass over pairs of two sizes 1:50, to compare with forces-1",
         "sizes.dat", 0, 10, 100, option=50, slow=True, threads=False),
    Case("forces-1", "forces", "the pass over the small ones of forces-50 by themselves",
         "sizes.dat", 0, 10, 100, option=1, slow=True, threads=False),
    Case("same-bits", "bits", "what the same bits cost: kernels without them beside the program's",
         threads=False),
    Case("fish", "fish", "FISH against Lua and Python", threads=False),
    Case("limits", "limits", "what the machine can do at most", threads=False),
]
# Cases in which the cost of the same bits is measured.
BITS = ["bed-1e3", "bed-1e4", "bed-1e5", "flow-1e4"]
FISH = ["loop", "fib", "arith", "array", "text", "table", "map", "balls", "callback"]
FISH_BASE = {"balls": "balls0", "callback": "callback0"}  # whose time is taken off

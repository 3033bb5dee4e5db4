"""Cases of bench/run.py that look into the program: kernels, memory, neighbour lists, the cost of
the same bits, limits of the machine."""
import os
import statistics
import subprocess
import time
from dataclasses import dataclass, field, replace

import kernels
from cases import BITS, CASES, PREPARE
from programs import CASES as FILES
from programs import PEERS_KNOWN, Failed, Scree, scree_facts

ISAS = ("base", "avx2", "avx512")

# Programs of cmake/bench.cmake, and what their kernels give up.
BIT_PROGRAMS = {
    "kept": "same kernels, built like those below",
    "contracted": "contraction",
    "unrounded": "plain sums",
    "native": "flags of this processor",
    "maths": "-Ofast",
    "free": "all of these",
}


@dataclass
class Series:
    """What one program took for one part of a case."""

    case: str
    part: str
    unit: str
    threads: int
    program: str
    values: list = field(default_factory=list)
    note: str = ""

    def cells(self):
        return statistics.median(self.values), min(self.values)


def count_lines(path):
    with open(path) as f:
        return sum(1 for _ in f)


def plain_file(folder, like):
    """Seconds for writing and reading a file of as many bytes as `like` has on the disk, with
    nothing to do but that."""
    size, path = os.stat(os.path.join(folder, like)).st_blocks * 512, os.path.join(folder, "plain")
    block = memoryview(bytes(range(256)) * 16384)
    begin = time.perf_counter()
    with open(path + ".new", "wb", buffering=0) as f:
        for at in range(0, size, len(block)):
            f.write(block[: size - at])
        os.fsync(f.fileno())
    os.replace(path + ".new", path)
    written = time.perf_counter()
    with open(path, "rb", buffering=0) as f:
        f.read()
    return {"saving": written - begin, "restoring": time.perf_counter() - written}


class MoreTakes:
    def built(self, target, program=None):
        """A program of the bench beside scree's, built now if the folder is one of CMake's."""
        folder = os.path.dirname(self.options.program)
        if os.path.exists(os.path.join(folder, "CMakeCache.txt")):
            subprocess.run(["cmake", "--build", folder, "--target", target],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        path = os.path.join(folder, program or target)
        if not os.path.exists(path):
            raise Failed("%s is not built (cmake --build DIR --target %s)" % (path, target))
        return path

    def job_of(self, case):
        """(inputs of the case, symbols with the number of steps)"""
        job = PREPARE[case.file](case, self.inputs, self.options.quick)
        symbols = dict(job.symbols, cycles=max(4, int(case.steps * self.scale)),
                       warm=max(2, int(case.warm * self.scale)))
        if "fill" in symbols:
            symbols["fill"] = symbols["warm"]
        return job, symbols

    # ---- kernels ----

    def take_forces(self, case):
        _, symbols = self.job_of(case)
        for isa in ISAS:
            once = {"scree": lambda run, i=isa: self.scree.forces(case.file, symbols, i)}
            self.finish(case, self.measure(case, 1, once, lambda part: "ns a contact",
                                           case.name + " " + isa), {})
            if case.count and self.counts(isa):  # else its inputs are large
                self.rows += self.counted(case, isa)

    def take_counts(self, case):
        """Where too much changes during a run for a mean of its time: the counts alone, of a cycle
        before the last mark."""
        for isa in filter(self.counts, ISAS):
            self.rows += self.counted(case, isa)

    def counts(self, isa):
        """Are instructions of this set counted? Single steps are slow, and base takes the most by
        far: --quick counts those of the set that is used."""
        return not self.options.quick or isa == scree_facts(self.options.program)[2]

    def counted(self, case, isa):
        """Instructions of a contact, its roots and quotients, and the least time that they take;
        with 1000 balls."""
        symbols = dict(PREPARE[case.file](replace(case, count=1000), self.inputs, False).symbols,
                       warm=kernels.WARM)
        try:
            self.built("bench_steps")
            text, contacts, _ = self.scree.profile(case.file, dict(symbols, cycles=4), isa)
            self.scree.hash()  # takes away what that kept
            found = kernels.kernel_counts(self.scree, os.path.join(FILES, case.file), symbols, isa)
        except (Failed, OSError, subprocess.SubprocessError) as error:
            return [Series(case.name, "instructions, " + isa, "instructions a contact", 1, "scree",
                           [], str(error))]
        pairs, facets, numbers = (value / contacts for value in found)
        rows = [Series(case.name, "instructions, " + isa, "instructions a contact", 1, "scree",
                       [pairs + facets], "%.1f of facets" % facets)]
        rows.append(Series(case.name, "roots and quotients, " + isa, "numbers a contact", 1,
                           "scree", [numbers]))
        limits = self.limits()
        if limits.get("isa") == isa:
            by = {"instructions": (pairs + facets) * limits["instruction"]}
            by["roots and quotients"] = numbers * max(limits["square root"], limits["division"])
            words = ", ".join("%s %.3g" % pair for pair in by.items())
            rows.append(Series(case.name, "least time, " + isa, "ns a contact", 1, "the machine",
                               [max(by.values())], words))
        return rows

    # ---- limits of the machine ----

    def limit_lines(self):
        out = subprocess.run([self.built("bench_limits")], capture_output=True, text=True,
                             check=True).stdout
        return [line.split("\t") for line in out.splitlines()]

    def limits(self):
        """{name: least time in ns}, and the instruction set as 'isa'; measured once."""
        if self.least is None:
            lines = self.limit_lines()
            self.least = {words[0]: float(words[2]) for words in lines[1:]}
            self.least["isa"] = lines[0][1]
        return self.least

    def take_limits(self, case):
        lines = self.limit_lines()
        for words in lines[1:]:
            self.rows.append(Series("limits", words[0], words[3], 1, lines[0][1],
                                    [float(words[1]), float(words[2])], ""))

    # ---- lists and memory ----

    def take_rebuild(self, case):
        job, symbols = self.job_of(case)
        units = {"building": "ns a ball", "cycles a list": "cycles",
                 "building a cycle": "ns a particle-step"}
        programs = {"scree": lambda run: self.scree.rebuild(case.file, symbols)}
        skins = {peer.name: self.best_skin(case, job, peer) for peer in self.peers_of(case, 1)}
        for peer in self.peers_of(case, 1):
            programs[peer.name] = lambda run, p=peer: p.rebuild(job, skins[p.name], self.folder,
                                                                self.scale)
        self.finish(case, self.measure(case, 1, programs, lambda part: units[part]),
                    self.skin_notes(skins))

    def take_results(self, case):
        """What ten frames a second cost: the same run without and with them, and one state."""
        job, symbols = self.job_of(case)
        for threads in self.options.threads:
            plain = dict(symbols, every=0, contacts=0)
            # the first run of a machine at rest takes longer
            cycle = min(self.scree.marked(case.file, plain, threads, False)["cycles"]
                        for run in range(3))
            cycle = cycle * 1e-9 * min(case.count, count_lines(job.spheres))
            frames = dict(symbols, every=max(1, round(0.1 / cycle)), contacts=case.option)
            programs = {
                "scree": lambda run, t=threads: self.same_state(case, plain, t, run),
                "frames": lambda run, t=threads: self.same_state(case, frames, t, run),
            }
            found = self.measure(case, threads, programs, lambda part: "ns a particle-step")
            self.finish(case, found, {"frames": "one every %d cycles" % frames["every"]})
        for name in os.listdir(self.folder):
            if name.startswith("bench-frames-"):
                os.unlink(os.path.join(self.folder, name))

    def take_memory(self, case):
        """What a ball adds to the peak of a whole run: the peak of many, less that of a tenth, over
        the difference of their numbers."""
        small = replace(case, count=case.count // (100 if self.options.quick else 10))
        jobs = [self.job_of(c) for c in (case, small)]
        more = count_lines(jobs[0][0].spheres) - count_lines(jobs[1][0].spheres)

        def added(peak_of):
            return {"peak": (peak_of(*jobs[0]) - peak_of(*jobs[1])) / more}

        programs = {"scree": lambda run: added(
            lambda job, symbols: self.scree.memory(case.file, symbols))}
        for peer in PEERS_KNOWN:
            if peer.name in case.peers and peer.installed(1) and not self.options.alone:
                programs[peer.name] = lambda run, p=peer: added(
                    lambda job, symbols: p.memory(job, case.skins[0], self.folder))
        found = self.measure(case, 1, programs, lambda part: "bytes a ball")
        self.scree.marked(case.file, jobs[0][1], 1, keep=True)
        self.finish(case, found, {})

    # ---- the cost of the same bits ----

    def take_bits(self, case):
        programs = {"same bits": self.scree}
        for name, what in BIT_PROGRAMS.items():
            programs[what] = Scree(self.built("bench_bits_" + name), self.folder, "base")
        for base in (c for c in CASES if c.name in BITS and not (self.options.quick and c.slow)):
            _, symbols = self.job_of(base)
            turns = {}
            for what, program in programs.items():
                name = "scree" if what == "same bits" else what
                turns[name] = lambda run, p=program: {base.name: p.marked(
                    base.file, symbols, 1, run == 0 and p is self.scree)["cycles"]}
            self.finish(case, self.measure(case, 1, turns, lambda part: "ns a particle-step",
                                           "same-bits " + base.name), {})

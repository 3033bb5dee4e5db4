#!/usr/bin/env python3
"""Does the number of threads that scree chooses cost time? Beds of 100 to 1e5 balls by one, two,
... threads and by the choice, in turns, with and without another process that keeps one core busy
(bench/README.md)."""
import argparse
import ctypes
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from inputs import CASES, Inputs  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
STEPS = {100: 200000, 1000: 30000, 10000: 3000, 100000: 300}
CHOSEN = 0  # the number of threads is left to scree


def say(text):
    print(text, file=sys.stderr, flush=True)


def end_with_parent():
    """This process is killed when the one that began it ends, however that does."""
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Busy:
    """A loop on one core, as long as the block runs."""

    def __init__(self, core):
        self.core, self.loop = core, None

    def __enter__(self):
        if self.core is not None:
            self.loop = subprocess.Popen(["taskset", "-c", str(self.core), sys.executable, "-c",
                                          "while True: pass"],
                                         preexec_fn=end_with_parent)

    def __exit__(self, *_):
        if self.loop:
            self.loop.kill()
            self.loop.wait()


def bed(inputs, balls):
    """(path, lx, ly)"""
    if balls > 100:
        return inputs.bed(balls, False)
    side = 0.009
    return inputs.settle("tile%d.xyzr" % balls, "tile.dat",
                         {"count": balls, "side": side}), side, side


def run(options, symbols, threads):
    """(ns a particle-step of the last solve and the one before, what --profile says of threads)"""
    command = [options.program, "run", "--quiet", "--profile", "--out", options.folder]
    command += ["--threads", str(threads)] if threads else []
    for name, value in symbols.items():
        command += ["--set", "%s=%s" % (name, value)]
    done = subprocess.run(command + [os.path.join(CASES, "bed.dat")], capture_output=True,
                          text=True, check=True)
    rate = re.search(r"solves?: [0-9.]+ s, (\S+) particle-steps/s", done.stderr)
    return 1e9 / float(rate.group(1)), re.search(r"threads: (.*)", done.stderr).group(1)


def measure(options, inputs, balls, core):
    """One row of the table."""
    path, lx, ly = bed(inputs, balls)
    steps = max(10, int(STEPS[balls] * options.scale))
    symbols = {"bed": path, "lx": lx, "ly": ly, "warm": steps // 10, "cycles": steps}
    numbers = options.threads + [CHOSEN]
    times, told = {n: [] for n in numbers}, []
    with Busy(core):
        for _ in range(options.runs):
            for n in numbers:
                ns, threads = run(options, symbols, n)
                times[n].append(ns)
                if n == CHOSEN:
                    told.append(threads)
    medians = [statistics.median(times[n]) for n in numbers]
    best = min(medians[:-1])
    name = "%d, %s" % (balls, "all cores free" if core is None else "core %d busy" % core)
    say("%s: %s" % (name, "; ".join(told)))
    cells = ["%.1f (%.1f)" % (m, min(times[n])) for n, m in zip(numbers, medians)]
    return "| %s | %s | %.2f |" % (name, " | ".join(cells), medians[-1] / best)


def numbers_of(text):
    """4: 1, 2, 3, 4; 1,2,8: these."""
    parts = [int(t) for t in text.split(",")]
    return parts if len(parts) > 1 else list(range(1, parts[0] + 1))


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("balls", nargs="*", type=int,
                   help="how many: %s; by default all of these" % ", ".join(map(str, STEPS)))
    p.add_argument("--program", default=os.path.join(ROOT, "build", "release", "scree"))
    p.add_argument("--threads", type=numbers_of, default=str(os.cpu_count()), metavar="N[,N...]",
                   help="up to so many by command, or these; by default all cores")
    p.add_argument("--busy", type=int, default=os.cpu_count() - 1,
                   help="the core that is taken away")
    p.add_argument("--runs", type=int, default=5)
    p.add_argument("--scale", type=float, default=1.0, help="of the steps")
    p.add_argument("--folder", default=os.path.join(tempfile.gettempdir(), "scree-bench"),
                   help="of the inputs")
    options = p.parse_args()
    unknown = set(options.balls) - set(STEPS)
    if unknown:
        p.error("no bed of %s balls" % min(unknown))
    inputs = Inputs(options.program, options.folder, os.cpu_count(), say)
    load = "%.1f %.1f %.1f" % os.getloadavg()
    print("load %s; ns a particle-step, median (minimum) of %d runs in turns"
          % (load, options.runs))
    numbers = " | ".join(map(str, options.threads))
    print("| balls | %s | chosen | chosen / best |" % numbers)
    print("|---" * (len(options.threads) + 3) + "|")
    for balls in options.balls or sorted(STEPS):
        for core in (None, options.busy):
            print(measure(options, inputs, balls, core), flush=True)
    print("load %.1f %.1f %.1f" % os.getloadavg())


if __name__ == "__main__":
    main()

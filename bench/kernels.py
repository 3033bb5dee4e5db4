"""What a contact costs the kernels in instructions, roots and divisions, counted in one cycle by
bench_steps (bench/steps.c)."""
import bisect
import collections
import os
import re
import subprocess

from programs import Failed

PAIRS = r"src/(kernel/(kernel\.c|ends\.h|rows\.h|lanes\.h|batch\.h|stiffness\.h)|model/)"
FACETS = r"src/(kernel/closest|world/(facets/facet|claims/(claim|wake)))"
WARM, BEFORE = 200, 50  # cycles before the marks; the one that is counted lies so many before them


def output(*words):
    return subprocess.run(words, capture_output=True, text=True).stdout


def symbols_of(program):
    """(addresses, names) of functions, in order."""
    found = [line.split() for line in output("nm", "-n", program).splitlines()]
    found = [(int(w[0], 16), w[2]) for w in found if len(w) == 3 and w[1] in "tT"]
    return [a for a, _ in found], [n for _, n in found]


def count_cycle(scree, file, symbols, isa):
    """{address: executions} of one cycle."""
    addresses, names = symbols_of(scree.program)
    steps = os.path.join(os.path.dirname(scree.program), "bench_steps")
    motion = "scr_motion_rows_%s_%d" % (isa, 2 if file.endswith(".p2dat") else 3)
    if motion not in names or not os.path.exists(steps):
        raise Failed("no bench_steps, or a program without symbols")
    out = os.path.join(scree.folder, "steps")
    hits = symbols["fill"] - BEFORE if "fill" in symbols else WARM - BEFORE
    words = [steps, "%x" % addresses[names.index(motion)], str(hits), out]
    done = subprocess.run(
        words + scree.command([file], dict(symbols, warm=WARM, cycles=100), 1),
        env=dict(os.environ, SCREE_ISA=isa), cwd=scree.folder, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True,
    )
    if done.returncode != 0:
        raise Failed(done.stderr.strip()[:100])
    with open(out) as f:
        counts = {int(a, 16): int(n) for a, n in (line.split() for line in f)}
    os.remove(out)
    return counts


def by_function(program, counts):
    """{(address of a function, the next one's): executions}, and the file of each."""
    addresses, _ = symbols_of(program)
    found = collections.Counter()
    for a, n in counts.items():
        k = bisect.bisect(addresses, a)
        if 0 < k < len(addresses):
            found[addresses[k - 1], addresses[k]] += n
    files = output("addr2line", "-e", program, *["%x" % f[0] for f in found]).splitlines()
    return found, dict(zip(found, files))


def roots_and_quotients(program, function, counts):
    """Numbers of which a root or a quotient was taken, lane by lane."""
    text = output("objdump", "-d", "--no-show-raw-insn", "--start-address=%d" % function[0],
                  "--stop-address=%d" % function[1], program)
    total = 0
    for m in re.finditer(r"^\s*([0-9a-f]+):\s+v?(?:sqrt|div)(pd|sd)\s+(.*)$", text, re.M):
        lanes = 1 if m[2] == "sd" else 8 if "zmm" in m[3] else 4 if "ymm" in m[3] else 2
        total += lanes * counts.get(int(m[1], 16), 0)
    return total


def kernel_counts(scree, file, symbols, isa):
    """(instructions of pairs, those of facets, roots and quotients of both) in one cycle."""
    counts = count_cycle(scree, file, symbols, isa)
    functions, source = by_function(scree.program, counts)
    pairs = [f for f in functions if re.search(PAIRS, source[f])]
    facets = [f for f in functions if re.search(FACETS, source[f])]
    if not pairs:
        raise Failed("no function of the kernels was found: are there line numbers in the program?")
    numbers = sum(roots_and_quotients(scree.program, f, counts) for f in pairs + facets)
    return sum(functions[f] for f in pairs), sum(functions[f] for f in facets), numbers

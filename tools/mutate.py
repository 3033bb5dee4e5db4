#!/usr/bin/env python3
"""How many plausible mistakes in the sources do the tests notice?

usage: ./dev mutate N [options]; ./dev mutate --help tells them.

Mistakes are put one at a time into a copy of the tree (build/mutate/tree): a sign, a comparison, a
condition, a constant, a term or a line that is missing. One that does not compile without warnings,
or yields the same code, does not count. Tests that reach its line run, those first that are fast
and do little else, until one fails; one that takes far too long has failed. A mistake in a line
that no test reaches has survived."""

import argparse
import difflib
import os
import random
import re
import signal
import sys
import time
from pathlib import Path

import cover
from mistakes import Source
from mutate_tests import (ROOT, SURVIVED, TREE, BUILD, LINK, build, build_cover, die, digest,
                          list_tests, log_of, map_of, measure, ninja, renew_copy, run_all, say,
                          together)

# ---- mistakes ----

def sources(only):
    for path in sorted((TREE / "src").rglob("*.[ch]")):
        name = str(path.relative_to(TREE))
        if not only or any(name.startswith(o) for o in only):
            yield Source(name, path.read_text())


def patch_of(source, changed):
    before, after = source.text.splitlines(True), changed.splitlines(True)
    return "".join(difflib.unified_diff(before, after, "a/" + source.path, "b/" + source.path, n=2))


def drawn(seed, only, kind_wanted):
    """Mistakes, none twice: (file, kind, text of the file with it). Each line of code is as likely
    as any other."""
    lots = random.Random(seed)
    same = known_same()
    every = list(sources(only))
    for source in every:
        source.found = {n: kept for n, all in source.found.items()
                        if (kept := [m for m in all if kind_wanted in (None, m.kind)])}
    lines = [(s, n) for s in every for n in s.lines if n in s.found]
    if not lines:
        die("no source with code in " + " ".join(only))
    seen, total = set(), sum(len(s.found[n]) for s, n in lines)
    while len(seen) < total:
        source, number = lots.choice(lines)
        kinds = sorted({m.kind for m in source.found[number]})
        kind = lots.choice(kinds)
        mistake = lots.choice([m for m in source.found[number] if m.kind == kind])
        if (source.path, mistake) not in seen:
            seen.add((source.path, mistake))
            text = source.text[:mistake.start] + mistake.text + source.text[mistake.end:]
            rows = [r[0] + r[1:].strip() for r in lines_of(patch_of(source, text))]
            if ((source.path, *rows) not in same
                    and any((source.path, r) not in same for r in rows if r[0] == "-")):
                yield source, kind, text


def known_same():
    """Mistakes that tools/mutate.same names: (file, the lines of a patch), or (file, a line that no
    mistake is made in)."""
    known, path = set(), None
    for row in Path(__file__).with_name("mutate.same").read_text().splitlines():
        if row.startswith("- "):
            old = row[2:].strip()
        elif row.startswith("= "):
            known.add((path, "-" + row[2:].strip()))
            if row[2:].strip() not in map(str.strip, (ROOT / path).read_text().splitlines()):
                die(f"tools/mutate.same: {path} has no line {row[2:]}")
        elif row.startswith("+ "):
            known.add((path, "-" + old, "+" + row[2:].strip()))
        elif row and not row.startswith("#"):
            path = row
            if not (ROOT / path).is_file():
                die(f"tools/mutate.same: there is no {path}")
    return known


def patched(file):
    """A patch that this program wrote, applied to the sources as they are now."""
    text = Path(file).read_text()
    name = re.search(r"^--- a/(.*)$", text, re.M).group(1)
    source = Source(name, (TREE / name).read_text())
    changed = source.text
    for hunk in re.split(r"^@@.*\n", text, flags=re.M)[1:]:
        rows = [r for r in hunk.splitlines(True) if r[0] in " +-"]
        old = "".join(r[1:] for r in rows if r[0] != "+")
        new = "".join(r[1:] for r in rows if r[0] != "-")
        if changed.count(old) != 1:
            return None
        changed = changed.replace(old, new)
    return source, "patch", changed


def mistakes(options):
    if not options.patches:
        yield from drawn(options.seed, options.only, options.kind)
    for file in options.patches:
        found = patched(file)
        if found:
            yield found
        else:
            say(f"{file}: the sources have changed there")


# ---- one mistake ----

# They look at all rows of all tables, which no counter of lines can tell.
READING = ["cmd.catalogue"]


class Trial:
    """Puts mistakes in, one after another, and says what the tests make of each."""

    def __init__(self, options):
        self.options = options
        self.kills = {}
        renew_copy()
        say("building")
        build(options.jobs)
        self.tests = measure(list_tests(), options)
        self.map = None
        if cover.possible():
            build_cover(options.jobs)
            self.map = map_of(self.tests, options)
        self.library = [str(BUILD / "libscree.a"), str(BUILD / "scree")]
        self.was = {p: digest([p]) for p in {*self.library,
                                             *(p for t in self.tests for p in t.programs)}}

    def changed(self, programs):
        return any(digest([p]) != self.was[p] for p in programs)

    def order(self, source, text):
        """The tests that reach the changed lines. First those that are fast and do little else."""
        first, last = changed_lines(source.text, text)
        bits = self.map.tests_of(source.path, first, last) if self.map else -1
        if self.map and not self.map.is_code(source.path, first, last):
            bits |= self.users(source.text.splitlines()[first - 1:last])
        words = set(re.split(r"[/_.]", source.path)) - {"src", "c", "h", "cmd", "lib"}

        def cost(at):
            test = self.tests[at]
            share = self.map.shares[at].get(source.path, 0) if self.map else 0
            share += 0.02 * len(words & set(re.split(r"[/_.]", test.name)))
            known = self.kills.get((source.path, test.name), 0)
            return (test.seconds + LINK * (test.case is None)) / (0.01 + share) / (1 + known)

        here = [at for at in range(len(self.tests)) if bits >> at & 1]
        reading = [] if not self.map or self.map.is_code(source.path, first, last) else READING
        ordered = [self.tests[at] for at in sorted(here, key=cost)]
        first = [t for t in self.tests if t.name in reading]
        return first + [t for t in ordered if t not in first]

    def users(self, lines):
        """The tests that reach what names a constant of these lines."""
        names = set(re.findall(r"\b[A-Z][A-Z0-9_]{3,}\b", " ".join(lines)))
        bits = 0
        for file in (TREE / "src").rglob("*.[ch]") if names else []:
            path = str(file.relative_to(TREE))
            for number, line in enumerate(file.read_text().splitlines(), 1):
                if not names.isdisjoint(re.findall(r"\w+", line)) and \
                        self.map.is_code(path, number, number):
                    bits |= self.map.tests_of(path, number, number)
        return bits

    def verdict(self, source, text):
        """None: no mistake (it does not compile, or nothing is other than before); else (who
        noticed it or None, what there is to say of it)."""
        file = TREE / source.path
        file.write_text(text)
        try:
            good, _ = ninja({"libscree.a", "scree"}, self.options.jobs)
            if not good or not self.changed(self.library):
                return None
            return self.test(source, text)
        finally:
            file.write_text(source.text)

    def test(self, source, text):
        order = self.order(source, text)
        spent, ran = 0.0, 0
        for batch in batches(order, max(2, self.options.jobs)):
            if spent > self.options.budget:
                break
            targets = set().union(*(t.targets() for t in batch))
            if not ninja(targets, self.options.jobs)[0]:
                return None  # a header that the tests cannot use any more
            batch = [t for t in batch if self.changed(t.programs)]
            for test, status, seconds in run_all(batch, self.options.jobs,
                                                 lambda t: 3 + 5 * t.seconds, False):
                spent, ran = spent + seconds, ran + test.count
                if status not in (0, 77):
                    return self.noticed(source, test, status), f"{spent:.0f} s of tests"
        if not order:
            return None, "no test reaches it"
        return None, f"{ran} of {len(order)} tests, {spent:.0f} s"

    def noticed(self, source, test, status):
        names = [test.name]
        if test.count > 1:
            found = re.search(r"^(?:FAILED )?\S*?([\w.-]+\.\w+):",
                              log_of(test).read_text(errors="replace"), re.M)
            names = [f"{test.area}/{found.group(1)}"] if found else names
        key = source.path, names[0]
        self.kills[key] = self.kills.get(key, 0) + 1
        late = -status in (signal.SIGXCPU, signal.SIGKILL)
        return names[0] + (" (too long)" if late else "")


def batches(order, size):
    """Tests in this order, a few at a time; the next texts of a folder go with the first of them,
    more and more at a time."""
    waiting, texts = list(order), {}
    while waiting:
        batch = []
        while waiting and len(batch) < size:
            test = waiting.pop(0)
            if test.case:
                folder = test.case.parent
                texts[folder] = min(64, 2 * texts.get(folder, 4))
                alike = [t for t in waiting if t.case and t.case.parent == folder]
                alike = alike[:texts[folder] - 1]
                waiting = [t for t in waiting if t not in alike]
                test = together([test, *alike])
            batch.append(test)
        yield batch


def changed_lines(before, after):
    """The first and the last line of a text that another one has not."""
    a, b = before.splitlines(), after.splitlines()
    first = next((k for k, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    same = next((k for k, (x, y) in enumerate(zip(a[first:][::-1], b[first:][::-1])) if x != y),
                min(len(a), len(b)) - first)
    return first + 1, max(first + 1, len(a) - same)


def lines_of(patch):
    return [r for r in patch.splitlines()[2:] if r[0] in "+-"]


def report(number, source, kind, patch, verdict):
    line = int(re.search(r"^@@ -(\d+)", patch, re.M).group(1))
    before = patch.split("@@\n", 1)[1].splitlines()
    line += next(k for k, r in enumerate(before) if r[0] != " ")
    test, remark = verdict
    what = f"noticed by {test}" if test else "SURVIVED"
    say(f"{number:4} {source.path}:{line} {kind}: {what}, {remark}")
    for row in lines_of(patch):
        say("       " + row)
    return f"{source.path}:{line} {kind}"


def arguments():
    parser = argparse.ArgumentParser(prog="dev mutate", description=__doc__.split("\n\n", 2)[2],
                                     epilog="Survivors lie in build/mutate/survived as patches; "
                                     "give these again to see whether a new test notices them.")
    parser.add_argument("count", metavar="N", nargs="?", type=int, help="so many mistakes")
    parser.add_argument("patches", metavar="PATCH", nargs="*", help="these mistakes and no others")
    parser.add_argument("--seed", type=int, default=int(time.time() // 86400),
                        help="of the draw (default: the day)")
    parser.add_argument("--only", action="append", default=[], metavar="PATH",
                        help="only sources that begin so: src/world")
    parser.add_argument("--kind",
                        help="only these: sign, comparison, logic, constant, dropped term, "
                        "dropped line")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2,
                        help="compilers and tests at a time")
    parser.add_argument("--least", type=float, default=90, metavar="PERCENT",
                        help="fail below that share (default 90)")
    parser.add_argument("--limit", type=float, metavar="SECONDS", default=60,
                        help="leave out tests that take longer (of processor; default 60)")
    parser.add_argument("--budget", type=float, metavar="SECONDS", default=60,
                        help="a mistake that tests of so many seconds of processor do not notice "
                        "has survived (default 60)")
    parser.add_argument("--same", action="store_true",
                        help="only look whether tools/mutate.same names files that are there")
    words = sys.argv[1:]
    if words and words[0].endswith(".diff"):
        words = ["0"] + words
    options = parser.parse_args(words)
    if not options.count and not options.patches and not options.same:
        parser.error("how many?")
    return options


def main():
    options = arguments()
    if options.same:
        return 0 if known_same() else 1
    options.patches = [Path(p).resolve() for p in options.patches]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("mutate: stopped"))
    SURVIVED.mkdir(parents=True, exist_ok=True)
    trial = Trial(options)
    say("patches" if options.patches else f"seed {options.seed}" + "".join(f", only {o}"
                                                                           for o in options.only))
    tally = {"tried": 0, "left": []}
    try:
        try_all(trial, options, tally)
    finally:  # what was learnt before somebody stopped it counts, too
        share = summary(tally)
    return 0 if share >= options.least else 1


def try_all(trial, options, tally):
    for source, kind, text in mistakes(options):
        verdict = trial.verdict(source, text)
        if verdict is None:
            if options.patches:
                say(f"     {source.path}: does not compile, or changes nothing")
            continue
        tally["tried"] += 1
        patch = patch_of(source, text)
        where = report(tally["tried"], source, kind, patch, verdict)
        if verdict[0] is None:
            tally["left"].append((where, patch))
            if not options.patches:
                (SURVIVED / f"{options.seed}-{tally['tried']}.diff").write_text(patch)
        if tally["tried"] == options.count:
            return


def summary(tally):
    for where, patch in tally["left"]:
        say("survived: " + where)
        for row in lines_of(patch):
            say("       " + row)
    tried, noticed = tally["tried"], tally["tried"] - len(tally["left"])
    share = 100 * noticed / tried if tried else 0
    say(f"{tried} mutants, {noticed} noticed ({share:.1f} %)")
    return share


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""How many plausible mistakes in the sources do the tests notice?

usage: ./dev mutate N [options]; ./dev mutate --help tells them.

Mistakes are put one at a time into a copy of the tree (build/mutate/tree): a sign, a comparison, a
condition, a constant, a term or a line that is missing. One that does not compile without warnings,
or yields the same code, does not count. Tests whose programs it changes run, the nearest to the
file first, until one fails; one that takes far too long has failed."""

import argparse
import difflib
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from mistakes import Source

ROOT = Path(__file__).resolve().parent.parent
# Two draws at a time need two.
WORK = Path(os.environ.get("MUTATE_DIR", ROOT / "build" / "mutate")).absolute()
TREE, BUILD, SURVIVED = WORK / "tree", WORK / "build", WORK / "survived"
FOLDERS = ["CMakeLists.txt", "LICENSE", "cmake", "docs", "examples", "include", "src", "test",
           "tools", "verify", "bench"]
SLOW = 10.0  # s: tests that take longer come last
CASES = 30  # texts with expected output that make one test here
MEMORY = 16 << 30  # bytes of address space; a mistake may ask for more
NEIGHBOURS = {"kernel": ["model", "world", "exact", "bits"],
              "model": ["kernel", "exact", "world", "verify"],
              "world": ["exact", "cmd", "bits"], "script": ["cmd", "exact"], "io": ["cmd"],
              "cmd": ["exact", "io", "script"],
              "base": ["table", "script", "world"], "table": ["world", "io"], "verify": ["app"],
              "app": ["cmd", "verify"], "api": ["app"]}


def say(text):
    print(text, flush=True)


def die(text):
    sys.exit("mutate: " + text)


# ---- the copy and its build ----

def wanted_files():
    for name in FOLDERS:
        path = ROOT / name
        for file in [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file()):
            yield file.relative_to(ROOT)


def renew_copy():
    """Files that are other than in the copy are written there, so that little is built anew."""
    kept = set(wanted_files())
    for file in kept:
        there = TREE / file
        if not there.exists() or there.read_bytes() != (ROOT / file).read_bytes():
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, there)
            os.utime(there)
    for there in [p for p in TREE.rglob("*") if p.is_file()]:
        if there.relative_to(TREE) not in kept:
            there.unlink()


def configure():
    # Warnings that depend on what the optimiser sees are no errors: Release has others.
    flags = "-O2 -DNDEBUG -Wno-maybe-uninitialized -Wno-format-truncation"
    command = ["cmake", "-S", TREE, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Mutate",
               "-DCMAKE_C_FLAGS_MUTATE=" + flags,
               "-DSCR_KERNEL_FLAGS=-O2", "-DSCR_MORE_ISAS=avx2", "-DSCR_WERROR=ON"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        die("cmake failed:\n" + done.stdout + done.stderr)


def ninja(targets, jobs):
    done = subprocess.run(["ninja", "-C", BUILD, "-j", str(jobs), *sorted(targets)],
                          capture_output=True, text=True)
    return done.returncode == 0, done.stdout


def digest(paths):
    known = hashlib.sha256()
    for path in paths:
        known.update(Path(path).read_bytes())
    return known.hexdigest()


# ---- tests ----

class Test:
    def __init__(self, name, row, extra=(), inputs=()):
        properties = {p["name"]: p["value"] for p in row.get("properties", [])}
        self.name = name
        self.area, self.subject = name.split(".", 1)
        self.command = row["command"] + list(extra)
        self.folder = properties.get("WORKING_DIRECTORY", str(BUILD))
        self.environment = dict(e.split("=", 1) for e in properties.get("ENVIRONMENT", []))
        self.cases = list(extra)
        inside = str(BUILD) + "/"
        self.programs = sorted({w for w in row["command"] if w.startswith(inside)
                                and w.rsplit("/", 1)[-1] in TARGETS})
        if self.area == "app" and self.programs:
            self.programs = sorted({*self.programs, inside + "scree"})
        self.inputs = list(inputs)
        self.seconds = None
        self.state = None

    def targets(self):
        return {os.path.relpath(p, BUILD) for p in self.programs}

    def key(self):
        return digest([*self.programs, *self.inputs])

    def near(self, source, kills):
        """Where this test comes for a source; the smaller the nearer."""
        folder, stem = source.split("/")[1], re.sub(r"\.[ch]$", "", source.split("/")[-1])
        words = set(re.sub(r"^(cmd|lib)_?", "", stem).split("_")) - {""}
        mine = set(re.split(r"[._]", self.subject))
        score = 0
        if self.area == folder:
            alike = any(w.rstrip("s") == m.rstrip("s") for w in words for m in mine)
            score -= 4 if mine & words or stem == self.subject or alike else 2
        elif self.area in NEIGHBOURS.get(folder, []):
            score -= 1
        if any(set(re.split(r"[._]", c)) & words for c in self.cases):
            score -= 3
        known = 0.5 * kills.get((folder, self.name), 0) + kills.get((source, self.name), 0)
        score -= min(3.0, known)
        return (self.seconds > SLOW, score, self.seconds)


TARGETS = set()


def chunks(row):
    """The parts of a folder of texts: (name, its texts)."""
    folder = Path(row["command"][-1])
    cases = sorted(p.name for p in (folder / "cases" if (folder / "cases").is_dir()
                                    else folder).glob("*.*")
                   if p.suffix.lower() in (".dat", ".p2dat", ".p3dat", ".fis"))
    for first in range(0, len(cases), CASES):
        yield f"{row['name']}_{first // CASES + 1}", cases[first:first + CASES]


def list_tests():
    done = subprocess.run(["ninja", "-C", BUILD, "-t", "targets", "all"], capture_output=True,
                          text=True)
    TARGETS.update(re.findall(r"^([\w.-]+): C_EXECUTABLE", done.stdout, re.M))
    shown = subprocess.run(["ctest", "--test-dir", BUILD, "--show-only=json-v1"],
                           capture_output=True, text=True)
    tests = []
    for row in json.loads(shown.stdout)["tests"]:
        words = row.get("command", [])
        if any(w.endswith("/run_cases.sh") for w in words):
            texts = sorted(p for p in Path(words[-1]).rglob("*") if p.is_file())
            tests += [Test(name, row, cases, texts) for name, cases in chunks(row)]
        elif words and not row["name"].endswith("_slow"):
            tests.append(Test(row["name"], row))
    return [t for t in tests if t.programs]


def limits(seconds):
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def start(test, seconds):
    output = open(WORK / f"{test.name}.log", "wb")
    test.begun = time.monotonic()
    return subprocess.Popen(test.command, cwd=test.folder, env={**os.environ, **test.environment},
                            stdin=subprocess.DEVNULL,
                            stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
                            preexec_fn=lambda: limits(seconds))


def stop(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def ended(process):
    """(status, seconds of processor), or None as long as it runs. Clocks would tell how busy the
    machine is."""
    done, status, usage = os.wait4(process.pid, os.WNOHANG)
    if done == 0:
        return None
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime


def run_all(tests, jobs, limit, keep_on):
    """Runs tests in order, `jobs` at a time, until one fails (keep_on: all of them). Yields (test,
    status, seconds). A test may take limit(test) seconds of processor, and ten times as many by the
    clock, if it waits for something that does not come."""
    waiting, running = list(tests), {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                test = waiting.pop(0)
                running[test.name] = (test, start(test, limit(test)))
            time.sleep(0.01)
            for test, process in list(running.values()):
                end = ended(process)
                if end is None and time.monotonic() - test.begun > 60 + 10 * limit(test):
                    stop(process)
                    end = -signal.SIGXCPU, limit(test)
                if end is None:
                    continue
                del running[test.name]
                yield test, *end
                if end[0] not in (0, 77) and not keep_on:
                    return
    finally:
        for _, process in running.values():
            stop(process)


def measure(tests, options):
    """Each test must pass before anything is changed; what was measured of the same programs is
    still known."""
    file = WORK / "tests.json"
    known = json.loads(file.read_text()) if file.exists() else {}
    fresh = []
    for test in tests:
        row = known.get(test.name)
        if row and row["key"] == test.key() and row["seconds"] <= (options.limit or row["seconds"]):
            test.seconds, test.state = row["seconds"], row["state"]
        else:
            fresh.append(test)
    if fresh:
        say(f"running {len(fresh)} tests as they are")
    for test, status, seconds in run_all(fresh, options.jobs, lambda _: options.limit or 1800,
                                         True):
        test.seconds, test.state = seconds, status
        if status in (0, 77):
            known[test.name] = {"key": test.key(), "seconds": seconds, "state": status}
            file.write_text(json.dumps(known, indent=1))
        elif options.limit and -status in (signal.SIGXCPU, signal.SIGKILL):
            say(f"{test.name} takes more than {options.limit:g} s, and is left out")
        else:
            say(f"{test.name} fails as it is ({status}), and is left out ({WORK / test.name}.log)")
    return [t for t in tests if t.state == 0]


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
            if (source.path, *(r[0] + r[1:].strip()
                               for r in lines_of(patch_of(source, text)))) not in same:
                yield source, kind, text


def known_same():
    """Mistakes that tools/mutate.same names: (file, the lines of a patch)."""
    known, path = set(), None
    for row in Path(__file__).with_name("mutate.same").read_text().splitlines():
        if row.startswith("- "):
            old = row[2:].strip()
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

class Trial:
    """Puts mistakes in, one after another, and says what the tests make of each."""

    def __init__(self, options):
        self.options = options
        self.kills = {}
        renew_copy()
        configure()
        say("building")
        good, output = ninja(["all"], options.jobs)
        if not good:
            die("the copy does not build:\n" + "\n".join(output.splitlines()[-30:]))
        self.tests = measure(list_tests(), options)
        self.library = [str(BUILD / "libscree.a"), str(BUILD / "scree")]
        self.was = {p: digest([p]) for p in {*self.library,
                                             *(p for t in self.tests for p in t.programs)}}

    def changed(self, programs):
        return any(digest([p]) != self.was[p] for p in programs)

    def verdict(self, source, text):
        """None: no mistake (it does not compile, or nothing is other than before); else (test,
        seconds), test None: survived."""
        file = TREE / source.path
        file.write_text(text)
        try:
            good, _ = ninja({"libscree.a", "scree"}, self.options.jobs)
            if not good or not self.changed(self.library):
                return None
            return self.test(source)
        finally:
            file.write_text(source.text)

    def test(self, source):
        begun = time.monotonic()
        order = sorted(self.tests, key=lambda t: t.near(source.path, self.kills))
        for part in (order[:6], order[6:]):
            targets = set().union(*(t.targets() for t in part))
            if not ninja(targets, self.options.jobs)[0]:
                return None  # a header that the tests cannot use any more
            part = [t for t in part if self.changed(t.programs)]
            for test, status, _ in run_all(part, self.options.jobs, lambda t: 20 + 5 * t.seconds,
                                           False):
                if status not in (0, 77):
                    folder = source.path.split("/")[1]
                    self.kills[folder, test.name] = self.kills.get((folder, test.name), 0) + 1
                    key = source.path, test.name
                    self.kills[key] = self.kills.get(key, 0) + 1
                    late = -status in (signal.SIGXCPU, signal.SIGKILL)
                    return test.name + (" (too long)" if late else ""), time.monotonic() - begun
        return None, time.monotonic() - begun


def lines_of(patch):
    return [r for r in patch.splitlines()[2:] if r[0] in "+-"]


def report(number, source, kind, patch, verdict):
    line = int(re.search(r"^@@ -(\d+)", patch, re.M).group(1))
    before = patch.split("@@\n", 1)[1].splitlines()
    line += next(k for k, r in enumerate(before) if r[0] != " ")
    test, seconds = verdict
    what = f"noticed by {test}" if test else "SURVIVED"
    say(f"{number:4} {source.path}:{line} {kind}: {what}, {seconds:.0f} s")
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
    parser.add_argument("--limit", type=float, metavar="SECONDS",
                        help="leave out tests that take longer (of processor)")
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

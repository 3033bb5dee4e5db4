"""The tests that tools/mutate.py runs: what there is, how long each takes, what each reaches."""

import ctypes
import functools
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path

import cover

ROOT = Path(__file__).resolve().parent.parent
# Two draws at a time need two.
WORK = Path(os.environ.get("MUTATE_DIR", ROOT / "build" / "mutate")).absolute()
TREE, BUILD, SURVIVED = WORK / "tree", WORK / "build", WORK / "survived"
COVER, NUMBERS, MAPS = WORK / "cover", WORK / "numbers", WORK / "maps"
FOLDERS = ["CMakeLists.txt", "LICENSE", "README.md", "cmake", "docs", "examples", "include", "src",
           "test", "tools", "verify", "bench"]
LINK = 0.4  # s: what a program costs before it runs
MEMORY = 16 << 30  # bytes of address space; a mistake may ask for more
# The C library's own checks of the heap, where it has them: they stand in for the sanitizers.
HEAP = {"LD_PRELOAD": "libc_malloc_debug.so.0", "MALLOC_CHECK_": "3", "MALLOC_PERTURB_": "85"}
TAG = re.compile(r"^ *; (expect|error|status|silent|creates|leaves|warnings)\b", re.M)


def say(text):
    print(text, flush=True)


def die(text):
    sys.exit("mutate: " + text)


# ---- the copy and its builds ----

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


def configure(folder, flags, more):
    command = ["cmake", "-S", TREE, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Mutate",
               "-DCMAKE_C_FLAGS_MUTATE=" + flags, "-DSCR_MORE_ISAS=avx2", "-DSCR_SHARED=OFF",
               "-DSCR_LTO=OFF", *more]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        die("cmake failed:\n" + done.stdout + done.stderr)


def ninja(targets, jobs, folder=BUILD):
    done = subprocess.run(["ninja", "-C", folder, "-j", str(jobs), *sorted(targets)],
                          capture_output=True, text=True)
    return done.returncode == 0, done.stdout


def build_all(folder, jobs):
    good, output = ninja(["all"], jobs, folder)
    if not good:
        die("the copy does not build:\n" + "\n".join(output.splitlines()[-30:]))


def build(jobs):
    # Warnings that depend on what the optimiser sees are no errors: Release has others.
    ccache = shutil.which("ccache")  # a mistake is taken back without a compiler
    os.environ["CCACHE_DIR"] = str(WORK / "ccache")
    configure(BUILD, "-O2 -Wno-maybe-uninitialized -Wno-format-truncation "
              "-Wno-unknown-warning-option",
              ["-DSCR_KERNEL_FLAGS=-O2", "-DSCR_WERROR=ON",
               "-DCMAKE_C_COMPILER_LAUNCHER=" + (ccache or "")])
    build_all(BUILD, jobs)


def build_cover(jobs):
    NUMBERS.mkdir(exist_ok=True)
    MAPS.mkdir(exist_ok=True)
    os.environ["SCREE_COVER_NUMBERS"] = str(NUMBERS)
    runtime = WORK / "cover.o"
    subprocess.run(["gcc", "-O1", "-c", "-x", "c", "-", "-o", runtime], check=True, text=True,
                   input=cover.RUNTIME)
    configure(COVER, "-O1 -w",
              ["-DSCR_KERNEL_FLAGS=-O1", "-DCMAKE_C_COMPILER=gcc",
               f"-DCMAKE_EXE_LINKER_FLAGS={runtime}",
               f"-DCMAKE_C_COMPILER_LAUNCHER={sys.executable};{Path(cover.__file__).resolve()}"])
    build_all(COVER, jobs)


def digest(paths):
    known = hashlib.sha256()
    for path in paths:
        known.update(Path(path).read_bytes())
    return known.hexdigest()


# ---- tests ----

class Test:
    """A test of ctest, or one text with expected output."""

    def __init__(self, name, row, case=None):
        properties = {p["name"]: p["value"] for p in row.get("properties", [])}
        self.name = name
        self.area = re.split(r"[./]", name)[0]
        self.command = row["command"]
        self.folder = properties.get("WORKING_DIRECTORY", str(BUILD))
        self.environment = dict(e.split("=", 1) for e in properties.get("ENVIRONMENT", []))
        self.case = case
        if case:
            self.environment.pop("SCREE_PART", None)
            self.row, self.command = row, self.command + [case.name]
        inside = str(BUILD) + "/"
        self.programs = sorted({w for w in row["command"] if w.startswith(inside)
                                and w.rsplit("/", 1)[-1] in TARGETS})
        if self.area == "app" and self.programs:
            self.programs = sorted({*self.programs, inside + "scree"})
        self.seconds = None
        self.state = None
        self.count = 1

    def targets(self):
        return {os.path.relpath(p, BUILD) for p in self.programs}

    def key(self, digests):
        """What was measured with another one is out of date."""
        files = [*self.programs, *([str(self.case)] if self.case else [])]
        for file in files:
            if file not in digests:
                digests[file] = digest([file])[:16]
        return "".join(digests[f] for f in files)

    def moved(self, folder, more):
        """The same test in another build."""
        other = Test.__new__(Test)
        other.__dict__.update(self.__dict__)
        other.command = [w.replace(str(BUILD), str(folder)) for w in self.command]
        other.programs = [w.replace(str(BUILD), str(folder)) for w in self.programs]
        other.folder = self.folder.replace(str(BUILD), str(folder))
        other.environment = {**self.environment, **more}
        return other


TARGETS = set()


def together(tests):
    """Several texts in one run of their script."""
    both = tests[0].moved(BUILD, {})
    both.name = tests[0].name if len(tests) == 1 else f"{tests[0].row['name']} ({len(tests)} texts)"
    both.command = tests[0].row["command"] + [t.case.name for t in tests]
    both.seconds, both.count = sum(t.seconds for t in tests), len(tests)
    return both


def cases_of(row):
    folder = Path(row["command"][-1])
    folder = folder / "cases" if (folder / "cases").is_dir() else folder
    for case in sorted(folder.glob("*.*")):
        if case.suffix.lower() in (".dat", ".p2dat", ".p3dat", ".fis"):
            if TAG.search(case.read_text(errors="replace")):
                yield Test(f"{row['name'].split('.')[0]}/{case.name}", row, case)


def labels_of(row):
    return next((p["value"] for p in row.get("properties", []) if p["name"] == "LABELS"), [])


def list_tests():
    done = subprocess.run(["ninja", "-C", BUILD, "-t", "targets", "all"], capture_output=True,
                          text=True)
    TARGETS.update(re.findall(r"^([\w.-]+): C_EXECUTABLE", done.stdout, re.M))
    shown = subprocess.run(["ctest", "--test-dir", BUILD, "--show-only=json-v1"],
                           capture_output=True, text=True)
    tests, scripts = [], set()
    for row in json.loads(shown.stdout)["tests"]:
        words = row.get("command", [])
        if any(w.endswith("/run_cases.sh") for w in words):
            if words[1] not in scripts:  # parts of one folder
                tests += cases_of(row)
            scripts.add(words[1])
        elif words and not row["name"].endswith("_slow") and "night" not in labels_of(row):
            tests.append(Test(row["name"], row))
    return [t for t in tests if t.programs]


# ---- running them ----

def limits(seconds):
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


@functools.cache
def heap():
    try:
        ctypes.CDLL(HEAP["LD_PRELOAD"])
    except OSError:
        return {}
    return HEAP


def log_of(test):
    return WORK / "logs" / (test.name.replace("/", ".") + ".log")


def start(test, seconds):
    log_of(test).parent.mkdir(exist_ok=True)
    output = open(log_of(test), "wb")
    test.begun = time.monotonic()
    environment = {**os.environ, **heap(), **test.environment}
    return subprocess.Popen(test.command, cwd=test.folder, env=environment,
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
    status, seconds). Each process of a test may take limit(test) seconds of processor, and the test
    ten times as many by the clock, if it waits for something that does not come."""
    waiting, running = list(tests), {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                test = waiting.pop(0)
                running[test.name] = (test, start(test, limit(test)))
            time.sleep(0.02)
            for test, process in list(running.values()):
                end = ended(process)
                if end is None and time.monotonic() - test.begun > 30 + 10 * limit(test):
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
    digests, fresh = {}, []
    for test in tests:
        row = known.get(test.name)
        if row and row["key"] == test.key(digests):
            test.seconds, test.state = row["seconds"], row["state"]
        else:
            fresh.append(test)
    if fresh:
        say(f"running {len(fresh)} tests as they are")
    for test, status, seconds in run_all(fresh, options.jobs, lambda _: options.limit, True):
        test.seconds, test.state = seconds, status
        if status in (0, 77):
            known[test.name] = {"key": test.key(digests), "seconds": seconds, "state": status}
            file.write_text(json.dumps(known, indent=1))
        elif -status in (signal.SIGXCPU, signal.SIGKILL):
            say(f"{test.name} takes more than {options.limit:g} s, and is left out")
        else:
            say(f"{test.name} fails as it is ({status}), and is left out ({log_of(test)})")
    return [t for t in tests if t.state in (0, 77)]  # 77: part of it is skipped


def map_of(tests, options):
    """The lines that each test reaches."""
    counted, digests, fresh = {}, {}, []
    for test in tests:
        file = MAPS / (test.name.replace("/", ".") + ".z")
        there = counted[test.name] = test.moved(COVER, {"SCREE_COVER": str(file) + ".raw"})
        there.file, there.mark = file, there.key(digests)
        if not file.exists() or file.with_suffix(".key").read_text() != there.mark:
            fresh.append(there)
    if fresh:
        say(f"looking which lines {len(fresh)} tests reach")
    for batch in range(0, len(fresh), 8):
        reach(fresh[batch:batch + 8], options)
    known = cover.Map(NUMBERS)
    for there in counted.values():
        known.add(there.file.read_bytes())
    return known


def reach(tests, options):
    for test in tests:
        raw = Path(test.environment["SCREE_COVER"])
        raw.unlink(missing_ok=True)
        with open(raw, "wb") as file:
            file.truncate(cover.SIZE)
    for test, status, _ in run_all(tests, options.jobs, lambda t: 60 + 30 * t.seconds, True):
        raw = Path(test.environment["SCREE_COVER"])
        if status not in (0, 77):
            say(f"{test.name} fails where lines are counted ({status}); what it reached counts")
        test.file.write_bytes(zlib.compress(raw.read_bytes(), 1))
        test.file.with_suffix(".key").write_text(test.mark)
        raw.unlink()

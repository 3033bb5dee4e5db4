"""Runs scree and the peers once each and reads the time they took.

Each function returns {part: figure} or raises Failed."""
import os
import pty
import re
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(HERE, "cases")
PEERS = os.path.join(HERE, "peers")
MPI = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-np"]
LIMIT = 900.0  # s: a peer that takes longer is stopped
ONE_THREAD = dict(os.environ, OMP_NUM_THREADS="1")  # in each process of a peer


class Failed(Exception):
    pass


# ---- scree ----


class Scree:
    """isa: the instruction set that it is told to use."""

    def __init__(self, program, folder, isa=None):
        self.program, self.folder = program, folder
        self.environment = dict(os.environ, SCREE_ISA=isa) if isa else None

    def command(self, files, symbols, threads):
        words = [self.program, "run", "--quiet", "--threads", str(threads), "--out", self.folder]
        for key, value in symbols.items():
            words += ["--set", "%s=%s" % (key, value)]
        return words + files

    def marked(self, file, symbols, threads, keep):
        """between_marks of a data file."""
        files = [os.path.join(CASES, file)] + ([os.path.join(CASES, "keep.dat")] if keep else [])
        return between_marks(self.command(files, symbols, threads), self.folder, self.environment)

    def profile(self, file, symbols, isa=None):
        """(what `--profile` says, contacts, balls at the end)"""
        command = self.command([os.path.join(CASES, file), os.path.join(CASES, "keep.dat")],
                               symbols, 1)
        command.insert(2, "--profile")
        environment = dict(os.environ, SCREE_ISA=isa) if isa else None
        out = subprocess.run(command, env=environment, cwd=self.folder, capture_output=True,
                             text=True)
        found = re.findall(r"^contacts (\d+) (\d+)$", out.stdout, re.M)
        if out.returncode != 0 or not found or found[-1][0] == "0":
            raise Failed(last_line(out.stderr))
        if isa and "where the time went (%s," % isa not in out.stderr:
            raise Failed("not on this machine")
        return out.stderr, int(found[-1][0]), int(found[-1][1])

    def forces(self, file, symbols, isa):
        """ns that the pass over pairs takes for a contact with this instruction set."""
        text, contacts, balls = self.profile(file, symbols, isa)
        cost = re.search(r"^  forces .* (\S+) ns a particle-step$", text, re.M)
        if not cost:
            raise Failed("no time of forces")
        return {"forces, " + isa: float(cost[1]) * balls / contacts}

    def rebuild(self, file, symbols):
        """cost_of_lists, of which the stage of searching is the time."""
        text, _, balls = self.profile(file, symbols)
        search = re.search(r"^  search +(\S+) s", text, re.M)
        lists = re.search(r"neighbour lists: (\d+) in (\d+) cycles", text)
        if not search or not lists or lists[1] == "0":
            raise Failed("no lists were built")
        return cost_of_lists(float(search[1]), int(lists[1]), int(lists[2]), balls)

    def memory(self, file, symbols):
        return peak(self.command([os.path.join(CASES, file)], symbols, 1), self.folder)

    def whole(self, file, threads):
        """Wall time of a whole run, s."""
        return {"whole": wall(self.command([file], {}, threads), self.folder)}

    def processor(self, file):
        """(processor time of a whole run, s; what it printed)"""
        return processor(self.command([file], {}, 1), self.folder)

    def keep(self, file):
        """Runs once more and saves the final state."""
        wall(self.command([file, os.path.join(CASES, "keep.dat")], {}, 1), self.folder)

    def hash(self):
        """The hash of the state that was saved last, of which nothing is kept."""
        path = os.path.join(self.folder, "final.sav")
        if not os.path.exists(path):
            return "-"
        out = subprocess.run([self.program, "hash", path], capture_output=True, text=True,
                             check=True).stdout
        os.remove(path)
        return out.strip()


def scree_facts(program):
    """Version, compiler, instruction set, as `scree --version` says."""
    out = subprocess.run([program, "--version"], capture_output=True, text=True,
                         check=True).stdout.splitlines()
    facts = dict(line.split(": ", 1) for line in out[1:] if ": " in line)
    return out[0], facts.get("compiler", "?"), facts.get("instruction set", "?")


def cost_of_lists(seconds, lists, steps, particles):
    """ns a particle for each list, steps that a list lasts, and what both make of a step."""
    cost, lasts = 1e9 * seconds / (lists * particles), steps / lists
    return {"building": cost, "cycles a list": lasts, "building a cycle": cost / lasts}


def between_marks(command, folder, environment=None):
    """Times between the marks that a program prints (cases/marks.dat): ns a particle-step, or s
    where no steps are named."""
    begin, found = None, {}
    for at, line in timed_lines(command, folder, environment):
        words = line.split()
        if words and words[0] == "begin":
            begin = at, words[1], float(words[2])
        elif words == ["end"] and begin:
            seconds = at - begin[0]
            found[begin[1]] = 1e9 * seconds / begin[2] if begin[2] > 0 else seconds
            begin = None
    if not found:
        raise Failed("no marks")
    return found


def timed_lines(command, folder, environment=None):
    """Yields (clock, line) as lines appear: through a terminal, as a pipe would hold them back."""
    master, slave = pty.openpty()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=slave,
                               stderr=subprocess.PIPE, cwd=folder, text=True, env=environment)
    os.close(slave)
    rest = b""
    while True:
        try:
            data = os.read(master, 65536)
        except OSError:  # the other end is closed
            data = b""
        at = time.perf_counter()
        if not data:
            break
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield at, line.decode(errors="replace").strip()
    os.close(master)
    errors = process.stderr.read()
    if process.wait() != 0:
        raise Failed(last_line(errors))


def wall(command, folder):
    start = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, cwd=folder)
    status = process.wait()
    seconds = time.perf_counter() - start
    if status != 0:
        raise Failed("exit status %d" % status)
    return seconds


def processor(command, folder):
    """User and system time, which other programs disturb less than wall time."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, cwd=folder, text=True)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if status != 0:
        raise Failed("exit status %d" % (status >> 8))
    return usage.ru_utime + usage.ru_stime, text


# A process counts the memory of the one that started it as its own until then: a small one in
# between, which tells exit status and peak.
STARTER = """import resource, subprocess, sys
nothing = subprocess.DEVNULL
status = subprocess.run(sys.argv[1:], stdin=nothing, stdout=nothing, stderr=nothing).returncode
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"""


def peak(command, folder, environment=None):
    """Largest memory of a run, bytes."""
    starter = [sys.executable, "-c", STARTER] + command
    told = subprocess.run(starter, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                          cwd=folder, env=environment)
    if told.returncode != 0:
        raise Failed("it could not be started")
    status, kilobytes = told.stdout.split()
    if status != "0":
        raise Failed("exit status " + status)
    return 1024 * int(kilobytes)


def last_line(text):
    """What a program said of its end: the error, if one is named, else the last line."""
    lines = [line for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if re.search(r"\berror\b", line, re.I)]
    return (errors or lines)[-1][:100] if lines else "failed without a message"


# ---- peers ----


class Peer:
    """executable: looked for in PATH, or named by the variable of that name in capitals."""

    def __init__(self, name, executable):
        self.name, self.builds = name, None
        self.told = os.environ.get(executable.upper())
        self.path = self.told or shutil.which(executable)
        if self.told and not shutil.which(self.told):
            self.path = None

    def installed(self, threads):
        return self.path is not None

    def label(self):
        """As the table names it: with its folder where the user chose it."""
        return "%s %s" % (self.told or os.path.basename(self.path), self.version())

    def note(self, skin):
        return "skin %g" % skin + ("" if self.builds is None
                                   else ", %d lists built in the last run" % self.builds)

    def version(self):
        """As the package manager knows it."""
        try:
            package = {"lmp": "lammps"}.get(os.path.basename(self.path),
                                            os.path.basename(self.path))
            out = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package],
                                 capture_output=True, text=True)
            return out.stdout or "unknown version"
        except OSError:
            return "unknown version"


class Atomic(Peer):
    """LAMMPS and LIGGGHTS: `Loop time of S on P procs for N steps with A atoms`, for each run."""

    def __init__(self, name, executable, style=None):
        super().__init__(name, executable)
        self.style = style

    def installed(self, threads):
        return super().installed(threads) and (threads == 1 or shutil.which("mpirun") is not None)

    def command(self, job, skin, scale, log):
        file = job.input("lammps" if self.style else "liggghts")
        command = [self.path, "-in", os.path.join(PEERS, file), "-log", log]
        if self.style:
            # LIGGGHTS crashes without a screen where there are meshes.
            command += ["-screen", "none", "-var", "style", self.style]
        for key, value in job.variables(scale).items():
            command += ["-var", key, str(value)]
        return command + ["-var", "skin", "%g" % skin]

    def processes(self, command, threads):
        return MPI + [str(threads)] + command if threads > 1 else command

    def memory(self, job, skin, folder):
        return peak(self.command(job, skin, 1.0, os.path.join(folder, "peer.log")), folder,
                    ONE_THREAD)

    def log(self, job, skin, threads, folder, scale):
        """What a run of the job writes into its log."""
        log = os.path.join(folder, "peer.log")
        if os.path.exists(log):
            os.remove(log)
        text = finish(self.processes(self.command(job, skin, scale, log), threads), ONE_THREAD,
                      folder, log)
        builds = re.findall(r"Neighbor list builds = (\d+)", text)
        self.builds = int(builds[-1]) if builds else None
        if re.search(r"Total # of neighbors = 0$", text, re.M):
            raise Failed("it finds no neighbours")
        return text

    def run(self, job, skin, threads, folder, scale=1.0):
        return job.parts(read_loops(self.log(job, skin, threads, folder, scale)))

    def rebuild(self, job, skin, folder, scale):
        """cost_of_lists of the last run, of which `Neigh` in its breakdown is the time."""
        text = self.log(job, skin, 1, folder, scale)
        spent = re.findall(r"^Neigh \D+(\S+)", text, re.M)
        loops = read_loops(text)
        if not spent or not loops or not self.builds:
            raise Failed("no lists were built")
        return cost_of_lists(float(spent[-1]), self.builds, *loops[-1][1:])

    def load(self, job, threads, folder):
        """Wall time of `read_data`, s."""
        command = [self.path, "-in", os.path.join(PEERS, "load.in"), "-log", "none", "-var", "data",
                   job.data()]
        return between_marks(self.processes(command, threads), folder, ONE_THREAD)


class Yade(Peer):
    def start(self, job, skin, threads, scale):
        """(command, environment)"""
        environment = dict(os.environ, SKIN="%g" % skin, OMP_NUM_THREADS=str(threads))
        # It is the slowest by far, and each of its steps takes the same time: a quarter of the
        # steps will do, but not in a silo that fills.
        for key, value in job.variables(scale if job.kind == "silo" else 0.25 * scale).items():
            environment[key.upper()] = str(value)
        environment["XYZR"] = job.spheres
        return [self.path, "-n", "-x", "-j%d" % threads,
                os.path.join(PEERS, "yade.py")], environment

    def memory(self, job, skin, folder):
        command, environment = self.start(job, skin, 1, 1.0)
        return peak(command, folder, environment)

    def run(self, job, skin, threads, folder, scale=1.0):
        command, environment = self.start(job, skin, threads, scale)
        text = finish(command, environment, folder, None)
        loops = [(float(m[3]), int(m[2]), int(m[1]))
                 for m in re.finditer(r"^loop (\d+) (\d+) (\S+)$", text, re.M)]
        return job.parts(loops)


def finish(command, environment, folder, log):
    """What a peer wrote into its log, or else printed."""
    try:
        process = subprocess.run(
            command, env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True, errors="replace", timeout=LIMIT,
        )
    except subprocess.TimeoutExpired:
        raise Failed("stopped after %g s" % LIMIT)
    text = process.stdout
    if log and os.path.exists(log):
        with open(log, errors="replace") as f:
            text = f.read()
    if process.returncode != 0:
        errors = [line for line in (text + process.stdout).splitlines()
                  if "ERROR" in line or "Error" in line]
        raise Failed(errors[-1][:100] if errors else last_line(process.stdout))
    return text


def read_loops(text):
    """(seconds, steps, atoms) of each run."""
    pattern = r"Loop time of (\S+) on \d+ procs? .*?for (\d+) steps with (\d+) atoms"
    return [(float(m[1]), int(m[2]), int(m[3])) for m in re.finditer(pattern, text)]


PEERS_KNOWN = [
    Atomic("lammps hertz", "lmp", "hertz"),
    Atomic("lammps granular", "lmp", "granular"),
    Atomic("liggghts", "liggghts"),
    Yade("yade", "yade"),
]

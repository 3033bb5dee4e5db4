#!/usr/bin/env python3
"""Times scree, and in turns with it whichever peers are installed; prints progress and writes one
table (bench/README.md)."""
import argparse
import difflib
import json
import os
import platform
import statistics
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from cases import CASES, FISH, FISH_BASE, PREPARE, ROOT  # noqa: E402
from inputs import Inputs  # noqa: E402
from programs import PEERS_KNOWN, Failed, Scree, processor, scree_facts, wall  # noqa: E402
from takes import MoreTakes, Series, plain_file  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))


def say(text):
    print(text, file=sys.stderr, flush=True)


# ---- one case ----


class Bench(MoreTakes):
    def __init__(self, options, folder):
        self.options, self.scale = options, 0.1 if options.quick else 1.0  # of the steps
        self.scree = Scree(options.program, folder)
        self.other = Scree(options.beside, folder) if options.beside else None
        self.folder = folder
        self.inputs = Inputs(options.program, folder, os.cpu_count() or 1, say)
        self.rows, self.least = [], None
        self.states = {}  # hash of each case's final state, which no number of threads may change

    def measure(self, case, threads, programs, unit, label=""):
        """Runs the programs in turns.

        programs: name -> function of the number of the run that returns {part: value}."""
        series, failed = {}, {}
        for run in range(self.options.runs):
            told = []
            for name, once in programs.items():
                if name in failed:
                    continue
                try:
                    found = once(run)
                except (Failed, OSError, subprocess.SubprocessError, KeyError) as error:
                    failed[name] = str(error)
                    told.append("%s failed: %s" % (name, error))
                    continue
                for part, value in found.items():
                    key = part, name
                    empty = Series(case.name, part, unit(part), threads, name)
                    series.setdefault(key, empty).values.append(value)
                    told.append("%s%s %.4g" % (name, "" if len(found) == 1 else " " + part, value))
            say("%s, %d thread%s, run %d of %d: %s"
                % (label or case.name, threads, "s" * (threads > 1), run + 1, self.options.runs,
                   "; ".join(told)))
        found = list(series.values())
        for name, why in failed.items():
            if not any(s.program == name for s in found):
                for part in dict.fromkeys(s.part for s in found) or [""]:
                    found.append(Series(case.name, part, unit(part), threads, name, [], why))
        return found

    def take(self, case):
        getattr(self, "take_" + case.kind)(case)

    def take_cycles(self, case):
        job, symbols = self.job_of(case)
        skins = {}
        for threads in self.options.threads if case.threads else [1]:
            programs = {"scree": lambda run, t=threads: self.same_state(case, symbols, t, run)}
            programs.update(self.beside(lambda other, t=threads: other.marked(
                case.file, symbols, t, False)))
            for peer in self.peers_of(case, threads):
                if peer.name not in skins:
                    skins[peer.name] = self.best_skin(case, job, peer)
                skin = skins[peer.name]
                programs[peer.name] = lambda run, p=peer, s=skin, t=threads: p.run(
                    job, s, t, self.folder, self.scale)
            found = self.measure(case, threads, programs, lambda part: case.unit)
            self.finish(case, found, self.skin_notes(skins))

    def same_state(self, case, symbols, threads, run):
        """A timed run; the first and the last one save their state, which must be the same."""
        keep = run in (0, self.options.runs - 1)
        found = self.scree.marked(case.file, symbols, threads, keep)
        if keep:
            state = self.scree.hash()
            if state != self.states.setdefault(case.name, state):
                before = self.states[case.name]
                raise Failed("the final state is %s; it was %s before" % (state, before))
        return found

    def beside(self, once):
        """The other scree as a program of measure; `once` has it run."""
        return {"beside": lambda run: once(self.other)} if self.other else {}

    def peers_of(self, case, threads):
        return [p for p in PEERS_KNOWN if p.name in case.peers and p.installed(threads)
                and not self.options.alone]

    def skin_notes(self, skins):
        return {p.name: p.note(skins[p.name]) for p in PEERS_KNOWN if p.name in skins}

    def best_skin(self, case, job, peer):
        """Each peer runs at its best skin, found by a short run with each."""
        if len(case.skins) == 1:
            return case.skins[0]
        cost = {}
        for skin in case.skins:
            try:
                cost[skin] = sum(peer.run(job, skin, 1, self.folder, 0.3 * self.scale).values())
            except (Failed, OSError):
                continue
        found = ", ".join("%g takes %.4g" % pair for pair in cost.items())
        say("%s, %s: skin %s" % (case.name, peer.name, found or "unknown"))
        return min(cost, key=cost.get) if cost else case.skins[0]

    def take_times(self, case):
        job = PREPARE[case.file](case, self.inputs, self.options.quick)
        for threads in self.options.threads if case.threads else [1]:
            programs = {"scree": lambda run, t=threads: self.scree.marked(
                case.file, job.symbols, t, keep=run == 0)}
            programs.update(self.beside(lambda other, t=threads: other.marked(
                case.file, job.symbols, t, False)))
            for peer in self.peers_of(case, threads):
                programs[peer.name] = lambda run, p=peer, t=threads: p.load(job, t, self.folder)
            if case.name == "save":
                programs["a plain file"] = lambda run: plain_file(self.folder, "bench.sav")
            self.finish(case, self.measure(case, threads, programs, lambda part: "s"), {})

    def take_whole(self, case):
        file = os.path.join(ROOT, case.file)
        programs = {
            "scree": lambda run: self.scree.whole(file, 1),
            **self.beside(lambda other: other.whole(file, 1)),
            "an empty program": lambda run: {"whole": wall(["true"], self.folder)},
        }
        if case.name != "start":
            del programs["an empty program"]
        found = self.measure(case, 1, programs, lambda part: "s")
        self.scree.keep(file)
        self.finish(case, found, {})

    def take_fish(self, case):
        for name in FISH:
            self.finish(case, self.measure_fish(case, name), {})

    def measure_fish(self, case, name):
        texts = {}

        def once(command, suffix, program):
            def time_of(stem):
                return processor(command(os.path.join(HERE, "fish", stem + suffix)), self.folder)

            def run(number):
                base = time_of(FISH_BASE[name])[0] if name in FISH_BASE else 0.0
                seconds, texts[program] = time_of(name)
                check_texts(texts)
                return {name: 1e3 * (seconds - base)}

            return run

        programs = {"scree": once(lambda f: self.scree.command([f], {}, 1), ".fis", "scree")}
        if LUA:
            programs["lua"] = once(lambda f: [LUA, f], ".lua", "lua")
        programs["python"] = once(lambda f: [sys.executable, "-B", f], ".py", "python")
        found = self.measure(case, 1, programs, lambda part: "ms of processor time", "fish " + name)
        self.scree.keep(os.path.join(HERE, "fish", name + ".fis"))
        return found

    def finish(self, case, found, notes):
        """Notes: the hash of scree's state, the skin of a peer; then the rows go to the table."""
        kept = self.states.get(case.name) or self.scree.hash()
        for s in found:
            s.note = s.note or (kept if s.program == "scree" else notes.get(s.program, ""))
        parts = list(dict.fromkeys(s.part for s in found))
        found.sort(key=lambda s: parts.index(s.part))  # keeps the order of programs within a part
        self.rows += found


LUA = next((p for p in (os.environ.get("LUA"), "/usr/bin/lua5.4", "/usr/local/bin/lua5.4")
            if p and os.path.exists(p)), None)


def check_texts(texts):
    """All languages must print the same numbers; they write reals differently."""

    def numbers(text):
        return [float(word) for word in text.split()]

    values = [numbers(t) for t in texts.values()]
    if any(v != values[0] for v in values):
        raise Failed("the programs print different results: %s" % texts)


# ---- the table ----


def kernel_flags(program, isa):
    """Flags of the kernels, from the record that cmake writes."""
    path = os.path.join(os.path.dirname(program), "compile_commands.json")
    if not os.path.exists(path):
        return "unknown"
    with open(path) as f:
        for entry in json.load(f):
            words = entry["command"].split()
            wanted = "-DSCR_ISA=" + isa in words and "-DSCR_DIM=3" in words
            if wanted and entry["file"].endswith("src/kernel/kernel.c"):
                return " ".join(w for w in words if w[:2] in ("-O", "-f", "-m"))
    return "unknown"


def processor_name():
    try:
        with open("/proc/cpuinfo") as f:
            return next(line.split(":", 1)[1].strip() for line in f
                        if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


QUICK = " (--quick: a tenth of the steps, small inputs, instructions counted in one set)"


def head(options, load):
    name, compiler, isa = scree_facts(options.program)
    peers = {p.path: p.label() for p in PEERS_KNOWN if p.path}
    known = {p.name.split()[0] for p in PEERS_KNOWN}
    missing = known - {p.name.split()[0] for p in PEERS_KNOWN if p.path}
    lines = [
        "# Benchmark of %s" % time.strftime("%Y-%m-%d %H:%M"),
        "",
        "- %s, %s, instruction set %s" % (name, compiler, isa),
        "- flags of the kernels: `%s`" % kernel_flags(options.program, isa),
        "- processor: %s, %s cores seen" % (processor_name(), os.cpu_count()),
        "- load average at the start: %.2f %.2f %.2f; at the end: %.2f %.2f %.2f"
        % (load + os.getloadavg()),
        "- runs of each program: %d, in turns%s" % (options.runs, QUICK if options.quick else ""),
        "- peers: %s%s" % (", ".join(peers.values()) or "none",
                           "; not installed: " + ", ".join(sorted(missing)) if missing else ""),
        "- Lua: %s; Python %s" % (LUA or "not installed", platform.python_version()),
        "",
        "Ratios are peer / scree: above 1 scree is faster. `-`: not installed, not possible, or"
        " failed (why stands in the last column).",
    ]
    return lines


def ratios(row, rows):
    of = (row.case, row.part, row.threads, "scree")
    base = next((r for r in rows if (r.case, r.part, r.threads, r.program) == of), None)
    if base is None or base is row or not base.values or not row.values:
        return "", ""
    return tuple("%.2f" % (a / b) if b > 0 else "-" for a, b in zip(row.cells(), base.cells()))


def number(value):
    return "%.4g" % value


def table(rows):
    lines = [
        "| case | part | threads | program | median | minimum | unit | ratio of medians | of minima"
        " | hash of the final state (scree), or note |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        cells = tuple(map(number, row.cells())) if row.values else ("-", "-")
        if row.case == "limits" and len(row.values) == 2:
            cells = number(row.values[0]), number(row.values[1])
        words = (row.case, row.part, str(row.threads), row.program) + cells
        words += (row.unit,) + ratios(row, rows) + (row.note,)
        lines.append("| " + " | ".join(words) + " |")
    return lines


def add_missing(bench, case):
    """A row with '-' for each peer of the case that is not there."""
    for threads in bench.options.threads if case.threads else [1]:
        for peer in PEERS_KNOWN:
            if peer.name in case.peers and not peer.installed(threads) and not bench.options.alone:
                bench.rows.append(Series(case.name, "", "", threads, peer.name, [],
                                         "not installed"))


# ---- the command line ----


def chosen(names, quick):
    by_name = {c.name: c for c in CASES}
    for name in names:
        if name not in by_name:
            near = difflib.get_close_matches(name, by_name, 1)
            meant = "; did you mean '%s'?" % near[0] if near else "."
            say("run.py: no case '%s'%s There are: %s" % (name, meant, " ".join(by_name)))
            sys.exit(2)
    if names:
        return [by_name[name] for name in dict.fromkeys(names)]
    return [c for c in CASES if not (c.named or quick and c.slow)]


def positive(text, what="whole number from 1 on"):
    if not (text.isascii() and text.isdigit()) or int(text) < 1:
        raise argparse.ArgumentTypeError("'%s' is no %s" % (text, what))
    return int(text)


def threads_list(text):
    return [positive(word, "number of threads: a list is expected, as in 1,2")
            for word in text.split(",")]


def when_run(case):
    return " (only if it is named)" if case.named else " (not in --quick)" if case.slow else ""


def parse(words):
    cases = "\n".join("  %-13s %s%s" % (c.name, c.what, when_run(c)) for c in CASES)
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter,
                                epilog="cases:\n" + cases)
    p.add_argument("case", nargs="*", metavar="CASE", help="cases to time; all if none is given")
    p.add_argument("--program", default=os.path.join(ROOT, "build", "release", "scree"),
                   help="the program (build/release/scree)")
    p.add_argument("--runs", type=positive, default=None,
                   help="runs of each program (5; with --quick 1)")
    p.add_argument("--threads", type=threads_list, default=None,
                   help="numbers of threads, as in 1,2 (1,2; with --quick 1)")
    p.add_argument("--quick", action="store_true",
                   help="a tenth of the steps, small inputs, no long cases, instructions counted in"
                        " one set: shows that all works")
    p.add_argument("--alone", action="store_true", help="without peers")
    p.add_argument("--beside", metavar="PROGRAM",
                   help="another scree, an older one say: in turns with it, a row 'beside' in cases"
                        " of cycles, reading, saving and whole runs")
    p.add_argument("--work", default=os.path.join(ROOT, "build", "bench"),
                   help="folder for inputs, which are kept (build/bench)")
    p.add_argument("--results", default=os.path.join(HERE, "results"),
                   help="folder for the table (bench/results)")
    options = p.parse_args(words)
    cores = os.cpu_count() or 1
    options.threads = options.threads or ([1] if options.quick or cores < 2 else [1, 2])
    options.runs = options.runs or (1 if options.quick else 5)
    options.program = os.path.abspath(options.program)
    options.beside = options.beside and os.path.abspath(options.beside)
    return options


def refuse(why):
    say("run.py: " + why)
    sys.exit(2)


def look_at(options):
    """What would be lost if it showed only at the end."""
    if not os.path.exists(options.program):
        refuse("no program '%s'; ./dev build makes it" % options.program)
    for program in filter(None, (options.program, options.beside)):
        try:
            if not scree_facts(program)[0].startswith("scree "):
                refuse("'%s' is not scree" % program)
        except (OSError, subprocess.SubprocessError, IndexError):
            refuse("'%s' does not run, or is not scree" % program)
    for folder in (options.work, options.results):
        made = not os.path.isdir(folder)
        try:
            os.makedirs(folder, exist_ok=True)
            if made:
                os.rmdir(folder)  # made again when there is something for it
            elif not os.access(folder, os.W_OK):
                refuse("cannot write into '%s'" % folder)
        except OSError as error:
            refuse("no folder can be made at '%s': %s" % (folder, error.strerror))
    for peer in PEERS_KNOWN:
        if peer.told and not peer.path:
            say("run.py: there is no program '%s', which the environment names for %s; without it"
                % (peer.told, peer.name))


def write(options, load, bench, path):
    text = "\n".join(head(options, load) + [""] + table(bench.rows)) + "\n"
    os.makedirs(options.results, exist_ok=True)
    with open(path + ".new", "w") as f:
        f.write(text)
    os.replace(path + ".new", path)
    return text


def main():
    options = parse(sys.argv[1:])
    cases = chosen(options.case, options.quick)
    look_at(options)
    load = os.getloadavg()
    bench = Bench(options, os.path.abspath(options.work))
    path = os.path.join(options.results, time.strftime("%Y-%m-%d-%H%M%S.md"))
    try:
        for case in cases:
            bench.take(case)
            add_missing(bench, case)
            write(options, load, bench, path)  # a long bench may end early
    except KeyboardInterrupt:
        say("interrupted: the table holds what was finished")
    print(write(options, load, bench, path), end="")
    say("written to %s" % os.path.relpath(path))
    lost = [row for row in bench.rows if row.program == "scree" and not row.values]
    for row in lost:
        part = " " + row.part if row.part else ""
        say("run.py: no figure of scree for %s%s: %s" % (row.case, part, row.note or "failed"))
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Which lines does a test reach? For tools/mutate.py.

usage: cover.py COMPILER WORDS...: compiles a file as a build asks for it. Where it is one of src/,
each block of its code stores a byte of its own: in memory, or in the file that SCREE_COVER names.
Needs gcc and x86-64; elsewhere mutate.py does without a map."""

import fcntl
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

SIZE = 1 << 22  # bytes of a map, one for each block
CALL = re.compile(r"\tcall\t__sanitizer_cov_trace_pc(?:@PLT)?$")
RUNTIME = """
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
unsigned char scree_cover[%d] __attribute__((aligned(65536)));
__attribute__((constructor(101))) static void begin(void) {
  const char *name = getenv("SCREE_COVER");
  int file = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  mmap(scree_cover, sizeof scree_cover, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0);
  close(file);
}
""" % SIZE


def possible():
    return platform.machine() == "x86_64" and shutil.which("gcc")


# ---- the compiler ----

def blocks_of(assembly, root):
    """The lines (file, number) of each block, as assembly tells them."""
    files, blocks, fresh, new = {}, [], None, False
    for row in assembly:
        word = row.split(None, 1)[0] if row.startswith("\t") else ""
        if word == ".file":
            found = re.match(r'\t\.file (\d+) (?:"([^"]*)" )?"([^"]*)"', row)
            if found:
                path = os.path.join(found.group(2) or "", found.group(3))
                files[found.group(1)] = os.path.relpath(path, root) if path[0] == "/" else path
        elif word == ".loc":
            part = row.split()
            fresh = (files.get(part[1], "?"), int(part[2]))
            new = bool(blocks) and fresh not in blocks[-1]
            if blocks:
                blocks[-1].add(fresh)
        elif CALL.match(row):
            if fresh and new:
                blocks[-1].discard(fresh)
            blocks.append({fresh} if fresh else set())
            fresh = None
        elif word and word[0] != ".":
            fresh = None
    return blocks


def numbers_for(folder, name, count):
    """The first of so many numbers that no other object has."""
    with open(folder / "lock", "a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        mine = folder / (name + ".json")
        if mine.exists():
            known = json.loads(mine.read_text())
            if len(known["blocks"]) == count:
                return known["first"]
        following = folder / "next"
        first = int(following.read_text()) if following.exists() else 0
        if first + count > SIZE:
            sys.exit("cover: too many blocks; remove " + str(folder))
        following.write_text(str(first + count))
        return first


def compile_counted(words, source, folder):
    at = words.index("-o") + 1
    target = words[at]
    text = target + ".s"
    counting = [w for w in words if w != "-c"]
    counting[at] = text
    status = subprocess.call(counting + ["-S", "-g1", "-fsanitize-coverage=trace-pc"])
    if status:
        return status
    with open(text) as file:
        rows = file.read().split("\n")
    blocks = blocks_of(rows, source.parents[len(source.parts) - 1 - source.parts.index("src")])
    name = target.replace("/", "_")
    at = first = numbers_for(folder, name, len(blocks))
    for place, row in enumerate(rows):
        if CALL.match(row):
            rows[place] = f"\tmovb\t$1, scree_cover+{at}(%rip)"
            at += 1
    with open(text, "w") as file:
        file.write("\n".join(rows))
    status = subprocess.call([words[0], "-c", text, "-o", target])
    (folder / (name + ".json")).write_text(
        json.dumps({"first": first, "blocks": [sorted(b) for b in blocks]}))
    os.unlink(text)
    return status


def launch(words):
    source = Path(words[-1])
    folder = os.environ.get("SCREE_COVER_NUMBERS")
    if folder and "-c" in words and "src" in source.parts and "test" not in source.parts:
        return compile_counted(words, source, Path(folder))
    return subprocess.call(words)


# ---- the map ----

class Map:
    """Which of the tests reach a line: bits of an integer, one for each test."""

    def __init__(self, numbers):
        self.lines = {}  # of a block
        for file in numbers.glob("*.json"):
            known = json.loads(file.read_text())
            for at, block in enumerate(known["blocks"], known["first"]):
                self.lines[at] = [(f, n) for f, n in block if f.startswith("src/")]
        self.reached = {}  # file: {line: bits}
        for block in self.lines.values():
            for file, line in block:
                self.reached.setdefault(file, {})[line] = 0
        self.shares = []  # of each test: {file: share of its lines}

    def add(self, packed):
        """A test's map, the next one."""
        bit = 1 << len(self.shares)
        hit = set()
        for found in re.finditer(rb"[^\0]", zlib.decompress(packed)):
            hit.update(self.lines.get(found.start(), ()))
        counts = {}
        for file, line in hit:
            self.reached[file][line] |= bit
            counts[file] = counts.get(file, 0) + 1
        self.shares.append({f: n / len(hit) for f, n in counts.items()})

    def is_code(self, file, first, last):
        """Is there code of its own in these lines?"""
        known = self.reached.get(file, {})
        return any(n in known for n in range(first, last + 1))

    def tests_of(self, file, first, last):
        """Bits of the tests that reach these lines. Where there is no code of its own, as in a
        table, those next to it count, and where they are far, the whole file."""
        known = self.reached.get(file, {})
        here = [known[n] for n in range(first, last + 1) if n in known]
        if not self.is_code(file, first, last):
            here = [known[n] for n in range(first - 4, last + 5) if n in known] or known.values()
        bits = 0
        for one in here:
            bits |= one
        return bits


if __name__ == "__main__":
    sys.exit(launch(sys.argv[1:]))

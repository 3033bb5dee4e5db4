"""What bench/run.py refuses before it times anything. usage: arguments.py RUN.PY SCREE"""
import contextlib
import io
import os
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[1])))
import run  # noqa: E402

FAILED = []


def status_of(words):
    """As a process of its own would end, with what it says."""
    said = io.StringIO()
    sys.argv = ["run.py", *words]
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            run.main()
            status = 0
        except SystemExit as end:
            status = end.code
            if isinstance(status, str):
                said.write(status)
                status = 1
    return status, said.getvalue()


def refused(text, *words, folder=None):
    """Status 2, that text, and no table."""
    results = os.path.join(WORK, "results")
    status, said = status_of(["--program", SCREE, "--work", os.path.join(WORK, "work"), "--results",
                              folder or results, *words])
    if status != 2 or text not in said or os.path.exists(results):
        print("run.py %s: status %s, not 2, or no '%s', or a table" % (words, status, text))
        print(said)
        FAILED.append(text)


def all_of_them():
    for runs in "-3", "0", "1.5", "many", "":
        refused("argument --runs: '%s' is no whole number" % runs, "--runs", runs, "start")
    for threads in "-1", "0", "x":
        refused("argument --threads: '%s' is no number of threads" % threads, "--threads", threads,
                "start")
    refused("argument --threads: '' is no number of threads", "--threads", "1,", "start")
    refused("no case 'bed-1e2'; did you mean 'bed-1e", "bed-1e2")
    refused("no case 'xyz'. There are: bed-1e3", "xyz")
    # A later --program counts.
    none, text = os.path.join(WORK, "none"), os.path.join(WORK, "text")
    refused("no program '%s'" % none, "--program", none, "start")
    with open(text, "w") as file:
        file.write("text\n")
    refused("'%s' does not run, or is not scree" % text, "--program", text, "start")
    refused("is not scree", "--program", "/bin/true", "start")
    refused("no folder can be made at '%s/x'" % text, "--work", text + "/x", "start")
    refused("no folder can be made at '%s'" % text, "start", folder=text)


SCREE, WORK = os.path.abspath(sys.argv[2]), tempfile.mkdtemp()
try:
    all_of_them()
finally:
    shutil.rmtree(WORK)
sys.exit(1 if FAILED else 0)

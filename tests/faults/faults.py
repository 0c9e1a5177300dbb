#!/usr/bin/env python3
"""Every command with its n-th allocation, write, fork, mmap or fsync refused (tests/faults/inject.c).

A command that is refused something ends with a documented exit code and says why, or goes on; it never
dies of a signal, hangs, leaves a process behind, or changes an answer. A store that a fault has hit goes on
afterwards as if there had been none: sound, and with every finding of an undisturbed run.

    tests/faults/faults.py BUILD [--most 200 | --numbers 1,2,30] [--jobs 2] [--only NAME]

prints a line for each command and kind of call, and what was wrong. Exit code 1: something was wrong.
"""
import argparse, concurrent.futures, os, pathlib, signal, sqlite3, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
KINDS = ("alloc", "write", "fork", "mmap", "fsync")
DOCUMENTED = {0, 1, 2, 3, 4, 5, 6, 7, 71}
LIMIT = 60  # seconds of one run: a hang

FORMULA = """(set-logic ALL)
(declare-cb twist ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))
(declare-const a (_ BitVec 32))
(declare-const b (_ BitVec 32))
(assert (= (twist a b) #x00000539))
(assert (bvult a #x00000100))
(check-sat)
(push 1)
(assert (distinct (twist a b) #x00000539))
(check-sat)
(pop 1)
(check-sat)
"""
BOX = "#include <stdint.h>\nuint32_t twist(uint32_t a, uint32_t b) { return a * 3u + (b ^ 77u); }\n"
LOOP = """int add(int a, int b);
int main(void) { int i = 0, s = 0; while (i < 10) { s = add(s, 2); i++; } assert(s == 2 * i); return 0; }
"""
ADD = "int add(int a, int b) { return a + b; }\n"
# Says unsat of what contains the word: wrong often enough to make findings.
LIAR = "#!/bin/sh\nif grep -q '<' \"$1\"; then echo unsat; else echo sat; fi\n"


def commands(tandem, root):
    seeds, examples = str(root / "tests/fuse_seeds"), root / "examples"
    return {
        "solve": [tandem, "solve", "--model", str(examples / "ages.smt2")],
        "solve_box": [tandem, "solve", "--lib", "box.c", "--timeout", "20", "box.smt2"],
        "solve_program": [tandem, "solve", "--engine", "z3 -in", str(examples / "ages.smt2")],
        "fmt": [tandem, "fmt", str(examples / "ages.smt2")],
        "bench": [tandem, "bench", "-q", "--solver", "z3=z3", "--csv", "out.csv", str(examples / "ages.smt2")],
        "reduce": [tandem, "reduce", str(examples / "overflow.smt2"), "-o", "small.smt2", "--", "grep", "-q", "bvlshr"],
        "prove": [tandem, "prove", str(examples / "sum.c")],
        "prove_box": [tandem, "prove", "--lib", "add.c", "--timeout", "10", "loop.c"],
        "fuse": [tandem, "fuse", "--seed", "0", "-q", "-s", "./liar", "-s", "z3", "-n", "6", "--no-reduce", "-o", "store", seeds],
        "race": [tandem, "race", "-q", "--theory", "BV", "-t", "0.5", "-T", "./liar", "-R", "./liar", "--steps", "4", "-o", "store"],
        "explore": [tandem, "explore", "--sym-stdin", "2", "--max-tests", "4", "--for", "1s", "-q", "-o", "store", str(examples / "greet.c")],
    }


def known_options(tandem, name, words):
    """Leaves out options that this version does not have."""
    page = subprocess.run([tandem, "help", words[1]], capture_output=True, text=True).stdout
    kept, skip = [], False
    for i, w in enumerate(words):
        if skip:
            skip = False
        elif w == "--":
            return kept + words[i:]
        elif w.startswith("--") and w not in page:
            skip = i + 1 < len(words) and not words[i + 1].startswith("-")
        else:
            kept.append(w)
    return kept


def prepare(folder):
    for name, text in (("box.smt2", FORMULA), ("box.c", BOX), ("loop.c", LOOP), ("add.c", ADD), ("liar", LIAR)):
        (folder / name).write_text(text)
    (folder / "liar").chmod(0o755)
    folder.chmod(0o755)  # the jail's user has to see its program


def environment(folder, extra):
    return dict(os.environ, XDG_CACHE_HOME=str(folder / ".cache"), XDG_STATE_HOME=str(folder / ".state"),
                TMPDIR=str(folder), HOME=str(folder), **extra)


def start(words, folder, extra):
    """Runs it in a session of its own; returns code (None: it hung), output, errors, processes left."""
    p = subprocess.Popen(words, cwd=folder, env=environment(folder, extra), stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        out, err = p.communicate(timeout=LIMIT)
        code = p.returncode
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, signal.SIGKILL)
        out, err = p.communicate()
        code = None
    return code, out.decode(errors="replace"), err.decode(errors="replace"), processes_in(folder)


def processes_in(folder):
    """Those whose scratch folder is ours: what a run has left behind, after a moment to end."""
    needle = f"TMPDIR={folder}".encode()
    for _ in range(40):
        left = []
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if needle in (entry / "environ").read_bytes().split(b"\0"):
                    left.append(f"{entry.name} {(entry / 'comm').read_text().strip()}")
            except OSError:
                pass
        if not left:
            return []
        time.sleep(0.05)
    return left


def answers(text):
    return [l for l in text.splitlines() if l in ("sat", "unsat", "proved")]


def findings(folder):
    db = sqlite3.connect(next(pathlib.Path(folder, "store").glob("*.db")))
    assert db.execute("pragma integrity_check").fetchone() == ("ok",)
    return {row for row in db.execute("select kind, solver, unit from finding").fetchall()}


def store_goes_on(words, folder, undisturbed):
    """What is wrong with the store after a fault; "" when nothing is."""
    if not list(pathlib.Path(folder, "store").glob("*.db")):
        return ""
    # Whatever the fault kept the mark of the user from being written: it is our own store.
    resumed = words[:2] + ["-q", "--trust", "--resume", "store"]
    resumed += ["-n", "6"] if words[1] == "fuse" else ["--steps", "4"]
    code, out, err, _ = start(resumed, folder, {})
    if code == 4 and ("never began" in err or "no campaign in it" in err):
        # the fault came before the job was written down: it can be begun again
        code, out, err, _ = start(words, folder, {})
    if code not in (0, 1):
        return f"--resume ended with {code}: {err.strip()[:200]}"
    if words[1] == "fuse" and not undisturbed <= findings(folder):
        return "findings were lost"
    return ""


def one(name, words, kind, n, preload, undisturbed, reference):
    with tempfile.TemporaryDirectory(prefix="tandem-fault-") as scratch:
        folder = pathlib.Path(scratch)
        prepare(folder)
        mark = folder / "refused"
        code, out, err, left = start(words, folder, {
            "LD_PRELOAD": preload, "FAULT_KIND": kind, "FAULT_NUMBER": str(n), "FAULT_PROGRAM": "tandem",
            "FAULT_MARK": str(mark)})
        wrong = []
        if code is None:
            wrong.append("hangs")
        elif code not in DOCUMENTED:
            wrong.append(f"ended with {code}: {err.strip()[-200:]}")
        elif code in (4, 5, 71) and not err.strip():
            wrong.append(f"exit code {code} without a message")
        if left:
            wrong.append("left behind: " + ", ".join(left))
        flipped = [a for a, b in zip(out.splitlines(), reference.splitlines())
                   if {a, b} == {"sat", "unsat"}] if words[1] == "solve" else []
        if flipped:
            wrong.append("an answer changed")
        hit = mark.exists()
        if hit and words[1] in ("fuse", "race"):
            problem = store_goes_on(words, folder, undisturbed)
            if problem:
                wrong.append(problem)
        return n, hit, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--most", type=int, default=200)
    parser.add_argument("--numbers", type=lambda text: [int(n) for n in text.split(",")])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only")
    a = parser.parse_args()
    build = a.build.resolve()
    preload = str(build / "tests" / "libinject.so")
    bad = runs = 0
    for name, words in commands(str(build / "tandem"), ROOT).items():
        if a.only and a.only != name:
            continue
        words = known_options(words[0], name, words)
        with tempfile.TemporaryDirectory(prefix="tandem-fault-") as scratch:
            prepare(pathlib.Path(scratch))
            code, reference, err, _ = start(words, pathlib.Path(scratch), {})
            if code not in (0, 1):
                print(f"not ok {name}: without a fault it ends with {code}: {err.strip()[-300:]}")
                bad += 1
                continue
            undisturbed = findings(scratch) if words[1] == "fuse" else set()
        for kind in KINDS:
            numbers = a.numbers or list(range(1, a.most + 1))
            hits = faults = 0
            with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
                for at in range(0, len(numbers), a.jobs):
                    results = list(pool.map(lambda n: one(name, words, kind, n, preload, undisturbed, reference),
                                            numbers[at:at + a.jobs]))
                    runs += len(results)
                    hits += sum(hit for _, hit, _ in results)
                    for n, _, wrong in results:
                        for text in wrong:
                            print(f"not ok {name} {kind} {n}: {text}")
                            faults += 1
                    if not any(hit for _, hit, _ in results):
                        break  # it does not make so many calls
            bad += faults
            print(f"{'ok' if not faults else 'faulty'} {name} {kind}: {hits} refused, {faults} wrong")
            sys.stdout.flush()
    print(f"; {runs} runs, {bad} wrong")
    sys.exit(1 if bad else 0)


main()

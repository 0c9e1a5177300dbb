#!/usr/bin/env python3
"""What each part of `tandem prove` contributes: it is taken away, or left alone. Prints Markdown.

    bench/prove_ablation.py BUILD [--seconds N] [--part learners|open|closed]... [--row NAME]...
        [--every N] [--folder FOLDER] >bench/prove-results.md

learners  each learner alone on the labelled programs of FOLDER (tests/prove unless given). Runs that
          look for faults are made in each case; opaque operations are not part of this.
open      teachers, K-bounded exploration and counterexamples one at a time, on the programs of
          tests/prove/open and on their mutants, whose property is false.
closed    the same on the labelled programs of tests/prove with `--opaque all`: executions only, so
          there is but one teacher. Programs in machine integers cannot be executed: left out.

Solved is a verdict that is right as far as can be checked: of an almost correct program, the invariant
is given to SMT (on the closed twin of an open program) and, where that has no answer, all states of
the ranges in the program's box.h are tried. Wrong is a verdict against the label, or an invariant
that is refuted. Unchecked is an invariant with neither, or a verdict where the label is unknown. --row
makes these rows only, --every takes every Nth program only.
"""
import argparse
import datetime
import json
import os
import pathlib
import re
import resource
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "tests" / "prove"
CHECK_SECONDS = 5

LEARNERS = ["equations", "octagons", "arrays", "remainders", "clauses", "cases", "polynomials", "Horn"]
EXPLORATION = [("", []), ("K off", ["--k", "1"]), ("single", ["--single"])]
OUTCOMES = ["solved", "unknown", "wrong", "unchecked"]
COLUMNS = OUTCOMES + ["CPU s", "mean s", "worst s", "at the limit", "not solved"]
HOLDS = ("proved", "almost correct")
REFUTED = re.compile("the invariant (is too weak|is not kept|.*reached first)")


class Program:
    """A C file, what its verdict should be, and how an invariant of it can be checked."""

    def __init__(self, path, wanted, options, twin, box=None):
        self.path, self.wanted, self.options, self.twin, self.box = path, wanted, options, twin, box


class Bench:
    def __init__(self, tandem, seconds, rows, every):
        self.tandem, self.seconds, self.rows, self.every = tandem, seconds, rows, every
        self.checked = {}  # the same invariant is not checked twice

    def prove(self, path, options, seconds):
        command = [self.tandem, "prove", "--json", "--timeout", str(seconds), *options, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        try:
            return json.loads(done.stdout)
        except ValueError:
            return {"verdict": "unknown", "reason": done.stderr}

    def check(self, program, answer):
        """True: an invariant; False: none; None: it cannot be told."""
        found = [f"{i['line']}: {i['invariant']}" for i in answer["invariants"]]
        key = (program.path, *found)
        if key not in self.checked:
            self.checked[key] = self.check_by_smt(program, answer, found)
            if self.checked[key] is None and program.box:
                self.checked[key] = exhaust(program.box, answer["invariants"][0]["invariant"])
        return self.checked[key]

    def check_by_smt(self, program, answer, found):
        if program.twin != program.path:  # its lines are others
            found = [i["invariant"] for i in answer["invariants"]]
        options = [word for one in found for word in ("--check", one)]
        given = self.prove(program.twin, options, CHECK_SECONDS)
        if given["verdict"] == "proved":
            return True
        return False if REFUTED.search(given.get("reason", "")) else None

    def judge(self, program, answer):
        verdict = answer["verdict"]
        if verdict == "unknown":
            return "unknown"
        holds = verdict in HOLDS
        if program.wanted == "unknown":  # a wrong answer cannot be told from a better one
            return "unchecked"
        if holds != (program.wanted == "proved"):
            return "wrong"
        if verdict != "almost correct":
            return "solved"
        return {True: "solved", False: "wrong", None: "unchecked"}[self.check(program, answer)]

    def row(self, name, programs, options):
        counts, times, cpu, details = dict.fromkeys(OUTCOMES, 0), [], 0.0, []
        for program in programs:
            start, used = time.monotonic(), cpu_of_children()
            answer = self.prove(program.path, program.options + options, self.seconds)
            times.append(time.monotonic() - start)
            cpu += cpu_of_children() - used
            word = self.judge(program, answer)
            counts[word] += 1
            if word != "solved" and word != program.wanted:
                details.append(label(program) + (f" ({word})" if word != "unknown" else ""))
        late = sum(t >= 0.95 * self.seconds for t in times)
        cells = [name, *map(str, counts.values()), f"{cpu:.1f}", f"{sum(times) / len(times):.2f}",
                 f"{max(times):.2f}", str(late), ", ".join(details)]
        print("| " + " | ".join(cells) + " |", flush=True)

    def table(self, title, programs, configurations):
        programs = programs[::self.every]
        print(f"\n## {title}\n\n{len(programs)} programs.\n")
        print("| | " + " | ".join(COLUMNS) + " |\n|---|" + "---|" * len(COLUMNS), flush=True)
        for name, options in configurations:
            if not self.rows or name in self.rows:
                self.row(name, programs, options)


def label(program):
    path = program.path
    return path.stem if path.stem not in ("program", "mutant") else f"{path.parent.name}/{path.stem}"


def cpu_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def exhaust(folder, invariant):
    with tempfile.TemporaryDirectory() as scratch:
        command = ["cc", "-O1", "-w", f'-DBOX="{folder}/box.h"', f'-DCODE="{folder}/code.c"',
                   f"-DINV={invariant}", "-DCLOSED", "-o", f"{scratch}/exhaust",
                   str(PROGRAMS / "open" / "exhaust.c")]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return None  # asm_8(x) and the like have no name there
        code = subprocess.run([f"{scratch}/exhaust"], capture_output=True, check=False).returncode
        return {0: True, 1: False}.get(code)


def labelled(folder):
    """The first line of each program says what its verdict is, and in which model of integers."""
    programs = []
    for path in sorted(folder.glob("*.c")):
        words = path.read_text().split("\n", 1)[0].strip("/* ").split()
        wanted = words[0] if words and words[0] in ("proved", "violated", "unknown") else "unknown"
        model = "machine" if "machine" in words else "math"
        programs.append(Program(path, wanted, ["--int-model", model], path))
    return programs


def executable(programs):
    return [Program(p.path, p.wanted, ["--opaque", "all"], p.path) for p in programs
            if p.wanted != "unknown" and "math" in p.options]


def open_programs():
    programs = []
    for folder in sorted(p for p in (PROGRAMS / "open").iterdir() if p.is_dir()):
        options = ["--lib", str(folder / "code.c")]
        if (folder / "grammar.txt").exists():
            options += ["--grammar", str(folder / "grammar.txt")]
        programs.append(Program(folder / "program.c", "proved", options, folder / "twin.c", folder))
        programs.append(Program(folder / "mutant.c", "violated", options, folder / "twin.c"))
    return programs


def teachers():
    rows = [(f"{teacher} {name}".strip(), ["--teacher", teacher, *options])
            for teacher in ("hybrid", "fuzz") for name, options in EXPLORATION]
    return rows + [("smt", ["--teacher", "smt"])]


def load():
    return ", ".join(f"{x:.1f}" for x in os.getloadavg())


def main():
    parts = ["learners", "open", "closed"]
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("build", type=pathlib.Path)
    p.add_argument("--seconds", type=float, default=5)
    p.add_argument("--part", action="append", choices=parts)
    p.add_argument("--row", action="append")
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--folder", type=pathlib.Path, default=PROGRAMS)
    o = p.parse_args()
    bench = Bench(str(o.build / "tandem"), o.seconds, o.row, o.every)
    commit = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"], text=True,
                            capture_output=True, check=False).stdout.strip()
    start = time.monotonic()
    print(f"# Ablations of `tandem prove`\n\n{datetime.date.today()}, commit {commit or 'not known'}, "
          f"bench/prove_ablation.py: at most {o.seconds:g} s for a program; {os.cpu_count()} cores, "
          f"load {load()} at the start.")
    for part in o.part or parts:
        if part == "learners":
            rows = [("all", []), *((name, ["--learners", name]) for name in LEARNERS)]
            bench.table("Each learner alone", labelled(o.folder), rows)
        elif part == "open":
            bench.table("Open programs and their mutants", open_programs(), teachers())
        else:
            rows = [(name or "K = 64, all", options) for name, options in EXPLORATION]
            bench.table("Closed programs, executions only", executable(labelled(PROGRAMS)), rows)
    print(f"\n{time.monotonic() - start:.0f} s in all; load {load()} at the end.")


if __name__ == "__main__":
    main()

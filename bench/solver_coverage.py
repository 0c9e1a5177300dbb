#!/usr/bin/env python3
"""How much of a solver do seeds, their concatenation and their fusion reach, and does guidance help?

    bench/solver_coverage.py [OPTIONS] TANDEM SOLVER SEEDS...

SOLVER is a build of a solver that was compiled with -fsanitize-coverage=trace-pc-guard and linked with
libtandem_coverage.a (docs/fuse.md). --lines names another build of it, compiled with -fprofile-instr-generate
-fcoverage-mapping, for lines, functions and branches. Each of SEEDS is a folder. For each:

  - as many formulas as there are seeds: the seeds themselves, concatenated ones, fused ones (sat-fusion,
    unsat-fusion, mixed-sat, mixed-unsat);
  - how many fused formulas reach edges that neither of their two seeds reaches, and how many edges of all fused
    formulas no seed of the folder reaches;
  - campaigns with all strategies by random seed, with guidance by edges and without: edges after --count formulas
    (weights change after each 256 formulas).
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import tempfile

SIZE = 1 << 20  # of the map, see runtime/coverage/map.h
FUSIONS = ["sat-fusion", "unsat-fusion", "mixed-sat", "mixed-unsat"]


class Map:
    """The map of edges that solvers write."""

    def __init__(self, path):
        self.path = str(path)
        self.clear()

    def clear(self):
        with open(self.path, "wb") as f:
            f.truncate(SIZE)

    def edges(self):
        data = pathlib.Path(self.path).read_bytes()
        return {i for i in range(len(data)) if data[i]} if any(data) else set()


def ask(solver, path, seconds, **environment):
    try:
        subprocess.run([*solver.split(), str(path)], env={**os.environ, **environment}, timeout=seconds,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        pass


def edges_of(solver, path, seconds, where):
    where.clear()
    ask(solver, path, seconds, TANDEM_COVERAGE_MAP=where.path)
    return where.edges()


def fuse(o, *words):
    done = subprocess.run([o.tandem, "fuse", "-q", *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"tandem fuse {' '.join(map(str, words))}: {done.stderr}")
    return done.stdout


def make(o, folder, seeds, strategies, count):
    """That many formulas, as files; what is not made (no pair) is made up for by later units."""
    fuse(o, "--seed", o.first, "-s", "none", "--count", 3 * count, "-o", folder / "campaign",
         *[w for s in strategies for w in ("--strategy", s)], seeds)
    files = []
    for unit in range(3 * count):
        text = fuse(o, "--resume", folder / "campaign", "--unit", unit)
        if len(files) == count or "(check-sat)" not in text:
            continue
        files.append(folder / f"{unit}.smt2")
        files[-1].write_text(text)
    return files


def report_lines(o, files, folder):
    """Lines, functions and branches in percent, and their numbers."""
    for path in files:
        ask(o.lines, path, o.timeout, LLVM_PROFILE_FILE=str(folder / "%1m.profraw"))
    data = folder / "all.profdata"
    subprocess.run([f"llvm-profdata{o.llvm}", "merge", "-o", data, *folder.glob("*.profraw")], check=True)
    text = subprocess.run([f"llvm-cov{o.llvm}", "export", "-summary-only", o.lines.split()[0], "-instr-profile", data],
                          capture_output=True, text=True, check=True).stdout
    totals = json.loads(text)["data"][0]["totals"]
    return {k: (totals[k]["covered"], totals[k]["count"]) for k in ("lines", "functions", "branches")}


def compare(o, seeds, where, folder):
    files = sorted(p for p in pathlib.Path(seeds).rglob("*.smt2"))
    sets = {"seeds": files}
    for name, strategies in (("concatenation", ["concat"]), ("fusion", FUSIONS)):
        (folder / name).mkdir()
        sets[name] = make(o, folder / name, seeds, strategies, len(files))
    reached, alone = {}, {}
    for name, paths in sets.items():
        alone.update({p: edges_of(o.solver, p, o.timeout, where) for p in paths})
        reached[name] = set().union(*(alone[p] for p in paths))
        line = f"  {name:14} {len(paths):4} formulas {len(reached[name]):6} edges"
        if o.lines:
            (folder / f"lines-{name}").mkdir()
            for what, (covered, count) in report_lines(o, paths, folder / f"lines-{name}").items():
                line += f"  {covered:6} of {count} {what} ({covered / count:.2%})"
        print(line, flush=True)
    beyond = 0
    for path in sets["fusion"]:
        parents = [pathlib.Path(m) for m in re.findall(r"^; seed (.*)$", path.read_text(), re.M)]
        beyond += not alone[path] <= set().union(*(alone[p] for p in parents))
    print(f"  fused formulas with edges that neither of their seeds has: {beyond} of {len(sets['fusion'])};"
          f" edges of fusion that no seed has: {len(reached['fusion'] - reached['seeds'])},"
          f" of concatenation: {len(reached['concatenation'] - reached['seeds'])}")


def guide(o, seeds, folder):
    """Both look at edges in the same way; one does not learn from them."""
    for number in range(o.first, o.first + o.runs):
        edges = []
        for name, more in (("with", []), ("without", ["--limit", "coverage-gain=1"])):
            place = folder / f"{name}{number}"
            text = fuse(o, "--json", "--no-reduce", "--seed", number, "--count", o.count, "-t", o.timeout, "-s",
                        "keep:" + o.solver, "-o", place, "--coverage", folder / f"kept-{name}{number}", *more, seeds)
            edges.append(json.loads(text)["edges"])
        print(f"  seed {number}, {o.count} formulas: {edges[0]} edges with guidance, {edges[1]} without", flush=True)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("tandem")
    p.add_argument("solver")
    p.add_argument("seeds", nargs="+")
    p.add_argument("--lines", help="the build for lines, functions and branches")
    p.add_argument("--llvm", default="-19", help="what the names llvm-cov and llvm-profdata end with")
    p.add_argument("--timeout", type=float, default=2)
    p.add_argument("--count", type=int, default=768, help="formulas of a campaign")
    p.add_argument("--runs", type=int, default=5, help="campaigns with guidance, and without")
    p.add_argument("--first", type=int, default=1, help="the first random seed")
    o = p.parse_args()
    o.tandem = os.path.abspath(o.tandem)
    for seeds in o.seeds:
        print(seeds, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            where = Map(folder / "map")
            compare(o, os.path.abspath(seeds), where, folder)
            guide(o, os.path.abspath(seeds), folder)


if __name__ == "__main__":
    main()

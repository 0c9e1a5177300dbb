#!/usr/bin/env python3
"""Prints results of bench/closed-box/run as Markdown: modes, families, and how they compare.

    bench/closed-box/table.py RESULTS.csv...

Several files are taken together (parts of one run); runs with different time limits get a table each.
"""
import csv, os, sys

ORDER = ["auto", "cdfl", "fuzz", "active", "no-classes", "no-pool", "no-jit", "no-facts"]


def read(paths):
    runs = {}
    for path in paths:
        with open(path) as file:
            for row in csv.DictReader(file):
                runs[row["limit_s"], row["solver"], row["file"]] = row
    return list(runs.values())


def solvers_of(rows):
    found = {row["solver"] for row in rows}
    return [s for s in ORDER if s in found] + sorted(found - set(ORDER))


def solved(row):
    return row["solved"] == "1"


def par2(rows, limit):
    """Mean time; a file that was not solved counts twice the limit."""
    return sum(float(r["wall_s"]) if solved(r) else 2 * limit for r in rows) / len(rows)


def spent(rows, limit):
    """Time until an answer; a file that was not solved counts the limit, however soon it was given up."""
    return sum(float(r["wall_s"]) if solved(r) else limit for r in rows)


def line(*cells):
    print("| " + " | ".join(str(c) for c in cells) + " |")


def table(rows, limit):
    families = sorted({os.path.dirname(r["file"]) for r in rows})
    names = [f or "." for f in families]
    line("", "solved", "%", "sat", "unsat", "unknown is right", "wrong", "PAR-2 s", "time s", *names)
    line("---", *["---:"] * (8 + len(names)))
    for solver in solvers_of(rows):
        mine = [r for r in rows if r["solver"] == solver]
        good = [r for r in mine if solved(r)]
        kinds = [sum(r["expected"] == k for r in good) for k in ("sat", "unsat", "unknown")]
        parts = ["%d/%d" % (sum(os.path.dirname(r["file"]) == f for r in good),
                            sum(os.path.dirname(r["file"]) == f for r in mine)) for f in families]
        line(solver, "%d/%d" % (len(good), len(mine)), "%.1f" % (100 * len(good) / len(mine)), *kinds,
             sum(r["wrong"] == "1" for r in mine), "%.2f" % par2(mine, limit),
             "%.0f" % spent(mine, limit), *parts)
    missed = sorted(r["file"] for r in rows if r["solver"] == "auto" and not solved(r))
    print("\nNot solved by auto: " + (", ".join(missed) if missed else "none") + ".")


def compare(rows, limit):
    """Auto against the best mode, and what each ablation costs."""
    by = {s: {r["file"]: r for r in rows if r["solver"] == s} for s in solvers_of(rows)}
    single = [s for s in ("cdfl", "fuzz", "active") if s in by]
    if "auto" in by and single:
        best = min(single, key=lambda s: spent(by[s].values(), limit))
        print("Auto takes %.2f times the time of %s, the quickest single mode (a file that is not solved "
              "counts the limit)." % (spent(by["auto"].values(), limit) / spent(by[best].values(), limit), best))
    for s in by:
        if not s.startswith("no-") or "cdfl" not in by:
            continue
        both = [f for f in by[s] if f in by["cdfl"] and solved(by[s][f]) and solved(by["cdfl"][f])]
        lost = sum(solved(by["cdfl"][f]) and not solved(by[s][f]) for f in by[s])
        won = sum(solved(by[s][f]) and not solved(by["cdfl"][f]) for f in by[s])
        ratio = sum(float(by[s][f]["wall_s"]) for f in both) / max(
            sum(float(by["cdfl"][f]["wall_s"]) for f in both), 1e-9)
        print("cdfl with --%s: %d lost, %d won, %.2f times the time on the %d solved by both." %
              (s, lost, won, ratio, len(both)))


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__.strip())
    rows = read(sys.argv[1:])
    for limit in sorted({float(r["limit_s"]) for r in rows}):
        here = [r for r in rows if float(r["limit_s"]) == limit]
        print("\n### %g s a query\n" % limit)
        table(here, limit)
        print()
        compare(here, limit)


main()

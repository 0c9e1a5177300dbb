"""BanditFuzz: margins of the slow inputs that each algorithm finds, by target, against all references together."""
import csv, math, shutil, statistics, subprocess

import show

ALGORITHMS = ("random", "mutation", "genetic", "bandit")


def evaluate(a, theory, target, references, options, name):
    """The margins of the runs of each algorithm."""
    out = a.out / f"race-{name}"
    shutil.rmtree(out, ignore_errors=True)
    words = [a.tandem, "race", "-q", "--evaluate", "-T", target, "--theory", theory, "--repetitions", str(a.repeat or 4),
             "--solver-time", f"{a.seconds or 6:g}s", "-t", "0.5", "-o", out, *options]
    for reference in references:
        words += ["-R", reference]
    subprocess.run(words, capture_output=True, text=True)
    margins = {name: [] for name in ALGORITHMS}
    rows = out / "evaluation.tsv"
    if rows.exists():
        with open(rows) as f:
            for row in csv.DictReader(f, delimiter="\t"):
                margins[row["algorithm"]].append(float(row["margin"]))
    return margins


def mean(values):
    if not values:
        return "-"
    wide = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0
    return f"{statistics.mean(values):.3f} ± {wide:.3f}"


def improvement(margins):
    best = max((statistics.mean(margins[n]) for n in ALGORITHMS[:3] if margins[n]), default=0)
    ours = statistics.mean(margins["bandit"]) if margins["bandit"] else 0
    return f"{100 * (ours - best) / best:+.1f} %" if best > 0 else "-"


def margins_table(a, theory, solvers, published):
    rows, series = [], []
    for name, target in solvers.items():
        references = [s for other, s in solvers.items() if other != name]
        for kind, options in (("preset banditfuzz", ["--preset", "banditfuzz"]), ("ours", [])):
            margins = evaluate(a, theory, target, references, options, f"{theory}-{name}-{kind.split()[0]}")
            rows.append((name, kind, *(mean(margins[n]) for n in ALGORITHMS), improvement(margins), published.get(name, "-")))
            if kind == "ours":
                series += [(f"{name}, {n}", margins[n]) for n in ("bandit", "random")]
    show.cactus(a.plot, series, "runs", "margin of the best input, s")
    return (f"Margin in seconds of PAR-2 of the best input against the slowest of the other solvers, mean and standard error "
            f"of {a.repeat or 4} runs with {a.seconds or 6:g} s of solver time and a time-out of 0.5 s (published: 100 runs of 12 hours, "
            f"time-out 2,500 s). A difference within the errors decides nothing. Plot: {a.plot.name}.\n\n"
            + show.table(["target", "version", *ALGORITHMS, "bandit over the best baseline", "published"], rows))


def floats(a):
    return margins_table(a, "FP64", {"z3": "z3", "cvc5": "cvc5 --fp-exp"}, {"z3": "+81.96 %", "cvc5": "+15.40 % (CVC4)"})


def strings(a):
    return margins_table(a, "Strings", {"z3": "z3", "z3str3": "z3 smt.string_solver=z3str3", "cvc4": "cvc4 --strings-exp"},
                         {"z3": "+12.31 % (Z3seq)", "z3str3": "+0.00 %", "cvc4": "+44.15 %"})


TABLES = {
    "table1": (floats, "BanditFuzz, Table 1: floating-point solvers"),
    "table2": (strings, "BanditFuzz, Table 2 and Fig. 2: string solvers"),
}

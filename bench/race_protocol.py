#!/usr/bin/env python3
"""Whether the bandit finds slow inputs sooner than its baselines, on real solvers: the protocol that decides race's default.

    bench/race_protocol.py BUILD WORK [--seeds 10] [--solver-time 20] [--timeout 1] [--report]

Fixed before anything was measured: 16 pairs of target and reference, 10 seeds (1001 to 1010, which no version was tried with), 20 s
of solver CPU time for a run, time-out 1 s, five algorithms: the bandit, random search, random search with the bandit's pruning,
mutation, genetic. A run's figure is its best margin so far (PAR-2 seconds of the target less those of the reference; 0 while
nothing slower was found), as a mean over the 20 s. Runs are compared in pairs of the same solvers and seed; the interval is a
bootstrap of the mean difference, seeds drawn anew within each pair of solvers, 95 %. The default is the algorithm with the largest
mean, unless its difference to the bandit has 0 in its interval: then the bandit stays, for the constructs that it names.

WORK keeps what was measured; called again, the command goes on. Seed after seed: what was not finished is left out of the table.
Pairs whose solvers are not installed are left out."""
import argparse, csv, datetime, os, pathlib, random, re, shutil, statistics, subprocess

ALGORITHMS = {"bandit": ["-a", "bandit"], "random": ["-a", "random"], "random, pruned": ["-a", "random", "--prune", "all"],
              "mutation": ["-a", "mutation"], "genetic": ["-a", "genetic"]}
CVC5, CVC4, Z3STR3 = "cvc5 --strings-exp", "cvc4 --strings-exp", "z3 smt.string_solver=z3str3"
PAIRS = [(theory, *pair) for theory in ("FP32", "FP64") for pair in (("z3", "cvc5"), ("cvc5", "z3"))] + [
    ("Strings", *pair) for one in (CVC5, CVC4) for other in ("z3", Z3STR3) for pair in ((one, other), (other, one))] + [
    ("Strings", *pair) for pair in (("z3", Z3STR3), (Z3STR3, "z3"), (CVC5, CVC4), (CVC4, CVC5))]
DRAWS = 10000


def place(o, algorithm, pair, seed):
    return o.work / re.sub(r"[^A-Za-z0-9]+", "_", "-".join([*pair, algorithm, str(seed)]))


def measure(o, algorithm, pair, seed):
    """The mean of the best margin so far over the solver time; kept in WORK."""
    here = place(o, algorithm, pair, seed)
    if not (here / "done").exists():
        shutil.rmtree(here, ignore_errors=True)
        theory, target, reference = pair
        command = [o.build / "tandem", "race", "-q", "-T", target, "-R", reference, "--theory", theory, "-t", str(o.timeout),
                   "--solver-time", str(o.solver_time), "--seed", str(seed), *ALGORITHMS[algorithm], "-o", here]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode not in (0, 1):
            raise SystemExit(f"{here.name}: exit code {result.returncode}: {result.stderr.strip()[-300:]}")
        (here / "done").touch()
    area = now = margin = 0.0
    with open(here / "margin.tsv") as f:
        for row in csv.DictReader(f, delimiter="\t"):
            upto = min(float(row["seconds"]), o.solver_time)
            area += (upto - now) * margin
            now, margin = upto, max(float(row["margin"]), 0)
    return (area + (o.solver_time - now) * margin) / o.solver_time


def bootstrap(differences):
    """The mean over pairs of solvers of the means over seeds, and its interval."""
    draw = random.Random(1)
    means = sorted(statistics.mean(statistics.mean(draw.choices(of_pair, k=len(of_pair))) for of_pair in differences)
                   for _ in range(DRAWS))
    return statistics.mean(statistics.mean(d) for d in differences), means[DRAWS // 40], means[-DRAWS // 40]


def table(o, pairs, values, seeds):
    print(f"{datetime.date.today()}, {len(pairs)} pairs, {len(seeds)} seeds, {o.solver_time:g} s of solver time, time-out {o.timeout:g} s; "
          f"{versions()}; load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores at the end (CPU time is what counts).\n")
    print("| theory | target | reference | " + " | ".join(ALGORITHMS) + " |\n" + "|---" * (3 + len(ALGORITHMS)) + "|")
    for pair in pairs:
        print("| " + " | ".join(pair) + " | " + " | ".join(
            f"{statistics.mean(values[a, pair, s] for s in seeds):.3f}" for a in ALGORITHMS) + " |")
    means = {a: statistics.mean(values[a, p, s] for p in pairs for s in seeds) for a in ALGORITHMS}
    print("| all | | | " + " | ".join(f"{m:.3f}" for m in means.values()) + " |\n")
    print("| bandit less | mean | 95 % interval | |\n|---|---|---|---|")
    for other in list(ALGORITHMS)[1:]:
        mean, low, high = bootstrap([[values["bandit", p, s] - values[other, p, s] for s in seeds] for p in pairs])
        said = "the bandit is better" if low > 0 else "the bandit is worse" if high < 0 else "not decided"
        print(f"| {other} | {mean:+.3f} | {low:+.3f} to {high:+.3f} | {said} |")


def versions():
    found = []
    for name in ("z3", "cvc5", "cvc4"):
        if shutil.which(name):
            text = subprocess.run([name, "--version"], capture_output=True, text=True).stdout
            found.append(f"{name} {re.search(r'[0-9]+[.][0-9.]*[0-9]', text).group()}")
    return ", ".join(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--solver-time", type=float, default=20)
    parser.add_argument("--timeout", type=float, default=1)
    parser.add_argument("--report", action="store_true", help="measure nothing, print what is there")
    o = parser.parse_args()
    o.work.mkdir(parents=True, exist_ok=True)
    pairs = [p for p in PAIRS if all(shutil.which(command.split()[0]) for command in p[1:])]
    values, seeds = {}, []
    for seed in range(1001, 1001 + o.seeds):
        keys = [(a, p, seed) for p in pairs for a in ALGORITHMS]
        if o.report and not all((place(o, *key) / "done").exists() for key in keys):
            continue
        values.update({key: measure(o, *key) for key in keys})
        seeds.append(seed)
    if not seeds or not pairs:
        raise SystemExit("no seed was measured on all pairs" if pairs else "no two solvers are installed")
    table(o, pairs, values, seeds)


if __name__ == "__main__":
    main()

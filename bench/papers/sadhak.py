"""Satisfiability Modulo Fuzzing: the loop on its example, and the closed-box suite by mode."""
import csv, pathlib, re, statistics, subprocess, sys

import show

HERE = pathlib.Path(__file__).resolve().parent
SUITE = HERE.parent / "closed-box"
FAMILIES = ("paths", "bv", "synth", "ints", "floats", "strings", "faults")


def explain(a, *options):
    done = subprocess.run([a.tandem, "solve", "--explain", "--lib", HERE / "motivating.c", *options,
                           HERE / "motivating.smt2"], capture_output=True, text=True)
    answer = (done.stdout.strip().splitlines() or ["-"])[-1]
    return answer, done.stderr.splitlines()


def rounds(a):
    """Tables 1 to 4: what the fuzzer has, proposes and learns, round by round."""
    answer, lines = explain(a, "--preset", "sadhak")
    rows, row = [], None
    for line in lines:
        if match := re.search(r"iteration (\d+)", line):
            row = {"n": match[1], "fuzz": [], "partial": [], "learned": []}
            rows.append(row)
        elif row and (match := re.match(r";\s+(fuzz|partial model|learned): (.*)", line)):
            row[match[1].split()[0]].append(f"`{match[2]}`")
    text = show.table(["round", "constraints of the fuzzer", "its partial model", "learned"],
                      [(r["n"], " ".join(r["fuzz"]), " ".join(r["partial"]), " ".join(r["learned"])) for r in rows])
    return (f"Preset sadhak on `motivating.smt2`: {answer} after {len(rows)} rounds. The paper shows four, learning "
            f"x > y, z > 255 and z < 65536 one after the other; here a call stays in its literal, so the bounds of the "
            f"product are there from the start.\n\n{text}")


def constraints(a):
    """Table 5: how many constraints the fuzzer has in both modes."""
    rows = []
    for name, options, published in (("fuzz-only", ["--mode", "fuzz"], 10), ("CDFL", ["--preset", "sadhak"], 4)):
        answer, lines = explain(a, *options)
        counts = [int(m[1]) for m in (re.search(r"(\d+) constraints", line) for line in lines) if m]
        rows.append((name, published, counts[-1] if counts else None, answer))
    return show.table(["mode", "published", "ours, in the last round", "answer"], rows)


def run_modes(a, modes, seconds, repeat):
    """Solved and PAR-2 of each mode: medians over the repetitions; and the times of one run."""
    give_up = f"{int(seconds * 1000) - 300}ms"
    runs = {name: [] for name, _ in modes}
    for seed in range(1, repeat + 1):
        rows_file = a.out / f"{a.name}-{a.table}-{seed}.csv"
        words = [a.tandem, "bench", "-q", f"--allow-code={SUITE}", "--timeout", f"{seconds:g}", "--resume", rows_file]
        for name, options in modes:
            words += ["--mode", f"{name.replace(' ', '-')}={options} --seed {seed} --timeout {give_up}"]
        done = subprocess.run(words + [SUITE / family for family in FAMILIES], capture_output=True, text=True)
        if not rows_file.exists():
            sys.exit(done.stderr)
        with open(rows_file) as f:
            rows = list(csv.DictReader(f))
        for name, _ in modes:
            mine = [r for r in rows if r["solver"] == name.replace(" ", "-")]
            good = [float(r["wall_s"]) for r in mine if r["solved"] == "1"]
            par2 = (sum(good) + 2 * seconds * (len(mine) - len(good))) / max(len(mine), 1)
            runs[name].append((len(good), par2, sum(r["wrong"] == "1" for r in mine), good, len(mine)))
    return runs


def modes_table(a, modes, published):
    seconds, repeat = a.seconds or 1, a.repeat or 1
    runs = run_modes(a, modes, seconds, repeat)
    rows = []
    for name, _ in modes:
        of = runs[name]
        rows.append((name, *published.get(name, (None, None)), statistics.median(r[0] for r in of),
                     float(statistics.median(r[1] for r in of)), sum(r[2] for r in of)))
    total = next(iter(runs.values()))[0][4]
    show.cactus(a.plot, [(name, runs[name][0][3]) for name, _ in modes], "solved", "seconds of the run")
    head = ["mode", "published: solved of 107", "published: PAR-2", f"ours: solved of {total}", "ours: PAR-2", "wrong"]
    return (f"{seconds:g} s a query (published: 600), medians of {repeat} runs (published: 11), our own suite "
            f"bench/closed-box, whose right answer is sometimes unknown. Plot: {a.plot.name}.\n\n"
            + show.table(head, rows))


def by_mode(a):
    return modes_table(a, [("fuzz", "--mode fuzz"), ("sadhak", "--preset sadhak"), ("delphi", "--preset delphi"),
                           ("bits", "--preset delphi --mode bits"), ("cdfl", "--mode cdfl"), ("auto", "--mode auto")],
                       {"fuzz": (73, 484.70), "sadhak": (101, 104.0), "delphi": (34, 924.36), "bits": (62, 595.51)})


def optimisations(a):
    return modes_table(a, [("sadhak", "--preset sadhak"), ("no classes", "--preset sadhak --no-classes"),
                           ("no pool", "--preset sadhak --no-pool"),
                           ("neither", "--preset sadhak --no-classes --no-pool")], {"sadhak": (101, 104.0)})


def fuzzers(a):
    return modes_table(a, [("internal", "--preset sadhak"), ("libfuzzer", "--preset sadhak --fuzzer libfuzzer"),
                           ("afl++", "--preset sadhak --fuzzer afl++")], {"afl++": (101, 104.0)})


TABLES = {
    "table1": (rounds, "Sadhak, Tables 1 to 4: the motivating example, round by round"),
    "table5": (constraints, "Sadhak, Table 5: constraints that are solved by fuzzing"),
    "table7": (by_mode, "Sadhak, Table 7 and Fig. 6: solved and PAR-2 by mode"),
    "fig7": (optimisations, "Sadhak, Fig. 7: equivalence classes and seed pool on and off"),
    "fuzzers": (fuzzers, "Sadhak, Section 6: the same loop with other fuzzers"),
}

"""IFSE: what deferred concretization and fuzz solving bring where library functions are closed."""
import json, math, pathlib, re, shutil, statistics, subprocess, sys

import show

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "bench/explore-programs"


def shape(file):
    """The symbolic inputs of a program, from the comment in its first line."""
    match = re.match(r"/\*\s*(--.*?)\s*\*/", file.read_text())
    return match[1].split() if match else ["--sym-args", "0", "3", "16", "--sym-stdin", "64"]


def explore(a, file, options, seed, seconds):
    """Lines and branches of the program that are reached, in percent, and the satisfaction rate of the fuzz solver."""
    out = a.out / "run"
    shutil.rmtree(out, ignore_errors=True)
    done = subprocess.run([a.tandem, "explore", "-q", "--json", *shape(file), "--for", f"{seconds:g}s", "--seed", str(seed),
                           *options, "-o", out, file], capture_output=True, text=True)
    try:
        solver = json.loads(done.stdout)["solver"]
    except (ValueError, KeyError):
        return 0.0, 0.0, None
    replay = subprocess.run([a.tandem, "explore", "-q", "--replay", out, file], capture_output=True, text=True)
    row = re.search(rf"^\s*\d+\s+\d+\s+([\d.]+)\s+\d+\s+\d+\s+([\d.]+)\s+\S*{re.escape(file.name)}$", replay.stdout, re.M)
    if not row:
        sys.exit(f"{file}: no figures in what --replay prints:\n{replay.stdout}{replay.stderr}")
    solved = sum(solver[k] for k in ("box_transplanted", "box_proposed", "box_fuzzed"))
    return float(row[1]), float(row[2]), 100 * solved / solver["box_asked"] if solver["box_asked"] else None


def measure(a, variants):
    """For each program and variant the means over the seeds: lines, satisfaction rates that there are, branches."""
    seconds, repeat = a.seconds or 3, a.repeat or 1
    rows = []
    for file in sorted((a.folder or PROGRAMS).glob("*.c")):
        row = [file.stem]
        for _, options in variants:
            runs = [explore(a, file, options, seed, seconds) for seed in range(1, repeat + 1)]
            rates = [rate for _, _, rate in runs if rate is not None]
            row.append((statistics.mean(r[0] for r in runs), statistics.mean(rates) if rates else None, statistics.mean(r[1] for r in runs)))
        rows.append(row)
    return rows


def interval(values):
    """The mean, with the half width of its 95 % interval over the programs."""
    mean = statistics.mean(values)
    return mean, 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0


def what(a):
    programs = "the folder's programs" if a.folder else "the 21 programs of bench/explore-programs"
    return (f"Lines in percent, {a.seconds or 3:g} s a program (published: 4 hours), means of {a.repeat or 1} seeds, "
            f"{programs} (published: 79 of coreutils); library functions closed.")


VARIANTS = [("ifse", ["--preset", "ifse"]), ("klee-like", ["--preset", "klee-like"])]


def lines(a):
    rows = measure(a, VARIANTS)
    show.scatter(a.plot, [(row[2][0], row[1][0], row[0]) for row in rows], "lines %, made concrete at once",
                 "lines %, fuzz solving", top=100)
    gain, wide = interval([row[1][0] - row[2][0] for row in rows])
    body = [(row[0], row[1][0], row[2][0], row[1][0] - row[2][0]) for row in rows]
    mean = [statistics.mean(row[i][0] for row in rows) for i in (1, 2)]
    branches, branches_wide = interval([row[1][2] - row[2][2] for row in rows])
    better, worse = sum(r[3] > 0.005 for r in body), sum(r[3] < -0.005 for r in body)
    return (f"{what(a)} Mean {mean[0]:.1f} and {mean[1]:.1f} (published: 54.8 and 42.7), difference {gain:+.1f} ± {wide:.1f} "
            f"(95 % over the programs); more on {better}, fewer on {worse} of {len(rows)} (published: more on 63 of 79). "
            f"Branches {statistics.mean(row[1][2] for row in rows):.1f} and {statistics.mean(row[2][2] for row in rows):.1f} (published: 64.2 and "
            f"57.2), difference {branches:+.1f} ± {branches_wide:.1f}. "
            f"Plot: {a.plot.name}.\n\n" + show.table(["program", "ifse", "klee-like", "difference"], body))


def satisfaction(a):
    rows = measure(a, VARIANTS)
    points = [(row[1][1], row[1][0] - row[2][0], row[0]) for row in rows if row[1][1] is not None]
    show.scatter(a.plot, points, "satisfaction rate %", "gain of lines, points", diagonal=False)
    rates = [p[0] for p in points]
    mean = statistics.mean(rates) if rates else 0
    return (f"{what(a)} Mean satisfaction rate {mean:.1f} % of {len(points)} programs whose questions reached the fuzz "
            f"solver (published: 80.2 %). Plot: {a.plot.name}.\n\n"
            + show.table(["program", "satisfaction %", "gain of lines"], [(p[2], p[0], p[1]) for p in points]))


def optimisations(a):
    variants = [("both", ["--preset", "ifse"]), ("no splitter", ["--preset", "ifse", "--no-splitter"]),
                ("no predictor", ["--preset", "ifse", "--no-predictor"]),
                ("neither", ["--preset", "ifse", "--no-splitter", "--no-predictor"])]
    rows = measure(a, variants)
    means = [statistics.mean(row[i + 1][0] for row in rows) for i in range(len(variants))]
    gains = [interval([row[i + 1][0] - row[4][0] for row in rows]) for i in range(len(variants))]
    table = [(variants[i][0], float(means[i]), f"{gains[i][0]:+.2f} ± {gains[i][1]:.2f}") for i in range(len(variants))]
    return (f"{what(a)} Published gains over neither: splitter 37.3 %, predictor 2.9 %, both 43.8 %.\n\n"
            + show.table(["variant", "lines %", "points over neither"], table))


# Every fourth of the 79 programs that bench/coreutils has.
UTILITIES = ("base64 chgrp comm date du expr fold id ln mkdir mv "
             "od pr pwd runcon stat tac tr unexpand users").split()


def coreutils(a):
    """Whether closed boxes add lines on coreutils: both presets, seeds as pairs, an interval over the programs."""
    if not a.folder:
        return "coreutils wants --folder WORK, the folder of bench/coreutils/run.py."
    seconds, repeat, figures = int(a.seconds or 5), a.repeat or 3, a.out / "coreutils.json"
    subprocess.run([sys.executable, ROOT / "bench/coreutils/run.py", a.folder, a.tandem.parent, "--seconds", str(seconds), "--seeds",
                    str(repeat), "--variants", "ifse,klee-like", "--programs", ",".join(UTILITIES), "--json", figures],
                   stdout=subprocess.DEVNULL)
    rows = []
    for program, row in json.loads(figures.read_text()).items():
        pairs = [(x, y) for x, y in zip(row["ifse"], row["klee-like"]) if x is not None and y is not None]
        if pairs:
            ours, plain = (statistics.mean(p[i] for p in pairs) for i in (0, 1))
            rows.append((program, ours, plain, ours - plain))
    gain, wide = interval([r[3] for r in rows])
    show.scatter(a.plot, [(r[2], r[1], r[0]) for r in rows], "lines %, made concrete at once", "lines %, fuzz solving", top=100)
    verdict = ("confirmed here" if gain > wide else "refuted here" if gain < -wide else
               "neither confirmed nor refuted by this measurement: the interval has 0 in it")
    return (f"Lines in percent of {len(rows)} programs of coreutils 9.1 (every fourth, chosen before measuring; published: 79), {seconds} s "
            f"a program (published: 4 hours), {repeat} seeds in pairs, library functions closed. Mean "
            f"{statistics.mean(r[1] for r in rows):.2f} and {statistics.mean(r[2] for r in rows):.2f} (published: 54.8 and 42.7), "
            f"difference {gain:+.2f} ± {wide:.2f} (95 % over the programs); more on {sum(r[3] > 0.005 for r in rows)}, fewer on "
            f"{sum(r[3] < -0.005 for r in rows)}. That fuzz solving adds lines on coreutils is **{verdict}**. Plot: "
            f"{a.plot.name}.\n\n" + show.table(["program", "ifse", "klee-like", "difference"], rows))


TABLES = {
    "fig3": (lines, "IFSE, Fig. 3: lines with fuzz solving against concretization"),
    "fig4": (satisfaction, "IFSE, Fig. 4: satisfaction rate and gain of lines"),
    "coreutils": (coreutils, "IFSE, Fig. 3 on coreutils: does fuzz solving add lines there? (--folder)"),
    "optimisations": (optimisations, "IFSE, Section III: splitter and predictor"),
}

"""Semantic fusion: seeds, findings, releases of a solver, fusion beside concatenation."""
import collections, json, os, pathlib, re, shutil, subprocess

import show

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEEDS = [ROOT / "tests/seeds", ROOT / "tests/fuse_seeds"]
FINDINGS = ROOT / "bench/findings"


def seeds_of(a):
    return [a.folder] if a.folder else SEEDS


def label(file, text):
    match = re.search(r"\(set-info\s+:status\s+(sat|unsat)", text)
    if match:
        return match[1]
    return next((part for part in reversed(file.parts) if part in ("sat", "unsat")), "none")


def seeds(a):
    counts = collections.Counter()
    for folder in seeds_of(a):
        for file in sorted(folder.rglob("*.smt2")):
            text = file.read_text(errors="replace")
            logic = re.search(r"\(set-logic\s+([^\s)]+)", text)
            counts[logic[1] if logic else "none", label(file, text)] += 1
    logics = sorted({logic for logic, _ in counts})
    rows = [(logic, counts[logic, "sat"], counts[logic, "unsat"], counts[logic, "none"]) for logic in logics]
    rows.append(("all", *(sum(r[i] for r in rows) for i in (1, 2, 3))))
    where = a.folder.name if a.folder else "tests/seeds and tests/fuse_seeds"
    return (f"Seeds of {where}. Published: 75,097 from SMT-LIB and StringFuzz, 46,760 sat and 28,337 unsat.\n\n"
            + show.table(["logic", "sat", "unsat", "no label"], rows))


THEORIES = (("floats", r"\(fp\.|Float|to_fp|RoundingMode"), ("strings", r"\(str\.|\(re\.|String"), ("arrays", r"Array|\(select"),
            ("bit-vectors", r"BitVec|\(bv|#[xb]"), ("reals", r"Real|to_real"), ("integers", r"\bInt\b|divisible|to_int"))


def theories(text):
    """By the operators of the formula: the files name no logic."""
    formula = re.sub(r"^;.*$", "", text, flags=re.M)
    return " and ".join(name for name, pattern in THEORIES if re.search(pattern, formula)) or "none"


def kept_findings():
    for file in sorted(FINDINGS.glob("*.smt2")):
        text = file.read_text()
        head = re.match(r"; (\S[^:]*): (\S+)", text)
        expected = re.search(r"^; expected (sat|unsat)", text, re.M)
        yield file, head[1], head[2], expected and expected[1], theories(text)


def findings(a):
    kinds, logics = collections.Counter(), collections.Counter()
    for _, kind, solver, _, logic in kept_findings():
        kinds[kind, solver] += 1
        logics[logic, solver] += 1
    solvers = sorted({solver for _, solver in kinds})

    def rows(counts):
        names = sorted({name for name, _ in counts})
        return [(n, *(counts[n, s] for s in solvers), sum(counts[n, s] for s in solvers)) for n in names]

    return ("The findings kept in bench/findings, none of them reported to developers. Published, confirmed: 37 of Z3 and 8 of "
            "CVC4; 24 and 5 of them soundness; most in NRA (15) and QF_S (15) of Z3.\n\n"
            + show.table(["kind", *solvers, "all"], rows(kinds)) + "\n\n"
            + show.table(["theories", *solvers, "all"], rows(logics)))


def ask(command, file, seconds):
    try:
        done = subprocess.run([command, file], capture_output=True, text=True, timeout=seconds)
    except (subprocess.TimeoutExpired, OSError):
        return "none"
    words = done.stdout.split()
    return words[0] if words and words[0] in ("sat", "unsat", "unknown") else "error"


def releases(a):
    if not a.folder:
        raise SystemExit("--folder: commands, one for each release of a solver, that take a file")
    commands = sorted((c for c in a.folder.iterdir() if os.access(c, os.X_OK) and c.is_file()),
                      key=lambda c: [int(n) for n in re.findall(r"\d+", c.name)])
    cases = [(file, expected) for file, kind, _, expected, _ in kept_findings() if kind == "soundness" and expected]
    rows = []
    for command in commands:
        answers = [(ask(command, file, a.seconds or 10), expected) for file, expected in cases]
        wrong = sum(got in ("sat", "unsat") and got != expected for got, expected in answers)
        right = sum(got == expected for got, expected in answers)
        rows.append((command.name, wrong, right, len(cases) - wrong - right))
    return (f"The {len(cases)} soundness findings of bench/findings on each release, {a.seconds or 10:g} s each. "
            "Published: of the 24 in Z3, 8 were in the release of three years before.\n\n"
            + show.table(["release", "wrong", "right", "no answer"], rows))


def campaign(a, name, options, seconds, solvers):
    out = a.out / f"campaign-{name}"
    shutil.rmtree(out, ignore_errors=True)
    words = [a.tandem, "fuse", "-q", "--json", "-o", out, "--for", f"{seconds:g}s", "--seed", "1", "--no-reduce", *options]
    for solver in solvers:
        words += ["-s", solver]
    done = subprocess.run(words + seeds_of(a), capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr)
    report = json.loads(done.stdout)
    return report["formulas"], sum(report["findings"].values()), report["seconds"]


def against_concatenation(a):
    seconds = a.seconds or 60
    rows = []
    for name, options in (("fusion, preset yinyang", ["--preset", "yinyang"]),
                          ("fusion, ours", ["--strategy", "sat-fusion", "--strategy", "unsat-fusion",
                                            "--strategy", "mixed-sat", "--strategy", "mixed-unsat"]),
                          ("concatenation", ["--preset", "concatfuzz"]), ("everything", [])):
        formulas, found, spent = campaign(a, name.split(",")[0], options, seconds,
                                          ("lib:z3", "keep:cvc5 --strings-exp --fp-exp", "keep:cvc4 --strings-exp"))
        rows.append((name, formulas, float(formulas / spent), found))
    return (f"{seconds:g} s each on z3, cvc5 and cvc4 with one worker, seed 1. Published: 41.5 formulas a second; of 50 "
            "formulas with bugs 5 ancestors show the bug under concatenation.\n\n"
            + show.table(["strategy", "formulas", "a second", "findings confirmed"], rows))


TABLES = {
    "fig7": (seeds, "YinYang, Fig. 7: seeds by logic and label"),
    "fig8": (findings, "YinYang, Fig. 8: findings by kind and logic"),
    "fig10": (releases, "YinYang, Fig. 10: soundness findings by release of a solver (--folder)"),
    "concat": (against_concatenation, "YinYang, RQ1 and RQ4: formulas a second, fusion beside concatenation"),
}

#!/usr/bin/env python3
"""Measures Tandem on the formulas of the shared corpora.

    bench/corpora.py print BUILD [--sample 320]   prints every file from the term table; z3's answers
                                                  to the original and to our print on a sample
    bench/corpora.py solve BUILD [--limit 5]      `tandem solve` on the quantifier-free seeds against
                                                  the folders they are in
"""
import argparse, collections, concurrent.futures, json, pathlib, random, re, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPORA = ROOT.parent / "shared" / "corpora"
BOXES = re.compile(r"\((declare-cb|declare-oracle-fun|set-arch|define-ctype|bv2bool|alloc)\b|god_save_me|bool2bv|ensure_index")


def run(command, limit):
    try:
        done = subprocess.run(command, capture_output=True, timeout=limit, text=True, errors="replace")
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return None, "", ""


def answers(text):
    return [w for w in text.split() if w in ("sat", "unsat", "unknown")]


def z3(path, limit):
    code, out, _ = run(["z3", f"-T:{limit}", str(path)], limit + 5)
    return ["time-out"] if code is None or "timeout" in out else answers(out)


def files(folders):
    for folder in folders:
        for path in sorted((CORPORA / folder).rglob("*.smt2")):
            if not BOXES.search(path.read_text(errors="replace")):
                yield path


def print_one(tandem, path, limit, compare):
    code, out, err = run([tandem, "fmt", "--terms", str(path)], 60)
    if code != 0:
        return path, "not printed: " + err.strip().splitlines()[0] if err.strip() else "not printed"
    if not compare:
        return path, "printed"
    with tempfile.NamedTemporaryFile("w", suffix=".smt2") as copy:
        copy.write(out)
        copy.flush()
        ours, theirs = z3(copy.name, limit), z3(path, limit)
    if ours == theirs:
        return path, "same answer"
    if "time-out" in ours + theirs or "unknown" in ours + theirs:
        return path, f"undecided once: {theirs} {ours}"
    return path, f"DIFFERENT: original {theirs}, printed {ours}"


def solve_one(tandem, path, limit):
    wanted = path.parent.name
    code, out, err = run([tandem, "solve", "--json", "--timeout", str(limit), str(path)], limit + 10)
    try:
        check = json.loads(out)["checks"][-1]
    except (ValueError, KeyError, IndexError):
        return path, f"no report ({code}): {err.strip()[:200]}"
    got = check["answer"]
    if got == "unknown":
        wrong = " (WRONG MODEL of the engine)" if check.get("model_check") == "wrong" else ""
        return path, "unknown" + wrong
    if got != wanted:
        return path, f"WRONG: {got}, the folder says {wanted}"
    return path, got + (f", model {check.get('model_check')}" if got == "sat" else "")


def summarise(results):
    counts = collections.Counter()
    for path, what in results:
        counts[what if len(what) < 40 and not what.startswith("undecided") else what.split(":")[0]] += 1
        if what.startswith(("not ", "DIFF", "WRONG", "no ")) or "WRONG" in what:
            print(f"{path.relative_to(CORPORA)}: {what}")
    for what, n in counts.most_common():
        print(f"{n:6d}  {what}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", choices=["print", "solve"])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--sample", type=int, default=320)
    parser.add_argument("--limit", type=int, default=5, help="seconds for each run")
    parser.add_argument("--jobs", type=int, default=2)
    a = parser.parse_args()
    if not CORPORA.is_dir():
        sys.exit("the shared corpora are not here")
    tandem = str((a.build / "tandem").resolve())
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        if a.job == "print":
            paths = list(files(["fusion-seeds", "jfs", "extra", "known-bugs"]))
            sample = set(random.Random(1).sample(paths, min(a.sample, len(paths))))
            jobs = [pool.submit(print_one, tandem, p, a.limit, p in sample) for p in paths]
        else:
            paths = [p for p in files(["fusion-seeds"]) if p.parent.parent.name.startswith("QF_")]
            jobs = [pool.submit(solve_one, tandem, p, a.limit) for p in paths]
        print(f"{len(paths)} files")
        summarise([j.result() for j in jobs])


main()

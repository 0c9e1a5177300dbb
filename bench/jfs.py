#!/usr/bin/env python3
"""How many of the JFS tests (formulas without closed boxes) does the fuzzer solve?

    bench/jfs.py BUILD [--limit SECONDS] [--mode MODE] [--corpus DIR] [--index FILE] [--every N]

Runs BUILD/tandem on each file of the corpus with `--mode MODE` and a time limit, and compares with the
answers of the index. Prints the files that were missed or wrong, then one line with the figures; the exit
code is 1 after a wrong answer. `--every N` takes each N-th file only.
"""
import argparse, pathlib, re, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "corpora"


def labels(index):
    """File name to expected answer."""
    expected = {}
    for line in index.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) > 2 and cells[0].endswith(".smt2") and cells[1] in ("sat", "unsat"):
            expected.setdefault(cells[0], cells[1])
    return expected


def checked(path, folder):
    """The file itself, or a copy that ends with a check."""
    text = path.read_text(errors="replace")
    if re.search(r"\(\s*check-sat", text):
        return path
    copy = pathlib.Path(folder) / path.name
    copy.write_text(re.sub(r"\(\s*exit\s*\)", "", text) + "\n(check-sat)\n")
    return copy


def answer(tandem, path, options):
    command = [tandem, "solve", "-q", "--mode", options.mode, "--timeout", str(options.limit), str(path)]
    begun = time.perf_counter()
    run = subprocess.run(command, capture_output=True, text=True)
    words = [line for line in run.stdout.splitlines() if line in ("sat", "unsat", "unknown")]
    return (words or ["nothing"])[-1], time.perf_counter() - begun


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--limit", type=float, default=5)
    parser.add_argument("--mode", default="fuzz")
    parser.add_argument("--corpus", type=pathlib.Path, default=SHARED / "jfs")
    parser.add_argument("--index", type=pathlib.Path, default=SHARED / "closed-box-INDEX.md")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    if not options.corpus.is_dir() or not options.index.is_file():
        sys.exit("jfs.py: no corpus (--corpus, --index)")
    expected = labels(options.index)
    total = solved = wrong = unsat = refuted = 0
    seconds = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(options.corpus.glob("*.smt2"))[:: options.every]:
            label = expected.get(path.name)
            if label is None:
                continue
            got, took = answer(options.build / "tandem", checked(path, folder), options)
            total += label == "sat"
            unsat += label == "unsat"
            solved += label == got == "sat"
            refuted += label == got == "unsat"
            seconds += took if label == got == "sat" else 0
            if got in ("sat", "unsat") and got != label:
                wrong += 1
                print(f"WRONG {path.name}: {got}, not {label}")
            elif label == "sat" and got != "sat":
                print(f"missed {path.name}: {got} after {took:.1f} s")
    per_cent = 100 * solved / total if total else 0
    print(f"solved {solved} of {total} sat ({per_cent:.1f} %), {refuted} of {unsat} unsat, wrong {wrong}, "
          f"{seconds:.1f} s for the solved, mode {options.mode}, limit {options.limit:g} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

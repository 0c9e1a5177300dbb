#!/usr/bin/env python3
"""Questions about functions of libc over memory images whose bytes are free: how many does `tandem solve` answer?

    bench/memory_questions.py OLD [NEW] [--seconds 5] [--rounds 1] [--names strtol,sscanf] [--truth] [-- OPTION…]

OLD and NEW are `tandem` executables, or build folders; with both, each question goes to one and then to the other, so
that both see the same machine. A question is a file of bench/memory-questions; its :status is known by construction,
and --truth tries that first with the same questions written in C (memory-questions/truth.c). Printed are the answer and
the seconds of the process, then how many were solved and how many answers were wrong. Functions that write or that
take a pointer to write to need --allow-code, which is given. What follows -- goes to `tandem solve`.
"""
import argparse, pathlib, re, subprocess, sys, tempfile, time

FOLDER = pathlib.Path(__file__).resolve().parent / "memory-questions"


def status(path):
    return re.search(r"\(set-info :status (\w+)\)", path.read_text())[1]


def check_truth(files):
    with tempfile.TemporaryDirectory() as scratch:
        program = pathlib.Path(scratch) / "truth"
        subprocess.run(["cc", "-w", "-o", program, FOLDER / "truth.c"], check=True)
        said = dict(line.split() for line in subprocess.run([program], capture_output=True, text=True).stdout.splitlines())
    wrong = [f"{f.stem}: the file says {status(f)}, C says {said.get(f.stem)}" for f in files if said.get(f.stem) != status(f)]
    sys.exit("\n".join(wrong)) if wrong else print(f"the status of {len(files)} questions is that of truth.c")


def ask(o, tandem, path):
    """The answer in one word, and the seconds it took."""
    start = time.perf_counter()
    try:
        done = subprocess.run([tandem, "solve", "--allow-code", "--timeout", str(o.seconds), *o.options, path],
                              capture_output=True, text=True, timeout=o.seconds + 5)
        words = done.stdout.split()
    except subprocess.TimeoutExpired:
        words = []
    return words[0] if words else "none", time.perf_counter() - start


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("tandem", nargs="+", type=lambda text: pathlib.Path(text).resolve())
    p.add_argument("--seconds", type=float, default=5)
    p.add_argument("--rounds", type=int, default=1)
    p.add_argument("--names", type=lambda text: text.split(","), help="only questions with one of these in their name")
    p.add_argument("--truth", action="store_true")
    words, options = (sys.argv[1:] + ["--"])[: (sys.argv[1:] + ["--"]).index("--")], sys.argv[1:]
    o = p.parse_args(words)
    o.options = options[len(words) + 1:]
    binaries = [t / "tandem" if t.is_dir() else t for t in o.tandem]
    files = [f for f in sorted(FOLDER.glob("*.smt2")) if not o.names or any(n in f.stem for n in o.names)]
    if o.truth:
        check_truth(files)
    solved, wrong = [0] * len(binaries), [0] * len(binaries)
    for _ in range(o.rounds):
        for f in files:
            row = f"{f.stem:20} {status(f):6}"
            for i, tandem in enumerate(binaries):
                answer, seconds = ask(o, tandem, f)
                solved[i] += answer == status(f)
                wrong[i] += answer in ("sat", "unsat") and answer != status(f)
                row += f"  {answer:8}{seconds:6.2f} s"
            print(row, flush=True)
    for i, tandem in enumerate(binaries):
        print(f"{tandem}: {solved[i]} of {len(files) * o.rounds} solved, {wrong[i]} wrong")
    return any(wrong)


sys.exit(main())

#!/usr/bin/env python3
"""How many formulas of `tandem fuse` does a solver refuse? They test nothing.

    bench/fuse_refused.py [--rate build/bench/fuse_rate] [--count N] [--show] [FOLDER...]

For each FOLDER of seeds (default: the logics of ../shared/corpora/fusion-seeds, and tests/fuse_seeds), N formulas of each
strategy are made by fuse_rate and given to Debian's z3, cvc5 and cvc4, as one process with (reset) between them and 50 ms
for each. A row for each folder and solver: formulas, refused ones, and the share. What the solver says it does not
support is counted apart (limits). --show prints the messages, the most frequent ones first.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOLVERS = {
    "z3": ["z3", "-in", "-t:50"],
    "cvc5": ["cvc5", "--lang=smt2", "--incremental", "--strings-exp", "--fp-exp", "--tlimit-per=50"],
    "cvc4": ["cvc4", "--lang=smt2", "--incremental", "--strings-exp", "--tlimit-per=50"],
}
LIMITS = re.compile(r"[Uu]nsupported|not supported|[Uu]nimplemented|[Nn]ot (yet )?implemented|SymFPU|does not support|[Cc]annot handle|"
                    r"not enabled|interrupted by|canceled|timeout|strings-exp|fp-exp|incompatible with the current logic")
SKIPPED = {"cvc4": re.compile("FP")}  # Debian's is built without floats


def make(rate, dialect, count, folder):
    """Formulas of all strategies but those that need solvers of their own, as texts."""
    texts = []
    done = subprocess.run([rate, "--models", "0.2", "--count", str(count), "--dialect", dialect, "--print", folder],
                          capture_output=True, text=True, errors="replace")
    for part in re.split(r"^; expect.*$", done.stdout, flags=re.M)[1:]:
        texts.append("\n".join(line for line in part.splitlines() if not line.startswith(";")).strip())
    return [t for t in texts if t]


def ask(command, texts):
    """The error of each formula, or "": what is left behind a crash goes to a new process."""
    errors = [""] * len(texts)
    first = 0
    while first < len(texts):
        script = "".join(f"{t}\n(reset)\n(echo \"end-{i}\")\n" for i, t in enumerate(texts[first:], first))
        try:
            out = subprocess.run(command, input=script, capture_output=True, text=True, errors="replace", timeout=600).stdout
        except subprocess.TimeoutExpired as e:
            out = (e.stdout or b"").decode(errors="replace")
        said = re.split(r"^\"?end-(\d+)\"?$", out, flags=re.M)
        for k in range(0, len(said) - 1, 2):
            wrong = re.search(r"\(error \"(.*?)\"\)", said[k], re.S)
            errors[int(said[k + 1])] = wrong.group(1) if wrong else ""
        last = int(said[-2]) if len(said) > 1 else first - 1
        wrong = re.search(r"\(error \"(.*?)\"\)", said[-1], re.S)
        if last + 1 < len(texts):  # it ended there: refused, or a crash, which is not counted here
            errors[last + 1] = wrong.group(1) if wrong else ""
        first = last + 2
    return errors


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rate", default=str(ROOT / "build/bench/fuse_rate"))
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("folders", nargs="*")
    args = parser.parse_args()
    corpus = ROOT / "../shared/corpora/fusion-seeds"
    folders = args.folders or [str(f) for f in sorted(corpus.glob("*")) if f.is_dir()] + [str(ROOT / "tests/fuse_seeds")]
    messages = collections.Counter()
    made = refused = limits = 0
    print(f"{'seeds':14} {'solver':6} {'formulas':>8} {'refused':>7} {'share':>7} {'limits':>6}")
    for folder in folders:
        name = pathlib.Path(folder).name
        for solver, command in SOLVERS.items():
            if solver in SKIPPED and SKIPPED[solver].search(name):
                continue
            texts = make(args.rate, solver, args.count, folder)
            errors = [e for e in ask(command, texts) if e]
            ours = [e for e in errors if not LIMITS.search(e)]
            for e in ours:
                messages[solver + ": " + re.sub(r"[0-9]+", "#", re.sub(r"^[^:]*:\d+\.\d+: |line \d+ column \d+: ", "", e))[:110]] += 1
            made += len(texts)
            refused += len(ours)
            limits += len(errors) - len(ours)
            print(f"{name:14} {solver:6} {len(texts):8} {len(ours):7} {len(ours) / max(1, len(texts)):7.2%} {len(errors) - len(ours):6}", flush=True)
    print(f"{'all':14} {'':6} {made:8} {refused:7} {refused / max(1, made):7.2%} {limits:6}")
    if args.show:
        for message, n in messages.most_common(40):
            print(f"{n:6} {message}")
    sys.exit(refused > 0.005 * made)


if __name__ == "__main__":
    main()

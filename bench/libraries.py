#!/usr/bin/env python3
"""Questions about real libraries: how many does `tandem solve` answer?

    bench/libraries.py BUILD [--limit SECONDS] [--mode MODE,…|all] [--jobs N] [--table FILE] [NAME…]

Each file of bench/libraries asks one thing about one or two libraries of Debian (packages.txt, tier bench); its
:status is the truth (bench/libraries/truth.py computes it without Tandem). `unknown` is right where the function
has a state or no value. Prints what was missed or wrong, then one line with the figures; the exit code is 1 after
a wrong answer. A question whose library is not installed is skipped with a message. `--table` writes name, truth,
mode, answer and seconds of all. With several modes each question is asked in all of them, one after the other, and the
last line compares auto with the best single one: how many it answers, and its time on those that have an answer.
"""
import argparse, pathlib, re, subprocess, sys, time

HERE = pathlib.Path(__file__).resolve().parent
QUESTIONS = HERE / "libraries"


def installed():
    """Names of shared objects to their paths."""
    paths = {}
    for line in subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True).stdout.splitlines():
        match = re.match(r"\s+(\S+) \(.*x86-64.*\) => (\S+)", line)
        if match:
            paths.setdefault(match[1], match[2])
    return paths


MODES = ["auto", "cdfl", "fuzz", "active"]


def ask(options, mode, question, libraries):
    command = [options.build / "tandem", "solve", "-q", "--mode", mode, "--timeout", str(options.limit),
               "--jobs", str(options.jobs), "--lib", QUESTIONS / "boxes.c"]
    for library in libraries:
        command += ["--lib", library]
    begun = time.perf_counter()
    run = subprocess.run([str(word) for word in command + [question]], capture_output=True, text=True)
    seconds = time.perf_counter() - begun
    words = [line for line in run.stdout.splitlines() if line in ("sat", "unsat", "unknown")]
    return (words or ["nothing: " + run.stderr.strip()])[-1], seconds


class Score:
    def __init__(self, mode):
        self.mode, self.counts, self.spent, self.decidable = mode, {}, 0.0, 0.0

    def add(self, name, status, answer, seconds):
        verdict = "right" if answer == status else "wrong" if answer in ("sat", "unsat") else "missed"
        self.counts[verdict] = self.counts.get(verdict, 0) + 1
        self.spent += seconds
        self.decidable += seconds if status != "unknown" else 0
        if verdict != "right":
            print(f"  {name}: {self.mode} says {answer} instead of {status}, {seconds:.2f} s", flush=True)

    def show(self):
        total = sum(self.counts.values())
        print(f"{self.mode}: {self.counts.get('right', 0)} of {total} right, {self.counts.get('missed', 0)} missed, "
              f"{self.counts.get('wrong', 0)} wrong, {self.spent:.1f} s in all, {self.decidable:.1f} s of them where "
              "there is an answer")


def compare(scores):
    auto = next((s for s in scores if s.mode == "auto"), None)
    others = [s for s in scores if s is not auto]
    if not auto or not others:
        return
    best = max(others, key=lambda s: (s.counts.get("right", 0), -s.decidable))
    print(f"auto against {best.mode}, the best of the others: {auto.counts.get('right', 0)} and "
          f"{best.counts.get('right', 0)} right, {auto.decidable / max(best.decidable, 0.001):.2f} times its seconds")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--limit", type=float, default=10)
    parser.add_argument("--mode", default="auto", help=f"several with commas; all: {','.join(MODES)}")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--table", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    scores = [Score(mode) for mode in (MODES if options.mode == "all" else options.mode.split(","))]
    there, rows = installed(), []
    for question in sorted(QUESTIONS.glob("*.smt2")):
        text = question.read_text()
        status = re.search(r":status (\w+)", text)[1]
        needed = re.search(r"^; library: (.*)$", text, re.M)[1].split()
        if options.names and question.stem not in options.names:
            continue
        missing = [name for name in needed if name not in there]
        if missing:
            print(f"  {question.stem}: skipped, {' '.join(missing)} is not installed")
            continue
        for score in scores:
            answer, seconds = ask(options, score.mode, question, [there[name] for name in needed])
            score.add(question.stem, status, answer, seconds)
            rows.append(f"{question.stem}\t{status}\t{score.mode}\t{answer}\t{seconds:.2f}")
    for score in scores:
        score.show()
    compare(scores)
    if options.table:
        options.table.write_text("".join(row + "\n" for row in rows))
    return 1 if any(score.counts.get("wrong") for score in scores) else 0


if __name__ == "__main__":
    sys.exit(main())

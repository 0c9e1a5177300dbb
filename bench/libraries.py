#!/usr/bin/env python3
"""Questions about real libraries: how many does `tandem solve` answer?

    bench/libraries.py BUILD [--limit SECONDS] [--mode MODE] [--table FILE] [NAME…]

Each file of bench/libraries asks one thing about one or two libraries of Debian (packages.txt, tier bench); its
:status is the truth (bench/libraries/truth.py computes it without Tandem). `unknown` is right where the function
has a state or no value. Prints what was missed or wrong, then one line with the figures; the exit code is 1 after
a wrong answer. A question whose library is not installed is skipped with a message. `--table` writes name, truth,
answer and seconds of all.
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


def ask(options, question, libraries):
    command = [options.build / "tandem", "solve", "-q", "--mode", options.mode, "--timeout", str(options.limit),
               "--lib", QUESTIONS / "boxes.c"]
    for library in libraries:
        command += ["--lib", library]
    begun = time.perf_counter()
    run = subprocess.run([str(word) for word in command + [question]], capture_output=True, text=True)
    seconds = time.perf_counter() - begun
    words = [line for line in run.stdout.splitlines() if line in ("sat", "unsat", "unknown")]
    return (words or ["nothing: " + run.stderr.strip()])[-1], seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--limit", type=float, default=10)
    parser.add_argument("--mode", default="auto")
    parser.add_argument("--table", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    there, rows, counts, spent = installed(), [], {}, 0.0
    for question in sorted(QUESTIONS.glob("*.smt2")):
        text = question.read_text()
        status = re.search(r":status (\w+)", text)[1]
        needed = re.search(r"^; library: (.*)$", text, re.M)[1].split()
        if options.names and question.stem not in options.names:
            continue
        missing = [name for name in needed if name not in there]
        if missing:
            print(f"  {question.stem}: skipped, {' '.join(missing)} is not installed")
            counts["skipped"] = counts.get("skipped", 0) + 1
            continue
        answer, seconds = ask(options, question, [there[name] for name in needed])
        verdict = "right" if answer == status else "wrong" if answer in ("sat", "unsat") else "missed"
        counts[verdict] = counts.get(verdict, 0) + 1
        spent += seconds
        rows.append(f"{question.stem}\t{status}\t{answer}\t{seconds:.2f}")
        if verdict != "right":
            print(f"  {question.stem}: {answer} instead of {status}, {seconds:.2f} s", flush=True)
    total = sum(counts.values()) - counts.get("skipped", 0)
    print(f"{options.mode}: {counts.get('right', 0)} of {total} right, {counts.get('missed', 0)} missed, "
          f"{counts.get('wrong', 0)} wrong, {spent:.1f} s in all")
    if options.table:
        options.table.write_text("".join(row + "\n" for row in rows))
    return 1 if counts.get("wrong") else 0


if __name__ == "__main__":
    sys.exit(main())

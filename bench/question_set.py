#!/usr/bin/env python3
"""Explore's questions with closed boxes, without models of library functions: a recorded set, the same for all versions.

    bench/question_set.py OLD [NEW] [--names csv,url] [--verbose]
    bench/question_set.py BUILD --record [--tests 6] [--seconds 8] [--names csv,url]

OLD and NEW are build folders. bench/explore-questions has, for each program of bench/explore-programs, a few tests and
the questions about their traces that were left for the fuzz solver when the set was recorded (question_set.c says how
they are asked). Counted are, for each program and in all: solved; refuted, which shows that there is no answer on this
path; not solved; and apart from these the questions marked `none`, of which models of the functions know that they have
no answer. The share is that of solved among solved and not solved: at least 95 % are wanted. `wrong` are answers that
the evaluator does not find true, and answers to questions that have none; `lost` are questions that are not there any
more: traces have changed, and the set has to be recorded again.

The functions of what was not solved are listed last: those on which the way wanted depends.
"""
import argparse, collections, pathlib, re, subprocess, sys, tempfile, urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
SET = HERE / "explore-questions"
COUNTS = ["solved", "refuted", "unsolved", "wrong", "lost", "none", "none_solved", "calls", "seconds"]


def compile_program(build, source, folder):
    program = folder / source.stem
    subprocess.run([build / "tandem-cc", "-g", "-O1", "-fno-builtin", "-o", program, source, "-lm"], check=True)
    return program


def shape(source):
    return source.read_text().splitlines()[0].strip("/* ").split()


def quoted(data):
    return urllib.parse.quote_from_bytes(data, safe="")


def test_line(folder):
    words = []
    if (folder / "argv").exists():
        words += ["arg=" + quoted(a) for a in (folder / "argv").read_bytes().split(b"\0")[:-1]]
    if (folder / "stdin").exists():
        words.append("stdin=" + quoted((folder / "stdin").read_bytes()))
    return " ".join(["test", *words])


def record(o, source, scratch):
    """Tests that a short exploration kept, spread over what it found, and the questions about them."""
    program, out, words = compile_program(o.old, source, scratch), scratch / "out", shape(source)
    subprocess.run(["rm", "-rf", out])
    subprocess.run([o.old / "tandem", "explore", "-q", "--no-asan", "--for", f"{o.seconds}s", "-o", out, *words, program],
                   check=True, stdout=subprocess.DEVNULL)
    tests = [f for f in sorted((out / "tests").iterdir()) if f.is_dir()]
    chosen = [tests[i * len(tests) // min(o.tests, len(tests))] for i in range(min(o.tests, len(tests)))]
    size = words[words.index("--sym-args") + 3] if "--sym-args" in words else "0"
    lines = scratch / "lines"
    lines.write_text("\n".join([f"# {source.name}", f"arg_bytes {size}", *map(test_line, chosen)]) + "\n")
    done = subprocess.run([o.old / "bench/question_set", "--record", program, lines], check=True, capture_output=True, text=True)
    (SET / f"{source.stem}.txt").write_text(done.stdout)
    print(f"{source.stem}: {len(chosen)} tests, {done.stdout.count('ask ')} questions", flush=True)


def ask(o, build, source, scratch):
    """The counts, and the lines about what was not solved."""
    program = compile_program(build, source, scratch)
    done = subprocess.run([build / "bench/question_set", *(["--verbose"] if o.verbose else []), program,
                           SET / f"{source.stem}.txt"], capture_output=True, text=True)
    lines = done.stdout.splitlines()
    if not lines or not lines[-1].startswith("solved "):
        sys.exit(f"{source.stem}: {done.stdout[-300:]}{done.stderr[-300:]}")
    words = lines[-1].split()
    return collections.Counter({k: float(v) for k, v in zip(words[::2], words[1::2])}), lines[:-1]


def row(name, c):
    share = f"{100 * c['solved'] / (c['solved'] + c['unsolved']):6.1f} %" if c["solved"] + c["unsolved"] else "       -"
    return f"{name:12}" + share + "".join(f" {c[k]:8.0f}" for k in COUNTS)


def show(build, total, lines):
    print(row("all", total))
    classes = collections.Counter()
    for line in lines:
        found = re.match(r"  unsolved \d+ \d+ wants(.*) of", line)
        if found:
            classes[" ".join(sorted(set(found[1].split()))) or "(only what leads there)"] += 1
    print("not solved, by the functions on which the way wanted depends:")
    for names, n in classes.most_common():
        print(f"    {n:4} {names}")


def measure(o, sources, scratch):
    builds = [b for b in (o.old, o.new) if b]
    totals, lines = [collections.Counter() for _ in builds], [[] for _ in builds]
    print(f"{'':12} {'share':>8}" + "".join(f" {k[:8]:>8}" for k in COUNTS))
    for source in sources:
        for i, build in enumerate(builds):
            c, more = ask(o, build, source, scratch)
            totals[i] += c
            lines[i] += more
            print(row(source.stem if not i else "  new", c), flush=True)
            print("\n".join(more)) if o.verbose else None
    for i, build in enumerate(builds):
        print(f"\n{build}")
        show(build, totals[i], lines[i])
    return any(t["wrong"] or t["none_solved"] for t in totals)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("old", type=lambda text: pathlib.Path(text).resolve())
    p.add_argument("new", type=lambda text: pathlib.Path(text).resolve(), nargs="?")
    p.add_argument("--names", type=lambda text: text.split(","), help="only these programs")
    p.add_argument("--verbose", action="store_true", help="each question")
    p.add_argument("--record", action="store_true")
    p.add_argument("--tests", type=int, default=6)
    p.add_argument("--seconds", type=int, default=8)
    o = p.parse_args()
    sources = [s for s in sorted((HERE / "explore-programs").glob("*.c")) if not o.names or s.stem in o.names]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        scratch.chmod(0o755)  # runs are an ordinary user's
        if not o.record:
            return measure(o, sources, scratch)
        SET.mkdir(exist_ok=True)
        for source in sources:
            record(o, source, scratch)
    return 0


sys.exit(main())

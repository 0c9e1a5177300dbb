#!/usr/bin/env python3
"""SV-COMP's small loop programs: how many `tandem prove` decides.

    bench/svcomp_loops.py FOLDER BUILD [--timeout 10] [--set loops]... [--truth false] [--list] [--only NAME]
                          [--every 1] [--seconds S] [-- OPTIONS...]

FOLDER is the folder c of a copy of the public sv-benchmarks. Measured with the copy github:yanxx297/sv-benchmarks,
commit d6bb8a6911b335ef17dd75b17a78a53fb2b61b48 (`git archive HEAD c/loops c/loop-acceleration c/loop-invgen c/loop-lit
c/loop-new c/array-examples`). The task files (*.yml) say what is true; tasks without a verdict for unreach-call are
left out. Numbers are those of the machine, with the data model that the task has (ILP32 where it has none: the
category is for 32 bits).

Other folders of the copy are taken too: `--set array-examples --set nla-digbench`. `--every 5` asks about each fifth
task. `--seconds 600` ends the whole table after that time, whatever is left: the tasks that were not asked are counted
in the last column.

For each set: true tasks that were proved, false ones that were violated, wrong answers, and the time. `conditional`
are proofs that hold for runs without undefined behaviour only; they are not counted as proved.
"""
import argparse, json, pathlib, re, subprocess, sys, time

SETS = ["loops", "loop-acceleration", "loop-invgen", "loop-lit", "loop-new"]


def task_of(path):
    text = path.read_text()
    verdict = re.search(r"unreach-call\.prp\s*\n\s*expected_verdict:\s*(true|false)", text)
    source = re.search(r"input_files:\s*\[?['\"]?([^'\"\]\s]+)", text)
    model = re.search(r"data_model:\s*(\w+)", text)
    if not verdict or not source:
        return None
    return path.parent / source[1], verdict[1] == "true", model[1] if model else "ILP32"


def ask(tandem, file, model, a):
    left = a.end - time.perf_counter() if a.end else a.timeout
    limit = max(1.0, min(a.timeout, left))
    words = [tandem, "prove", "--timeout", f"{limit:g}", "--int-model", "machine", "--property", "unreach-call",
             "--data-model", model, "--json", *a.options, file]
    start = time.perf_counter()
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=limit * 2 + 10)
        out, code = done.stdout, done.returncode
    except subprocess.TimeoutExpired:
        out, code = "", "hangs"
    seconds = time.perf_counter() - start
    try:
        answer = json.loads(out)
        return answer["verdict"], answer.get("reason", ""), seconds
    except (ValueError, KeyError):
        return "unknown", f"no answer (exit code {code})", seconds


def main():
    argv, options = sys.argv[1:], []
    if "--" in argv:
        options = argv[argv.index("--") + 1:]
        argv = argv[:argv.index("--")]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--timeout", type=float, default=10)
    parser.add_argument("--set", action="append", dest="sets")
    parser.add_argument("--only", help="part of a task's name")
    parser.add_argument("--truth", choices=("true", "false"), help="only tasks whose property is that")
    parser.add_argument("--every", type=int, default=1, help="only each so many-th task of a set")
    parser.add_argument("--seconds", type=float, default=0, help="for the whole table")
    parser.add_argument("--list", action="store_true", help="one line for each task")
    a = parser.parse_args(argv)
    a.options = options
    a.end = time.perf_counter() + a.seconds if a.seconds else 0
    total = {}
    print(f"{'set':20}{'true':>6}{'proved':>8}{'conditional':>13}{'false':>7}{'violated':>10}{'wrong':>7}{'seconds':>9}"
          f"{'not asked':>11}", flush=True)
    for name in a.sets or SETS:
        row = dict.fromkeys(("true", "proved", "conditional", "false", "violated", "wrong"), 0)
        row |= {"seconds": 0.0, "not asked": 0}
        tasks = [(path, task_of(path)) for path in sorted((a.folder / name).glob("*.yml"))]
        tasks = [(path, task) for path, task in tasks
                 if task and (not a.only or a.only in path.stem) and (not a.truth or a.truth == str(task[1]).lower())]
        for path, (file, truth, model) in tasks[:: a.every]:
            if a.end and time.perf_counter() > a.end:
                row["not asked"] += 1
                continue
            verdict, reason, seconds = ask(a.build / "tandem", file, model, a)
            row["true" if truth else "false"] += 1
            row["seconds"] += seconds
            if verdict == "violated":
                row["wrong" if truth else "violated"] += 1
            elif verdict.startswith("proved"):
                kind = "proved" if verdict == "proved" else "conditional"
                row[kind if truth else "wrong"] += 1
            if a.list:
                print(f"  {name}/{path.stem}: {verdict} ({'true' if truth else 'false'}), {seconds:.1f} s  {reason[:200]}", flush=True)
        for key, value in row.items():
            total[key] = total.get(key, 0) + value
        show(name, row)
    show("all", total)
    sys.exit(1 if total["wrong"] else 0)


def show(name, row):
    print(f"{name:20}{row['true']:>6}{row['proved']:>8}{row['conditional']:>13}{row['false']:>7}{row['violated']:>10}"
          f"{row['wrong']:>7}{row['seconds']:>9.1f}{row['not asked']:>11}", flush=True)


main()

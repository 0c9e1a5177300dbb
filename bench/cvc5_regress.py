#!/usr/bin/env python3
"""How much of the language of other solvers does `tandem solve` read? cvc5's regression files, which are public.

    bench/cvc5_regress.py FOLDER BUILD [--old BUILD] [--sample N] [--limit SECONDS] [options]

FOLDER is a snapshot of cvc5 (of its test/regress/cli, or anything above it). All .smt2 files of regress0 to
regress2 are taken, or a seeded sample of them. Each goes to BUILD/tandem, to that of --old, and to z3, one after
the other, each with the same time limit. Per file an outcome:

    wrong     an answer that contradicts the file's `; EXPECT:` line of the same number
    error     `(error` in the output
    right     all answers that the file expects were given, or the error that it expects
    unknown   the rest: `unknown`, the time limit
    silent    a file that expects no answers (printing, options, synthesis) and got through

"z3 answers" counts files with an error for which z3 prints answers and no error. Errors are grouped by their message,
names and numbers taken out. The exit code is 1 after a wrong answer.
"""
import argparse, collections, pathlib, random, re, resource, subprocess, sys

ANSWERS = ("sat", "unsat", "unknown")
FOLDERS = ("regress0", "regress1", "regress2")
MEMORY = 4 << 30


def files_of(folder, sample, seed):
    base = next((p for p in (folder, folder / "cli", folder / "regress/cli", folder / "test/regress/cli")
                 if (p / FOLDERS[0]).is_dir()), None)
    if base is None:
        sys.exit(f"cvc5_regress.py: no {FOLDERS[0]} in {folder}")
    every = sorted(p.relative_to(base) for f in FOLDERS for p in (base / f).rglob("*.smt2"))
    if sample and sample < len(every):
        every = sorted(random.Random(seed).sample(every, sample))
    return base, every


# Files whose :status is wrong: a model was evaluated, and another solver has one.
CORRECTED = {"regress0/tptp/MGT031-1.smt2": ["sat"]}


def expected(path):
    """The answers that the file says are right, in order; `unknown` and time-outs allow anything."""
    for name, answers in CORRECTED.items():
        if str(path).endswith(name):
            return answers
    found = []
    for line in path.read_text(errors="replace").splitlines():
        m = re.match(r"\s*;\s*EXPECT:\s*(\w+)\s*$", line)
        if m and m.group(1) in ANSWERS:
            found.append(m.group(1))
    if not found:
        m = re.search(r"\(set-info\s+:status\s+(sat|unsat)\)", path.read_text(errors="replace"))
        found = [m.group(1)] if m else []
    return found


def expects_error(path):
    text = path.read_text(errors="replace")
    return bool(re.search(r"^\s*;\s*(EXIT:\s*[1-9]|EXPECT(-ERROR)?:.*(\(error|[Pp]arse [Ee]rror))", text, re.M))


def confine():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def output(command, limit, confined):
    try:
        run = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             timeout=limit + 5, preexec_fn=confine if confined else None)
        return run.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode(errors="replace")


def contradicts(given, wanted):
    return any({g, w} == {"sat", "unsat"} for g, w in zip(given, wanted))


def outcome(text, wanted, goes_on):
    """`goes_on`: answers behind an error are about another formula (z3)."""
    given = [line.strip() for line in text.splitlines() if line.strip() in ANSWERS]
    if goes_on and "(error" in text:
        return "error"
    if contradicts(given, wanted):
        return "wrong"
    if "(error" in text:
        return "error"
    if not wanted:
        return "silent"
    agreed = sum(g == w or w == "unknown" for g, w in zip(given, wanted))
    return "right" if agreed == len(wanted) else "unknown"


def message(text):
    found = re.search(r'\(error "(.*)', text)
    words = found.group(1) if found else ""
    words = re.sub(r"^[^:]*:\d+:\d+: ", "", words)
    words = re.sub(r"; did you mean.*", "", words).rstrip('")')
    return re.sub(r"argument \d+ ", "argument ", words)[:90]


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("folder", type=pathlib.Path)
    p.add_argument("build", type=pathlib.Path)
    p.add_argument("--old", type=pathlib.Path, help="another build, run on the same files")
    p.add_argument("--sample", type=int, default=0, help="so many files instead of all")
    p.add_argument("--seed", type=int, default=1, help="of the sample")
    p.add_argument("--limit", type=float, default=10, help="seconds for a file (10)")
    p.add_argument("--only", type=pathlib.Path, help="the files that this list names")
    p.add_argument("--no-z3", action="store_true")
    p.add_argument("--list", type=pathlib.Path, help="write one line for each file")
    p.add_argument("--messages", type=int, default=40, help="groups of errors to show")
    o = p.parse_args()
    base, files = files_of(o.folder, o.sample, o.seed)
    if o.only:
        files = [pathlib.Path(line.split("\t")[0]) for line in o.only.read_text().splitlines() if line]
    solve = lambda build: [str(build / "tandem"), "solve", "-q", "--timeout", str(o.limit)]
    tools = {"new": (solve(o.build), False)}
    if o.old:
        tools["old"] = (solve(o.old), False)
    if not o.no_z3:
        tools["z3"] = (["z3", f"-T:{max(1, round(o.limit))}"], True)
    counts = {name: collections.Counter() for name in tools}
    lines, shown, behind, groups = [], [], collections.Counter(), collections.Counter()
    for number, name in enumerate(files):
        wanted = expected(base / name)
        said = {tool: output(command + [str(base / name)], o.limit, confined)
                for tool, (command, confined) in tools.items()}
        kinds = {tool: outcome(text, wanted, tool == "z3") for tool, text in said.items()}
        if expects_error(base / name):  # that is the right answer
            kinds = {tool: "right" if kind == "error" else kind for tool, kind in kinds.items()}
        for tool, kind in kinds.items():
            counts[tool][kind] += 1
            if kind == "error" and kinds.get("z3") in ("right", "unknown") and \
                    re.search(r"^(sat|unsat)$", said["z3"], re.M):
                behind[tool] += 1
        if kinds["new"] == "error":
            groups[message(said["new"])] += 1
        if "wrong" in (kinds["new"], kinds.get("old")):
            shown.append(f"wrong: {name} " + " ".join(f"{t}={k}" for t, k in kinds.items()))
        lines.append("\t".join([str(name)] + [f"{t}={k}" for t, k in kinds.items()] + [message(said["new"])]))
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {len(files)}", end="", file=sys.stderr)
    if o.list:
        o.list.write_text("\n".join(lines) + "\n")
    for line in shown:
        print(line)
    for words, n in groups.most_common(o.messages):
        print(f"{n:5}  {words}")
    print(f"{len(files)} files, {o.limit:g} s")
    columns = ("right", "unknown", "silent", "error", "wrong")
    print(f"{'':6}" + "".join(f"{c:>9}" for c in columns) + f"{'z3 answers':>12}")
    for tool in tools:
        print(f"{tool:6}" + "".join(f"{counts[tool][c]:9}" for c in columns) +
              (f"{behind[tool]:12}" if tool != "z3" else ""))
    return 1 if counts["new"]["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())

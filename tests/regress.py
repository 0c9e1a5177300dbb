#!/usr/bin/env python3
"""Golden inputs: every .smt2 and .c file below tests/regress is a case that says in comments how Tandem is
run on it and what it has to print.

    tests/regress.py BUILD                          # all cases
    tests/regress.py BUILD regress/solve/core       # a folder, or one case
    tests/regress.py BUILD --update regress/…/new   # writes what is printed into the case

docs/testing.md says what the lines of a case mean. tests/run.py runs each folder of cases as one program.
"""
import argparse, concurrent.futures, os, pathlib, re, shlex, shutil, signal, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMENT = {".smt2": ";", ".c": "//"}
WITH = "with"  # a folder of files that cases use, not of cases
SECONDS = 120  # of one run, unless TIME says otherwise
EXACT = ("EXPECT", "LIKE")
WORDS = EXACT + ("RUN", "OUT", "NOT", "ERR", "EXIT", "NEEDS", "ONCE", "TIME")


class Malformed(Exception):
    """A case, a folder or a selection that the driver cannot make sense of."""


class Run:
    """One RUN line and what follows it; `given` are (line number, word, text)."""

    def __init__(self, name, line, text):
        self.name, self.line, self.text, self.given = name, line, text, []

    def texts(self, *words):
        return [t for _, w, t in self.given if w in words]

    def number(self, word, default):
        return int((self.texts(word) or [default])[-1])

    def command(self, tandem, path):
        """The words of the command, and whether the case comes through standard input."""
        words = shlex.split(self.text)
        if words[-1] != "-" and "{}" not in words:
            words.append("{}")
        return [tandem] + [path.name if w == "{}" else w for w in words], words[-1] == "-"


def check_value(word, text):
    if word in ("EXIT", "TIME"):
        if not text.isdecimal():
            raise Malformed(f"{word} wants a number, not '{text}'")
    elif word in ("LIKE", "OUT", "NOT", "ERR"):
        try:
            re.compile(text)
        except re.error as e:
            raise Malformed(f"'{text}' is no pattern: {e}")
    elif word in ("RUN", "NEEDS", "ONCE") and not text.strip():
        raise Malformed(f"{word} wants a value")
    elif word == "RUN":
        shlex.split(text)


def read(path):
    return path.read_bytes().decode(errors="surrogateescape")


def write(path, text):
    path.write_bytes(text.encode(errors="surrogateescape"))


def lines_of(text):
    lines = text.split("\n")  # splitlines would also split at other characters
    return lines[:-1] if lines[-1] == "" else lines


def runs_of(path, name):
    """The runs of a case, in order; Malformed when a line makes no sense."""
    runs = []
    form = re.compile(r"^" + COMMENT[path.suffix] + r" ?([A-Z]{2,}):(?: (.*))?$")
    for i, line in enumerate(lines_of(read(path)), 1):
        found = form.match(line)
        if not found:
            continue
        word, text = found[1], found[2] or ""
        try:
            if word not in WORDS:
                raise Malformed(f"no word of a case: {word} (these are: {' '.join(WORDS)})")
            check_value(word, text)
            if word == "RUN":
                runs.append(Run(name if not runs else f"{name}#{len(runs) + 1}", i, text))
            elif not runs:
                raise Malformed(f"{word} before the first RUN")
            else:
                runs[-1].given.append((i, word, text))
        except (Malformed, ValueError) as e:
            raise Malformed(f"line {i}: {e}")
    if not runs:
        raise Malformed(f"no line '{COMMENT[path.suffix]} RUN: …'")
    for run in runs:
        if run.texts(*EXACT) and (run.texts("OUT", "NOT") or path.with_suffix(".expect").exists()):
            raise Malformed(f"line {run.line}: the output is given in two ways")
    return runs


def folders(top):
    """[(name, [case paths])] of the folders with cases, in order of their names."""
    result = []
    for folder, below, files in os.walk(top):
        folder = pathlib.Path(folder)
        rooms = sorted(d for d in below if d != WITH)
        below[:] = rooms
        cases = sorted(folder / f for f in files if pathlib.Path(f).suffix in COMMENT)
        name = str(folder.relative_to(top.parent))
        if not cases and not rooms:
            raise Malformed(f"{name}: there is no case in this folder")
        if cases and rooms:
            raise Malformed(f"{name}: has cases and folders; a folder has one of them ('{WITH}' apart)")
        if not rooms:
            result.append((name, cases))
        for f in files:
            if f.endswith(".expect") and not any(c.stem == f[:-7] for c in cases):
                raise Malformed(f"{name}/{f}: there is no case of this name")
    return sorted(result)


def chosen(top, only):
    """[(name, path)] of the cases that are selected; each selection has to select something."""
    every = [(str(c.relative_to(top.parent).with_suffix("")), c) for _, cases in folders(top) for c in cases]
    names = [n for n, _ in every]
    if len(names) != len(set(names)):
        raise Malformed(f"two cases of one name: {next(n for n in names if names.count(n) > 1)}")
    only = [re.sub(r"(#\d+|\.smt2|\.c)$", "", o.rstrip("/")) for o in only]
    for o in only:
        if not any(n == o or n.startswith(o + "/") for n in names):
            raise Malformed(f"there is no case or folder '{o}'")
    return [(n, c) for n, c in every if not only or any(n == o or n.startswith(o + "/") for o in only)]


class Done:
    """What a run did: exit code (or None: too slow), standard output and standard error."""

    def __init__(self, command, seconds, folder, stdin, env=None):
        with subprocess.Popen(command, cwd=folder, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=dict(os.environ, **(env or {})), start_new_session=True) as p:
            try:
                out, err = p.communicate(timeout=seconds)
                self.code = p.returncode
            except subprocess.TimeoutExpired:
                os.killpg(p.pid, signal.SIGKILL)
                out, err = p.communicate()
                self.code = None
        self.out = out.decode(errors="surrogateescape")
        self.err = err.decode(errors="surrogateescape")


def carry_out(run, path, tandem):
    """Runs it in a folder of its own, with links to everything that stands beside the case."""
    with tempfile.TemporaryDirectory(prefix="case-", dir=os.environ.get("SCRATCH")) as scratch:
        for beside in path.parent.iterdir():
            os.symlink(beside, os.path.join(scratch, beside.name))
        command, fed = run.command(tandem, path)

        def once(env=None):
            with open(path if fed else os.devnull, "rb") as stdin:
                return Done(command, run.number("TIME", SECONDS), scratch, stdin, env)
        done = once()
        # The leak checker of gcc 12 crashes itself after LLVM was loaded; see tests/frame.sh.
        if "LeakSanitizer has encountered a fatal error" in done.err:
            done = once({"LSAN_OPTIONS": f"use_tls=0:print_suppressions=0:suppressions={ROOT}/tests/leaks.txt"})
        return done


def same_lines(wanted, lines):
    """`wanted` are ("EXPECT", text) or ("LIKE", pattern), one for each line."""
    return len(wanted) == len(lines) and all(
        line == text if word == "EXPECT" else re.fullmatch(text, line)
        for (word, text), line in zip(wanted, lines))


def faults(run, path, done):
    """What is not as the case says: a list of sentences, empty when all is well."""
    found = []
    wanted = run.number("EXIT", 0)
    if done.code is None:
        return [f"took longer than {run.number('TIME', SECONDS)} s"]
    if done.code != wanted:
        found.append(f"exit code {done.code}, wanted {wanted}")
    lines, long = lines_of(done.out), path.with_suffix(".expect")
    exact = [(w, t) for _, w, t in run.given if w in EXACT]
    if run.texts("OUT", "NOT"):
        found += [f"nothing like '{p}' on standard output" for p in run.texts("OUT")
                  if not any(re.search(p, l) for l in lines)]
        found += [f"something like '{p}' on standard output" for p in run.texts("NOT")
                  if any(re.search(p, l) for l in lines)]
    elif long.exists():
        if done.out != read(long):
            found.append(f"standard output is not {long.name}")
    elif not same_lines(exact, lines):
        found.append("standard output is not " + (" / ".join(t for _, t in exact) or "empty"))
    errors = run.texts("ERR")
    found += [f"nothing like '{p}' on standard error" for p in errors
              if not any(re.search(p, l) for l in lines_of(done.err))]
    if not errors and done.err:
        found.append("standard error is not empty")
    return found


def printable(text):
    return text.encode(errors="backslashreplace").decode()


def judge(run, path, tandem):
    """The lines to print about a run."""
    for need in run.texts("NEEDS"):
        if not shutil.which(need):
            return [f"skip {run.name}: {need} is not installed"]
    done = carry_out(run, path, tandem)
    wrong = faults(run, path, done)
    if not wrong:
        return [f"ok {run.name}"]
    shown = [f"    out: {l}" for l in lines_of(done.out)[:20]] + [f"    err: {l}" for l in lines_of(done.err)[:20]]
    return [printable(l) for l in [f"not ok {run.name}: {'; '.join(wrong)}", f"    $ tandem {run.text}"] + shown]


def rewritten(path, runs, results):
    """The text of a case whose exact outputs and exit codes are those of `results`."""
    lines, comment = read(path).split("\n"), COMMENT[path.suffix]
    after, gone = {}, set()
    for run, done in zip(runs, results):
        if done is None:
            continue
        gone |= {i for i, w, _ in run.given if w == "EXIT"}
        new = [f"{comment} EXIT: {done.code}"] if done.code else []
        exact = [(w, t) for _, w, t in run.given if w in EXACT]
        if not run.texts("OUT", "NOT") and not path.with_suffix(".expect").exists():
            gone |= {i for i, w, _ in run.given if w in EXACT}
            out = lines_of(done.out)
            likes = exact if len(exact) == len(out) else [("EXPECT", "")] * len(out)
            for (word, text), line in zip(likes, out):
                keep = word == "LIKE" and re.fullmatch(text, line)
                new.append(f"{comment} LIKE: {text}" if keep else f"{comment} EXPECT: {line}" if line else f"{comment} EXPECT:")
        after[run.line] = new
    result = []
    for i, line in enumerate(lines, 1):
        if i not in gone:
            result.append(line)
        result += after.get(i, [])
    return "\n".join(result)


def update(name, path, tandem):
    """Writes outputs and exit codes into the case, until places in messages are right, too."""
    for _ in range(3):
        runs = runs_of(path, name)
        results = [carry_out(r, path, tandem) if all(map(shutil.which, r.texts("NEEDS"))) else None for r in runs]
        if any(d and d.code is None for d in results):
            break
        long = path.with_suffix(".expect")
        if long.exists() and results[0]:
            write(long, results[0].out)
        text = rewritten(path, runs, results)
        if text == read(path):
            break
        write(path, text)


def examine(name, path, tandem, updating, quick=False):
    try:
        if updating:
            update(name, path, tandem)
        return [line for run in runs_of(path, name) if not (quick and run.texts("ONCE")) for line in judge(run, path, tandem)]
    except Malformed as e:
        return [f"not ok {name}: {e}"]


def main():
    parser = argparse.ArgumentParser(description="Runs golden inputs.")
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--cases", type=pathlib.Path, default=ROOT / "tests/regress", help="where the cases are")
    parser.add_argument("--update", action="store_true", help="write what is printed into the cases")
    parser.add_argument("--quick", action="store_true", help="without the runs that say ONCE")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("only", nargs="*", help="folders or cases, as regress/solve/core")
    a = parser.parse_intermixed_args()
    tandem = str(a.build.resolve() / "tandem")
    try:
        cases = chosen(a.cases.resolve(), a.only)
    except Malformed as e:
        print(f"not ok regress: {e}")
        sys.exit(1)
    bad = False
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        for lines in pool.map(lambda c: examine(*c, tandem, a.update, a.quick), cases):
            for line in lines:
                print(line, flush=True)
            bad = bad or any(l.startswith("not ok") for l in lines)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()

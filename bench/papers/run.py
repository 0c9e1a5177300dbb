#!/usr/bin/env python3
"""Tables and figures of the five papers, in the papers' own rows and columns, the published figures beside ours.

    bench/papers/run.py NAME TABLE [--build BUILD] [--seconds S] [--repeat N] [--folder PROGRAMS] [--out FOLDER]
    bench/papers/run.py list

NAME is sadhak, ifse, achar, yinyang or banditfuzz; `list` says which tables each has, and what they need. The page
goes to standard output and to FOLDER/NAME-TABLE.md (and .svg where the paper has a plot). Budgets are far smaller
than the published ones and are stated; --seconds and --repeat make them larger. What needs programs that are not in
the repository takes their folder as --folder.
"""
import argparse, datetime, os, pathlib, subprocess, sys

sys.dont_write_bytecode = True  # the source tree stays as it is
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import achar, banditfuzz, ifse, sadhak, yinyang

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAPERS = {module.__name__: module for module in (sadhak, ifse, achar, yinyang, banditfuzz)}


def version(command):
    try:
        done = subprocess.run([*command, "--version"], capture_output=True, text=True)
    except OSError:
        return None
    return (done.stdout.strip().splitlines() or [""])[0]


def revision():
    done = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def list_tables():
    for name, module in PAPERS.items():
        for table, (_, what) in module.TABLES.items():
            print(f"{name:11}{table:14}{what}")


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=[*PAPERS, "list"])
    parser.add_argument("table", nargs="?")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--seconds", type=float, help="for one run; each table has a default")
    parser.add_argument("--repeat", type=int, help="runs with other seeds, of which medians are shown")
    parser.add_argument("--folder", type=pathlib.Path, help="programs or seeds that are not in the repository")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("papers-out"))
    a = parser.parse_args()
    if a.name != "list" and a.table not in PAPERS[a.name].TABLES:
        parser.error(f"{a.name} has {', '.join(PAPERS[a.name].TABLES)}")
    return a


def main():
    a = options()
    if a.name == "list":
        return list_tables()
    a.tandem = a.build.resolve() / "tandem"
    if not a.tandem.exists():
        sys.exit(f"{a.tandem} is not there")
    a.out.mkdir(parents=True, exist_ok=True)
    a.plot = a.out / f"{a.name}-{a.table}.svg"
    load, start, commit = os.getloadavg()[0], datetime.datetime.now(), revision()
    function, what = PAPERS[a.name].TABLES[a.table]
    body = function(a)
    seconds = (datetime.datetime.now() - start).total_seconds()
    solvers = ", ".join(v for v in (version([s]) for s in ("z3", "cvc5", "cvc4")) if v)
    command = " ".join(["bench/papers/run.py", a.name, a.table]
                       + [f"--{key} {value:g}" for key, value in (("seconds", a.seconds), ("repeat", a.repeat)) if value]
                       + (["--folder FOLDER"] if a.folder else []))
    page = (f"# {what}\n\n{body}\n\nMeasured {start:%Y-%m-%d} in {seconds:.0f} s, load {load:.1f} before it, "
            f"{os.cpu_count()} cores; revision {commit}; {solvers}.\n\n    {command}\n")
    (a.out / f"{a.name}-{a.table}.md").write_text(page)
    print(page)


main()

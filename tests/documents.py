#!/usr/bin/env python3
"""Runs the commands that README.md and docs/ show, and compares what they print.

    documents.py BUILD SCRATCH [FILE…]      all of them, or those of some documents
    documents.py --list                     the commands, and how many are excepted
    documents.py --show BUILD SCRATCH FILE  runs those of one document and prints what they print

A command is a line that begins with "$ " in a block ```console; what follows up to the next one is what it prints,
where … stands for any text, and alone on a line for any lines. A line that begins with a command in an indented block
is one, too: of these only the exit code is looked at, which has to be 0 or 1 (found). Commands run in the root of a
tree like this one, one document after the other, each in a folder of its own with `build` in it.

    <!-- before: COMMAND -->    runs before the next command, and is not shown
    <!-- file: NAME -->         the next block is that file

tests/documents.except lists those that are not run: "FILE<tab>begin of the command<tab>why"; at most a tenth."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMAND = re.compile(r"(build/|tandem |tandem-cc |make( |$)|cc |c\+\+ |echo |sqlite3 |tests/[a-z]|scripts/[a-z]|\./[a-z]|bench/[a-z_/]+\.(py|sh)|meson |sh )")
SECONDS = 240


def documents():
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md")), ROOT / "CONTRIBUTING.md"]


def read(path):
    """The steps of a document: (kind, text, wanted lines), kinds: before, file, command (wanted None: any)."""
    steps, name, lines, at = [], None, path.read_text(encoding="utf-8").splitlines(), 0

    def block(first, strip):
        end = first
        while end < len(lines) and (lines[end].startswith(strip) or (strip and not lines[end].strip())):
            end += 1
        return end, [line[len(strip):] for line in lines[first:end]]

    while at < len(lines):
        line = lines[at]
        hidden = re.match(r"<!-- (before|file): (.*) -->$", line)
        if hidden and hidden[1] == "before":
            steps.append(("before", hidden[2], None))
        elif hidden:
            name = hidden[2]
        elif line.startswith("```"):
            end = at + 1
            while end < len(lines) and not lines[end].startswith("```"):
                end += 1
            body = lines[at + 1:end]
            if name:
                steps.append(("file", name, body))
                name = None
            elif line == "```console":
                steps += console(body)
            at = end
        elif line.startswith("    ") and (at == 0 or not lines[at - 1].strip()):
            at, body = block(at, "    ")
            if name:
                steps.append(("file", name, body))
                name = None
            elif not body[0].startswith(("#!", "(", "$")):
                steps += [("command", text, None) for text in joined(body) if COMMAND.match(text)]
            continue
        at += 1
    return steps


def joined(lines):
    """Lines that end with a backslash go on in the next."""
    text = ""
    for line in lines:
        text += line
        if not text.endswith("\\"):
            yield text
            text = ""
        else:
            text = text[:-1]


def console(body):
    steps = []
    for line in body:
        if line.startswith("$ "):
            steps.append(("command", line[2:], []))
        elif steps and steps[-1][1].endswith("\\"):
            steps[-1] = ("command", steps[-1][1][:-1] + line.strip(), [])
        elif steps:
            steps[-1][2].append(line)
    return steps


def same(wanted, got):
    """Whether the lines are those, … for any text, and alone for any lines."""
    def pattern(line):
        return ".*".join(re.escape(part) for part in line.rstrip().split("…"))

    text = "".join("(.*\n)*" if line.strip() == "…" else pattern(line) + r"[ \t]*\n" for line in wanted)
    return re.fullmatch(text, "".join(line + "\n" for line in got)) is not None


def exceptions():
    rows = []
    for line in (ROOT / "tests/documents.except").read_text().splitlines():
        if line and not line.startswith("#"):
            rows.append(line.split("\t"))
    return rows


def excepted(path, text, rows):
    return any(path.relative_to(ROOT).as_posix() == row[0] and text.startswith(row[1]) for row in rows)


def prepare(scratch, path, build):
    folder = scratch / path.relative_to(ROOT).as_posix().replace("/", "_")
    folder.mkdir(parents=True)
    for entry in ROOT.iterdir():
        if not entry.name.startswith((".", "build")):
            (folder / entry.name).symlink_to(entry)
    (folder / "build").symlink_to(build)
    return folder


def run(text, folder, build):
    setup = f'export PATH="{build}:{folder}/bin:$PATH" XDG_CACHE_HOME="{folder}/.cache" LC_ALL=C.UTF-8\n'
    try:
        done = subprocess.run(["bash", "-c", setup + text], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=SECONDS)
        return done.returncode, done.stdout.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        return -1, f"not done after {SECONDS} s"


def check(path, build, scratch, rows, show):
    folder, faults, ran = prepare(scratch, path, build), [], 0
    for kind, text, wanted in read(path):
        if kind == "file":
            (folder / text).parent.mkdir(parents=True, exist_ok=True)
            (folder / text).write_text("\n".join(wanted) + "\n", encoding="utf-8")
            continue
        if kind == "command" and excepted(path, text, rows):
            continue
        code, said = run(text, folder, build)
        if show:
            print(f"$ {text}\n{said}" if kind == "command" else f"({text})")
            continue
        ran += kind == "command"
        got = [line.rstrip() for line in said.splitlines()]
        if kind == "before" and code:
            faults.append(f"{text}: exit code {code}: {said[-300:]}")
        elif kind == "command" and wanted is None and code not in (0, 1):
            faults.append(f"{text}: exit code {code}: {said[-300:]}")
        elif kind == "command" and wanted is not None and not same([w for w in wanted], got):
            faults.append(f"{text}: prints\n" + "\n".join("    " + line for line in got[:40]))
    return ran, faults


def main(arguments):
    rows = exceptions()
    commands = [(path, step[1]) for path in documents() if path.exists() for step in read(path) if step[0] == "command"]
    left_out = [c for c in commands if excepted(*c, rows)]
    if arguments[:1] == ["--list"]:
        for path, text in commands:
            print(f"{path.relative_to(ROOT)}: {text}" + ("    (not run)" if excepted(path, text, rows) else ""))
        print(f"{len(commands)} commands, {len(left_out)} of them are not run")
        return 0
    show = arguments[:1] == ["--show"]
    build, scratch, *names = arguments[show:]
    build, scratch = pathlib.Path(build).resolve(), pathlib.Path(scratch).resolve()
    total = 0
    print("ok exceptions" if len(left_out) * 10 <= len(commands) else
          f"not ok exceptions: {len(left_out)} of {len(commands)} commands are not run")
    for path in documents():
        name = path.relative_to(ROOT).as_posix() if path.exists() else ""
        if not name or (names and name not in names) or not any(s[0] == "command" for s in read(path)):
            continue
        ran, faults = check(path, build, scratch, rows, show)
        total += ran
        word = re.sub(r"[^a-z0-9]+", "_", name.lower())
        print(f"ok {word}" if not faults else f"not ok {word}: " + "\n".join(faults))
    print(f"{total} commands ran, {len(left_out)} are excepted", file=sys.stderr)
    return 0


sys.exit(main(sys.argv[1:]))

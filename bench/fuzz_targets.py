#!/usr/bin/env python3
"""Runs the fuzz targets of tests/fuzz with libFuzzer, ASan and UBSan, and prints what came of it.

    bench/fuzz_targets.py [--runs N] [--total N] [--quiet-seconds S] [--most-seconds S] [--state DIR] [TARGET…]
    bench/fuzz_targets.py --report | --edges | --leaks | --keep [--state DIR] [TARGET…]
    bench/fuzz_targets.py --planted [--seconds S] [TARGET…]

A target is done when it has N executions and S seconds of CPU time without a new edge, that is one of the sources: in a build that
is not optimised and has no sanitizers. (In the build that runs there are three times as many: copies of what was inlined, and checks.) Runs add up: the state
folder keeps, for each target, executions, CPU seconds, those since the last new edge, edges, crashes and the corpus
that grew, and an interrupted command goes on where it was. The quickest that is not quiet yet goes first until there
are --total in all; then every target gets its executions, and then the one goes first that is nearest to its quiet
time. Programs are built once, at the start, and copied there: sources may change meanwhile; corpora are made small then.
A new state begins with the stored corpus, the tree's own files of the kind, random inputs (fuzz_made.py), and what --keep has put into tests/fuzz/grown (an
archive a target): what one machine has found another need not find again. For each
target: executions, quiet seconds, megabytes of memory, crashes. With --edges the share of edges that the corpus
reaches, of those in the functions that it enters, in a build that is not optimised and has no sanitizers, whose
reports are edges too; with --leaks each input of the corpora once, and what is not freed at the end; with --planted
the builds that have a bug on purpose run instead, and each has to find it. Exit code 1: a crash, a leak, or a planted
bug that was not found.
"""
import argparse, hashlib, json, os, pathlib, re, resource, shutil, subprocess, sys, tarfile, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True  # the source tree stays as it is
sys.path.insert(0, str(ROOT / "bench"))
import fuzz_made

DEFINITION = re.compile(r'^FUZZ_TARGET\((\w+), \w+, "(.*)"\)', re.M)
# Of an input; a database has 7,680 or more.
MOST_BYTES, DEFAULT_BYTES = {"store": 12288, "test_folder": 320, "signature": 128, "c_condition": 160}, 512
SMALL = ("forms", "ktest", "known", "signature", "message", "contracts", "test_folder", "store", "journal")
# Files of the tree that a target can begin with.
SCRIPTS = ("tests/regress/**/*.smt2", "examples/*.smt2", "bench/closed-box/**/*.smt2", "bench/findings/*.smt2")
OWN = {"reader": SCRIPTS, "format": SCRIPTS, "forms": SCRIPTS, "box_text": SCRIPTS, "results": ("bench/**/*.json",),
       "contracts": ("tests/prove/**/*.c", "tests/regress/prove/**/*.c"), "solver_file": ("solvers/*.solver",)}
# With the usual quarantine of freed memory the process seems to grow for a long time.
SETTINGS = dict(os.environ, UBSAN_OPTIONS="halt_on_error=1:print_stacktrace=1",
                ASAN_OPTIONS="quarantine_size_mb=4:malloc_context_size=2:detect_stack_use_after_return=0")


def targets():
    return [name for name, _ in DEFINITION.findall((ROOT / "tests/fuzz/targets.def").read_text())]


def last_number(pattern, text):
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def build(names, plain=False):
    for name in names:
        subprocess.run([str(ROOT / "scripts/fuzz"), name, "--build-only"], check=True)
        if plain:
            subprocess.run([str(ROOT / "scripts/fuzz"), name, "--edges-build"], check=True)


def most_bytes(name):
    return MOST_BYTES.get(name, DEFAULT_BYTES)


def pieces(text, most):
    """Lines together up to `most` bytes; longer lines are cut off."""
    piece = b""
    for line in text.splitlines(keepends=True):
        if piece and len(piece) + len(line) > most:
            yield piece
            piece = b""
        piece += line[:most]
    yield piece


TOKEN = re.compile(rb';[^\n]*|"(?:[^"]|"")*"|\|[^|]*\||[()]|[^\s()";|]+')


def commands(text):
    """The commands of a script, each as its bytes and its words."""
    depth, begin, words = 0, 0, []
    for token in TOKEN.finditer(text):
        word = token[0]
        if word == b"(":
            if depth == 0:
                begin, words = token.start(), []
            depth += 1
        elif word == b")":
            depth -= depth > 0
            if depth == 0 and words:
                yield text[begin:token.end()], words
                words = []
        elif word[:1] != b";":
            words.append(word)


def alone(text, most):
    """Each command of a script behind those that declare what it speaks of, where that is short enough: pieces of a long
    script have lost their declarations."""
    declared, modes = {}, []
    for command, words in commands(text):
        needs = dict.fromkeys(one for word in words[1:] for one in declared.get(word, ()))
        whole = b"\n".join([*modes, *needs, command, b""])
        if len(whole) <= most:
            yield whole
        if words[0].startswith((b"declare", b"define")):
            for word in words[1:]:
                if word not in declared and not word[:1].isdigit():
                    declared[word] = [*needs, command]
        elif words[0] in (b"set-arch", b"set-option"):
            modes = [*modes, command][-2:]


def options(name):
    words = ROOT / f"tests/fuzz/{name}.dict"
    # In large targets inputs in turns, and edges without how often they were passed: libFuzzer's own work is most of it
    # otherwise.
    small = int(name in SMALL)
    return ["-detect_leaks=0", f"-entropic={small}", f"-use_counters={small}", "-reduce_inputs=0", f"-max_len={most_bytes(name)}", "-print_final_stats=1",
            *([f"-dict={words}"] if words.exists() else [])]


class Target:
    """What is known of a target, in the state folder."""

    def __init__(self, name, state):
        self.name, self.file = name, state / f"{name}.json"
        self.grown = ROOT / "tests/fuzz/grown" / f"{name}.tar.xz"
        self.program, self.corpus = state / "programs" / f"fuzz_{name}", state / "corpus" / name
        self.plain = state / "programs" / f"fuzz_{name}_plain"
        self.crashes_at = state / "crashes"
        self.known = {"executions": 0, "cpu": 0.0, "quiet": 0.0, "edges": 0, "megabytes": 0, "crashes": 0, "rate": 0, "build": "", "source_edges": 0}
        if self.file.exists():
            self.known.update(json.loads(self.file.read_text()))
            self.known["rate"] = self.known["rate"] or self.known["executions"] / max(self.known["cpu"], 1)

    def save(self):
        part = self.file.with_suffix(".part")
        part.write_text(json.dumps(self.known))
        part.rename(self.file)

    def take_program(self):
        self.program.parent.mkdir(parents=True, exist_ok=True)
        self.corpus.mkdir(parents=True, exist_ok=True)
        self.crashes_at.mkdir(exist_ok=True)
        shutil.copy(ROOT / f"build-fuzz/tests/fuzz_{self.name}", self.program)
        shutil.copy(ROOT / f"build-fuzz-edges/tests/fuzz_{self.name}", self.plain)
        digest = hashlib.sha256(self.program.read_bytes()).hexdigest()
        if digest != self.known["build"]:  # edges of another program are other edges
            self.known.update(build=digest, edges=0)
            self.make_small()
            self.known["source_edges"] = self.count_source_edges()

    def count_source_edges(self):
        """Edges of the sources that the corpus reaches."""
        done = subprocess.run([str(self.plain), "-runs=0", "-detect_leaks=0", f"-max_len={most_bytes(self.name)}", str(self.corpus),
                               str(ROOT / "tests/fuzz/corpus" / self.name)], capture_output=True, text=True, errors="replace", env=SETTINGS)
        return last_number(r"INITED cov: (\d+)", done.stderr)

    def make_small(self):
        """A corpus with as many features and fewer files: each run begins with all of them."""
        small = self.corpus.with_suffix(".small")
        shutil.rmtree(small, ignore_errors=True)  # of a command that was interrupted
        small.mkdir()
        with tempfile.TemporaryDirectory() as others:
            self.lay_out(pathlib.Path(others))
            done = subprocess.run([str(self.program), "-merge=1", "-rss_limit_mb=4096", f"-max_len={most_bytes(self.name)}", str(small),
                                   str(self.corpus), str(ROOT / "tests/fuzz/corpus" / self.name), others], capture_output=True, env=SETTINGS)
        if done.returncode == 0:
            shutil.rmtree(self.corpus)
            small.rename(self.corpus)
        else:
            shutil.rmtree(small)

    def lay_out(self, folder, made=True):
        """What was kept, the tree's own files, and random inputs."""
        if self.grown.exists():
            with tarfile.open(self.grown) as kept:
                kept.extractall(folder, filter="data")
        if made and self.name in fuzz_made.MADE:
            fuzz_made.make(self.name, folder)
        random = ROOT / "build/bench/random_models"
        if self.name == "model" and random.exists():
            subprocess.run([str(random), str(folder)], check=True)
        for number, path in enumerate(sorted(p for pattern in OWN.get(self.name, ()) for p in ROOT.glob(pattern))):
            text, most = path.read_bytes(), most_bytes(self.name)
            for part, piece in enumerate([*pieces(text, most), *(alone(text, most) if path.suffix == ".smt2" else ())]):
                (folder / f"own-{number}-{part}").write_bytes(piece)

    def keep(self):
        """The corpus as one file with the same bytes for the same inputs; how many there are, and the file's size."""
        self.grown.parent.mkdir(exist_ok=True)
        inputs = sorted(self.corpus.iterdir()) if self.corpus.exists() else []
        if inputs:
            with tarfile.open(self.grown, "w:xz") as kept:
                for path in inputs:
                    one = tarfile.TarInfo(path.name)
                    one.size = path.stat().st_size
                    with path.open("rb") as data:
                        kept.addfile(one, data)
        return len(inputs), self.grown.stat().st_size if inputs else 0

    def leaks(self):
        """What one run over all inputs leaves behind at its end, or ''."""
        done = subprocess.run([str(self.program), "-runs=0", "-detect_leaks=0", *([str(self.corpus)] if self.corpus.exists() else []),
                               str(ROOT / "tests/fuzz/corpus" / self.name)], capture_output=True, text=True,
                              errors="replace", env=dict(SETTINGS, ASAN_OPTIONS="detect_leaks=1"))
        return done.stderr[-2500:] if done.returncode else ""

    def slice(self, seconds):
        """One run of libFuzzer on the corpus that is there; what broke, or ''."""
        stored = ROOT / "tests/fuzz/corpus" / self.name
        command = [str(self.program), *options(self.name), "-timeout=20", "-rss_limit_mb=4096",
                   f"-max_total_time={seconds}", f"-artifact_prefix={self.crashes_at}/{self.name}-",
                   str(self.corpus), str(stored)]
        with tempfile.TemporaryFile("w+", errors="replace") as log:
            child = subprocess.Popen(command, stdout=log, stderr=log, env=SETTINGS)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = status
            log.seek(0)
            text = log.read()
        if status and self.only_waited(text):
            text, status = "", 0
        return self.count(text, usage.ru_utime + usage.ru_stime, status)

    def only_waited(self, text):
        """libFuzzer's limit is wall time: an input that ends soon by itself was late because the machine was busy."""
        where = re.search(r"Test unit written to (\S*-timeout-\w+)", text)
        if not where:
            return False
        done = subprocess.run([str(self.program), "-timeout=600", where[1]], capture_output=True, env=SETTINGS,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (20, 20)))
        if done.returncode == 0:
            pathlib.Path(where[1]).unlink()
        return done.returncode == 0

    def count(self, text, cpu, status):
        k = self.known
        begun = last_number(r"INITED cov: (\d+)", text)
        now = last_number(r" cov: (\d+)", text)
        tried = last_number(r"stat::number_of_executed_units:\s+(\d+)", text)
        k["executions"] += tried
        k["cpu"] += cpu
        sources = self.count_source_edges() if now > max(begun, k["edges"]) else 0
        if sources > k["source_edges"]:  # the share of the executions that came after the last edge that was new to the build
            k["source_edges"] = sources
            last = next(int(n) for n, edges in re.findall(r"(?m)^#(\d+)\s.* cov: (\d+)", text) if int(edges) == now)
            k["quiet"] = cpu * max(tried - last, 0) / max(tried, 1)
        else:
            k["quiet"] += cpu
        k["edges"] = max(now, k["edges"])
        k["megabytes"] = max(k["megabytes"], last_number(r"stat::peak_rss_mb:\s+(\d+)", text))
        k["crashes"] += status != 0
        k["rate"] = tried / cpu if cpu else 0
        self.save()
        return text[-2500:] if status else ""

    def due(self, a, enough):
        """Whether it has to run, what for, and how urgent that is: in that order it is chosen."""
        k = self.known
        missing = max(a.runs - k["executions"], 0)
        quiet = max(a.quiet_seconds - k["quiet"], 0)
        if not k["rate"]:
            return (0,)
        if not enough:
            return 1, quiet <= 0, -k["rate"]
        if missing:
            return 2, missing / k["rate"]
        return (3, quiet) if quiet else None

    def line(self, edges):
        k = self.known
        return (f"{self.name}: {k['executions']} executions in {k['cpu']:.0f} s of CPU time, {edges}none new for "
                f"{k['quiet']:.0f} s, {k['megabytes']} MB, {k['crashes']} crashes")


def edges_entered(name, corpus):
    """Edges reached, and all edges, of the functions that the corpus enters; those of the target itself apart."""
    build_folder = ROOT / "build-fuzz-edges"
    subprocess.run([str(ROOT / "scripts/fuzz"), name, "--edges-build"], check=True)
    done = subprocess.run([str(build_folder / f"tests/fuzz_{name}"), "-runs=0", "-print_coverage=1",
                           *([str(corpus)] if corpus.exists() else []), str(ROOT / "tests/fuzz/corpus" / name)],
                          capture_output=True, text=True, errors="replace")
    found = re.findall(r"^COVERED_FUNC: hits: \d+ edges: (\d+)/(\d+) \S+ (\S+)", done.stdout + done.stderr, re.M)
    found = [(int(some), int(every)) for some, every, where in found if "tests/fuzz/" not in where]
    some, every = sum(some for some, _ in found), sum(every for _, every in found)
    return f"{some} edges of {every} in {len(found)} functions entered ({100 * some // max(every, 1)} %), "


def fuzz(all_targets, a):
    """Slices until all are done or the time is over; how many targets broke."""
    if not a.as_built:
        build([t.name for t in all_targets], plain=True)
        for t in all_targets:
            t.take_program()
    end, broken = time.monotonic() + a.most_seconds, set()
    while time.monotonic() < end:
        enough = sum(t.known["executions"] for t in all_targets) >= a.total
        due = [(t.due(a, enough), t) for t in all_targets if t not in broken]
        due = [one for one in due if one[0]]
        if not due:
            break
        _, t = min(due, key=lambda one: one[0])
        text = t.slice(a.slice)
        print(t.line(""), flush=True)
        if text:
            broken.add(t)
            print(text, flush=True)
    return len(broken)


def report(all_targets, with_edges):
    for t in all_targets:
        print(t.line(edges_entered(t.name, t.corpus) if with_edges else ""), flush=True)
    print(f"; {sum(t.known['executions'] for t in all_targets)} executions, "
          f"{sum(t.known['crashes'] for t in all_targets)} crashes")


def look_for_leaks(all_targets):
    bad = 0
    for t in all_targets:
        text = t.leaks()
        bad += bool(text)
        print(f"{t.name}: {'LEAKS ' + text if text else 'nothing leaks'}", flush=True)
    return bad


def find_planted(target, seconds):
    """Begins with the inputs that do not show the bug themselves."""
    name = target.name
    build([name + "_planted"])
    program = str(ROOT / f"build-fuzz/tests/fuzz_{name}_planted")
    left_out = 0
    with tempfile.TemporaryDirectory() as folder:
        target.lay_out(pathlib.Path(folder), made=False)  # each is run once
        for path in (ROOT / "tests/fuzz/corpus" / name).iterdir():
            shutil.copy(path, folder)
        for path in pathlib.Path(folder).iterdir():
            if subprocess.run([program, f"-max_len={most_bytes(name)}", str(path)], capture_output=True).returncode:
                left_out += 1
                path.unlink()
        start = time.monotonic()
        done = subprocess.run([program, *options(name), "-keep_seed=1", f"-max_total_time={seconds}",
                               f"-artifact_prefix={folder}/", folder],
                              capture_output=True, text=True, errors="replace")
    found = "does not hold" in done.stderr
    tried = last_number(r"stat::number_of_executed_units:\s+(\d+)", done.stderr)
    print(f"{name}: the planted bug was {'found' if found else 'NOT found'} after {tried} executions and "
          f"{time.monotonic() - start:.0f} s ({left_out} inputs that show it were left out)")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--total", type=int, default=100_000_000)
    parser.add_argument("--quiet-seconds", type=float, default=600)
    parser.add_argument("--most-seconds", type=float, default=36000, help="of this command")
    parser.add_argument("--seconds", type=int, default=300, help="with --planted: of each target")
    parser.add_argument("--slice", type=int, default=60, help="seconds of one run of libFuzzer")
    parser.add_argument("--state", type=pathlib.Path, default=ROOT / "build-fuzz/state")
    parser.add_argument("--as-built", action="store_true", help="go on with the programs of the state folder")
    parser.add_argument("--planted", action="store_true")
    parser.add_argument("--edges", action="store_true")
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--keep", action="store_true", help="the corpora of the state folder, in tests/fuzz/grown")
    parser.add_argument("--leaks", action="store_true", help="with the programs of the state folder")
    parser.add_argument("only", nargs="*")
    a = parser.parse_args()
    known, bad = targets(), 0
    for wrong in set(a.only) - set(known):
        sys.exit(f"no target {wrong}; there are {', '.join(known)}")
    names = a.only or known
    if a.planted:
        for name in names:
            bad += not find_planted(Target(name, a.state), a.seconds)
            sys.stdout.flush()
        sys.exit(1 if bad else 0)
    a.state.mkdir(parents=True, exist_ok=True)
    all_targets = [Target(name, a.state) for name in names]
    if a.keep:
        missing = [t.name for t in all_targets if not t.program.exists() or not t.corpus.exists()]
        if missing:
            sys.exit(f"{a.state} has nothing of {', '.join(missing)}: run them there first")
        for t in all_targets:
            t.make_small()
            print("%s: %d inputs, %d bytes" % (t.name, *t.keep()), flush=True)
        return
    if a.leaks:
        sys.exit(1 if look_for_leaks(all_targets) else 0)
    if not a.report and not a.edges:
        bad = fuzz(all_targets, a)
    report(all_targets, a.edges)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""What tandem-cc costs on real programs, beside clang -O1: bench/cc_cost/run.py BUILD FOLDER [--rounds 3]

FOLDER has the unpacked source packages of Debian (apt-get source bzip2 bc cjson sqlite3); of sqlite3 it may also be the files
sqlite3.c, sqlite3.h and shell.c alone. Printed are ratios:

  compile   CPU time of all compilations with -c
  ready     the same and the build for mutation (explore makes it from the bitcode that the program carries)
  text      bytes of machine code of the objects (sections of instructions)
  work      CPU time of a run on the same input, outside of tandem explore; outputs have to be equal

Compilers alternate, and the best of the rounds counts. With --explore SECONDS each program is then explored for so
long, and a line says what came of it."""
import argparse, glob, json, os, pathlib, random, resource, shutil, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).resolve().parent
FIGURES = ["tests", "solved_kept", "edges", "guards", "runs", "mutants", "traces", "questions", "lost", "mismatched",
           "findings"]  # of stats.json
BARS = {"compile": 3, "ready": 6, "text": 6, "work": 3}


def cpu(command, **options):
    """User and system seconds of a command and all that it starts, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"cc_cost: {' '.join(map(str, command))[:300]}\n{done.stderr.decode(errors='replace')[-2000:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def text_bytes(objects):
    """Of all sections with instructions."""
    total = 0
    for path in objects:
        lines = subprocess.run(["objdump", "-h", "-w", path], stdout=subprocess.PIPE, check=True, text=True).stdout
        total += sum(int(line.split()[2], 16) for line in lines.splitlines() if "CODE" in line)
    return total


def words(n):
    r = random.Random(7)
    names = ["%x" % r.getrandbits(24) for _ in range(3000)]
    return " ".join(r.choice(names) + ("\n" if r.random() < 0.1 else "") for _ in range(n)).encode()


def json_text():
    r = random.Random(3)

    def value(depth):
        kind = r.randrange(6) if depth else r.randrange(4)
        if kind == 5:
            return "{" + ",".join(f'"k{i}":{value(depth - 1)}' for i in range(r.randrange(6))) + "}"
        if kind == 4:
            return "[" + ",".join(value(depth - 1) for _ in range(r.randrange(8))) + "]"
        return ['"text \\u00e9 %d"' % r.randrange(99), str(r.randrange(-9999, 9999)), "%.3f" % r.random(), "true"][kind]

    return ("[" + ",".join(value(6) for _ in range(200)) + "]").encode()


SQL = b"""create table t(a integer primary key, b text, c real);
with recursive n(i) as (select 1 union all select i + 1 from n where i < 30000)
insert into t select i, 'row ' || (i * 7919 % 10007), i / 3.0 from n;
create index u on t(b);
select count(*), sum(length(b)), max(c) from t where b like 'row 1%';
select b, count(*) from t group by b having count(*) > 3 order by b limit 5;
select t1.a, t2.a from t t1 join t t2 on t1.b = t2.b where t1.a < t2.a and t1.a < 200 order by 1, 2 limit 20;
update t set c = c * 2 where a % 3 = 0;
delete from t where a % 5 = 0;
select sum(a), round(sum(c), 3) from t;
"""
BC = b"scale=200\ndefine f(n){ if(n<2) return 1; return n*f(n-1); }\nf(300)\nfor(i=1;i<4000;i++) s+=i^3/7\ns\nsqrt(2)\n"


def package(folder, pattern):
    found = sorted(glob.glob(str(folder / pattern)))
    return pathlib.Path(found[0]) if found else None


def bzip2(folder, scratch):
    source = package(folder, "bzip2-*")
    names = ["blocksort", "huffman", "crctable", "randtable", "compress", "decompress", "bzlib", "bzip2"]
    return source and dict(files=[source / f"{n}.c" for n in names], flags=["-D_FILE_OFFSET_BITS=64"], run=["-c"],
                           input=words(300000), explore=["--sym-stdin", "32", "--", "-d"])


def bc(folder, scratch):
    source = package(folder, "bc-*")
    if not source:
        return None
    made = scratch / "bc"
    shutil.copytree(source, made)
    unneeded = [f"{tool}=:" for tool in ("AUTOCONF", "AUTOMAKE", "ACLOCAL", "AUTOHEADER", "MAKEINFO")]
    for command in (["./configure", "-q"], ["make", "-s", "-j2", *unneeded]):  # with bison and flex, for its own tables
        subprocess.run(command, cwd=made, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    names = ["bc", "execute", "global", "load", "main", "scan", "storage", "util", "warranty"]
    files = [made / f"bc/{n}.c" for n in names] + sorted((made / "lib").glob("*.c"))
    files = [f for f in files if f.name not in ("testmul.c", "vfprintf.c")]
    return dict(files=files, flags=["-DHAVE_CONFIG_H", f"-I{made}", f"-I{made}/h", f"-I{made}/bc"], run=["-q"], input=BC,
                explore=["--sym-stdin", "32", "--", "-q"])


def cjson(folder, scratch):
    source = package(folder, "cjson-*")
    return source and dict(files=[source / "cJSON.c", source / "cJSON_Utils.c", HERE / "json_driver.c"], flags=[f"-I{source}"],
                           run=["60"], input=json_text(), explore=["--sym-stdin", "32"])


def sqlite(folder, scratch):
    source = folder if (folder / "sqlite3.c").exists() else package(folder, "sqlite3-*")
    if not source:
        return None
    if not (source / "sqlite3.c").exists():
        made = scratch / "sqlite3"
        shutil.copytree(source, made)
        for command in (["./configure", "-q"], ["make", "-s", "sqlite3.c", "shell.c"]):
            subprocess.run(command, cwd=made, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        source = made
    return dict(files=[source / "sqlite3.c", source / "shell.c"],
                flags=[f"-I{source}", "-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION"], run=["-batch", ":memory:"],
                input=SQL, explore=["--sym-stdin", "32", "--", "-batch", ":memory:"])


PROGRAMS = {"bzip2": bzip2, "bc": bc, "cjson": cjson, "sqlite3": sqlite}


def compile_all(compiler, program, out):
    """CPU seconds, and the objects."""
    seconds, objects = 0, []
    for i, source in enumerate(program["files"]):
        objects.append(f"{out}-{i}.o")
        command = [compiler, "-O1", "-w", *program["flags"], "-c", str(source), "-o", objects[-1]]
        seconds += cpu(command)[0]
    cpu([compiler, "-w", *objects, "-lm", "-o", out])
    return seconds, objects


def run_explore(build, program, path, scratch, options):
    """CPU seconds of an exploration with nothing made before, and its figures."""
    folder = scratch / "results"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(scratch / "builds", ignore_errors=True)
    at = program["explore"].index("--") if "--" in program["explore"] else len(program["explore"])
    first = [*options, "-q", "-o", str(folder)] + program["explore"][:at]
    seconds = cpu([str(build / "tandem"), "explore", *first, path, *program["explore"][at:]],
                  env={**os.environ, "XDG_CACHE_HOME": str(scratch / "builds")})[0]
    return seconds, json.loads((folder / "stats.json").read_text())


def measure(name, make, o, scratch):
    program = make(o.folder, scratch)
    if not program:
        print(f"{name:8} is not in {o.folder}")
        return None
    plain, ours = str(scratch / f"{name}-plain"), str(scratch / f"{name}-ours")
    compiled, worked = [], []
    for _ in range(o.rounds):
        a, b = compile_all("clang-19", program, plain), compile_all(str(o.build / "tandem-cc"), program, ours)
        compiled.append((a[0], b[0]))
    for _ in range(o.rounds):
        a, b = (cpu([p, *program["run"]], input=program["input"]) for p in (plain, ours))
        if a[1] != b[1]:
            sys.exit(f"cc_cost: {name}: the outputs differ")
        worked.append((a[0], b[0]))
    best = [min(x[i] for x in compiled) for i in (0, 1)]
    work = [min(x[i] for x in worked) for i in (0, 1)]
    ratios = {"compile": best[1] / best[0], "text": text_bytes(b_objects(ours, program)) / text_bytes(b_objects(plain, program)),
              "work": work[1] / work[0]}
    if not o.no_ready:
        until = run_explore(o.build, program, ours, scratch, ["--for", "0", "--runs", "1", "--no-asan"])[0]
        ratios["ready"] = (best[1] + until) / best[0]
    print(f"{name:8} clang {best[0]:6.2f} s   " + "   ".join(f"{k} {ratios[k]:5.2f}" for k in BARS if k in ratios), flush=True)
    if o.explore:
        stats = run_explore(o.build, program, ours, scratch, ["--for", str(o.explore)])[1]
        stats.update(stats["solver"])
        print(f"{name:8} explored for {o.explore} s: " + ", ".join(f"{k} {stats[k]}" for k in FIGURES), flush=True)
    return ratios


def b_objects(out, program):
    return [f"{out}-{i}.o" for i in range(len(program["files"]))]


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("build", type=lambda s: pathlib.Path(s).resolve())
    p.add_argument("folder", type=lambda s: pathlib.Path(s).resolve())
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--programs", default=",".join(PROGRAMS))
    p.add_argument("--no-ready", action="store_true", help="without the build for mutation")
    p.add_argument("--explore", type=int, metavar="SECONDS", help="explore each program as well")
    o = p.parse_args()
    worst = {}
    with tempfile.TemporaryDirectory() as scratch:
        for name in o.programs.split(","):
            for key, value in (measure(name, PROGRAMS[name], o, pathlib.Path(scratch)) or {}).items():
                worst[key] = max(worst.get(key, 0), value)
    print("worst:   " + "   ".join(f"{k} {worst[k]:.2f} (bar {BARS[k]})" for k in BARS if k in worst))


main()

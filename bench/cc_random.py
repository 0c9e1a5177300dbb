#!/usr/bin/env python3
"""Programs of tandem-cc against the same ones of clang: bench/cc_random.py BUILD [options]

Each random program (tests/cc/random_program.py, or csmith with --csmith) is compiled by clang, and by
tandem-cc with two runtimes: the real one, and one that computes every expression and compares it with the
program's value (tests/cc/check_runtime.c). Outputs and exit codes on random inputs must be the same. Of
csmith's programs those are left out that do not end soon at -O0: clang may turn an endless loop into anything.
"""
import argparse, os, random, resource, shutil, subprocess, sys, tempfile, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "cc"))
import random_program

FLAGS = ["-w", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off"]
CSMITH_INCLUDES = ["-I/usr/include/csmith"]


def run(program, data, seconds=30):
    """Exit code and outputs; None when it takes too long. Without preexec_fn and with close_fds=False Python does
    not copy itself for each run."""
    try:
        done = subprocess.run([program], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, close_fds=False,
                              timeout=seconds)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stdout, done.stderr


def build(arguments, seed, scratch, optimise):
    """The three executables; None when the generator's program is not usable."""
    source = f"{scratch}/{seed}.c"
    flags = FLAGS + [optimise]
    if arguments.csmith:
        with open(source, "w") as out:
            subprocess.run(["csmith", "--seed", str(seed)], stdout=out, check=True, cwd=scratch)
        flags += CSMITH_INCLUDES
    else:
        with open(source, "w") as out:
            out.write(random_program.text(seed))
    cc = os.path.join(arguments.build, "tandem-cc")
    objects = [f"{scratch}/input.o"]
    plain = flags + ["-O0"] if arguments.csmith else flags
    subprocess.run(["clang-19"] + plain + [source] + objects + ["-lm", "-o", f"{scratch}/plain"], check=True)
    subprocess.run([cc] + flags + ["-c", source, "-o", f"{scratch}/p.o"], check=True)
    subprocess.run([cc, f"{scratch}/p.o"] + objects + ["-lm", "-o", f"{scratch}/real"], check=True)
    subprocess.run(["clang-19", f"{scratch}/p.o", f"{scratch}/check.o", f"{scratch}/stretch.o", f"{scratch}/landing.o"] +
                   objects + ["-lm", "-o", f"{scratch}/check"], check=True)
    return [f"{scratch}/{name}" for name in ("plain", "real", "check")]


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("build", type=os.path.abspath)
    p.add_argument("--programs", type=int, default=500)
    p.add_argument("--inputs", type=int, default=20, help="runs of each program")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--csmith", action="store_true")
    p.add_argument("--for", dest="seconds", type=float, default=1e9, help="start no further program after so long")
    p.add_argument("--keep", help="folder for programs that failed")
    arguments = p.parse_args()
    if arguments.csmith and not (shutil.which("csmith") and os.path.exists("/usr/include/csmith/csmith.h")):
        sys.exit("cc_random.py: install csmith and libcsmith-dev (packages of Debian) for --csmith")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    programs = runs = bad = endless = 0
    end = time.monotonic() + arguments.seconds
    with tempfile.TemporaryDirectory() as scratch:
        for name, source in (("input", "tests/cc/input.c"), ("check", "tests/cc/check_runtime.c"),
                             ("stretch", "runtime/core/stretch.c"), ("landing", "runtime/core/landing.c")):
            subprocess.run(["clang-19", "-w", "-O1", "-I", ROOT, "-c", f"{ROOT}/{source}", "-o",
                            f"{scratch}/{name}.o"], check=True)
        for seed in range(arguments.seed, arguments.seed + arguments.programs):
            if time.monotonic() > end:
                break
            r = random.Random(seed)
            programs += 1
            try:
                builds = build(arguments, seed, scratch, r.choice(["-O0", "-O1", "-O2"]))
            except subprocess.CalledProcessError as failed:
                print(f"seed {seed}: {' '.join(failed.cmd[:2])} … ended with {failed.returncode}", flush=True)
                bad += 1
                continue
            for _ in range(1 if arguments.csmith else arguments.inputs):
                data = r.randbytes(r.randrange(600))
                wanted = run(builds[0], data, 3 if arguments.csmith else 30)
                if not wanted:
                    endless += 1
                    continue
                runs += 1
                for program in builds[1:]:
                    got = run(program, data)
                    if not got or got[:2] != wanted[:2]:
                        bad += 1
                        print(f"seed {seed}: {os.path.basename(program)} gave {got}, clang {wanted}; input {data.hex()}",
                              flush=True)
                        if arguments.keep:
                            os.makedirs(arguments.keep, exist_ok=True)
                            os.replace(f"{scratch}/{seed}.c", f"{arguments.keep}/{seed}.c") \
                                if os.path.exists(f"{scratch}/{seed}.c") else None
                        break
                else:
                    continue
                break
    print(f"{programs} programs, {runs} runs of each build: {bad} different" +
          (f"; {endless} were left out: they took too long with clang" if endless else ""))
    return bad != 0


sys.exit(main())

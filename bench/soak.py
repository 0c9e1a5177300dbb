#!/usr/bin/env python3
"""Long runs: memory, descriptors, processes and temporary files stay as they are.

    bench/soak.py BUILD pipe [--checks 20000]            many checks through one pipe, with and without boxes
    bench/soak.py BUILD campaign [--minutes 60] SEEDS     one campaign of tandem fuse

Samples all processes of the command while it runs and prints a line every now and then. A quantity is flat
when its median in the last quarter is at most 1.1 times that of the second quarter and 4 more (MiB,
descriptors, processes, files). Exit code 1: something grew.
"""
import argparse, os, pathlib, shutil, statistics, subprocess, sys, tempfile, threading, time

FIELDS = ("memory", "descriptors", "processes", "files")
FORMULA = """(push 1)
(declare-const a{0} (_ BitVec 32))
(assert (= (bvmul a{0} #x00000003) (bvadd #x00000011 (_ bv{0} 32))))
(check-sat)
(pop 1)
"""
BOXED = """(push 1)
(declare-const b{0} (_ BitVec 32))
(assert (= (twist b{0}) (_ bv{1} 32)))
(check-sat)
(pop 1)
"""
BOX = "#include <stdint.h>\nuint32_t twist(uint32_t x) { return (x ^ 0x55u) + 9u; }\n"


def family(root):
    """The process and all below it."""
    parents = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as stat:
                    parents[int(entry)] = int(stat.read().rsplit(")", 1)[1].split()[1])
            except (OSError, IndexError):
                pass
    members, grew = {root}, True
    while grew:
        more = {p for p, parent in parents.items() if parent in members} - members
        members |= more
        grew = bool(more)
    return members


def sample(root, scratch):
    memory = descriptors = processes = 0
    for pid in family(root):
        try:
            with open(f"/proc/{pid}/smaps_rollup") as rollup:
                memory += next(int(l.split()[1]) for l in rollup if l.startswith("Pss:"))
            descriptors += len(os.listdir(f"/proc/{pid}/fd"))
            processes += 1
        except (OSError, StopIteration):
            pass
    files = sum(len(f) + len(d) for _, d, f in os.walk(scratch))
    return memory / 1024, descriptors, processes, files


def judge(samples):
    bad = False
    if len(samples) < 8:
        print("too few samples to judge")
        return True
    quarter = len(samples) // 4
    for i, name in enumerate(FIELDS):
        early = statistics.median(s[i] for s in samples[quarter:2 * quarter])
        late = statistics.median(s[i] for s in samples[-quarter:])
        grew = late > 1.1 * early + 4
        bad |= grew
        print(f"{name}: {early:.0f} early, {late:.0f} late{': GREW' if grew else ''}")
    return bad


def watch(process, scratch, every, show):
    samples, last = [], 0
    while process.poll() is None:
        samples.append(sample(process.pid, scratch))
        if time.monotonic() - last > show:
            print("  ".join(f"{n} {v:.0f}" for n, v in zip(FIELDS, samples[-1])), flush=True)
            last = time.monotonic()
        time.sleep(every)
    return samples


def feed(process, checks, with_boxes):
    with process.stdin as pipe:
        if with_boxes:
            pipe.write("(declare-cb twist ((_ BitVec 32)) (_ BitVec 32))\n")
        for i in range(checks):
            pipe.write(BOXED.format(i, i * 7 + 3) if with_boxes and i % 4 == 0 else FORMULA.format(i))
            pipe.flush()


def pipe(tandem, checks, with_boxes):
    with tempfile.TemporaryDirectory(prefix="soak-") as scratch:
        box = pathlib.Path(scratch, "box.c")
        box.write_text(BOX)
        words = [tandem, "solve", "-"] + (["--lib", str(box)] if with_boxes else [])
        p = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                             env=dict(os.environ, TMPDIR=scratch))
        answers = []
        threading.Thread(target=lambda: answers.extend(p.stdout), daemon=True).start()
        threading.Thread(target=feed, args=(p, checks, with_boxes), daemon=True).start()
        start = time.monotonic()
        samples = watch(p, scratch, 0.25, 15)
        time.sleep(0.2)
        print(f"; {len(answers)} answers of {checks}{' with boxes' if with_boxes else ''} "
              f"in {time.monotonic() - start:.0f} s")
        return judge(samples) or len(answers) != checks


def campaign(tandem, minutes, seeds):
    scratch = tempfile.mkdtemp(prefix="soak-")
    folder = tempfile.mkdtemp(prefix="soak-campaign-")
    p = subprocess.Popen([tandem, "fuse", "--seed", "0", "-q", "--for", f"{minutes}m", "-o", folder + "/run", *seeds],
                         env=dict(os.environ, TMPDIR=scratch))
    samples = watch(p, scratch, 5, 120)
    print(f"; {minutes} minutes, exit code {p.returncode}")
    left = sum(len(f) for _, _, f in os.walk(scratch))
    print(f"files left in the temporary folder: {left}")
    shutil.rmtree(scratch, ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)
    return judge(samples) or left > 0 or p.returncode not in (0, 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("what", choices=("pipe", "campaign"))
    parser.add_argument("--checks", type=int, default=20000)
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("seeds", nargs="*")
    a = parser.parse_args()
    tandem = str(a.build.resolve() / "tandem")
    if a.what == "pipe":
        bad = [pipe(tandem, a.checks, boxes) for boxes in (False, True)]
    else:
        bad = [campaign(tandem, a.minutes, a.seeds or [str(pathlib.Path(__file__).resolve().parent.parent / "tests/fuse_seeds")])]
    sys.exit(1 if any(bad) else 0)


main()

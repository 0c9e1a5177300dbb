#!/usr/bin/env python3
"""Runs of libFuzzer harnesses in one process: right, and how quick?

    bench/loop.py [--build BUILD] [--seconds S] [check|rate]...

check   The harnesses of bench/harnesses keep something from one run to the next: globals, static
        buffers, heap, files, descriptors, threads. Each run in one process has to be as in a process of
        its own: how it ended, and which edges it took. The same with a main that reads standard input.
rate    Three harnesses (bench/harnesses/rate) replay one fixed corpus, made here, in one process, beside
        libFuzzer (clang -O2 -fsanitize=fuzzer), which is made to run the same inputs by a mutator
        that hands them out. Without restoring at least half of libFuzzer's rate is wanted, with
        copying a fifth; by pages is reported. All take turns; the middle of three is printed.
"""
import argparse
import glob
import os
import random
import re
import statistics
import struct
import subprocess
import sys
import tempfile
import zlib

BENCH = os.path.dirname(os.path.abspath(__file__))
CLANG = "clang-19"


def compile_with(build, sources, output):
    subprocess.run([f"{build}/tandem-cc", "-O2", "-o", output, *sources, "-lpthread"], check=True)


def check(build, scratch):
    good = 0
    sources = sorted(glob.glob(f"{BENCH}/harnesses/*.c"))
    cases = [(source, main) for main in ([], [f"{BENCH}/harnesses/main/main.c"]) for source in sources]
    for source, main in cases:
        name = os.path.basename(source)[:-2] + (" main" if main else "")
        program = f"{scratch}/{name}"
        compile_with(build, [source, *main], program)
        r = subprocess.run([f"{build}/bench/loop_rate", "check", program], text=True, timeout=120,
                           stdout=subprocess.PIPE)
        good += r.returncode == 0
        words = r.stdout.split()
        unfit = words[:1] == ["unfit"]
        numbers = words[unfit:] + ["?"] * 4
        how = "a process each" if unfit else f"{numbers[2]} bytes copied, {numbers[3]} by pages"
        print(f"{name:20} {'equal' if r.returncode == 0 else numbers[0] + ' differ':12} {how}")
    print(f"{good} of {len(cases)} as in processes of their own")
    return good == len(cases)


# ---- Rates

def json_value(r, depth):
    kind = r.randrange(6 if depth < 4 else 3)
    if kind == 0:
        return str(r.randrange(100000))
    if kind == 1:
        return '"' + "abc" * r.randrange(4) + '"'
    if kind == 2:
        return r.choice(["true", "false", "null", "-1.5"])
    items = [json_value(r, depth + 1) for _ in range(r.randrange(5))]
    if kind < 5:
        return "[" + ", ".join(items) + "]"
    return "{" + ", ".join(f'"k{i}": {v}' for i, v in enumerate(items)) + "}"


def settings(r):
    lines = []
    for _ in range(r.randrange(12)):
        lines.append(r.choice(["[limits]", "[other]", "# note", f"a{r.randrange(9)} = {r.randrange(999)}",
                               "name = text", "b=0x1f", ""]))
    return "\n".join(lines)


def chunks(r):
    out = b""
    for kind in "HPD" + r.choice(["E", "xE", ""]):
        body = {"H": bytes([8, 8]), "P": bytes(range(12)),
                "D": bytes(r.randrange(4) for _ in range(r.randrange(64)))}.get(kind, b"")
        out += kind.encode() + bytes([len(body)]) + body + struct.pack("<I", zlib.adler32(body))
    return out


def make_corpus(name, folder):
    r = random.Random(7)
    os.makedirs(folder)
    for i in range(100):
        text = {"json": lambda: json_value(r, 0), "settings": lambda: settings(r),
                "chunks": lambda: chunks(r)}[name]()
        with open(f"{folder}/{i}", "wb") as f:
            f.write(text if isinstance(text, bytes) else text.encode())
    return sorted(glob.glob(f"{folder}/*"))


def ours(build, mode, seconds, program, files):
    r = subprocess.run([f"{build}/bench/loop_rate", "rate", mode, str(seconds), program, *files],
                       text=True, stdout=subprocess.PIPE, check=True)
    return [float(word) for word in r.stdout.split()]


def libfuzzer(program, seconds, folder, scratch):
    r = subprocess.run([program, f"-max_total_time={seconds}", "-len_control=0", "-max_len=4096",
                        "-print_final_stats=1"], text=True, cwd=scratch, stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, env={**os.environ, "LOOP_REPLAY": folder})
    units = re.search(r"number_of_executed_units: (\d+)", r.stdout)
    took = re.search(r"Done \d+ runs in (\d+) second", r.stdout)
    return int(units.group(1)) / max(int(took.group(1)), 1)


def rate(build, scratch, seconds):
    good = True
    print(f"{'harness':10} {'libFuzzer':>10} {'as learned':>16} {'copying':>16} {'pages':>16}")
    for source in sorted(glob.glob(f"{BENCH}/harnesses/rate/*.c")):
        name = os.path.basename(source)[:-2]
        folder = f"{scratch}/corpus-{name}"
        files = make_corpus(name, folder)
        program, other = f"{scratch}/rate-{name}", f"{scratch}/libfuzzer-{name}"
        compile_with(build, [source], program)
        subprocess.run([CLANG, "-O2", "-fsanitize=fuzzer", "-o", other, source,
                        f"{BENCH}/loop_replay.c"], check=True)
        rows = []
        for _ in range(3):
            rows.append([libfuzzer(other, seconds, folder, scratch)] +
                        [ours(build, mode, seconds, program, files)
                         for mode in ("auto", "always", "pages")])
        theirs = statistics.median(row[0] for row in rows)
        line = f"{name:10} {theirs:10.0f}"
        for k in (1, 2, 3):
            mine = statistics.median(row[k][0] for row in rows)
            restores = rows[0][k][1] + rows[0][k][2] > 0
            good &= k == 3 or mine >= theirs / (5 if restores else 2)
            line += f" {mine:9.0f} ({mine / theirs:4.2f})"
        print(line + f"   copied {rows[0][2][1]:.0f} bytes, pages {rows[0][3][2]:.0f}")
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", default=os.path.join(BENCH, "..", "build"))
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("what", nargs="*", default=["check", "rate"])
    options = parser.parse_args()
    build = os.path.abspath(options.build)
    good = True
    with tempfile.TemporaryDirectory() as scratch:
        if "check" in options.what:
            good &= check(build, scratch)
        if "rate" in options.what:
            good &= rate(build, scratch, options.seconds)
    sys.exit(not good)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""What sorts that fit no machine word cost the search, as ratios in one run.

    bench/cliffs.py BUILD [--seconds S] [--rounds N] [--shared FOLDER]

Each pair asks the same question of the same box over a sort that fits words and over one that does not; the question
has no answer (the box is a hash whose replies are odd, asked for is an even one), so that `--mode fuzz` runs to its
time limit. Printed are executions a second (as --json tells them, over the time that the search had) and the ratio of the
medians. The last line is the time of words.smt2 against mixed.smt2 (from the shared folder, if it is there), medians
over seeds.
"""
import argparse, json, pathlib, statistics, subprocess, sys, tempfile, time

BOX = r"""
#include <stdint.h>
#include <string.h>
static uint32_t mix(const void *at, unsigned n)
{
    uint64_t h = 0x9e3779b97f4a7c15u;
    for (unsigned i = 0; i < n; i++) h = (h ^ ((const unsigned char *)at)[i]) * 0x100000001b3u;
    h ^= h >> 32; h *= 0xd6e8feb86659fd93u; h ^= h >> 32;
    return (uint32_t)h | 1;
}
uint32_t bits64(uint64_t x) { return mix(&x, 8); }
uint32_t bits65(const unsigned char *x) { return mix(x, 9); }
uint32_t bits512(const unsigned char *x) { return mix(x, 64); }
uint32_t float64(double x) { return mix(&x, 8); }
uint32_t real(double x) { return mix(&x, 8); }
uint32_t string(const char *s) { return mix(s, (unsigned)strlen(s)); }
uint32_t bytes16(%s) { unsigned char s[16] = {%s}; return mix(s, 16); }
uint32_t array16(const unsigned char *a) { return mix(a, 16); }
""" % (", ".join(f"uint8_t a{i}" for i in range(16)), ", ".join(f"a{i}" for i in range(16)))

EVEN = "(= (bvand {} (_ bv3 32)) (_ bv2 32))"


def bits(width):
    return (f"(declare-cb bits{width} ((_ BitVec {width})) (_ BitVec 32))(declare-const x (_ BitVec {width}))"
            f"(declare-const y (_ BitVec {width}))(assert (bvugt x (bvadd y (_ bv77 {width}))))"
            f"(assert {EVEN.format(f'(bits{width} x)')})")


QUESTIONS = {
    "BitVec 64": bits(64),
    "BitVec 65": bits(65),
    "BitVec 512": bits(512),
    "Float64": "(declare-cb float64 (Float64) (_ BitVec 32))(declare-const x Float64)(declare-const y Float64)"
               "(assert (fp.gt x (fp.add RNE y ((_ to_fp 11 53) RNE 1.5))))" f"(assert {EVEN.format('(float64 x)')})",
    "Real": "(declare-cb real (Real) (_ BitVec 32))(declare-const x Real)(declare-const y Real)"
            "(assert (> x (+ y 1.5)))" f"(assert {EVEN.format('(real x)')})",
    "16 BitVec 8": f"(declare-cb bytes16 ({'(_ BitVec 8) ' * 16}) (_ BitVec 32))"
                   + "".join(f"(declare-const x{i} (_ BitVec 8))" for i in range(16))
                   + "".join(f"(assert (bvuge x{i} #x20))(assert (bvult x{i} #x7f))" for i in range(16))
                   + f"(assert {EVEN.format('(bytes16 ' + ' '.join(f'x{i}' for i in range(16)) + ')')})",
    "String 16": "(declare-cb string (String) (_ BitVec 32))(declare-const s String)(assert (= (str.len s) 16))"
                 f"(assert {EVEN.format('(string s)')})",
    "Array 16": "(declare-cb array16 ((Array (_ BitVec 4) (_ BitVec 8))) (_ BitVec 32))"
                "(declare-const a (Array (_ BitVec 4) (_ BitVec 8)))"
                "(assert (bvult (select a #x0) (select a #x1)))" f"(assert {EVEN.format('(array16 a)')})",
}
PAIRS = [("BitVec 64", "BitVec 65"), ("BitVec 64", "BitVec 512"), ("Float64", "Real"), ("16 BitVec 8", "String 16"),
         ("16 BitVec 8", "Array 16")]


def solve(build, arguments):
    start = time.perf_counter()
    run = subprocess.run([build / "tandem", "solve", "-q", "--allow-code", "--mode", "fuzz", *arguments],
                         capture_output=True, text=True)
    return run, time.perf_counter() - start


def executions(build, folder, name, seconds, seed):
    question = folder / (name.replace(" ", "_") + ".smt2")
    question.write_text(QUESTIONS[name] + "(check-sat)\n")
    for _ in range(5):  # a busy machine may end the command before it has told its statistics
        run, _ = solve(build, ["--json", "--timeout", str(seconds), "--seed", str(seed), "--lib", folder / "box.c", question])
        try:
            told = json.loads(run.stdout)["statistics"]
            break
        except (ValueError, KeyError):
            continue
    else:
        sys.exit(f"{name}: {run.stdout}{run.stderr}")
    return told["box_executions"] / max(told["box_fuzz_microseconds"], 1) * 1e6


def mixed(build, shared, rounds):
    times = {"words": [], "mixed": []}
    for seed in range(1, rounds + 1):
        for name in times:
            run, seconds = solve(build, ["--timeout", "20", "--seed", str(seed), "--lib", shared / "boxes.c",
                                         shared / f"{name}.smt2"])
            times[name].append(seconds if run.stdout.strip() == "sat" else 20)
    words, both = (statistics.median(times[name]) for name in times)
    print(f"| words.smt2 / mixed.smt2, ms | {words * 1e3:.0f} | {both * 1e3:.0f} | {both / words:.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--shared", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parents[2] / "shared" / "repro" / "solve")
    options = parser.parse_args()
    print("| pair | thousand executions/s | the other | ratio |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "box.c").write_text(BOX)
        known = {}
        for fast, slow in PAIRS:
            for kind in (fast, slow):
                if kind not in known:
                    known[kind] = statistics.median(executions(options.build, folder, kind, options.seconds, seed)
                                                    for seed in range(1, options.rounds + 1))
            print(f"| {fast} / {slow} | {known[fast] / 1e3:.0f} | {known[slow] / 1e3:.0f} | "
                  f"{known[fast] / max(known[slow], 1e-9):.1f} |", flush=True)
    if (options.shared / "words.smt2").exists():
        mixed(options.build, options.shared, 3 * options.rounds)
    else:
        print("mixed.smt2: not measured (no shared folder)")
    return 0


if __name__ == "__main__":
    sys.exit(main())

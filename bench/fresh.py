#!/usr/bin/env python3
"""How many executions of a search give the box an input that it has not had: counted by the box itself.

    bench/fresh.py BUILD [--seconds S] [--mode fuzz]

Each box writes its number of calls and of distinct inputs to a file that it maps (so the sandbox is off); distinct means
a bit for each of the 2^32 inputs, or for each hash of an input that is larger. The questions have no answer. Printed:
executions as --json tells them, calls and distinct inputs as the box counted them, and the share of calls that were new.
"""
import argparse, json, pathlib, subprocess, sys, tempfile

BOX = r"""
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static uint64_t *area; /* calls, distinct, a bit for each input */
static uint32_t mix(uint64_t h)
{
    h *= 0x9e3779b97f4a7c15u; h ^= h >> 32; h *= 0xd6e8feb86659fd93u; h ^= h >> 32;
    return (uint32_t)h;
}
static uint32_t note(uint32_t input)
{
    if (!area) {
        int file = open("%s", O_RDWR);
        area = mmap(0, 16 + ((size_t)1 << 29), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
    }
    uint64_t *word = area + 2 + (input >> 6), bit = (uint64_t)1 << (input & 63);
    area[0]++;
    area[1] += !(*word & bit);
    *word |= bit;
    return mix(input) | 1;
}
uint32_t one(uint32_t x) { return note(x); }
uint32_t two(uint16_t x, uint16_t y) { return note((uint32_t)x << 16 | y); }
uint32_t small(uint32_t x) { return note(x & 0xffffff); }
uint32_t large(uint64_t x, uint64_t y) { return note(mix(x) ^ mix(y + 12345) * 3); }
uint32_t real(double x) { uint64_t b; memcpy(&b, &x, 8); return note(mix(b)); }
uint32_t string(const char *s)
{
    uint64_t h = 0;
    while (*s) h = h * 0x100000001b3u + (unsigned char)*s++;
    return note(mix(h));
}
"""
EVEN = "(assert (= (bvand {} (_ bv3 32)) (_ bv2 32)))"
W = "(_ BitVec 32)"
QUESTIONS = {
    "32 bits": f"(declare-cb one ({W}) {W})(declare-const x {W})" + EVEN.format("(one x)"),
    "32 bits, with an order": f"(declare-cb one ({W}) {W})(declare-const x {W})(declare-const y {W})"
                              "(assert (bvugt x (bvadd y (_ bv77 32))))" + EVEN.format("(one x)"),
    "32 bits, called twice": f"(declare-cb one ({W}) {W})(declare-const x {W})(declare-const y {W})"
                             "(assert (bvult (one y) (one x)))" + EVEN.format("(one (bvxor x y))"),
    "2 x 16 bits": f"(declare-cb two ((_ BitVec 16) (_ BitVec 16)) {W})(declare-const x (_ BitVec 16))"
                   "(declare-const y (_ BitVec 16))" + EVEN.format("(two x y)"),
    "24 bits": f"(declare-cb small ({W}) {W})(declare-const x {W})(assert (bvult x #x01000000))(assert (distinct x (_ bv5 32)))"
               + EVEN.format("(small x)"),
    "2 x 64 bits": f"(declare-cb large ((_ BitVec 64) (_ BitVec 64)) {W})(declare-const x (_ BitVec 64))"
                   "(declare-const y (_ BitVec 64))(assert (bvult x y))" + EVEN.format("(large x y)"),
    "Real": f"(declare-cb real (Real) {W})(declare-const x Real)(assert (> x 1.5))" + EVEN.format("(real x)"),
    "String": f"(declare-cb string (String) {W})(declare-const s String)(assert (> (str.len s) 4))" + EVEN.format("(string s)"),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--mode", default="fuzz")
    options = parser.parse_args()
    print("| question | executions | calls | distinct | new calls, % | new calls/s |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        counts = folder / "counts"
        (folder / "box.c").write_text(BOX % counts)
        for title, text in QUESTIONS.items():
            with open(counts, "wb") as file:
                file.truncate(16 + (1 << 29))
            (folder / "q.smt2").write_text(text + "(check-sat)\n")
            run = subprocess.run([options.build / "tandem", "solve", "-q", "--json", "--sandbox", "off", "--mode", options.mode,
                                  "--timeout", str(options.seconds), "--lib", folder / "box.c", folder / "q.smt2"],
                                 capture_output=True, text=True)
            with open(counts, "rb") as file:
                calls, distinct = (int.from_bytes(file.read(8), "little") for _ in range(2))
            executions = json.loads(run.stdout)["statistics"]["box_executions"]
            print(f"| {title} | {executions} | {calls} | {distinct} | {100 * distinct / max(calls, 1):.1f} | "
                  f"{distinct / options.seconds:.0f} |", flush=True)
            counts.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Random formulas whose constants have wide sorts, and few values that only arithmetic shows, with closed boxes over them.

    bench/implied_random.py BUILD [--count N] [--seed N] [--limit SECONDS] [--verbose] [-- OPTION…]

A constant is a factor of a number, a member of a residue class, a whole float, a root, a number with bits fixed by
shifts and products, one of a list, a coordinate on a circle. The values that are left are known here by construction;
what the boxes say about them is computed here, so half of the formulas are satisfiable and half are not. Prints how
many of each were decided in which time, and every wrong answer with its formula; the exit code is 1 after one. What
follows -- goes to `tandem solve` (--no-implied, say).
"""
import argparse, math, pathlib, random, subprocess, sys, tempfile, time

M32, M64 = (1 << 32) - 1, (1 << 64) - 1
BOXES = r"""
#include <stdint.h>
static uint64_t stir(uint64_t x)
{
    x ^= x >> 31; x *= 0x7fb5d329728ea185u; x ^= x >> 27; x *= 0x81dadef4bc2dd44du; return x ^ x >> 33;
}
uint32_t fi(int64_t x) { return (uint32_t)stir((uint64_t)x); }
uint32_t fw(uint32_t x) { return (uint32_t)stir(x); }
uint32_t fd(uint64_t x) { return (uint32_t)stir(x + 1); }
uint32_t fx(double x) { return (uint32_t)stir((uint64_t)(int64_t)x); }
uint32_t both(uint32_t x, uint32_t y) { return (uint32_t)stir(x * 0x100000001u + y); }
"""
HEAD = ("(declare-cb fi (Int) (_ BitVec 32))(declare-cb fw ((_ BitVec 32)) (_ BitVec 32))"
        "(declare-cb fd ((_ BitVec 64)) (_ BitVec 32))(declare-cb fx ((_ FloatingPoint 11 53)) (_ BitVec 32))"
        "(declare-cb both ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))\n")


def stir(x):
    x &= M64
    x ^= x >> 31
    x = x * 0x7fb5d329728ea185 & M64
    x ^= x >> 27
    x = x * 0x81dadef4bc2dd44d & M64
    return x ^ x >> 33


def both(x, y):
    return stir(x * 0x100000001 + y) & M32


def lit(k):
    return str(k) if k >= 0 else f"(- {-k})"


def bv(k, width=32):
    return f"(_ bv{k % (1 << width)} {width})"


# Each: declarations and assertions about the constant, and the values that it can have.
def factor(r, x):
    p, q = sorted(r.sample([101, 103, 107, 109, 113, 211, 307, 401], 2))
    return "Int", f"(declare-const {x}r Int)(assert (= (* {x} {x}r) {p * q}))(assert (< 1 {x} {x}r))", [p]


def residue(r, x):
    step, low = r.choice([7, 60, 3600, 86400]), r.randint(-10**6, 10**9)
    size, off = r.randint(1, 300) * step, r.randint(0, 99)
    rest = r.randrange(step)
    return ("Int", f"(assert (= (mod (+ {x} {off}) {step}) {rest}))(assert (<= {lit(low)} {x} {lit(low + size)}))",
            [k for k in range(low, low + size + 1) if (k + off) % step == rest])


def circle(r, x):
    a, b = r.randint(1, 40), r.randint(1, 40)
    n = a * a + b * b
    side = math.isqrt(n)
    values = [k for k in range(-side, side + 1) if math.isqrt(n - k * k) ** 2 == n - k * k]
    return "Int", f"(declare-const {x}y Int)(assert (= (+ (* {x} {x}) (* {x}y {x}y)) {n}))", values


def below_square(r, x):
    n = r.randint(1, 5000)
    side = math.isqrt(n - 1)
    return "Int", f"(assert (< (* {x} {x}) {n}))", list(range(-side, side + 1))


def hidden_bits(r, x):
    keep = r.randint(2, 12)
    k = r.randrange(1 << (32 - keep))
    return "32", f"(assert (= (bvlshr {x} {bv(keep)}) {bv(k)}))", [k << keep | i for i in range(1 << keep)]


def low_bits(r, x):
    free = r.randint(2, 10)
    k = r.randrange(1 << (32 - free))
    return "32", f"(assert (= (bvshl {x} {bv(free)}) {bv(k << free)}))", [i << (32 - free) | k for i in range(1 << free)]


def inverse(r, x):
    odd, value = r.randrange(1, 1 << 31, 2), r.getrandbits(32)
    spread = r.randint(0, 40)
    back = pow(odd, -1, 1 << 32)
    return ("32", f"(assert (bvule (bvsub (bvmul {bv(odd)} {x}) {bv(value)}) {bv(spread)}))",
            [(value + i) * back & M32 for i in range(spread + 1)])


def listed(r, x):
    values = [r.getrandbits(64) for _ in range(r.randint(2, 40))]
    return "64", "(assert (or " + " ".join(f"(= {x} {bv(v, 64)})" for v in values) + "))", values


def steps64(r, x):
    step, n, base = r.choice([1000, 4096, 12345]), r.randint(2, 500), r.getrandbits(40)
    return ("64", f"(declare-const {x}k (_ BitVec 64))(assert (bvult {x}k {bv(n, 64)}))"
            f"(assert (= (bvxor {x} {bv(0x55, 64)}) (bvadd {bv(base, 64)} (bvmul {x}k {bv(step, 64)}))))",
            [(base + i * step) ^ 0x55 for i in range(n)])


def whole(r, x):
    low, size = r.randint(-10**6, 10**6), r.randint(1, 3000)
    value = lambda k: f"((_ to_fp 11 53) RNE {k}.0)" if k >= 0 else f"((_ to_fp 11 53) RNE (- {-k}.0))"
    return ("F", f"(assert (= {x} (fp.roundToIntegral RTZ {x})))"
            f"(assert (fp.leq {value(low)} {x}))(assert (fp.leq {x} {value(low + size)}))",
            list(range(low, low + size + 1)))


def whole_sum(r, x):
    n, side = r.randint(2, 900), r.randint(1, 30)
    return ("F", f"(assert (= {x} (fp.roundToIntegral RTZ {x})))"
            f"(assert (fp.lt (fp.add RNE {x} {x}) ((_ to_fp 11 53) RNE {2 * n}.0)))"
            f"(assert (fp.gt {x} ((_ to_fp 11 53) RNE (- {side}.0))))", list(range(-side + 1, n)))


GADGETS = [factor, residue, circle, below_square, hidden_bits, low_bits, inverse, listed, steps64, whole, whole_sum]
SORTS = {"Int": "Int", "32": "(_ BitVec 32)", "64": "(_ BitVec 64)", "F": "(_ FloatingPoint 11 53)"}
CALLS = {"Int": ("fi", lambda v: stir(v)), "32": ("fw", lambda v: stir(v)), "64": ("fd", lambda v: stir(v + 1)),
         "F": ("fx", lambda v: stir(v))}


def formula(r):
    """Text, truth, and what it is about."""
    text, calls, outcomes, names = HEAD, [], [0], []
    for i in range(r.choice([1, 1, 2])):
        gadget = r.choice(GADGETS)
        sort, about, values = gadget(r, f"x{i}")
        text += f"(declare-const x{i} {SORTS[sort]}){about}\n"
        name, box = CALLS[sort]
        own = [box(v) & M32 for v in values]
        calls.append(f"({name} x{i})")
        names.append(gadget.__name__)
        if i == 0:
            outcomes = own
        else:
            if len(outcomes) * len(own) > 200000:
                calls.pop()
                continue
            outcomes = [both(u, v) for u in outcomes for v in own]
    term = f"(both {calls[0]} {calls[1]})" if len(calls) == 2 else calls[0]
    least = min(outcomes)
    if r.random() < 0.5:
        text += f"(assert (= {term} {bv(r.choice(outcomes))}))\n"
        truth = "sat"
    elif least and r.random() < 0.7:
        text += f"(assert (bvult {term} {bv(least)}))\n"
        truth = "unsat"
    else:
        target, known = r.getrandbits(32), set(outcomes)
        text += f"(assert (= {term} {bv(target)}))\n"
        truth = "sat" if target in known else "unsat"
    return text + "(check-sat)\n", truth, "+".join(names)


def main():
    own, more = (sys.argv[1:sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1:]) if "--" in sys.argv else (
        sys.argv[1:], [])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=10)
    parser.add_argument("--verbose", action="store_true")
    o = parser.parse_args(own)
    counts, wrong, total = {}, 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "boxes.c").write_text(BOXES)
        for i in range(o.count):
            text, truth, names = formula(random.Random(o.seed * 1000003 + i))
            path = pathlib.Path(folder) / "query.smt2"
            path.write_text(text)
            start = time.time()
            done = subprocess.run([f"{o.build}/tandem", "solve", "-q", "--lib", f"{folder}/boxes.c", "--timeout",
                                   str(o.limit), *more, str(path)], capture_output=True, text=True)
            took = time.time() - start
            total += took
            answer = done.stdout.strip()
            counts[truth, answer] = counts.get((truth, answer), 0) + 1
            if o.verbose:
                print(f"{i} {names}: {truth} {answer} {took:.2f}")
            if answer not in (truth, "unknown"):
                wrong += 1
                print(f"WRONG: formula {i} ({names}): {answer or done.stderr}, it is {truth}\n{text}")
    for (truth, answer), n in sorted(counts.items()):
        print(f"{truth}: {n} times {answer or 'nothing'}")
    print(f"{wrong} wrong, {total:.1f} s")
    sys.exit(wrong > 0)


main()

#!/usr/bin/env python3
"""Random formulas with quantifiers over closed boxes, against brute force outside Tandem.

    bench/quantified_random.py BUILD [--count N] [--seed N] [--limit SECONDS]

Words have four bits, so that everything can be tried here. Quantifiers stand anywhere, also below each other, in
equations and in conditions. Each formula is asked twice: as users do, and with `--limit instances=0`, where no
quantifier is written out and values that break it are looked for instead. With unsatisfiable ones the core is asked
for, and brute force has to refute it alone. Prints counts and every wrong answer; the exit code is 1 after one.
"""
import argparse, itertools, pathlib, random, subprocess, sys, tempfile

BITS, SIZE = 4, 16
BOXES = r"""
#include <stdint.h>
uint8_t f(uint8_t x) { return (uint8_t)((x * 11 + 5) ^ x >> 2) & 15; }
uint8_t g(uint8_t x, uint8_t y) { return (uint8_t)(x * 7 + y * y * 3 + (x & y)) & 15; }
"""
HEAD = """(set-option :produce-unsat-cores true)
(declare-cb f ((_ BitVec 4)) (_ BitVec 4))(declare-cb g ((_ BitVec 4) (_ BitVec 4)) (_ BitVec 4))
(declare-const a (_ BitVec 4))(declare-const b (_ BitVec 4))(declare-const p Bool)
"""


def f(x): return ((x * 11 + 5) ^ x >> 2) & 15
def g(x, y): return (x * 7 + y * y * 3 + (x & y)) & 15


class Maker:
    """Random terms: pairs of SMT-LIB text and a function of an environment."""

    def __init__(self, r):
        self.r, self.names = r, 0

    def word(self, scope, depth):
        r = self.r
        kind = r.randint(0, 6) if depth else r.randint(0, 1)
        if kind == 0:
            k = r.randrange(SIZE)
            return f"#x{k:x}", lambda e: k
        if kind == 1:
            v = r.choice(scope)
            return v, lambda e: e[v]
        x, y = self.word(scope, depth - 1), self.word(scope, depth - 1)
        if kind <= 3:
            return f"(f {x[0]})", lambda e: f(x[1](e))
        if kind == 4:
            return f"(g {x[0]} {y[0]})", lambda e: g(x[1](e), y[1](e))
        if kind == 5:
            return f"(bvadd {x[0]} {y[0]})", lambda e: (x[1](e) + y[1](e)) & 15
        return f"(bvand {x[0]} {y[0]})", lambda e: x[1](e) & y[1](e)

    def quantified(self, scope, depth):
        name = f"q{self.names}"
        self.names += 1
        body = self.truth(scope + [name], depth - 1)
        every = self.r.random() < 0.5
        def value(e):
            return (all if every else any)(body[1]({**e, name: k}) for k in range(SIZE))
        return f"({'forall' if every else 'exists'} (({name} (_ BitVec 4))) {body[0]})", value

    def truth(self, scope, depth):
        r = self.r
        kind = r.randint(0, 9) if depth > 0 else r.randint(0, 2)
        if kind <= 2:
            x, y = self.word(scope, 2), self.word(scope, 1)
            op = r.choice(["=", "bvult", "bvule"])
            test = {"=": lambda u, v: u == v, "bvult": lambda u, v: u < v, "bvule": lambda u, v: u <= v}[op]
            return f"({op} {x[0]} {y[0]})", lambda e: test(x[1](e), y[1](e))
        if kind <= 5 and sum(v.startswith("q") for v in scope) < 2:
            return self.quantified(scope, depth)
        x, y = self.truth(scope, depth - 1), self.truth(scope, depth - 1)
        if kind == 6:
            return f"(not {x[0]})", lambda e: not x[1](e)
        if kind == 7:
            return f"(= {x[0]} {y[0]})", lambda e: x[1](e) == y[1](e)
        if kind == 8:
            return f"(ite p {x[0]} {y[0]})", lambda e: x[1](e) if e["p"] else y[1](e)
        op = r.choice(["and", "or", "=>"])
        return f"({op} {x[0]} {y[0]})", {"and": lambda e: x[1](e) and y[1](e), "or": lambda e: x[1](e) or y[1](e),
                                          "=>": lambda e: not x[1](e) or y[1](e)}[op]


def satisfiable(asserts):
    return any(all(t[1]({"a": a, "b": b, "p": p}) for t in asserts)
               for a, b, p in itertools.product(range(SIZE), range(SIZE), (False, True)))


def ask(tandem, folder, text, options):
    path = pathlib.Path(folder) / "query.smt2"
    path.write_text(text)
    done = subprocess.run([tandem, "solve", "-q", "--lib", str(pathlib.Path(folder) / "boxes.c"), *options, str(path)],
                          capture_output=True, text=True)
    return done.stdout.split("\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=10)
    o = parser.parse_args()
    counts, wrong = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "boxes.c").write_text(BOXES)
        for i in range(o.count):
            maker = Maker(random.Random(o.seed * 1000003 + i))
            asserts = [maker.truth(["a", "b"], 3) for _ in range(maker.r.randint(1, 3))]
            text = HEAD + "".join(f"(assert (! {t[0]} :named n{k}))\n" for k, t in enumerate(asserts))
            truth = "sat" if satisfiable(asserts) else "unsat"
            text += "(check-sat)\n" + ("(get-unsat-core)\n" if truth == "unsat" else "")
            for options in ([], ["--limit", "instances=0"]):
                lines = ask(f"{o.build}/tandem", folder, text, ["--timeout", str(o.limit), *options])
                answer, bad = lines[0], lines[0] not in (truth, "unknown")
                if answer == "unsat" and not bad:
                    core = [asserts[int(n[1:])] for n in lines[1].strip("()").split()]
                    bad = satisfiable(core)
                counts[truth, answer] = counts.get((truth, answer), 0) + 1
                if bad:
                    wrong += 1
                    print(f"WRONG: formula {i}, {options}: {lines}, it is {truth}\n{text}")
    for (truth, answer), n in sorted(counts.items()):
        print(f"{truth}: {n} times {answer}")
    print(f"{wrong} wrong")
    sys.exit(wrong > 0)


main()

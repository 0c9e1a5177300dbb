#!/usr/bin/env python3
"""Random formulas over finite domains, against brute force outside Tandem.

    bench/sweep_random.py BUILD [--count N] [--seed N] [--limit SECONDS] [--log FILE] [--keep DIR] [--each] [-- OPTION…]

Each formula has one to three constants (bit-vectors and integers within bounds, residues, Bool, texts of a small
set) with at most 2^20 combinations, and calls boxes, also within each other. A C program that is written for every
batch of formulas tries all combinations on the same functions. Prints how many of the satisfiable and of the
unsatisfiable ones were decided, and every wrong answer with its formula; the exit code is 1 after one.

Formulas come in batches of 250, each with a seed of its own (--seed, then the next ones), and go to one process as
scopes of one script; --each starts a process for every one. With --log the totals of every batch are appended to a
file, batches that are in it are not run again, and the sum over the whole file is printed: runs add up, and an
interrupted one goes on where it was. What follows -- goes to `tandem solve`.
"""
import argparse, json, pathlib, random, subprocess, sys, tempfile, time

BOXES = r"""
#include <stdint.h>
#include <stdbool.h>
static uint32_t stir(uint32_t x) { x ^= x >> 15; x *= 0x2c1b3c6du; x ^= x >> 12; x *= 0x297a2d39u; return x ^ x >> 15; }
uint16_t f16(uint16_t x) { return (uint16_t)stir(x); }
uint16_t g16(uint16_t x, uint16_t y) { return (uint16_t)stir(x * 65537u + y * 31u); }
bool p16(uint16_t x) { return stir(x + 77) % 5 == 0; }
int64_t h(int64_t n) { return (int64_t)(stir((uint32_t)n) % 1000) - 500; }
uint16_t t16(const char *s) { uint32_t x = 7; while (*s) x = stir(x + (unsigned char)*s++); return (uint16_t)x; }
"""
HEAD = ("(declare-cb f16 ((_ BitVec 16)) (_ BitVec 16))(declare-cb g16 ((_ BitVec 16) (_ BitVec 16)) (_ BitVec 16))"
        "(declare-cb p16 ((_ BitVec 16)) Bool)(declare-cb h (Int) Int)(declare-cb t16 (String) (_ BitVec 16))\n")
BATCH = 250
WORDS = ["", "a", "b", "ab", "ba", "abc", "x1", "zz", "tandem", "fuzz", "0", "42", "-7", "hello", "q", "mm"]


class Formula:
    """A random formula as SMT-LIB and as C; terms are pairs of texts."""

    def __init__(self, r):
        self.r, self.constants, self.asserts = r, [], []
        room = 1 << r.choice([4, 8, 10, 12, 14, 16, 18, 20])
        for i in range(r.randint(1, 3)):
            self.add_constant(f"c{i}", max(2, room))
            room //= max(1, self.constants[-1]["size"])
            if room < 2:
                break
        for _ in range(r.randint(1, 3)):
            self.asserts.append(self.truth(2))

    def add_constant(self, name, room):
        r, kind = self.r, self.r.choice(["bv", "bv", "bv", "int", "bool", "text"])
        size = min(room, 1 << r.choice([2, 4, 8, 12, 16]))
        if kind == "bv":
            low = r.randint(0, 65536 - size)
            smt = f"(declare-const {name} (_ BitVec 16))" + (
                f"(assert (bvule (_ bv{low} 16) {name}))(assert (bvule {name} (_ bv{low + size - 1} 16)))"
                if size < 65536 else "")
            loop = f"for (uint64_t i{name} = {low}; i{name} < {low + size}; i{name}++) {{ uint16_t {name} = (uint16_t)i{name};"
        elif kind == "int":
            low, step = r.randint(-1000, 1000), r.choice([1, 1, 3, 7])
            high = low + size * step
            smt = f"(declare-const {name} Int)(assert (<= {lit(low)} {name}))(assert (< {name} {lit(high)}))"
            if step > 1:
                smt += f"(assert (= (mod {name} {step}) {low % step}))"
            loop = f"for (int64_t {name} = {low}; {name} < {high}; {name}++) {{ if (smod({name}, {step}) != {low % step}) continue;"
        elif kind == "bool":
            size, smt = 2, f"(declare-const {name} Bool)"
            loop = f"for (int i{name} = 0; i{name} < 2; i{name}++) {{ bool {name} = i{name};"
        else:
            texts = r.sample(WORDS, min(len(WORDS), size))
            size = len(texts)
            smt = f"(declare-const {name} String)(assert (or " + " ".join(f'(= {name} "{t}")' for t in texts) + " false))"
            array = ", ".join(f'"{t}"' for t in texts)
            loop = (f"static const char *const l{name}[] = {{{array}}}; for (int i{name} = 0; i{name} < {size}; i{name}++) "
                    f"{{ const char *{name} = l{name}[i{name}];")
        self.constants.append({"name": name, "kind": kind, "size": size, "smt": smt, "loop": loop})

    def of(self, kind):
        return [c["name"] for c in self.constants if c["kind"] == kind]

    def word(self, depth):
        r, names, texts = self.r, self.of("bv"), self.of("text")
        kind = r.randint(0, 9) if depth else r.randint(0, 2)
        if kind <= 2:
            if names and kind:
                name = r.choice(names)
                return name, name
            if texts and r.random() < 0.7:
                name = r.choice(texts)
                return f"(t16 {name})", f"t16({name})"
            k = r.choice([0, 1, 2, 7, 255, 256, 0x8000, 0xffff, r.randrange(65536)])
            return f"(_ bv{k} 16)", f"((uint16_t){k})"
        a, b = self.word(depth - 1), self.word(depth - 1)
        if kind == 3:
            return f"(f16 {a[0]})", f"f16({a[1]})"
        if kind == 4:
            return f"(g16 {a[0]} {b[0]})", f"g16({a[1]}, {b[1]})"
        if kind == 5:
            c = self.truth(depth - 1)
            return f"(ite {c[0]} {a[0]} {b[0]})", f"(uint16_t)({c[1]} ? {a[1]} : {b[1]})"
        smt, c = r.choice([("bvadd", "+"), ("bvsub", "-"), ("bvmul", "*"), ("bvand", "&"), ("bvor", "|"), ("bvxor", "^"),
                           ("bvudiv", "udiv"), ("bvurem", "urem")])
        if c.startswith("u"):
            return f"({smt} {a[0]} {b[0]})", f"{c}({a[1]}, {b[1]})"
        return f"({smt} {a[0]} {b[0]})", f"(uint16_t)((uint32_t){a[1]} {c} (uint32_t){b[1]})"

    def number(self, depth):
        r, names = self.r, self.of("int")
        kind = r.randint(0, 6) if depth else r.randint(0, 1)
        if kind <= 1:
            if names and (kind or depth):
                name = r.choice(names)
                return name, name
            k = r.randint(-600, 600)
            return lit(k), f"((int64_t){k})"
        a, b = self.number(depth - 1), self.number(depth - 1)
        if kind == 2:
            return f"(h {a[0]})", f"h({a[1]})"
        if kind == 3:
            k = r.randint(2, 9)
            return f"(mod {a[0]} {k})", f"smod({a[1]}, {k})"
        smt = r.choice("+-*")
        return f"({smt} {a[0]} {b[0]})", f"({a[1]} {smt} {b[1]})"

    def truth(self, depth):
        r = self.r
        kind = r.randint(0, 7) if depth else r.randint(0, 4)
        if kind == 0 and self.of("bool"):
            name = r.choice(self.of("bool"))
            return name, name
        if kind <= 1:
            a = self.word(2)
            return f"(p16 {a[0]})", f"p16({a[1]})"
        if kind == 2 and self.of("int"):
            a, b = self.number(2), self.number(1)
            smt, c = r.choice([("=", "=="), ("<", "<"), ("<=", "<=")])
            return f"({smt} {a[0]} {b[0]})", f"({a[1]} {c} {b[1]})"
        if kind <= 4:
            a, b = self.word(2), self.word(1)
            smt, c = r.choice([("=", "=="), ("=", "=="), ("bvult", "<"), ("bvule", "<=")])
            return f"({smt} {a[0]} {b[0]})", f"({a[1]} {c} {b[1]})"
        a, b = self.truth(depth - 1), self.truth(depth - 1)
        if kind == 5:
            return f"(not {a[0]})", f"(!{a[1]})"
        smt, c = ("and", "&&") if kind == 6 else ("or", "||")
        return f"({smt} {a[0]} {b[0]})", f"({a[1]} {c} {b[1]})"

    def smt(self):
        return HEAD + self.scope()

    def scope(self):
        return ("\n".join(c["smt"] for c in self.constants) + "\n" +
                "\n".join(f"(assert {a[0]})" for a in self.asserts) + "\n(check-sat)\n")

    def c(self, number):
        text = f"static int formula{number}(void) {{\n"
        for constant in self.constants:
            text += constant["loop"] + "\n"
        return (text + "if (" + " && ".join(f"({a[1]})" for a in self.asserts) + ") return 1;\n" +
                "}" * len(self.constants) + "\nreturn 0; }\n")


def lit(n):
    return str(n) if n >= 0 else f"(- {-n})"


def truths(formulas, folder):
    """By brute force: whether each is satisfiable."""
    text = "#include <stdio.h>\n" + BOXES
    text += "static int64_t smod(int64_t a, int64_t b) { int64_t m = a % b; return m < 0 ? m + b : m; }\n"
    text += "static uint16_t udiv(uint16_t a, uint16_t b) { return b ? a / b : 65535; }\n"
    text += "static uint16_t urem(uint16_t a, uint16_t b) { return b ? a % b : a; }\n"
    for i, formula in enumerate(formulas):
        text += formula.c(i)
    text += "int main(void) {\n" + "".join(f'puts(formula{i}() ? "sat" : "unsat");\n' for i in range(len(formulas))) + "}\n"
    source, program = folder / "brute.c", folder / "brute"
    source.write_text(text)
    subprocess.run(["gcc", "-O1", "-w", "-o", program, source], check=True)
    return subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()


def answers(o, folder, formulas):
    """What Tandem says of each; fewer where it ended early."""
    command = [o.build / "tandem", "solve", "-q", "--lib", folder / "boxes.c", *o.options]
    path, said = folder / "formula.smt2", []
    scripts = [f.smt() for f in formulas] if o.each else [
        HEAD + "".join(f"(push 1)\n{f.scope()}(pop 1)\n" for f in formulas)]
    for script in scripts:
        path.write_text(script)
        run = subprocess.run(command + ["--check-timeout", str(o.limit), path], capture_output=True, text=True)
        said += [line for line in run.stdout.split() if line in ("sat", "unsat", "unknown")] or ["unknown"]
    return said + ["none"] * (len(formulas) - len(said))


def batch(o, folder, seed, count):
    """Totals of one batch."""
    r = random.Random(seed)
    formulas = [Formula(r) for _ in range(count)]
    t = {"seed": seed, "count": count, "sat": 0, "unsat": 0, "of_sat": 0, "of_unsat": 0, "wrong": 0}
    for f, truth, answer in zip(formulas, truths(formulas, folder), answers(o, folder, formulas)):
        t["of_" + truth] += 1
        t[truth] += answer == truth
        if answer != truth and answer in ("sat", "unsat"):
            t["wrong"] += 1
            print(f"wrong: {answer} instead of {truth}\n{f.smt()}", flush=True)
        if answer != truth and o.keep:
            (o.keep / f"random-{seed}-{t['of_sat'] + t['of_unsat']}-{truth}.smt2").write_text(f.smt())
    return t


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=10, help="seconds for a formula")
    parser.add_argument("--log", type=pathlib.Path, help="totals of every batch, kept between runs")
    parser.add_argument("--keep", type=pathlib.Path, help="undecided and wrong formulas go there")
    parser.add_argument("--each", action="store_true", help="a process for every formula")
    cut = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    o = parser.parse_args(sys.argv[1:cut])
    o.options = sys.argv[cut + 1:]
    done = [json.loads(line) for line in o.log.read_text().splitlines()] if o.log and o.log.exists() else []
    known, all_of, start, run = {(t["seed"], t["count"]) for t in done}, list(done), time.time(), 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "boxes.c").write_text(BOXES)
        for i, first in enumerate(range(0, o.count, BATCH)):
            seed, count = o.seed + i, min(BATCH, o.count - first)
            if (seed, count) in known:
                continue
            t = batch(o, folder, seed, count)
            run += count
            all_of.append(t)
            if o.log:
                with o.log.open("a") as log:
                    log.write(json.dumps(t) + "\n")
    total = {key: sum(t[key] for t in all_of) for key in ("count", "sat", "of_sat", "unsat", "of_unsat", "wrong")}
    print(f"{total['count']} formulas: sat {total['sat']} of {total['of_sat']}, unsat {total['unsat']} of {total['of_unsat']}, "
          f"{total['wrong']} wrong; {run} in this run, {60 * run / max(0.001, time.time() - start):.0f} a minute")
    return 1 if total["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""How far `tandem prove` and z3's Spacer go, in one run, on five families of programs that grow.

    bench/prove_scaling.py BUILD [--timeout 10] [--family variables]... [--z3 z3]

variables   N counters that are raised together
loops       N loops one behind the other, each of which adds the same number
nesting     N loops one in the other
branches    N independent ifs in one loop
chain       an inequality chain over N variables that each step may move a part of

A program is made as steps between loop heads, and written twice: as C with mathematical integers, and as Horn
clauses with one predicate for each loop head over all variables that are there. Spacer is asked by the binary z3,
with `(set-logic HORN)`. Sizes grow until neither of the two has an answer in time. For each size: seconds of both;
for each family: the largest size with an answer, and the worst ratio of times where both have one and Spacer's is
above 0.2 s (below that the start of the process is measured).
"""
import argparse, pathlib, subprocess, sys, tempfile, time

SIZES = [1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 50, 64, 80, 100, 140, 200, 280, 400, 560, 800, 1200, 1600, 2400]


def clauses(variables, heads, steps, start, fault):
    """CHC text. `steps`: (from, to, inputs, guard, after) with after a dict; head 0 is the first loop."""
    out = ["(set-logic HORN)"]
    sorts = " ".join("Int" for _ in variables)
    for h in range(heads):
        out.append(f"(declare-fun h{h} ({sorts}) Bool)")
    bound = " ".join(f"({v} Int)" for v in variables)

    def app(h, values):
        return f"(h{h} {' '.join(values.get(v, v) for v in variables)})"

    inputs, guard, after = start
    more = " ".join(f"({x} {s})" for x, s in inputs)
    out.append(f"(assert (forall ({bound} {more}) (=> {guard} {app(0, after)})))")
    for source, target, inputs, guard, after in steps:
        more = " ".join(f"({x} {s})" for x, s in inputs)
        out.append(f"(assert (forall ({bound} {more}) (=> (and {app(source, {})} {guard}) {app(target, after)})))")
    source, guard = fault
    out.append(f"(assert (forall ({bound}) (=> (and {app(source, {})} {guard}) false)))")
    out.append("(check-sat)")
    return "\n".join(out) + "\n"


def variables_(n):
    xs = [f"x{i}" for i in range(n)]
    c = f"int main(void)\n{{\n    int {', '.join(x + ' = 0' for x in xs)};\n    while (unknown()) {{\n"
    c += "".join(f"        {x}++;\n" for x in xs) + f"    }}\n    assert({xs[0]} == {xs[-1]});\n}}\n"
    up = {x: f"(+ {x} 1)" for x in xs}
    return c, clauses(xs, 1, [(0, 0, [], "true", up)], ([], "true", {x: "0" for x in xs}),
                      (0, f"(not (= {xs[0]} {xs[-1]}))"))


def loops_(n):
    c = "int main(void)\n{\n    int k = 0, m = unknown(), i = 0;\n    assume(m >= 0);\n"
    for _ in range(n):
        c += "    i = 0;\n    while (i < m) {\n        i++;\n        k++;\n    }\n"
    c += f"    assert(k == {n} * m);\n}}\n"
    steps = []
    for h in range(n):
        steps.append((h, h, [], "(< i m)", {"i": "(+ i 1)", "k": "(+ k 1)"}))
        if h + 1 < n:
            steps.append((h, h + 1, [], "(>= i m)", {"i": "0"}))
    return c, clauses(["k", "m", "i"], n, steps, ([], "(>= m 0)", {"k": "0", "i": "0"}),
                      (n - 1, f"(and (>= i m) (not (= k (* {n} m))))"))


def nesting_(n):
    c = "int main(void)\n{\n    int k = 0, m = unknown();\n"
    for d in range(n):
        c += f"{'    ' * (d + 1)}for (int i{d} = 0; i{d} < m; i{d}++)\n"
    c += f"{'    ' * (n + 1)}k++;\n    assert(k >= 0 && (m > 0 || k == 0));\n}}\n"
    xs = ["k", "m"] + [f"i{d}" for d in range(n)]
    steps = []
    for d in range(n):
        if d + 1 < n:
            steps.append((d, d + 1, [], f"(< i{d} m)", {f"i{d + 1}": "0"}))
        else:
            steps.append((d, d, [], f"(< i{d} m)", {"k": "(+ k 1)", f"i{d}": f"(+ i{d} 1)"}))
        if d:
            steps.append((d, d - 1, [], f"(>= i{d} m)", {f"i{d - 1}": f"(+ i{d - 1} 1)"}))
    return c, clauses(xs, n, steps, ([], "true", {"k": "0", "i0": "0"}),
                      (0, "(and (>= i0 m) (not (and (>= k 0) (or (> m 0) (= k 0)))))"))


def branches_(n):
    c = "int main(void)\n{\n    int x = 0, y = 0;\n    while (unknown()) {\n"
    for i in range(n):
        c += f"        if (unknown()) {{\n            x += {i + 1};\n            y += {i + 2};\n        }}\n"
    c += "    }\n    assert(y >= x);\n}\n"
    # The way through the ifs in steps, as a compiler would write it: u1 is x behind the first one, and so on.
    guard, inputs, last = [], [], ("x", "y")
    for i in range(n):
        inputs += [(f"b{i}", "Bool"), (f"u{i}", "Int"), (f"v{i}", "Int")]
        guard.append(f"(= u{i} (ite b{i} (+ {last[0]} {i + 1}) {last[0]}))")
        guard.append(f"(= v{i} (ite b{i} (+ {last[1]} {i + 2}) {last[1]}))")
        last = (f"u{i}", f"v{i}")
    step = (0, 0, inputs, f"(and {' '.join(guard)})", {"x": last[0], "y": last[1]})
    return c, clauses(["x", "y"], 1, [step], ([], "true", {"x": "0", "y": "0"}), (0, "(not (>= y x))"))


def chain_(n):
    n += 1
    xs = [f"x{i}" for i in range(n)]
    c = f"int main(void)\n{{\n    int {', '.join(x + ' = 0' for x in xs)};\n    while (unknown()) {{\n"
    for i in range(n - 1):
        c += f"        if (unknown() && x{i} < x{i + 1})\n            x{i}++;\n"
    c += f"        x{n - 1}++;\n    }}\n    assert(x0 <= x{n - 1});\n}}\n"
    inputs = [(f"b{i}", "Bool") for i in range(n - 1)]
    after = {f"x{i}": f"(ite (and b{i} (< x{i} x{i + 1})) (+ x{i} 1) x{i})" for i in range(n - 1)}
    after[f"x{n - 1}"] = f"(+ x{n - 1} 1)"
    return c, clauses(xs, 1, [(0, 0, inputs, "true", after)], ([], "true", {x: "0" for x in xs}),
                      (0, f"(not (<= x0 x{n - 1}))"))


FAMILIES = {"variables": variables_, "loops": loops_, "nesting": nesting_, "branches": branches_, "chain": chain_}


def timed(words, seconds, good):
    start = time.perf_counter()
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=seconds + 10)
        out = done.stdout
    except subprocess.TimeoutExpired:
        out = ""
    took = time.perf_counter() - start
    return took if out.split()[:1] == [good] else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--timeout", type=int, default=10)
    parser.add_argument("--family", action="append", choices=sorted(FAMILIES))
    parser.add_argument("--z3", default="z3")
    a = parser.parse_args()
    rows, slow = [], False
    with tempfile.TemporaryDirectory() as folder:
        source, horn = pathlib.Path(folder, "p.c"), pathlib.Path(folder, "p.smt2")
        for family in a.family or FAMILIES:
            best, worst, alive = [0, 0], 0.0, [True, True]
            for n in SIZES:
                c, chc = FAMILIES[family](n)
                source.write_text(c)
                horn.write_text(chc)
                t = timed([a.build / "tandem", "prove", "--timeout", str(a.timeout), "--property", "unreach-call",
                           source], a.timeout, "proved") if alive[0] else None
                s = timed([a.z3, f"-T:{a.timeout}", horn], a.timeout, "sat") if alive[1] else None
                for which, took in enumerate((t, s)):
                    alive[which] = took is not None
                    best[which] = n if alive[which] else best[which]
                if t and s and s > 0.2:
                    worst = max(worst, t / s)
                print(f"  {family:10}{n:>5}  tandem {f'{t:.2f} s' if t else '-':>9}  spacer {f'{s:.2f} s' if s else '-':>9}",
                      flush=True)
                if not any(alive):
                    break
            rows.append((family, *best, worst))
    print(f"{'family':12}{'tandem':>8}{'spacer':>8}{'worst ratio':>13}")
    for family, tandem, spacer, worst in rows:
        print(f"{family:12}{tandem:>8}{spacer:>8}{worst:>13.2f}")
        slow |= worst > 2
    sys.exit(1 if slow else 0)


main()

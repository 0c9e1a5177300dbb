#!/usr/bin/env python3
"""`tandem prove` on random loops that multiply machine numbers, judged by running them.

    bench/prove_products.py BUILD [N [SEED]] [--timeout 3] [--show VERDICT]

A program has two to four unsigned numbers of 32 or 64 bits that wrap around, a loop whose branches give them sums and products
of each other, and an equation of degree two that is asserted. Half of the equations are kept by the loop: it is made of
steps that are known to keep one (shears and a determinant, a square and its root, a sum and its last number, a product
and its factors); in the other half a number of the loop or of the equation is changed, which may or may not matter. What is
called proved is run here 4,000 times with other inputs than zero, up to 40 steps each; what is called violated has to be broken by
the inputs that were given. Prints each wrong verdict with its program, then the counts. Exit code 1 if any was wrong.
"""
import argparse, collections, json, pathlib, random, re, subprocess, sys, tempfile

# Names, first values, branches, equation. k and n are inputs of a step; numbers between <> may be changed.
KEPT = [
    ("a b c d", "1 0 0 1", ["a += n * c; b += n * d;", "c -= n * a; d -= n * b;", "a -= c; b -= d;"], "a * d - b * c == <1>"),
    ("r s", "0 0", ["s += <2> * r + <1>; r += <1>;", "s -= <2> * r - <1>; r -= <1>;"], "s == r * r"),
    ("i s", "0 0", ["i += <1>; s += i;", "s -= i; i -= <1>;"], "<2> * s == i * i + i"),
    ("x y z", "0 0 0", ["x += n; z += n * y;", "y += k; z += k * x;", "x -= <1>; z -= y;"], "z == x * y"),
    ("p q s", "3 5 0", ["q += n; s += n * p;", "s += p * q; q += q;"], "s + <15> == p * q"),
    ("x y z", "1 1 1", ["x += y * n; z += y * y * n * n + <2> * x * y * n - <2> * y * y * n * n; y = y;"], "z == x * x"),
]


def change(r, text):
    """The text with the numbers as they are, or with one of them changed."""
    marks = re.findall(r"<(\d+)>", text)
    which = r.randrange(len(marks)) if marks and r.random() < 0.5 else -1
    at = -1

    def one(match):
        nonlocal at
        at += 1
        return str(int(match[1]) + (r.choice([1, 2, 3]) if at == which else 0))
    return re.sub(r"<(\d+)>", one, text)


def make(r):
    names, first, branches, equation = r.choice(KEPT)
    names, first, bits = names.split(), first.split(), r.choice([32, 64])
    chosen = r.sample(branches, r.randint(1, len(branches)))
    parts = change(r, "|".join([equation] + chosen)).split("|")
    early = r.random() < 0.5  # the equation is asserted at the beginning of a round
    return names, [int(n) for n in first], parts[1:], parts[0], bits, early


def c_text(names, first, branches, equation, bits, early):
    kind = "unsigned" if bits == 32 else "unsigned long"
    check = f"        assert({equation});\n"
    out = f"int main(void)\n{{\n    {kind} {', '.join(f'{n} = {v}' for n, v in zip(names, first))};\n    while (unknown()) {{\n"
    out += (check if early else "") + f"        {kind} n = unknown(), k = unknown();\n        int way = unknown();\n"
    for i, branch in enumerate(branches):
        out += f"        {'else ' if i else ''}if (way == {i}) {{ {branch} }}\n"
    return out + ("" if early else check) + "    }\n" + f"    assert({equation});\n}}\n"


def python_of(text):
    return text.replace(";", "\n").replace("\n ", "\n").strip()


def breaks(program, seed, runs=4000, steps=40):
    """Whether a run breaks the equation."""
    names, first, branches, equation, bits, _ = program
    mask, r = (1 << bits) - 1, random.Random(seed)
    code = [compile(python_of(b), "branch", "exec") for b in branches]
    left, right = equation.split("==")
    difference = compile(f"({left}) - ({right})", "equation", "eval")
    for _ in range(runs):
        state = dict(zip(names, first))
        for _ in range(r.randint(1, steps)):
            if eval(difference, {}, state) & mask:
                return True
            inputs = {"n": r.choice([0, 1, 2, 5, r.getrandbits(bits)]), "k": r.choice([0, 1, 3, r.getrandbits(bits)])}
            scope = {**state, **inputs}
            exec(r.choice(code), {}, scope)
            state = {n: scope[n] & mask for n in names}
        if eval(difference, {}, state) & mask:
            return True
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("n", nargs="?", type=int, default=100)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=3)
    parser.add_argument("--show", help="print the programs with this verdict")
    a = parser.parse_args()
    counts, wrong = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "p.c")
        for number in range(a.seed, a.seed + a.n):
            program = make(random.Random(number))
            file.write_text(c_text(*program))
            done = subprocess.run([a.build / "tandem", "prove", "--int-model", "machine", "--timeout", str(a.timeout), "--json", file],
                                  capture_output=True, text=True)
            try:
                verdict = json.loads(done.stdout)["verdict"]
            except (ValueError, KeyError):
                verdict = "none: " + done.stderr.strip()[:100]
            broken = breaks(program, number)
            counts[verdict, "broken" if broken else "holds"] += 1
            bad = (verdict.startswith("proved") or verdict == "almost correct") and broken
            wrong += bad
            if bad or a.show == verdict:
                print(f"{'WRONG ' if bad else ''}{number}: {verdict}, {'broken' if broken else 'holds'}\n{file.read_text()}")
    for (verdict, truth), count in sorted(counts.items()):
        print(f"{verdict:16} {truth:8} {count:5}")
    print(f"{a.n} programs, {wrong} wrong")
    return wrong != 0


sys.exit(main())

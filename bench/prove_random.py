#!/usr/bin/env python3
"""`tandem prove` on random loop programs, judged by running them.

    bench/prove_random.py BUILD [N [SEED [MODEL]]] [--timeout 3] [--log FILE] [--cpu-minutes M] [--show VERDICT]

Each program is made as a tree, written as C for Tandem, and flattened to a machine whose reachable
states are enumerated here. MODEL math: over unbounded integers (small inputs, all choices of
unknown()). MODEL machine: variables of 8 bits, every value of every input. Where the states are few
enough, the truth is known; where they are too many, a broken assertion that was met is still one.
MODEL arrays: loops that fill, copy and check arrays of up to five elements, in the machine model, with limits
that leave no unrolling and no execution to decide them, so that it is statements about all elements that do.
MODEL both: N programs of math and N of machine, in turns.

With --log each answer is a line of FILE, and a program that FILE has an answer about is not asked again: runs add up, so
`--cpu-minutes 30` can be called until all are done. Prints each wrong verdict with its program, then the counts of all
answers that there are. Exit code 1 if any was wrong.
"""
import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections import deque

STATES = 30000  # how many are looked at
BIG = 10**6  # numbers from here on are not followed: the truth is then not known
WIDTHS = {"int": None, "unsigned char": (8, False), "signed char": (8, True), "unsigned": (32, False)}


def wrap(kind, n):
    if WIDTHS[kind] is None:
        return n
    bits, signed = WIDTHS[kind]
    n %= 1 << bits
    return n - (1 << bits) if signed and n >= 1 << (bits - 1) else n


class Maker:
    def __init__(self, seed, machine=False):
        self.r = random.Random(seed)
        self.machine = machine
        self.array = False  # a[0], a[1] and the index p
        self.code = []  # the machine
        self.text = []
        self.kinds = {}
        self.loops = 0
        self.array_checks = False  # the program goes on behind an assertion

    def unsigned(self, v):
        return self.kinds[v] == "unsigned"

    # Expressions are pairs: C text, and a function of the variables. An unsigned variable meets
    # only constants, so that no number has two signs.
    def expression(self, v):
        r = self.r
        if self.unsigned(v):
            c = r.randint(0, 4)
            op = r.choice(["+", "-", "*", "/", "%"])
            if op in "/%":
                c = r.randint(2, 4)
            python = {"+": lambda s: s[v] + c, "-": lambda s: s[v] - c, "*": lambda s: s[v] * c,
                      "/": lambda s: s[v] // c, "%": lambda s: s[v] % c}[op]
            return f"{v} {op} {c}u", python
        others = [w for w in self.kinds if not self.unsigned(w)]
        a, b, c = r.choice(others), r.choice(others), r.randint(-3, 4)
        if self.array and r.random() < 0.2:
            return "a[p]", lambda s: s[f"a[{s['p']}]"]
        if self.machine and r.random() < 0.3:
            return self.bits(a, b)
        shape = r.randrange(8)
        if shape < 3:
            return f"{v} + {c}" if c >= 0 else f"{v} - {-c}", lambda s: s[v] + c
        if shape == 3:
            return f"{a} + {b}", lambda s: s[a] + s[b]
        if shape == 4:
            return f"{a} - {b}", lambda s: s[a] - s[b]
        if shape == 5:
            return f"{c}", lambda s: c
        d = r.choice([2, 3, -2])
        quotient = lambda n: abs(n) // abs(d) * (1 if (n >= 0) == (d > 0) else -1)
        if shape == 6:
            return f"{a} / {d}", lambda s: quotient(s[a])
        return f"{a} % {d}", lambda s: s[a] - d * quotient(s[a])

    def bits(self, a, b):
        """Bits of numbers that are promoted to int."""
        r = self.r
        op = r.choice(["&", "|", "^", "<<", ">>", "~"])
        if op == "~":
            return f"~{a}", lambda s: ~s[a]
        if op in ("<<", ">>"):
            n = r.randint(1, 3)
            return f"{a} {op} {n}", (lambda s: s[a] << n) if op == "<<" else (lambda s: s[a] >> n)
        python = {"&": lambda s: s[a] & s[b], "|": lambda s: s[a] | s[b],
                  "^": lambda s: s[a] ^ s[b]}[op]
        return f"{a} {op} {b}", python

    def atom(self):
        r = self.r
        a = r.choice(list(self.kinds))
        op = r.choice(["<", "<=", ">", ">=", "==", "!="])
        test = {"<": lambda x, y: x < y, "<=": lambda x, y: x <= y, ">": lambda x, y: x > y,
                ">=": lambda x, y: x >= y, "==": lambda x, y: x == y, "!=": lambda x, y: x != y}[op]
        others = [w for w in self.kinds if w != a and not self.unsigned(w)]
        if not self.unsigned(a) and others and r.random() < 0.4:
            b = r.choice(others)
            return f"{a} {op} {b}", lambda s: test(s[a], s[b])
        c = r.randint(0, 9) if self.unsigned(a) else r.randint(-4, 9)
        return f"{a} {op} {c}{'u' if self.unsigned(a) else ''}", lambda s: test(s[a], c)

    def condition(self):
        (x, f), (y, g) = self.atom(), self.atom()
        k = self.r.randrange(6)
        if k == 0:
            return f"{x} && {y}", lambda s: f(s) and g(s)
        if k == 1:
            return f"{x} || {y}", lambda s: f(s) or g(s)
        return x, f

    def emit(self, *instruction):
        self.code.append(list(instruction))
        return len(self.code) - 1

    def line(self, depth, text):
        self.text.append("    " * depth + text)

    def branch(self):
        """A condition in C and the branch instruction for it; targets are set later."""
        if self.r.random() < 0.3:
            return "unknown()", self.emit("choose", None, None)
        text, f = self.condition()
        return text, self.emit("if", f, None, None)

    def statement(self, depth, in_loop):
        r = self.r
        k = r.random()
        if k < 0.6 or depth > 4:
            v = r.choice([w for w in self.kinds if w != "p"])
            if self.array and r.random() < 0.15:
                self.line(depth, "p = 1 - p;")
                self.emit("set", "p", lambda s: 1 - s["p"])
                return
            text, f = self.expression(v)
            if self.array and self.kinds[v] == self.kinds["a[0]"] and r.random() < 0.25:
                self.line(depth, f"a[p] = {text};")
                self.emit("element", f)
                return
            self.line(depth, f"{v} = {text};")
            self.emit("set", v, f)
        elif k < 0.9 or self.loops >= 3:
            text, at = self.branch()
            self.line(depth, f"if ({text}) {{")
            self.code[at][-2] = len(self.code)
            self.block(depth + 1, in_loop, 2)
            if in_loop is not None and r.random() < 0.15:
                self.line(depth + 1, "break;")
                in_loop.append(self.emit("goto", None))
            end = self.emit("goto", None)
            self.code[at][-1] = len(self.code)
            self.line(depth, "} else {")
            self.block(depth + 1, in_loop, r.randrange(2))
            self.line(depth, "}")
            self.code[end][1] = len(self.code)
        else:
            self.loop(depth)

    def block(self, depth, in_loop, n):
        for _ in range(n):
            self.statement(depth, in_loop)

    def loop(self, depth):
        self.loops += 1
        head = len(self.code)
        text, at = self.branch()
        self.line(depth, f"while ({text}) {{")
        self.code[at][-2] = len(self.code)
        breaks = []
        self.block(depth + 1, breaks, self.r.randint(1, 3))
        self.emit("goto", head)
        self.line(depth, "}")
        self.code[at][-1] = len(self.code)
        for b in breaks:
            self.code[b][1] = len(self.code)

    def make_array(self):
        kind = "signed char" if self.machine else self.r.choice(["int", "signed char"])
        self.array = True
        c = self.r.randint(0, 5)
        self.line(1, f"{kind} a[2] = {{{c}, 1}};")
        self.line(1, "int p = 0;")
        self.kinds |= {"a[0]": kind, "a[1]": kind, "p": "int"}
        self.emit("set", "a[0]", lambda s: c)
        self.emit("set", "a[1]", lambda s: 1)
        self.emit("set", "p", lambda s: 0)

    def program(self):
        r = self.r
        self.line(0, "int main(void)")
        self.line(0, "{")
        names = "xyz"[: r.randint(1, 3)]
        if self.machine:
            names = names[:2]
        if r.random() < 0.2:
            self.make_array()
        for i, v in enumerate(names):
            kind = r.choice(["int", "int", "int", "int", "unsigned char", "signed char", "unsigned"])
            if self.machine:
                kind = r.choice(["unsigned char", "signed char"])
            self.kinds[v] = kind
            if self.machine and i == 0 and r.random() < 0.6:
                self.line(1, f"{kind} {v} = unknown();")
                self.emit("any", v, *((0, 255) if kind == "unsigned char" else (-128, 127)))
            elif self.machine or r.random() < 0.5:
                c = r.randint(0, 5)
                self.line(1, f"{kind} {v} = {c};")
                self.emit("set", v, lambda s, c=c: c)
            else:
                self.line(1, f"{kind} {v} = unknown();")
                u = "u" if kind == "unsigned" else ""
                low = 0 if u or kind == "unsigned char" else -3
                self.line(1, f"assume({v} >= {low}{u} && {v} <= 3{u});")
                self.emit("any", v, low, 3)
        self.loop(1)
        if r.random() < 0.3:
            self.loop(1)
        text, f = self.condition()
        self.line(1, f"assert({text});")
        self.emit("assert", f)
        self.line(0, "}")
        return "\n".join(self.text) + "\n"

    def truth(self):
        """True, False, or None: not known."""
        names = list(self.kinds)
        start = (0, (0,) * len(names))
        seen, queue, whole = {start}, deque([start]), True
        while queue:
            pc, values = queue.popleft()
            if pc == len(self.code):
                continue
            op, *rest = self.code[pc]
            s = dict(zip(names, values))
            if op == "assert":
                if not rest[0](s):
                    return False
                if not self.array_checks:
                    continue
                op, rest = "do", [lambda s: None]
            following = []
            if op == "set":
                s[rest[0]] = wrap(self.kinds[rest[0]], rest[1](s))
                following = [(pc + 1, s)]
            elif op == "do":
                rest[0](s)
                following = [(pc + 1, s)]
            elif op == "element":
                v = f"a[{s['p']}]"
                s[v] = wrap(self.kinds[v], rest[0](s))
                following = [(pc + 1, s)]
            elif op == "any":
                following = [(pc + 1, {**s, rest[0]: n}) for n in range(rest[1], rest[2] + 1)]
            elif op == "if":
                following = [(rest[1] if rest[0](s) else rest[2], s)]
            elif op == "choose":
                following = [(rest[0], s), (rest[1], s)]
            else:
                following = [(rest[0], s)]
            for to, t in following:
                state = (to, tuple(t[n] for n in names))
                if state in seen:
                    continue
                big = any(abs(n) > BIG and self.kinds[v] == "int" for v, n in t.items())
                if big or len(seen) >= STATES:
                    whole = False
                    continue
                seen.add(state)
                queue.append(state)
        return True if whole else None


class ArrayMaker(Maker):
    """Arrays a and b of the same size, a length n that may be an input, one index."""

    def __init__(self, seed):
        super().__init__(seed)
        self.size = self.r.randint(2, 5)
        self.array_checks = True

    def cell(self, name, at):
        return f"{name}[{at}]"

    def store(self, name, index, value):
        def go(s):
            s[self.cell(name, index(s))] = value(s)
        self.emit("do", go)

    def value(self, index, source):
        """What is stored at the index: C text and function."""
        r = self.r
        k = r.randrange(5)
        c = r.randint(-2, 3)
        if k == 0:
            return f"{c}", lambda s: c
        if k == 1:
            return f"i + {c + 2}", lambda s: s["i"] + c + 2
        if k == 2:
            return f"{source}[i]", lambda s: s[self.cell(source, s["i"])]
        if k == 3:
            return f"{source}[i] + {c + 2}", lambda s: s[self.cell(source, s["i"])] + c + 2
        return "x", lambda s: s["x"]

    def bounded(self):
        """From and to: to may be n."""
        r = self.r
        low = r.choice([0, 0, 0, 1])
        if r.random() < 0.6:
            return low, "n", lambda s: s["n"]
        high = r.choice([self.size, self.size, self.size - 1])
        return low, str(high), lambda s: high

    def over(self, body):
        """A loop over indices, upwards or downwards."""
        low, text, high = self.bounded()
        up = self.r.random() < 0.8
        self.line(1, f"for (i = {low}; i < {text}; i++) {{" if up else f"for (i = {text} - 1; i >= {low}; i--) {{")
        self.emit("set", "i", (lambda s: low) if up else (lambda s: high(s) - 1))
        head = self.emit("if", (lambda s: s["i"] < high(s)) if up else (lambda s: s["i"] >= low), None, None)
        self.code[head][-2] = len(self.code)
        body()
        self.emit("set", "i", (lambda s: s["i"] + 1) if up else (lambda s: s["i"] - 1))
        self.emit("goto", head)
        self.code[head][-1] = len(self.code)
        self.line(1, "}")

    def fill(self):
        r = self.r
        to = r.choice("aab")
        source = "b" if to == "a" else "a"
        if r.random() < 0.3:
            at = r.randrange(3)
            self.line(2, "x = unknown();")
            self.line(2, f"assume(x >= 0 && x <= {at});")
            self.emit("any", "x", 0, at)
        text, f = self.value("i", source)
        if r.random() < 0.3:
            other, g = self.value("i", source)
            self.line(2, f"if (unknown())\n            {to}[i] = {text};\n        else\n            {to}[i] = {other};")
            at = self.emit("choose", None, None)
            self.code[at][-2] = len(self.code)
            self.store(to, lambda s: s["i"], f)
            end = self.emit("goto", None)
            self.code[at][-1] = len(self.code)
            self.store(to, lambda s: s["i"], g)
            self.code[end][1] = len(self.code)
            return
        self.line(2, f"{to}[i] = {text};")
        self.store(to, lambda s: s["i"], f)

    def check(self):
        r = self.r
        c = r.randint(-2, 5)
        text, f = r.choice([
            (f"a[i] == {c}", lambda s: s[self.cell("a", s["i"])] == c),
            (f"a[i] <= {c}", lambda s: s[self.cell("a", s["i"])] <= c),
            (f"a[i] >= {-c}", lambda s: s[self.cell("a", s["i"])] >= -c),
            (f"a[i] == i + {c + 2}", lambda s: s[self.cell("a", s["i"])] == s["i"] + c + 2),
            ("a[i] == b[i]", lambda s: s[self.cell("a", s["i"])] == s[self.cell("b", s["i"])]),
            ("a[i] >= b[i]", lambda s: s[self.cell("a", s["i"])] >= s[self.cell("b", s["i"])])])
        self.line(2, f"assert({text});")
        self.emit("assert", f)

    def program(self):
        r = self.r
        self.line(0, "int main(void)")
        self.line(0, "{")
        self.line(1, f"int a[{self.size}], b[{self.size}], i, x = 0, n = unknown();")
        self.line(1, f"assume(n >= 1 && n <= {self.size});")
        for v in ("i", "x", "n"):
            self.kinds[v] = "int"
        for name in "ab":
            for k in range(self.size):
                self.kinds[self.cell(name, k)] = "int"
        self.emit("any", "n", 1, self.size)
        for name in "ab":
            c = r.randint(0, 3)
            self.line(1, f"for (i = 0; i < {self.size}; i++)\n        {name}[i] = {c};")
            for k in range(self.size):
                self.emit("set", self.cell(name, k), lambda s, c=c: c)
            self.emit("set", "i", lambda s: self.size)
        for _ in range(r.randint(1, 2)):
            self.over(self.fill)
        if r.random() < 0.3:
            c, at = r.randint(-2, 3), r.randrange(self.size)
            self.line(1, f"a[{at}] = {c};")
            self.emit("set", self.cell("a", at), lambda s: c)
        self.over(self.check)
        self.line(0, "}")
        return "\n".join(self.text) + "\n"


# So that neither unrolling nor an execution decides.
NO_RUNS = [w for name in ("first_steps", "more_steps", "many_steps", "all_steps", "short_steps", "walk_first",
                          "walk_steps", "walk_far", "walk_effort", "walk_last") for w in ("--limit", name + "=1")]


def make(model, seed, i):
    number = seed * 1000003 + i
    return ArrayMaker(number) if model == "arrays" else Maker(number, model == "machine")


def ask(a, model, text, path):
    with open(path, "w", encoding="ascii") as f:
        f.write(text)
    options = ["--int-model", "machine", "--native", "off", *NO_RUNS] if model == "arrays" else ["--int-model", model]
    done = subprocess.run([os.path.join(a.build, "tandem"), "prove", "--timeout", str(a.timeout), "--json",
                           *options, path], capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"verdict": "none", "reason": done.stderr}


def is_wrong(verdict, truth):
    return verdict == "none" or (verdict in ("proved", "almost correct") and truth == "broken") or \
        (verdict == "violated" and truth == "holds")


def known_answers(path):
    """By model, seed and number."""
    if not path or not os.path.exists(path):
        return {}
    with open(path, encoding="ascii") as f:
        return {(r["model"], r["seed"], r["i"]): (r["verdict"], r["truth"]) for r in map(json.loads, f)}


def cpu_seconds():
    return sum(resource.getrusage(who)[k] for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN) for k in (0, 1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("n", type=int, nargs="?", default=100)
    parser.add_argument("seed", type=int, nargs="?", default=0)
    parser.add_argument("model", nargs="?", default="math", choices=("math", "machine", "arrays", "both"))
    parser.add_argument("--timeout", type=float, default=3)
    parser.add_argument("--log")
    parser.add_argument("--cpu-minutes", type=float, default=0, help="ends when they are used; 0: no limit")
    parser.add_argument("--show", help="prints programs with this verdict")
    a = parser.parse_args()
    models = ("math", "machine") if a.model == "both" else (a.model,)
    answers, asked, log = known_answers(a.log), 0, None
    if a.log:
        log = open(a.log, "a", encoding="ascii")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.c")
        for i, model in ((i, model) for i in range(a.n) for model in models):
            if (model, a.seed, i) in answers:
                continue
            if a.cpu_minutes and cpu_seconds() > 60 * a.cpu_minutes:
                break
            maker = make(model, a.seed, i)
            text = maker.program()
            truth = {True: "holds", False: "broken", None: "not known"}[maker.truth()]
            answer = ask(a, model, text, path)
            verdict = answer["verdict"]
            answers[model, a.seed, i] = verdict, truth
            asked += 1
            if log:
                print(json.dumps({"model": model, "seed": a.seed, "i": i, "verdict": verdict, "truth": truth}),
                      file=log, flush=True)
            if is_wrong(verdict, truth):
                print(f"program {i} of seed {a.seed}: {verdict}, but it is so that it {truth}\n{text}")
                print(json.dumps(answer))
            if a.show == verdict:
                print(text, answer)
    return tell(a, answers, asked, models)


def tell(a, answers, asked, models):
    counts, wrong = {}, 0
    chosen = [pair for (model, *_), pair in answers.items() if model in models]
    for pair in chosen:
        counts[pair] = counts.get(pair, 0) + 1
        wrong += is_wrong(*pair)
    for (verdict, truth), count in sorted(counts.items()):
        print(f"{verdict:10} {truth:10} {count}")
    print(f"{asked} asked now, {cpu_seconds():.0f} CPU seconds", file=sys.stderr)
    print(f"{len(chosen)} programs in the model {' and '.join(models)}, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""prove_impure.py BUILD [N [SEED [KIND]]]: `tandem prove` on random programs whose code is not what a proof
would like it to be, judged by running them.

KIND impure: functions that answer differently on equal arguments (counters, toggles, late changes, results that
depend on earlier arguments). KIND stateful: functions that speak with each other through hidden state. KIND
undefined: divisions, shifts and indices that may be wrong. All kinds have good programs among them. Inputs are
few and small, so each program is compiled and run with all of them, with the sanitizer for undefined behaviour.
Without KIND: N programs of each. Prints each wrong verdict with its program, then the counts. Exit code 1 if any
was wrong.
"""
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

VALUES = range(4)  # of each input
FRAME = """
#include <stdlib.h>
static char **next_input;
int unknown(void) { return *next_input ? atoi(*next_input++) : 0; }
void assume(int c) { if (!c) _Exit(0); }
#undef assert
void assert(int c) { if (!c) _Exit(1); }
int main_of_program(void);
int main(int argc, char **argv) { next_input = argv + 1; main_of_program(); _Exit(0); }
"""


def impure_function(r, name):
    """The body of a function int -> int; impurity shows within 1,000 calls."""
    k, late = r.randint(2, 5), r.choice([3, 10, 60, 400])
    return r.choice([
        f"static int n; return n++;",
        f"static int n; return x + n++ % {k};",
        f"static int n; n = !n; return n ? x : x + {k};",
        f"static int n; return ++n > {late} ? x + 1 : x;",
        f"static int last; int was = last; last = x; return was == x ? {k} : x;",
        f"static int n; n += x; return n % {k};",
        f"static int seen; seen |= x == {r.randint(0, 3)}; return seen ? 1 : x;",
        f"static int n; return n++ == {late} ? -1 : x * {k};",
    ])


def pure_function(r, name):
    k = r.randint(2, 5)
    return r.choice([f"return x * {k};", f"return x % {k};", f"return x > {k} ? 1 : 0;", "return x;", f"return {k};"])


def inputs(r, names):
    return [f"    int {n} = unknown();\n    assume({n} >= 0 && {n} <= {VALUES[-1]});" for n in names]


def make_impure(r):
    code, lines = [], ["int f(int), g(int);", "int main(void)", "{"]
    for name in "fg":
        body = (impure_function if r.random() < 0.7 else pure_function)(r, name)
        code.append(f"int {name}(int x) {{ {body} }}")
    names = "xy"[: r.randint(0, 2)]
    lines += inputs(r, names)
    lines.append("    int i = 0, s = 0;")
    a = r.choice(["f(3)", "f(i)", "g(1)"] + [f"f({n})" for n in names])
    b = r.choice(["f(3)", a, a, "g(1)", "g(i)"])
    n = r.choice([2, 3, 10, 20])
    lines.append(f"    while (i < {n}) {{")
    lines.append("        " + r.choice([
        f"assert({a} == {b});", f"if ({a} != {b}) s++;", f"s = s + {a} - {b};", f"if ({a} == {b}) s = {b};",
        f"int u = {a}; assert(u - {b} <= {r.randint(0, 3)});", f"s = {a}; assert(s == s);"]))
    lines.append("        i = i + 1;\n    }")
    lines.append("    " + r.choice(["assert(s == 0);", f"assert(i == {n});", f"assert(s <= {r.randint(0, 9)});",
                                    f"assert({a} == {b} || i == {n});"]) + "\n}")
    return lines, code, len(names)


def make_stateful(r):
    k = r.randint(1, 4)
    code = ["static int n, open;"]
    code.append(r.choice(["void put(int x) { n = x; }", "void put(int x) { n += x; }",
                          f"void put(int x) {{ if (++open > {k}) n = x; }}"]))
    code.append(r.choice(["int get(int x) { return n + x; }", "int get(int x) { return n-- > 0 ? x : 0; }",
                          "int get(int x) { return open ? x : n; }", "int get(int x) { return x; }"]))
    code.append(r.choice(["int size(void) { return n; }", "int size(void) { return ++open; }",
                          f"int size(void) {{ return {k}; }}"]))
    names = "xy"[: r.randint(0, 2)]
    lines = ["int get(int), size(void);", "void put(int);", "int main(void)", "{"] + inputs(r, names)
    lines.append("    int i = 0, a = 0, b = 0;")
    n = r.choice([2, 5, 9])
    value = r.choice(["1", "i"] + list(names))
    lines.append(f"    while (i < {n}) {{")
    for _ in range(r.randint(1, 3)):
        lines.append("        " + r.choice([f"put({value});", "a = get(1);", "b = get(1);", "a = size();", "b = size();",
                                            f"if (get({value}) == {k}) a = b;"]))
    if r.random() < 0.5:
        lines.append("        " + r.choice(["assert(a == b);", "assert(a <= b + 5);", "assert(get(1) == get(1));",
                                            "assert(size() == size());"]))
    lines.append("        i = i + 1;\n    }")
    lines.append("    " + r.choice(["assert(a == b);", f"assert(i == {n});", f"assert(a < {r.randint(1, 9)});",
                                    "assert(size() >= 0);"]) + "\n}")
    return lines, code, len(names)


def make_undefined(r):
    n, names = r.randint(2, 6), "xy"
    lines = ["int main(void)", "{"] + inputs(r, names)
    lines.append(f"    int a[{n}] = {{0}}, i = 0, j = {r.randint(0, 2)};")
    if r.random() < 0.4:
        lines.append("    assume(" + r.choice(["x > 0", "x < y", "y != 0", f"x + y < {n}", "x != y"]) + ");")
    end = r.choice(["x", "y", "3", f"{n}", "x + y"])
    lines.append(f"    while (i < {end}) {{")
    for _ in range(r.randint(1, 2)):
        lines.append("        " + r.choice([
            "a[i] = 1;", "a[j] = i;", "j = j + 1;", "j = j + 2;", "if (a[i] == 0) j = j + 1;", "j = 6 / (y - i);",
            "j = j % x;", "a[i] = 1 << y;", "j = 1 << (i + x);", f"if (i < {n}) a[i] = i;", "if (x > i) j = 5 / (x - i);"]))
    lines.append("        i = i + 1;\n    }")
    for _ in range(r.randint(0, 2)):
        lines.append("    " + r.choice(["a[j % 2] = 0;", "j = 10 / x;", "a[x] = 1;", f"a[j] = 3;", "j = y / (i + 1);",
                                        "if (y) j = x / y;", "j = 7 % (x + 1);"]))
    lines.append("    assert(" + r.choice(["x != 0", f"j < {n}", "i >= 0", "j >= 0", f"i <= {n}", "y != i || y == i"]) + ");\n}")
    return lines, [], 2


MAKERS = {"impure": make_impure, "stateful": make_stateful, "undefined": make_undefined}


def run_all(folder, text, code, n):
    """Whether an assertion fails, and whether something undefined happens, with any inputs."""
    path, binary = os.path.join(folder, "native.c"), os.path.join(folder, "native")
    with open(path, "w", encoding="ascii") as f:
        f.write(FRAME + "\n".join(code) + "\n#define main main_of_program\n" + text)
    subprocess.run(["cc", "-w", "-O1", "-fsanitize=bounds,shift,integer-divide-by-zero",
                    "-fsanitize-undefined-trap-on-error", "-o", binary, path], check=True)
    broken = undefined = False
    for given in itertools.product(VALUES, repeat=n):
        done = subprocess.run([binary, *map(str, given)], check=False)
        broken |= done.returncode == 1
        undefined |= done.returncode < 0
    return broken, undefined


def is_wrong(answer, broken, undefined):
    verdict = answer["verdict"]
    conditions = answer.get("assumptions", [])
    if verdict == "none" or (verdict == "violated" and not (broken or undefined)):
        return True
    if verdict not in ("proved", "proved if", "almost correct"):
        return False
    excused = any("no" in c for c in conditions)  # for runs without undefined behaviour
    return broken or (undefined and not excused)


def main():
    build = sys.argv[1]
    n = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    kinds = sys.argv[4:5] or list(MAKERS)
    seconds = os.environ.get("PROVE_SECONDS", "3")
    counts, wrong = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        path, library = os.path.join(folder, "p.c"), os.path.join(folder, "code.c")
        for kind, i in itertools.product(kinds, range(n)):
            lines, code, inputs_of = MAKERS[kind](random.Random(f"{kind} {seed} {i}"))
            text = "\n".join(lines) + "\n"
            broken, undefined = run_all(folder, text, code, inputs_of)
            for name, content in ((path, text), (library, "\n".join(code) + "\n")):
                with open(name, "w", encoding="ascii") as f:
                    f.write(content)
            done = subprocess.run([os.path.join(build, "tandem"), "prove", "--timeout", seconds, "--json",
                                   *(["--lib", library] if code else []), path],
                                  capture_output=True, text=True, check=False)
            try:
                answer = json.loads(done.stdout)
            except ValueError:
                answer = {"verdict": "none", "reason": done.stderr}
            truth = "undefined" if undefined else "broken" if broken else "holds"
            key = (kind, answer["verdict"], truth)
            counts[key] = counts.get(key, 0) + 1
            if is_wrong(answer, broken, undefined):
                wrong += 1
                print(f"program {i} of seed {seed}, {kind}: {answer['verdict']}, but {truth}")
                print("\n".join(code) + "\n" + text + json.dumps(answer), flush=True)
    for (kind, verdict, truth), count in sorted(counts.items()):
        print(f"{kind:10} {verdict:15} {truth:10} {count}")
    print(f"{n} programs of each kind ({', '.join(kinds)}), {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Chains of inequalities over many closed boxes.

    bench/box_chain.py BUILD [--boxes N...] [--limit SECONDS] [--equations N] [--print KIND N]

Kinds: `next` (the box of one constant is less than the next constant), `rising` (boxes of neighbours rise),
`window` (the next constant lies just above the box), `sum` (the box of a sum of neighbours is less than the next).
The boxes are hashes, one function for every link. Every chain has a model. Prints seconds for each; the exit code is 1
when one was not solved. With `--equations N` instead: N equations of which each gives the next constant, behind one box, and
beside it z3 on the same formula with a free function in the place of the box; the best of three runs of each.
"""
import argparse, pathlib, subprocess, sys, tempfile, time

KINDS = {
    "next": "(assert (bvult (h{i} x{i}) x{j}))",
    "rising": "(assert (bvult (h{i} x{i}) (h{j} x{j})))",
    "window": "(assert (and (bvult (h{i} x{i}) x{j}) (bvult (bvsub x{j} (h{i} x{i})) #x00010000)))",
    "sum": "(assert (bvult (h{i} (bvadd x{i} x{j})) x{k}))",
}


def formula(kind, n):
    lines = [f"(declare-cb h{i} ((_ BitVec 32)) (_ BitVec 32))(declare-const x{i} (_ BitVec 32))" for i in range(n + 3)]
    lines += [KINDS[kind].format(i=i, j=i + 1, k=i + 2) for i in range(n)]
    return "\n".join(lines) + "\n(check-sat)\n"


def equations(n, declare):
    lines = [f"({declare} h0 ((_ BitVec 32)) (_ BitVec 32))(declare-const x0 (_ BitVec 32))",
             "(assert (= (bvand (h0 x0) #x000000ff) #x00000011))"]
    for i in range(n):
        lines.append(f"(declare-const x{i + 1} (_ BitVec 32))(assert (= (bvsub x{i + 1} x{i}) (bvmul x{i} #x00000004)))"
                     f"(assert (or (bvult x{i + 1} #xfffffff0) (= x{i} #x00000003)))")
    return "\n".join(lines) + "\n(check-sat)\n"


def best_of_three(words):
    times, answers = [], set()
    for _ in range(3):
        start = time.time()
        answers.add(subprocess.run(words, capture_output=True, text=True).stdout.strip())
        times.append(time.time() - start)
    return min(times), ", ".join(sorted(answers))


def beside_z3(o, folder):
    (folder / "boxes.c").write_text(boxes(0))
    (folder / "box.smt2").write_text(equations(o.equations, "declare-cb"))
    (folder / "free.smt2").write_text(equations(o.equations, "declare-fun"))
    ours, answer = best_of_three([f"{o.build}/tandem", "solve", "-q", "--timeout", str(o.limit), "--lib", str(folder / "boxes.c"),
                                  str(folder / "box.smt2")])
    theirs, other = best_of_three(["z3", str(folder / "free.smt2")])
    print(f"{o.equations} equations: {answer} in {ours:.3f} s; z3 with a free function: {other} in {theirs:.3f} s; "
          f"{ours / theirs:.2f} times")
    return answer in ("sat", "unsat")


def boxes(n):
    body = "{ x += %uu; x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ x >> 16; }"
    return "#include <stdint.h>\n" + "\n".join(f"uint32_t h{i}(uint32_t x) " + body % (i * 77777) for i in range(n + 3))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--boxes", type=int, nargs="*", default=[30, 100])
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--equations", type=int)
    parser.add_argument("--print", nargs=2, metavar=("KIND", "N"))
    o = parser.parse_args()
    if o.print:
        sys.stdout.write(formula(o.print[0], int(o.print[1])))
        return
    solved = True
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        if o.equations:
            sys.exit(not beside_z3(o, folder))
        for n in o.boxes:
            (folder / "boxes.c").write_text(boxes(n))
            for kind in KINDS:
                (folder / "chain.smt2").write_text(formula(kind, n))
                start = time.time()
                done = subprocess.run([f"{o.build}/tandem", "solve", "-q", "--timeout", str(o.limit), "--lib",
                                       str(folder / "boxes.c"), str(folder / "chain.smt2")], capture_output=True, text=True)
                solved &= done.stdout.strip() == "sat"
                print(f"{kind:8} {n:4} boxes: {done.stdout.strip():8} {time.time() - start:6.2f} s", flush=True)
    sys.exit(not solved)


main()

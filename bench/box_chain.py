#!/usr/bin/env python3
"""Chains of inequalities over many closed boxes.

    bench/box_chain.py BUILD [--boxes N...] [--limit SECONDS] [--print KIND N]

Kinds: `next` (the box of one constant is less than the next constant), `rising` (boxes of neighbours rise),
`window` (the next constant lies just above the box), `sum` (the box of a sum of neighbours is less than the next).
The boxes are hashes, one function for every link. Every chain has a model. Prints seconds for each; the exit code is 1
when one was not solved.
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


def boxes(n):
    body = "{ x += %uu; x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ x >> 16; }"
    return "#include <stdint.h>\n" + "\n".join(f"uint32_t h{i}(uint32_t x) " + body % (i * 77777) for i in range(n + 3))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--boxes", type=int, nargs="*", default=[30, 100])
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--print", nargs=2, metavar=("KIND", "N"))
    o = parser.parse_args()
    if o.print:
        sys.stdout.write(formula(o.print[0], int(o.print[1])))
        return
    solved = True
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
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

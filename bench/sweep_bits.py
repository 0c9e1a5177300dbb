#!/usr/bin/env python3
"""What an unsatisfiable question costs against the bits of its domain.

    bench/sweep_bits.py BUILD [--bits N…] [--jobs N]

The box is a hash of a few nanoseconds whose replies are odd; asked for is an even one, among 2^N inputs. Prints wall and
CPU seconds of the whole command, both sweeps included, with everything else that mode auto does meanwhile.
"""
import argparse, pathlib, resource, subprocess, sys, tempfile, time

BOX = """#include <stdint.h>
uint32_t odd(uint32_t x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16; return x | 1; }
"""


def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--bits", type=int, nargs="*", default=[8, 12, 16, 20, 22, 24, 26, 28])
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    print("| bits | answer | wall s | CPU s |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "box.c").write_text(BOX)
        for bits in options.bits:
            bound = f"(assert (bvult x (_ bv{1 << bits} 32)))" if bits < 32 else ""
            (folder / "q.smt2").write_text(
                "(declare-cb odd ((_ BitVec 32)) (_ BitVec 32))(declare-const x (_ BitVec 32))" + bound +
                "(assert (= (bvand (odd x) (_ bv3 32)) (_ bv2 32)))(check-sat)\n")
            wall, before = time.perf_counter(), cpu()
            run = subprocess.run([options.build / "tandem", "solve", "-q", "--timeout", "900", "--jobs", str(options.jobs), "--lib", folder / "box.c",
                                  folder / "q.smt2"], capture_output=True, text=True)
            print(f"| {bits} | {run.stdout.strip() or run.stderr.strip()} | {time.perf_counter() - wall:.2f} | "
                  f"{cpu() - before:.2f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

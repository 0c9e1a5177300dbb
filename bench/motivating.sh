#!/bin/sh
# The motivating example of the conflict-driven fuzz loop, with f(a, b) = a * b as a shared object and as
# a C file, as a user calls it: the whole process, and the iterations of the loop.
#
#     bench/motivating.sh [build/tandem [runs]]
#
# The bar: at most 0.1 s of wall time on an idle core, and at most 6 iterations of mode cdfl. CPU time (of
# all processes that ended) is printed as well: it says more on a busy machine.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
exec python3 - "${1:-$root/build/tandem}" "${2:-20}" "$root/../shared/corpora/extra/sadhak_listing1.smt2" <<'END'
import json, os, resource, statistics, subprocess, sys, tempfile, time

tandem, runs, query = sys.argv[1], int(sys.argv[2]), sys.argv[3]
if not os.path.exists(query):
    sys.exit("motivating: the shared corpora are not here")


def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def spread(numbers, form):
    return " ".join(form % x for x in (min(numbers), statistics.median(numbers), max(numbers)))


with tempfile.TemporaryDirectory() as folder:
    with open(folder + "/f.c", "w") as f:
        f.write("#include <stdint.h>\nuint32_t f(uint32_t a, uint32_t b) { return a * b; }\n")
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", folder + "/f.so", folder + "/f.c"], check=True)
    print("load average %.1f; each: least, median, most" % os.getloadavg()[0])
    print("library mode       wall ms               CPU ms           iterations")
    for library in ("f.so", "f.c"):
        for mode in ("cdfl", "auto"):
            wall, used, iterations = [], [], []
            for seed in range(1, runs + 1):
                start, before = time.perf_counter(), cpu()
                done = subprocess.run([tandem, "solve", "--json", "--mode", mode, "--seed", str(seed),
                                       "--lib", folder + "/" + library, query], capture_output=True, text=True)
                wall.append(1000 * (time.perf_counter() - start))
                used.append(1000 * (cpu() - before))
                report = json.loads(done.stdout)
                if report["checks"][0]["answer"] != "sat":
                    sys.exit(f"{library} {mode} seed {seed}: {done.stdout}{done.stderr}")
                iterations.append(report["statistics"]["box_iterations"])
            print("%-7s %-4s %s   %s   %s" % (library, mode, spread(wall, "%6.1f"), spread(used, "%6.1f"),
                                              spread(iterations, "%3g")))
END

#!/bin/sh
# The oracle files of corpora/delphi (fo__, maths__) and the path conditions of corpora/krpk: answers as the
# index of the corpora has them, and the time of each.
#
#     bench/delphi.sh [build/tandem [SECONDS]]
#
# The bars: delphi 21 of 21 within 20 s each, krpk 20 of 20 within 1 s each, on an idle machine.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
exec python3 - "${1:-$root/build/tandem}" "${2:-20}" "$root" <<'END'
import glob, os, re, resource, subprocess, sys, tempfile, time

tandem, limit, root = sys.argv[1], sys.argv[2], sys.argv[3]
corpora = root + "/../shared/corpora"
if not os.path.isdir(corpora + "/delphi"):
    sys.exit("delphi: the shared corpora are not here")
index = open(corpora + "/closed-box-INDEX.md").read()
expected = dict(re.findall(r"^\| (\S+\.smt2) \| (sat|unsat) \|", index, re.M))
oracles = ("isprime issquare istriangle add10binary add8bitsbinary udivtotal4 uremtotal4 bitsumhelperbinary7 "
           "bitsumhelperbinary9 bitsumhelperbinary11 bitsumhelperbinary13 bitsumhelperbinary17 "
           "bitsumhelperbinary27 bitsumhelperbinary30").split()


def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(name, paths, options):
    right, slowest = 0, (0, 0, "")
    for path in sorted(paths):
        start, before = time.perf_counter(), cpu()
        done = subprocess.run([tandem, "solve", "--allow-code", "-q", "--timeout", limit, *options, path],
                              capture_output=True, text=True)
        wall, used = time.perf_counter() - start, cpu() - before
        answer = done.stdout.split("\n")[0]
        good = answer == expected.get(os.path.basename(path))
        right += good
        slowest = max(slowest, (wall, used, os.path.basename(path)))
        if not good or wall > 1:
            print("  %-40s %-8s wanted %-6s %6.2f s, CPU %6.2f s" %
                  (os.path.basename(path), answer, expected.get(os.path.basename(path)), wall, used))
    print("%s: %d of %d right; the slowest %.2f s (CPU %.2f s): %s" % (name, right, len(paths), *slowest))


with tempfile.TemporaryDirectory() as folder:
    subprocess.run(["cc", "-O1", "-o", folder + "/oracle", root + "/tests/oracles/oracle.c"], check=True)
    for oracle in oracles:
        os.symlink("oracle", folder + "/" + oracle)
    print("load average %.1f" % os.getloadavg()[0])
    delphi = [p for k in ("fo__", "maths__") for p in glob.glob(corpora + "/delphi/" + k + "*.smt2")]
    measure("delphi", delphi, ["--oracle-path", folder])
    measure("krpk", glob.glob(corpora + "/krpk/*.smt2"), [])
END

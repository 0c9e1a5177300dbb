#!/usr/bin/env python3
"""AFL++ and Tandem together against two AFL++: lines that their tests reach.

    bench/sync.py BUILD FOLDER WORK [--seconds 60] [--seeds 3] [--programs expat,giflib,cjson] [--core 0]

FOLDER and the programs are those of bench/formats/run.py, WORK may be the same. Both fuzzers of a pair run at the same time on one core and
share one folder (afl-fuzz -M and -S; `tandem explore --sync`). What was measured is kept in WORK and not measured again."""
import json, pathlib, statistics, sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "formats"))
import run
from programs import PROGRAMS

PAIRS = ["afl++ and tandem", "afl++ and afl++"]


def fuzz(o, pair, p, built, seed, out):
    first = run.first_input(out)
    shared, results = out / "shared", out / "r"
    shared.mkdir()
    one = run.start_afl(o, p, built, seed, first, shared, ["-M", "one"])
    if pair == PAIRS[0]:
        other = run.start_tandem(o, p, built, seed, first, results, ["--sync", shared])
    else:
        other = run.start_afl(o, p, built, seed + 1000, first, shared, ["-S", "other"])
    run.ended(one, o.seconds)
    run.ended(other, o.seconds)
    print(f"  {pair}, seed {seed}: " + taken(shared), flush=True)
    return run.afl_inputs(shared) + run.tandem_inputs(results)


def taken(shared):
    """Who has how many inputs, and how many AFL++ took over from others."""
    queues = {f.parent.name: list(f.glob("id:*")) for f in sorted(shared.glob("*/queue"))}
    return ", ".join(f"{name} {len(files)} inputs, {sum(',sync:' in f.name for f in files)} of others" for name, files in queues.items())


def measure(o, name, pair, seed, built):
    result = o.work / "results" / f"{name}-sync-{pair.replace(' ', '')}-{seed}-{o.seconds}.json"
    if not result.exists():
        inputs = fuzz(o, pair, PROGRAMS[name], built, seed, o.work / "runs" / f"{name}-sync")
        result.parent.mkdir(parents=True, exist_ok=True)
        result.write_text(json.dumps({"lines": run.lines_of(o, PROGRAMS[name], built["lines"], inputs, o.work / "replay")}))
    return json.loads(result.read_text())["lines"]


def main():
    o = run.options(__doc__, ["expat", "giflib", "cjson"]).parse_args()
    run.use_core(o.core)
    ahead = 0
    names = o.programs.split(",")
    for name in names:
        built = run.build_all(o, name, PROGRAMS[name])
        mean = {pair: statistics.mean(measure(o, name, pair, s, built) for s in range(o.seeds)) for pair in PAIRS}
        print(f"{name:8} " + "  ".join(f"{pair} {mean[pair]:.1f}" for pair in PAIRS), flush=True)
        ahead += mean[PAIRS[0]] > mean[PAIRS[1]]
    print(f"AFL++ and Tandem are ahead of two AFL++ on {ahead} of {len(names)}")


if __name__ == "__main__":
    main()

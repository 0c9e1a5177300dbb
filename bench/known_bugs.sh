#!/bin/sh
# Known bugs: `tandem fuse --check-only` on formulas of which is known which solver is wrong. Prints a
# row for each file, and how many it names rightly, or calls disputed with those who are wrong and no other; an
# accusation of anybody else is a false one.
#
#     bench/known_bugs.sh [build/tandem [folder]]
#
# The folder has .smt2 files and INDEX.tsv: name, who is wrong, kind, right answer, and what each said.
set -eu
tandem=${1:-build/tandem}
folder=${2:-../shared/corpora/known-bugs}
[ -r "$folder/INDEX.tsv" ] || { echo "there is no $folder/INDEX.tsv: nothing to do"; exit 0; }
exec python3 - "$tandem" "$folder" <<'END'
import csv, json, pathlib, subprocess, sys

tandem, folder = sys.argv[1], pathlib.Path(sys.argv[2])
solvers = ["z3", "cvc5 --strings-exp --fp-exp", "cvc4 --strings-exp"]
with open(folder / "INDEX.tsv") as f:
    index = {row["name"]: row for row in csv.DictReader(f, delimiter="\t")}
command = [tandem, "fuse", "--check-only", "--json"]
for s in solvers:
    command += ["--solver", s]
done = subprocess.run(command + [str(folder)], capture_output=True, text=True)
if done.stderr:
    sys.stderr.write(done.stderr)
named = told = false = 0
print(f"{'file':30} {'wrong':18} {'named':12} kind")
rows = [json.loads(line) for line in done.stdout.splitlines()]
for row in rows:
    name = pathlib.Path(row["file"]).stem
    known = index[name]
    # Who must be named; the programs are called as the first word of their command.
    guilty = {p for p in ("z3", "cvc5", "cvc4") if p + " " in known["wrong"] + " "}
    accused, disputed = ({f["solver"].split()[0]: f["kind"] + ": " + f["message"][:60] for f in row.get("findings", [])
                          if f["state"] == state} for state in ("confirmed", "disputed"))
    wrongly = [p for p in accused if p not in guilty]
    right = bool(guilty) and guilty <= set(accused) and not wrongly
    open_ = not right and not wrongly and guilty == set(accused) | set(disputed)
    named += right
    told += open_
    false += len(wrongly)
    remark = row.get("skipped", "") or "; ".join(f"{p}: {k}" for p, k in {**disputed, **accused}.items())
    print(f"{name:30} {'+'.join(sorted(guilty)):18} {'yes' if right else 'disputed' if open_ else 'no':12} {remark}"
          + (f"  FALSELY ACCUSED: {' '.join(wrongly)}" if wrongly else ""))
print(f"{named} of {len(rows)} named rightly, {told} disputed with those who are wrong (wanted: all), {false} falsely accused (wanted: 0)")
sys.exit(named + told < len(rows) or false > 0 or len(rows) != len(index))
END

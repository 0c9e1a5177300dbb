#!/bin/sh
# why3 with its own limits (5 s, and 1000 MB of address space): `tandem solve` as a prover beside z3,
# with the same driver, on the goals of bench/why3. Prints a line a goal, and fails when a goal is
# valid by z3 and not by tandem. Needs Debian's why3 and z3.
#
#     bench/why3.sh [build/tandem [FILE.mlw...]]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tandem=$(realpath "${1:-build/tandem}")
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- "$here"/why3/*.mlw
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
version=$(z3 --version | sed 's/.*version \([0-9.]*\).*/\1/')
why3 -C "$scratch/why3.conf" config detect >/dev/null 2>&1
cat >>"$scratch/why3.conf" <<END

[prover]
name = "tandem"
version = "0"
command = "$tandem solve -q %f"
driver = "z3_471"
shortcut = "tandem"
END

# prove PROVER: "goal verdict" lines
prove() {
    for file; do
        why3 -C "$scratch/why3.conf" prove -a split_vc -t 5 -m 1000 -P "$prover" "$file" 2>&1 |
            awk '/^Goal |^  *Goal|^File .*/ { goal = $0 } /Prover result is: / { sub(/.*Prover result is: /, ""); sub(/ \(.*/, ""); print goal "\t" $0 }'
    done
}
prover="Z3,$version," prove "$@" >"$scratch/z3"
prover=tandem prove "$@" >"$scratch/tandem"
paste "$scratch/z3" "$scratch/tandem" | awk -F '\t' '
    { goals++; z3 += $2 == "Valid"; tandem += $4 == "Valid"; printf "%-14s %-14s %s\n", $2, $4, $1
      if ($1 != $3) { print "    the goals differ: " $3; lost++ } else if ($2 == "Valid" && $4 != "Valid") lost++ }
    END { printf "%d goals, valid: z3 %d, tandem %d; lost %d\n", goals, z3, tandem, lost; exit !goals || lost }'

# The table of bench/race.sh: sums of margins over runs, and how far the bandit is from the best baseline.
# Input: pair, round, algorithm, margin. A round of a pair counts when all algorithms have run.
BEGIN {
    split("bandit random mutation genetic", algorithm, " ")
}

{
    if (!($1 in known)) {
        known[$1] = ++pairs
        name[pairs] = $1
    }
    margin[known[$1], $2, $3] = $4 > 0 ? $4 : 0 # what is not slower was not found
    complete[$2] += ++seen[known[$1], $2] == 4
}

# The sum over rounds of x - y ("": 0) on a pair (0: on all, in rounds that all have). Leaves the
# number of rounds in `runs`, and the standard error of the sum in `error`.
function sum_of(pair, x, y,    r, v, s, q, i) {
    runs = s = q = 0
    for (r in complete) {
        if (pair ? seen[pair, r] < 4 : complete[r] < pairs)
            continue
        v = 0
        for (i = pair ? pair : 1; i <= (pair ? pair : pairs); i++)
            v += margin[i, r, x] - (y ? margin[i, r, y] : 0)
        runs++
        s += v
        q += v * v
    }
    error = runs > 1 && q > s * s / runs ? sqrt((q - s * s / runs) / (runs - 1) * runs) : 0
    return s
}

function row(pair, title,    i, line, best, s, top, part) {
    for (i = 1; i <= 4; i++) {
        s = sum_of(pair, algorithm[i], "")
        line = line sprintf(" %.3f ± %.3f |", s, error)
        if (i > 1 && (i == 2 || s > top)) {
            top = s
            best = algorithm[i]
        }
    }
    s = sum_of(pair, "bandit", best)
    part = top > 0 ? sprintf(" (%+.0f %%)", 100 * s / top) : ""
    print "| " title " | " runs " |" line sprintf(" %s: %+.3f ± %.3f%s |", best, s, error, part)
}

END {
    print today ", bench/race.sh: " versions "."
    print "Each run has " seconds " s of solver time, with a time-out of " limit " s of CPU time" (options ? ", " options : "") "."
    print "Margins are PAR-2 seconds of the target less those of the reference on the best input of a run, summed over the"
    printf "runs of a pair, ± the standard error of that sum (largest possible: %.1f for a run). The last column: the best baseline,\n", 2 * limit
    print "and how much more the bandit has, ± the standard error of that difference. No input with a positive margin: 0."
    print ""
    print "| theory | target | reference | runs | bandit | random | mutation | genetic | bandit over the best baseline |"
    print "|---|---|---|---|---|---|---|---|---|"
    for (p = 1; p <= pairs; p++)
        row(p, name[p])
    row(0, "all | | ")
}

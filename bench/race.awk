# The table of bench/race.sh: sums of margins over rounds, and how far the bandit is from the best baseline.
BEGIN {
    split("bandit random mutation genetic", algorithm, " ")
}

{
    if (!($1 in known)) {
        known[$1] = ++pairs
        name[pairs] = $1
    }
    margin[$1, $2, $3] = $4
    seen[$2]++
}

# The sum over the rounds of x - y ("": 0), or of all pairs in each round; its standard error is left in `error`.
function sum_of(pair, x, y,    r, v, n, s, q, p, i) {
    n = s = q = 0
    for (r in whole) {
        v = 0
        for (i = pair ? pair : 1; i <= (pair ? pair : pairs); i++)
            v += margin[name[i], r, x] - (y ? margin[name[i], r, y] : 0)
        n++
        s += v
        q += v * v
    }
    error = n > 1 && q > s * s / n ? sqrt((q - s * s / n) / (n - 1) * n) : 0
    return s
}

function row(pair, title,    i, line, best, s, top) {
    line = "| " title " |"
    for (i = 1; i <= 4; i++) {
        s = sum_of(pair, algorithm[i], "")
        line = line sprintf(" %.3f ± %.3f |", s, error)
        if (i > 1 && (i == 2 || s > top)) {
            top = s
            best = algorithm[i]
        }
    }
    s = sum_of(pair, "bandit", best)
    print line sprintf(" %s: %+.3f ± %.3f%s |", best, s, error, top > 0 ? sprintf(" (%+.0f %%)", 100 * s / top) : "")
}

END {
    for (r in seen)
        if (seen[r] == 4 * pairs) {
            whole[r] = 1
            rounds++
        }
    print today ", bench/race.sh: " versions "."
    print rounds + 0 " runs of each algorithm on each pair, " seconds " s of solver time for each run, time-out " limit " s of CPU time" (options ? ", " options : "") "."
    print "Margins are PAR-2 seconds of the target less those of the reference on the best input of a run, summed over"
    printf "the runs, ± the standard error of that sum (largest possible: %.1f). The last column: the best baseline, and how much\n", 2 * limit * rounds
    print "more the bandit has, ± the standard error of that difference, with runs of the same round as pairs."
    print ""
    print "| theory | target | reference | bandit | random | mutation | genetic | bandit over the best baseline |"
    print "|---|---|---|---|---|---|---|---|"
    if (!rounds)
        exit
    for (p = 1; p <= pairs; p++)
        row(p, name[p])
    row(0, "all | | ")
}

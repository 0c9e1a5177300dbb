# The oracle files of corpora/delphi: programs as closed boxes, answers as the index of the corpora has
# them. The files in which the oracle is applied, except those of 32 bits under quantifiers.
. "$ROOT/tests/frame.sh"

corpora="$ROOT/../shared/corpora"
if [ ! -d "$corpora/delphi" ]; then
    echo "skip delphi: the shared corpora are not here"
    exit 0
fi

mkdir oracles
if ! cc -O1 -o oracles/oracle "$ROOT/tests/oracles/oracle.c" 2>err; then
    fail oracle_program "does not compile"
    exit 0
fi
for name in isprime issquare istriangle add10binary add8bitsbinary udivtotal4 uremtotal4 \
    bitsumhelperbinary7 bitsumhelperbinary9 bitsumhelperbinary11 bitsumhelperbinary13 \
    bitsumhelperbinary17 bitsumhelperbinary27 bitsumhelperbinary30; do
    ln -s oracle "oracles/$name"
done

# expect FILE: the answer is the one of the index.
expect() {
    want=$(sed -n "s/^| $1 | \([a-z]*\) |.*/\1/p" "$corpora/closed-box-INDEX.md")
    run "$TANDEM" solve -q --timeout 60 --oracle-path oracles "$corpora/delphi/$1"
    if [ "$(head -n 1 out)" = "$want" ]; then pass "$1"; else fail "$1" "wanted $want"; fi
}

# With sanitizers a sixth of them: most of the time is that of the programs.
number=0
# fo__Example_11 (a chain of calls on 30 bits) takes longer than a test may
for file in $(cd "$corpora/delphi" && ls fo__* maths__* regr__* | grep -v fo__Example_11) \
    $(sed -n 's/^| \(inv__[^ ]*_4bit[^ ]*\) |.*(used) |.*/\1/p' "$corpora/closed-box-INDEX.md"); do
    number=$((number + 1))
    [ -z "$QUICK" ] || [ $((number % 6)) = 0 ] || continue
    expect "$file"
done

# Delphi's own protocol, one process a call
export ORACLE_ONE_SHOT=1
for file in maths__example10.oracle.smt2 maths__question1f.oracle.smt2 regr__simple-unsat.smt2 \
    fo__Example_6.smt2; do
    expect "$file"
done

# a program that is nowhere
run "$TANDEM" solve "$corpora/delphi/maths__prime.oracle.smt2"
says missing_program 3 out "'isprime' is no program that can be run: give --oracle-path DIR"

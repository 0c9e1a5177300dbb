# `tandem explore` as a user calls it: every way through the example programs (tests/explore) is
# reached through closed boxes, and not without them; findings; a folder that is taken up again.
. "$ROOT/tests/frame.sh"
examples=$ROOT/tests/explore
cc=$BUILD/tandem-cc

# ways NAME OPTIONS…: explores NAME.t and leaves the exit codes that its tests have natively in $ways.
ways() {
    name=$1
    shift
    rm -rf "$name.out"
    run "$TANDEM" explore --for 20s --mutation-share 0 --models off -o "$name.out" "$@" "./$name.t"
    ways=$(for t in "$name.out"/tests/*; do
        bash -c 'mapfile -d "" -t a <"$1/argv"; in=/dev/null; [ -f "$1/stdin" ] && in=$1/stdin
            timeout 5 "$2" "${a[@]}" <"$in" >/dev/null 2>&1; echo $?' - "$t" "./$name.n"
    done | sort -nu | tr '\n' ' ')
}

# reaches NAME WANTED OPTIONS…: all of WANTED are reached.
reaches() {
    name=$1 wanted=$2
    shift 2
    if ! "$cc" -g -fno-builtin -o "$name.t" "$examples/$name.c" $libraries -lm >out 2>err ||
        ! cc -w -o "$name.n" "$examples/$name.c" $libraries -lm >out 2>err; then
        fail "$name" "does not compile"
        return
    fi
    ways "$name" "$@"
    if [ "$code" != 0 ]; then
        fail "$name" "exit code $code"
    elif [ "$ways" != "$wanted " ]; then
        fail "$name" "ways $ways, wanted $wanted"
    else
        pass "$name"
    fi
}

# example NAME WANTED OPTIONS…: the same, and one of them is not reached with --no-deferred. Under sanitizers one of those that
# differ in the library function only.
example() {
    case $QUICK$1 in 1strcmp | 1atoi | 1strtol | 1sscanf | 1sprintf) return ;; esac
    reaches "$@"
    [ -z "$QUICK" ] || return 0
    name=$1 wanted=$2
    shift 2
    ways "$name" "$@" --no-deferred
    if [ "$ways" = "$wanted " ]; then
        fail "$name-concrete" "plain concretization reaches everything: $ways"
    else
        pass "$name-concrete"
    fi
}

# With models there are no boxes here: SMT and the fuzz solver take turns.
"$cc" -g -o remainder.t "$examples/remainder.c" && cc -o remainder.n "$examples/remainder.c"
ways remainder --models on --sym-args 0 1 16
if [ "$ways" = "0 1 2 " ]; then pass remainder; else fail remainder "ways $ways"; fi

# What an optimiser folds are branches nevertheless.
"$cc" -O2 -g -o folded.t "$examples/folded.c" && cc -o folded.n "$examples/folded.c"
ways folded --models on --sym-args 0 1 8
if [ "$ways" = "1 2 6 10 " ]; then pass folded; else fail folded "ways $ways"; fi

# The bounds of arrays on the stack are known: nothing in them is made concrete.
"$cc" -g -o stack_arrays.t "$examples/stack_arrays.c" && cc -w -o stack_arrays.n "$examples/stack_arrays.c"
ways stack_arrays --models on --sym-args 0 1 8
if [ "$ways" = "0 1 2 3 4 5 6 " ]; then pass stack_arrays; else fail stack_arrays "ways $ways"; fi
if grep -q 'made concrete: \(address\|size\)' out err; then
    fail stack_arrays-exact "$(grep 'made concrete' out err)"
else
    pass stack_arrays-exact
fi

# Words go before what is there, and as a condition spells them.
"$cc" -g -o words.t "$examples/words.c" && cc -w -o words.n "$examples/words.c"
ways words --models on --sym-args 0 1 12
if [ "$ways" = "0 1 2 3 4 5 " ]; then pass words; else fail words "ways $ways"; fi

libraries=
example listing1 "0 1 2" --sym-args 0 1 10
example strcmp "0 1 2 3 4" --sym-args 0 1 10
example atoi "0 1 2 3" --sym-args 0 1 10
example strchr "0 1 2 3 4" --sym-args 0 1 10
example strtol "0 1 2 3 4 5 6 7" --sym-args 0 1 24
example sscanf "0 1 2 3 4 5" --sym-args 0 1 10
example sprintf "0 1 2 3 4" --sym-args 0 1 6
example qsort "0 1 2 3" --sym-stdin 4
example memcmp "0 1 2 3" --sym-stdin 4
example chain "0 1 2 3" --sym-args 0 1 10
example libm "0 1 2 3 4 5" --sym-stdin 4
example alphabet "0 1 2 3" --sym-args 0 1 4
ways alphabet --sym-args 0 1 4
if grep -q '"tabulated":[1-9]' alphabet.out/stats.json; then
    pass alphabet-tables
else
    fail alphabet-tables "$(grep -o '"tabulated"[^,]*' alphabet.out/stats.json)"
fi
reaches hopeless "0 1 3" --sym-args 0 1 10
ways hopeless --models judge --sym-args 0 1 10
if grep -Eq '"box_unknown":([1-9]),"box_hopeless":\1,' hopeless.out/stats.json; then
    pass hopeless-judged
else
    fail hopeless-judged "$(grep -o '"box_unknown[^}]*' hopeless.out/stats.json)"
fi
reaches ctype "0 1 2 3 4" --sym-args 0 1 10
chmod 755 . # an ordinary user has to find the library
cc -w -shared -fPIC -o libthird.so "$examples/thirdparty.c"
libraries="-L. -lthird -Wl,-rpath,$PWD"
example outparam "0 1 2 3" --sym-args 0 1 10 --signatures "$examples/thirdparty.sig"
libraries=

# Findings are told apart and kept once, with a small input.
cat >broken.c <<'END'
#include <assert.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    if (argc < 2) return 0;
    assert(argv[1][0] != 'q');
    if (argv[1][0] == 'r' && argv[1][1] == 's') *(volatile char *)8 = 1;
    return 0;
}
END
run "$TANDEM" explore --sym-args 1 2 8 --for 10s --mutation-share 0 -o broken.out broken.c
if grep -q -a "failed assertion" broken.out/findings/*/what && grep -q -a "Segmentation" broken.out/findings/*/what &&
    [ "$(ls broken.out/findings | wc -l)" = 2 ] && grep -q -x -a 'rs.' broken.out/findings/*/argv; then
    pass findings
else
    fail findings "$(cat broken.out/findings/*/what)"
fi

# The same seed gives the same tests; a folder is taken up again.
run "$TANDEM" explore --sym-args 0 1 10 --for 20s --mutation-share 0 --seed 5 -o again.out ./listing1.t
run "$TANDEM" explore --sym-args 0 1 10 --for 20s --mutation-share 0 --seed 5 -o more.out ./listing1.t
if diff -r again.out/tests more.out/tests >out 2>err; then pass same-seed; else fail same-seed "tests differ"; fi
before=$(ls again.out/tests | wc -l)
run "$TANDEM" explore --sym-args 0 1 10 --for 20s --mutation-share 0 --seed 6 --json -o again.out ./listing1.t
if [ "$code" = 0 ] && [ "$(ls again.out/tests | wc -l)" = "$before" ] && grep -q '"complete":true' out; then
    pass resume
else
    fail resume "it was $before tests, now $(ls again.out/tests | wc -l)"
fi

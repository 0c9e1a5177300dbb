# A script runs no code by itself: what it names has to be on the command line, be pure, or be allowed.
. "$ROOT/tests/frame.sh"

mkdir here outside
here=$(pwd -P)
mark="$here/MARK"
# refused NAME [OPTION...]: the last script written is refused, says what to add, and leaves no mark.
refused() {
    name=$1
    shift
    run "$TANDEM" solve "$@" here/script.smt2
    if [ -e "$mark" ]; then
        fail "$name" "it ran"
        rm -f "$mark"
    else
        says "$name" 7 out 'script.smt2:[0-9]*:[0-9]*: refused: .*--allow-code'
    fi
}
# runs NAME [OPTION...]: it is carried out.
runs() {
    name=$1
    shift
    run "$TANDEM" solve --sandbox off --timeout 20 "$@" here/script.smt2
    is "$name" 0 sat
}
script() { cat >here/script.smt2; }

script <<END
(declare-cb system (String) (_ BitVec 32))
(assert (= (system "echo >$mark") #x00000000))
(check-sat)
END
refused libc_function
refused libc_function_for_a_folder --allow-code="$here/outside"
echo 'int f(int x) { return x; }' >here/other.c
refused libc_function_behind_a_library --lib here/other.c
feed "$(cat here/script.smt2)" "$TANDEM" solve -
says unknown_on_standard_input 7 out '^unknown$'
runs libc_function_allowed --allow-code
rm -f "$mark"

script <<END
(declare-cb my_name (String) (_ BitVec 32) :symbol "system")
(assert (= (my_name "echo >$mark") #x00000000))
(check-sat)
END
refused libc_function_by_another_name

script <<END
(declare-cb g ((_ BitVec 8)) (_ BitVec 8) :source "#include <stdint.h>
#include <stdlib.h>
__attribute__((constructor)) static void init(void) { system(""echo >$mark""); }
uint8_t g(uint8_t x) { return x; }")
(assert (= (g #x01) #x01))
(check-sat)
END
refused c_text
refused c_text_for_another_folder --allow-code=outside
runs c_text_allowed --allow-code=here
rm -f "$mark"

cat >outside/lib.c <<END
#include <stdlib.h>
__attribute__((constructor)) static void init(void) { system("echo >$mark"); }
long f(long x) { return x; }
END
script <<END
(declare-cb f (Int) Int :lib "../outside/lib.c")
(assert (= (f 1) 1))
(check-sat)
END
refused library
refused library_outside --allow-code=here
ln -s ../outside/lib.c here/link.c
sed -i 's|\.\./outside/lib.c|link.c|' here/script.smt2
refused library_by_a_link --allow-code=here
runs library_allowed --allow-code=outside
rm -f "$mark"
runs library_of_the_command_line --lib outside/lib.c
rm -f "$mark"

printf '#!/bin/sh\necho >%s\necho 5\n' "$mark" >here/program
chmod +x here/program
for name in program ./program; do
    script <<END
(declare-oracle-fun f (Int) Int $name)
(assert (= (f 1) 5))
(check-sat)
END
    refused "program_beside_$name"
done
runs program_allowed --allow-code=here
rm -f "$mark"
runs program_of_a_folder --oracle-path here
rm -f "$mark"
script <<END
(declare-oracle-fun f (String String) Int sh)
(assert (= (f "-c" "echo >$mark; echo 5") 5))
(check-sat)
END
refused program_of_the_search_path
script <<END
(declare-oracle-fun f (String String) Int ../../../../../../../../bin/sh)
(assert (= (f "-c" "echo >$mark; echo 5") 5))
(check-sat)
END
refused program_above_the_folder --oracle-path here
script <<END
(declare-fun g (Int) Int)
(oracle-assume ((a Int)) ((b Int)) (< (g a) b) sh)
(assert (= (g 5) 10))
(check-sat)
END
run "$TANDEM" solve --keep-going here/script.smt2
says lost_oracle 7 out '^unknown$'

# whole folders
cp here/script.smt2 here/two.smt2
run "$TANDEM" bench -q -t 10 here
if [ -e "$mark" ]; then fail bench_runs_nothing "it ran"; else pass bench_runs_nothing; fi
run "$TANDEM" fuse -q -s "$TANDEM solve" --strategy boxed --count 1 -o out.fuse here
ends fuse_asks_too 7

# --allow-code= with nothing behind it is no permission
run "$TANDEM" solve --allow-code= here/script.smt2
ends empty_folder 2

# the table of pure functions is the one in the manual, and is carried out
missing=
for f in $(grep -o 'PURE([a-z0-9]*)' "$ROOT/src/box/bind/pure.def" | sed 's/PURE(//; s/)//'); do
    grep -qw "$f" "$ROOT/docs/boxes.md" || missing="$missing $f"
done
: >out
: >err
if [ -z "$missing" ]; then pass pure_functions_documented; else fail pure_functions_documented "$missing"; fi
printf '(declare-cb strlen (String) (_ BitVec 64))(declare-const s String)(assert (= (strlen s) (_ bv3 64)))(check-sat)' >here/script.smt2
run "$TANDEM" solve here/script.smt2
is pure_function 0 sat

# What a box can see besides its arguments is named; what it cannot see is not.
cat >sees.c <<'END2'
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
int clock_of(int x) { return x + (int)(time(NULL) * 0) + (int)(getpid() * 0); }
END2
echo 'int twice(int x) { return 2 * x; }' >sees_nothing.c
cat >sees.smt2 <<'END2'
(declare-cb clock_of ((_ BitVec 32)) (_ BitVec 32))
(assert (= (clock_of #x00000003) #x00000003))
(check-sat)
END2
run "$TANDEM" solve --lib sees.c sees.smt2
says sees 0 err "^; closed box 'clock_of' can see the time, its process number: answers hold for what it saw"
run "$TANDEM" solve --json --lib sees.c sees.smt2
says sees_json 0 out '"clock_of": "the time, its process number"'
sed 's/clock_of/twice/; s/clock_of/twice/' sees.smt2 | sed 's/#x00000003)$/#x00000006)/; s/) #x00000003))/) #x00000006))/' >sees_nothing.smt2
run "$TANDEM" solve --lib sees_nothing.c sees_nothing.smt2
is sees_nothing 0 sat
silent sees_nothing_said err

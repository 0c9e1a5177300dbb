# tandem-cc as a compiler: everything a build asks of one, silently, and programs that do what they would.
. "$ROOT/tests/frame.sh"
cc=$BUILD/tandem-cc

cat >hello.c <<'END'
#include <stdio.h>
#ifndef WORD
#define WORD "hello"
#endif
int main(int argc, char **argv) { return printf("%s %d\n", WORD, argc) == 8 ? 3 : 4; }
END
echo 'int twice(int x) { return 2 * x; }' >twice.c
printf '#include "answer.h"\nint twice(int);\nint main(void) { return twice(ANSWER) != 42; }\n' >uses.c
echo '#define ANSWER 21' >answer.h

# quiet NAME: the last run succeeded and said nothing.
quiet() {
    if [ "$code" != 0 ]; then fail "$1" "exit code $code"; elif [ -s err ] || [ -s out ]; then
        fail "$1" "it is not silent"; else pass "$1"; fi
}

run "$cc" hello.c -o hello
quiet compiles_and_links
run ./hello
is runs 3 'hello 1'
run "$cc" hello.c
quiet default_name
run ./a.out x
is default_name_runs 3 'hello 2'
run "$cc" -O2 -g -Wall -DWORD='"g\"day"' -c hello.c
quiet object
run "$cc" hello.o -o hello2
quiet links_objects
run ./hello2
is macros 3 'g"day 1'
run "$cc" uses.c twice.c -o both
quiet several_sources
run ./both
is several_sources_run 0 ''
run "$cc" -c uses.c twice.c
quiet several_objects
run "$cc" -shared twice.c -o libtwice.so # as code that can be anywhere
quiet shared_object
run "$cc" uses.c -L. -ltwice -Wl,-rpath,. -o with_so
quiet links_with_shared_object
run ./with_so
is shared_object_runs 0 ''
run "$cc" -static hello.c -o static
quiet static_linking
run ./static
is static_runs 3 'hello 1'

feed 'int main(void) { return 7; }' "$cc" -x c - -o piped
quiet standard_input
run ./piped
is standard_input_runs 7 ''
printf -- '-DWORD="\\"a b\\""\n -c hello.c\n-o "from file.o"' >arguments
run "$cc" @arguments
quiet argument_file
run "$cc" 'from file.o' -o from_file
run ./from_file
is argument_file_runs 4 'a b 1'
run "$cc" -S twice.c -o -
says assembly 0 out 'twice:'
run "$cc" -S twice.c
run "$cc" -c twice.s -o twice2.o
quiet assembles
run "$cc" uses.c twice2.o -o both2
run ./both2
is assembled_runs 0 ''
run clang-19 -O0 -c -emit-llvm hello.c -o hello.bc
run "$cc" hello.bc -o from_bitcode
quiet bitcode
run ./from_bitcode
is bitcode_runs 3 'hello 1'
cat >harness.c <<'END'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) { return n > 3 && data[0] == 'x' && data[1] == 'y'; }
END
run "$cc" -fsanitize=fuzzer harness.c -o harness
quiet harness
cat >weak.c <<'END'
__attribute__((weak)) int f(int x) { return x + 1; }
int (*volatile g)(int) = f;
int main(void) { return f(1) == 5 && g(2) == 5 ? 0 : 1; }
END
echo 'int f(int x) { return 5; }' >strong.c
run clang-19 -c strong.c
run "$cc" weak.c strong.o -o weak
if [ "$code" = 0 ] && [ "$(cat err)" = 'tandem-cc: strong.o: compiled without instrumentation' ]; then
    pass weak_symbols
else
    fail weak_symbols "exit code $code: $(cat err)"
fi
run ./weak
is weak_symbols_run 0 ''
run "$cc" -E hello.c
says preprocesses 0 out '^int main(int argc'
run "$cc" -E hello.c -o hello.i
run "$cc" hello.i -o preprocessed
run ./preprocessed
is preprocessed_runs 3 'hello 1'
run "$cc" -M uses.c
says makes_rules 0 out '^uses.o: uses.c answer.h'
mkdir -p deep
run "$cc" -MD -c uses.c -o deep/uses.o
quiet rules_beside
run cat deep/uses.d
says rules_file 0 out '^deep/uses.o: uses.c'
run "$cc" -MMD -MF rules -MT target -c uses.c -o deep/uses.o
run cat rules
is rules_named 0 'target: uses.c answer.h'
run "$cc" -print-prog-name=ld
says questions 0 out 'ld'
run "$cc" --version
says version 0 out 'clang version 19'
run "$cc" --help
says help 0 out 'tandem-undefined'
echo 'extern void nowhere(void); int main(void) { nowhere(); }' >undefined.c
run "$cc" undefined.c -o undefined
says undefined_symbols 1 err 'nowhere'
: >nothing_in_it.c
run "$cc" nothing_in_it.c -o nothing_in_it
is no_program_is_said_once 1 ''
cp err said
run cat said
is no_program 0 'tandem-cc: there is neither main nor LLVMFuzzerTestOneInput: no program (-c makes an object, -shared a library)'
printf '#include <math.h>\nint main(int c, char **v) { return (int)floor(sqrt(c + 15.5)) + (int)pow(c, 2); }\n' >m.c
run "$cc" m.c -o m -lm
quiet libm
run ./m
is libm_runs 5 ''

# A library with a main of its own, as that of flex: the program's is the one that runs.
echo 'int main(void) { return 9; }' >other_main.c
run clang-19 -shared -fPIC other_main.c -o libother.so
echo 'int main(int c, char **v) { return c + 5; }' >own_main.c
run "$cc" own_main.c -L. -lother -Wl,-rpath,"$PWD" -o own_main
quiet main_of_a_library
run ./own_main
is main_of_the_program 6 ''

# What is wrong is said by the compiler, or by us in one line.
echo 'int main(void) { return x; }' >wrong.c
run "$cc" wrong.c -o wrong
says wrong_program 1 err "^wrong.c:1:25: error: use of undeclared identifier 'x'"
run "$cc" -c nothing.c
says no_file 1 err 'no such file or directory'
run "$cc"
says no_input 1 err 'no input files'
run "$cc" -c -o one.o uses.c twice.c
says two_for_one_output 1 err 'cannot specify -o'
run "$cc" -c twice.c -o /nowhere/twice.o
says no_folder 1 err '^tandem-cc: twice.c: .*No such file'
echo 'this is no bitcode' >junk.o
run "$cc" junk.o -o junk
ends junk_object 1
leftover=$(ls -d "${TMPDIR:-/tmp}"/tandem-* 2>/dev/null | while read -r d; do [ -O "$d" ] && find "$d" -name '0.bc'; done)
[ -z "$leftover" ] && pass no_files_left || fail no_files_left "$leftover"

# The bitcode is there, and is not loaded.
run readelf -SW hello
says carries_bitcode 0 out ' \.tandem_bc  *PROGBITS  *0000000000000000'

# Expressions reach every place that depends on an input, and no other.
run clang-19 -w -O1 -I "$ROOT" -c "$ROOT/tests/cc/check_runtime.c" "$ROOT/runtime/core/stretch.c" "$ROOT/runtime/core/landing.c" \
    "$ROOT/tests/cc/input.c"
run "$cc" -c "$ROOT/tests/cc/flows.c" "$ROOT/tests/cc/flows_other.c"
quiet flows_compile
run clang-19 flows.o flows_other.o check_runtime.o stretch.o landing.o input.o -lm -o flows
feed 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' ./flows
is flows 0 'all as expected'
run "$cc" --tandem-undefined -c "$ROOT/tests/cc/undefined.c"
quiet undefined_behaviour_compiles
run clang-19 undefined.o check_runtime.o stretch.o landing.o input.o -lm -o checked
feed 'A' env CHECK_EVENTS=1 ./checked
says undefined_behaviour_checks 0 err ' [1-9][0-9]* checks'

# What is made plain for the log computes the same.
run clang-19 -O1 "$ROOT/tests/cc/plain.c" -o plain_native
run "$cc" -O1 "$ROOT/tests/cc/plain.c" -o plain
quiet plain_compiles
run ./plain
is plain_runs 0 "$(./plain_native)"

# Random programs: their outputs, and every expression against the value it stands for.
programs=8
[ -z "$QUICK" ] || programs=2
run python3 "$ROOT/bench/cc_random.py" "$BUILD" --programs "$programs" --inputs 5
says random_programs 0 out ' 0 different$'

# What gcc only warns of is no error here either, unless the user says so; what is not instrumented is named.
printf 'main() { return twice(21) != 42; }\ntwice(x) int x; { return 2 * x; }\n' >old.c
run "$cc" -w old.c -o old
quiet old_c
run ./old
is old_c_runs 0 ''
run "$cc" -Werror=implicit-function-declaration -c old.c
if [ "$code" = 0 ]; then fail old_c_refused "it compiles"; else pass old_c_refused; fi
# Warnings as errors: only of what gcc warns of, too.
printf 'int main(void) { int n = 0; for (int i = 0; i < 3; i++) n++; return 0; }\n' >strict.c
run "$cc" -Wall -Werror -c strict.c
says clangs_warning 0 err 'unused-but-set-variable'
printf 'int main(void) { int n; return 0; }\n' >strict.c
run "$cc" -Wall -Werror -c strict.c
if [ "$code" = 0 ]; then fail gccs_warning "it compiles"; else pass gccs_warning; fi
echo 'int main() { return 0; }' >plus.cpp
run "$cc" -c plus.cpp
if grep -q 'plus.cpp: compiled without instrumentation: C++' err; then pass says_cplusplus; else fail says_cplusplus "$(cat err)"; fi
run "$cc" plus.o -o plus
if grep -q 'plus.o: compiled without instrumentation' err; then pass says_object; else fail says_object "$(cat err)"; fi

# A signal ends it, and leaves nothing behind.
for i in $(seq 1500); do echo "int f$i(int *a, int b) { for (int i = 0; i < b; i++) a[i] = a[b - i] * b + i; return a[b / 2]; }"; done >long.c
mkdir scratch
TMPDIR=$PWD/scratch timeout -s TERM 1 "$cc" -c long.c >out 2>err
code=$?
if [ "$code" = 124 ] && [ ! -e long.o ] && [ -z "$(ls scratch)" ]; then pass ended_by_signal; else
    fail ended_by_signal "exit code $code, left $(ls scratch)"
fi


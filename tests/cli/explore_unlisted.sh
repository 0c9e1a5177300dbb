# Functions of a library that nobody has listed (tests/explore/unlisted_library.c): those that are functions of
# what they are given are closed boxes, the others are made concrete, and the statistics say why.
. "$ROOT/tests/frame.sh"
examples=$ROOT/tests/explore
cc=$BUILD/tandem-cc

chmod 755 . # an ordinary user has to find the library
cc -w -shared -fPIC -o libunlisted.so "$examples/unlisted_library.c"
libraries="-L. -lunlisted -Wl,-rpath,$PWD"
if ! "$cc" -fno-builtin -o u.t "$examples/unlisted.c" $libraries >out 2>err ||
    ! cc -w -o u.n "$examples/unlisted.c" $libraries >out 2>err; then
    fail compiles "$(cat err)"
    exit
fi

# The exit codes that the tests have natively.
ways() {
    for t in "$1"/tests/*; do
        bash -c 'mapfile -d "" -t a <"$1/argv"; timeout 5 ./u.n "${a[@]}" >/dev/null 2>&1; echo $?' - "$t"
    done | sort -nu | tr '\n' ' '
}

run "$TANDEM" explore --for 60s --count 120 --mutation-share 0 --models off --sym-args 0 1 8 -o u.out ./u.t
cp out first
found=$(ways u.out)
for way in 0 1 2 3 4 5 6 7 10; do
    case " $found" in
    *" $way "*) pass "way-$way" ;;
    *) fail "way-$way" "not among $found" ;;
    esac
done

# The other builds of the program find the library as well, also where it lies beside the program.
if grep -q "runs under AddressSanitizer" first; then pass other-builds; else fail other-builds "$(cat err)"; fi
"$cc" -fno-builtin -o beside.t "$examples/unlisted.c" -L. -lunlisted '-Wl,-rpath,$ORIGIN' >out 2>err
run "$TANDEM" explore --for 20s --count 1 --sym-args 0 1 8 -o beside.out ./beside.t
if [ "$code" = 0 ] && grep -q "runs of the mutation stage" out && ! grep -q "no light build" err; then
    pass beside-the-program
else
    fail beside-the-program "exit code $code"
fi

# says_why NAME TEXT: the statistics have a line with both.
says_why() {
    if grep -F "$1" first | grep -q -F "$2"; then pass "why-$1"; else fail "why-$1" "$(grep -F "$1" first)"; fi
}
says_why u_decode "as a closed box (trial)"
says_why u_digest "as a closed box (trial)"
says_why u_split "as a closed box (trial)"
says_why u_heap "as a closed box (trial)"
says_why u_first "as a closed box (trial)"
says_why u_half "as a closed box (trial)"
says_why u_mix "as a closed box (attributes)"
says_why u_counter "made concrete: u_counter: changes memory that its arguments do not point to"
says_why u_log "made concrete: u_log: made a system call (number"
says_why u_clock "made concrete: u_clock: reads the clock"
says_why u_leak "made concrete: u_leak: leaves memory allocated"
says_why u_walk "made concrete: u_walk: takes a pointer to something that has pointers in it"
says_why u_apply "made concrete: u_apply: takes a function to call back"
says_why u_sum "made concrete: u_sum: takes variable arguments"
says_why u_sometimes "made concrete: u_sometimes: made a system call"

# What the user says comes first: a name, a signature, --concretize.
[ -z "$QUICK" ] || exit 0
run "$TANDEM" explore --for 60s --count 30 --mutation-share 0 --sym-args 0 1 8 --closed-box u_decode -o named.out ./u.t
if grep -q "u_decode as a closed box (named)" out && ! grep -q "u_half as a closed box" out; then
    pass named
else
    fail named "$(grep u_ out)"
fi
run "$TANDEM" explore --for 60s --count 30 --mutation-share 0 --sym-args 0 1 8 --concretize u_decode -o not.out ./u.t
if ! grep -q "u_decode as a closed box" out && grep -q "u_half as a closed box (trial)" out; then
    pass concretized
else
    fail concretized "$(grep u_ out)"
fi
echo 'u_decode i32 str out[4]' >u.sig
run "$TANDEM" explore --for 60s --count 30 --mutation-share 0 --sym-args 0 1 8 --signatures u.sig -o sig.out ./u.t
if grep -q "u_decode as a closed box (signature file)" out; then pass signature; else fail signature "$(grep u_ out)"; fi
run "$TANDEM" explore --for 60s --count 20 --mutation-share 0 --sym-args 0 1 8 --no-deferred -o concrete.out ./u.t
if grep -q "closed box" out; then fail no-deferred "$(grep u_ out)"; else pass no-deferred; fi

# A library that lacks a function which nobody calls.
echo 'int nowhere(int); int lacks(int n) { return n > 1000 ? nowhere(n) : n * 3; }' >lacks.c
cat >late.c <<'END'
int lacks(int);
int main(int argc, char **argv)
{
    if (argc > 1 && lacks(argv[1][0]) == 3 * 'K')
        __asm__ volatile("# here");
    return 0;
}
END
cc -shared -fPIC -w -o liblacks.so lacks.c
"$cc" -w -o late.t late.c -L. -llacks -Wl,-rpath,"$PWD" -Wl,--unresolved-symbols=ignore-all
run "$TANDEM" explore --for 20s --mutation-share 0 --sym-args 0 1 2 -o late.out ./late.t
if [ "$code" = 0 ] && grep -q -a '^K' late.out/tests/*/argv; then pass binds-late; else fail binds-late "$code"; fi

# The same seed gives the same tests and the same verdicts.
run "$TANDEM" explore --for 60s --count 40 --mutation-share 0 --sym-args 0 1 8 --seed 3 -o one.out ./u.t
grep -F u_ out >one
run "$TANDEM" explore --for 60s --count 40 --mutation-share 0 --sym-args 0 1 8 --seed 3 -o two.out ./u.t
grep -F u_ out >two
if cmp -s one two && diff -r one.out/tests two.out/tests >/dev/null; then
    pass same-seed
else
    fail same-seed "$(diff one two)"
fi

# What is known when a module is compiled: with types and without, from attributes and from clang's list.
cat >facts.c <<'END'
#include <math.h>
#include <string.h>
int plain(const char *text, long *out, unsigned char *bytes, void *any, const void *data, size_t n);
float wide(char a, short b, float c, double d);
int facts(char **argv)
{
    unsigned char b;
    long l;
    return plain(argv[1], &l, &b, argv, argv, 3) + (int)wide(1, 2, 3, 4) + finite(l) + memcmp(&l, &b, 1);
}
END
"$cc" -fno-builtin -S -o facts.s facts.c
has() { if grep -q -F "\"$2\"" facts.s; then pass "facts-$1"; else fail "facts-$1" "$(grep asciz facts.s)"; fi; }
has types "i32 str inout[8..] inout[1..] inout[1..] in[1..] i64 errno"
has scalars "f32 i8 i16 f32 f64 errno"
has inferred "i32 in[1..] in[1..] i64"
if grep -q 'debug_info' facts.s && ! grep -q '"argv"' facts.s; then
    pass only-lines
else
    fail only-lines "types are left in the debug information"
fi
